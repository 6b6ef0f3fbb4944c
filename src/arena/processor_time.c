#define _POSIX_C_SOURCE 200809L
#include "arena/processor_time.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Reads group and ticks of a process from its line in /proc: behind the name in brackets, which may hold anything, come
 * state, parent and group, and the times are the 12th to 15th number from there. False if it is gone. */
static bool read_process(const char *number, long *group, unsigned long long *ticks) {
  char path[64], line[1024];
  unsigned long long times[4];
  snprintf(path, sizeof path, "/proc/%s/stat", number);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  const size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = '\0';
  const char *rest = strrchr(line, ')');
  if (rest == NULL) return false;
  const int read = sscanf(rest + 1, " %*c %*d %ld %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", group,
                          &times[0], &times[1], &times[2], &times[3]);
  *ticks = times[0] + times[1] + times[2] + times[3];
  return read == 5;
}

int64_t processor_time_of_group(pid_t group) {
  const long ticks_a_second = sysconf(_SC_CLK_TCK);
  DIR *processes = opendir("/proc");
  if (processes == NULL || ticks_a_second <= 0) return -1;
  unsigned long long sum = 0;
  bool found = false;
  for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    long its;
    unsigned long long ticks;
    if (!isdigit((unsigned char)entry->d_name[0]) || !read_process(entry->d_name, &its, &ticks) || its != group)
      continue;
    sum += ticks;
    found = true;
  }
  closedir(processes);
  return found ? (int64_t)(sum * 1000 / (unsigned long long)ticks_a_second) : -1;
}
