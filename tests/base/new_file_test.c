/* New files are written completely or not at all, readable by the owner only, and never through a link. */
#define _POSIX_C_SOURCE 200809L
#include "base/new_file.h"
#include "cli/cmocka_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], path[80], beside[96], other[80];

static int make_folder(void **state) {
  (void)state;
  snprintf(folder, sizeof folder, "/tmp/new_file_test.XXXXXX");
  if (mkdtemp(folder) == NULL) return -1;
  snprintf(path, sizeof path, "%s/file", folder);
  snprintf(beside, sizeof beside, "%s.new", path);
  snprintf(other, sizeof other, "%s/other", folder);
  return 0;
}

static int remove_folder(void **state) {
  (void)state;
  unlink(path), unlink(beside), unlink(other);
  return rmdir(folder);
}

static void assert_holds(const char *name, const char *expected) {
  char bytes[64] = "";
  FILE *file = fopen(name, "r");
  assert_non_null(file);
  bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(bytes, expected);
}

static void put(const char *name, const char *bytes) {
  FILE *file = fopen(name, "w");
  fputs(bytes, file);
  fclose(file);
}

TEST_WITH(a_file_takes_the_place_of_the_one_before, make_folder, remove_folder) {
  struct fault fault = {0};
  struct stat status;
  put(path, "before");
  put(beside, "what an earlier try has left");
  if (!new_file_write(path, "after", 5, &fault)) fail_msg("%s", fault.text);
  assert_holds(path, "after");
  assert_int_equal(stat(path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0600);
  assert_int_not_equal(access(beside, F_OK), 0);
}

TEST_WITH(nothing_is_written_through_a_link, make_folder, remove_folder) {
  struct fault fault = {0};
  struct stat status;
  put(other, "precious");
  assert_int_equal(symlink(other, beside), 0);
  if (!new_file_write(path, "after", 5, &fault)) fail_msg("%s", fault.text);
  assert_holds(other, "precious");
  assert_holds(path, "after");
  assert_int_equal(lstat(path, &status), 0);
  assert_true(S_ISREG(status.st_mode));
}

TEST_WITH(what_cannot_be_written_leaves_the_file_as_it_was, make_folder, remove_folder) {
  struct fault fault = {0};
  put(path, "before");
  assert_int_equal(mkdir(beside, 0700), 0);
  assert_false(new_file_write(path, "after", 5, &fault));
  assert_non_null(strstr(fault.text, "cannot be written: "));
  assert_holds(path, "before");
  assert_int_equal(rmdir(beside), 0);
}

RUN_TESTS(NULL, NULL)
