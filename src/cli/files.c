#define _DEFAULT_SOURCE
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/output_file.h"

/* ---- Whole files ---- */

enum { PIECE = 65536, FILE_MAX = 64 << 20 };

static bool read_all(FILE *in, struct text *text, struct fault *fault) {
  static const char too_long[] = "longer than 64 MiB";
  size_t before = text->length;
  for (;;) {
    char piece[PIECE];
    size_t length = fread(piece, 1, sizeof piece, in);
    text_add(text, piece, length);
    if (text->length - before > FILE_MAX) return fault_say(fault, "%s", too_long);
    if (length == sizeof piece) continue;
    if (ferror(in)) return fault_say(fault, "cannot be read: %s", strerror(errno));
    const struct span all = text_span(text);
    const struct span rest = span_after_mark((struct span){all.bytes + before, all.length - before});
    if (rest.length < all.length - before) memmove(text->bytes + before, rest.bytes, rest.length);
    text_cut(text, before + rest.length);
    return true;
  }
}

bool file_read(const char *path, struct text *text, struct fault *fault) {
  if (strcmp(path, "-") == 0) return read_all(stdin, text, fault);
  FILE *in = fopen(path, "rb");
  if (in == NULL) return fault_say(fault, "cannot be opened: %s", strerror(errno));
  bool done = read_all(in, text, fault);
  fclose(in);
  return done;
}

bool file_is_regular(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_write(const char *path, const char *bytes, size_t length, struct fault *fault) {
  if (strcmp(path, "-") == 0) {
    fwrite(bytes, 1, length, stdout);
    return true;
  }
  struct output_file output;
  if (!output_file_open(&output, path, fault)) return false;
  if (output_file_write(&output, bytes, length, fault)) return output_file_end(&output, fault);
  output_file_drop(&output);
  return false;
}

bool folder_make(char *path, struct fault *fault) {
  for (char *at = path + 1;; at++) {
    const char end = *at;
    if (end != '/' && end != '\0') continue;
    *at = '\0';
    const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *at = end;
    if (!made) return fault_say(fault, "cannot make the folder '%.200s': %s", path, strerror(errno));
    if (end == '\0') return true;
  }
}

void errors_write(const char *bytes, size_t length) {
  struct text shown = {0};
  text_add_shown(&shown, (struct span){bytes, length}, true);
  if (shown.length > 0) fwrite(shown.bytes, 1, shown.length, stderr);
  text_free(&shown);
}

int bad_input(const char *command, const char *where, const struct fault *fault) {
  struct text said = {0}, line = {0};
  if (where != NULL) text_print(&said, "%s: ", where);
  fault_write(fault, &said);
  text_print(&line, "tessera %s: ", command);
  text_add_shown(&line, text_span(&said), false);
  text_add_char(&line, '\n');
  fwrite(line.bytes, 1, line.length, stderr);
  text_free(&said);
  text_free(&line);
  return CODE_BAD_INPUT;
}

/* Maximum number of files whose names differ only by a number. */
enum { MOST_BESIDE = 100 };

/* ---- One game, one file ---- */

void save_identify(struct record *record) {
  uint64_t id = 0;
  char value[24];
  if (record_tag_value(record, "Id") != NULL) return;
  if (getentropy(&id, sizeof id) != 0) id = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
  snprintf(value, sizeof value, "%016" PRIx64, id);
  record_set_tag(record, "Id", value);
}

bool save_read(const char *path, struct record *record, bool *only, struct fault *fault) {
  struct text bytes = {0};
  if (!file_read(path, &bytes, fault)) {
    text_free(&bytes);
    return false;
  }
  struct record_source source = record_source_of(text_span(&bytes));
  int games = 0, found;
  for (;; games++) {
    struct record next = {0};
    found = record_read(&source, &next, fault);
    if (found <= 0) {
      record_free(&next);
      break;
    }
    record_free(record);
    *record = next;
  }
  text_free(&bytes);
  *only = games == 1;
  if (found == 0 && games == 0) fault_say(fault, "there is no game in the file");
  return found == 0 && games > 0;
}

/* True if the file holds just one game, which has the record's Id. */
static bool holds(const char *path, const struct record *record) {
  struct record there = {0};
  struct fault fault;
  bool only = false;
  const char *own = record_tag_value(record, "Id"), *id = NULL;
  if (save_read(path, &there, &only, &fault)) id = record_tag_value(&there, "Id");
  const bool same = only && id != NULL && own != NULL && strcmp(id, own) == 0;
  record_free(&there);
  return same;
}

/* ---- Files that were seen ---- */

/* Fills in what identifies a file and its last change. Returns false if it cannot be read. */
static bool look(const char *path, struct seen_file *file) {
  struct stat status;
  if (stat(path, &status) != 0) return false;
  *file = (struct seen_file){(uint64_t)status.st_dev, (uint64_t)status.st_ino, (int64_t)status.st_size,
                             (int64_t)status.st_mtim.tv_sec, (int64_t)status.st_mtim.tv_nsec};
  return true;
}

void seen_files_add(struct seen_files *seen, const char *path) {
  struct seen_file file;
  if (!look(path, &file)) return;
  seen->at = memory_resize(seen->at, (size_t)(seen->count + 1) * sizeof seen->at[0]);
  seen->at[seen->count++] = file;
}

void seen_files_free(struct seen_files *seen) {
  free(seen->at);
  *seen = (struct seen_files){0};
}

/* True if the file has not changed since it was noted. */
static bool was_seen(const struct seen_files *seen, const char *path) {
  struct seen_file file;
  bool found = false;
  if (!look(path, &file)) return false;
  for (int i = 0; i < seen->count; i++) {
    const struct seen_file *other = &seen->at[i];
    found = found || (other->device == file.device && other->number == file.number && other->size == file.size &&
                      other->seconds == file.seconds && other->nanoseconds == file.nanoseconds);
  }
  return found;
}

/* ---- Writing ---- */

bool save_may_write(const char *path, const struct record *record) {
  return !file_is_regular(path) || holds(path, record);
}

static bool say_unwritten(const char *path, struct fault *fault) {
  return fault_say(fault, "%.200s cannot be written: %s", path, strerror(errno));
}

/* Writes a new file; if that fails, nothing is left of it. `*is_there`, if not NULL, receives true if a file with this
 * name already existed. */
static bool write_new(const char *path, const struct text *bytes, bool *is_there, struct fault *fault) {
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (is_there != NULL) *is_there = file < 0 && errno == EEXIST;
  if (file < 0) return say_unwritten(path, fault);
  size_t written = 0;
  while (written < bytes->length) {
    const ssize_t count = write(file, bytes->bytes + written, bytes->length - written);
    if (count < 0 && errno != EINTR) break;
    if (count > 0) written += (size_t)count;
  }
  bool done = written == bytes->length && fsync(file) == 0;
  done = close(file) == 0 && done;
  if (done) return true;
  say_unwritten(path, fault);
  unlink(path);
  return false;
}

/* Locks the folder of a file, or of the file that a symbolic link points to, so that only one program at a time reads
 * and writes there. The lock lasts as long as the returned file descriptor is open; -1 if the system cannot lock. */
static int lock_folder(const char *path) {
  char *place = realpath(path, NULL);
  if (place == NULL) return -1;
  char *const name = strrchr(place, '/');
  name[name == place] = '\0';
  const int folder = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  free(place);
  while (folder >= 0 && flock(folder, LOCK_EX) != 0 && errno == EINTR) continue;
  return folder;
}

/* Writes to the first of several files that does not exist or that this program wrote last. `*path` holds the
 * beginning of their names; a number, if needed, and the ending are appended to it. Of two programs only one can
 * create a file. */
static bool write_numbered(struct text *path, int first, const char *ending, const struct text *bytes,
                           const struct seen_files *seen, struct fault *fault) {
  const size_t begin = path->length;
  for (int number = first; number <= MOST_BESIDE; number++) {
    text_cut(path, begin);
    if (number > 1) text_print(path, "-%d", number);
    text_add_string(path, ending);
    if (was_seen(seen, path->bytes)) return file_write(path->bytes, bytes->bytes, bytes->length, fault);
    bool is_there;
    if (write_new(path->bytes, bytes, &is_there, fault)) return true;
    if (!is_there) return false;
  }
  return fault_say(fault, "%.200s and those before it are there already", path->bytes);
}

static bool is_record_name(const char *name) {
  const size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".txt") == 0;
}

/* Writes to an existing file that holds a record of this game. */
static bool write_again(const char *path, const struct text *bytes, const struct seen_files *seen, struct text *written,
                        struct fault *fault) {
  const int folder = lock_folder(path);
  bool done;
  if (was_seen(seen, path))
    done = file_write(path, bytes->bytes, bytes->length, fault);
  else { /* Write to a new file next to it. */
    const char *ending = is_record_name(path) ? ".txt" : "";
    text_cut(written, strlen(path) - strlen(ending));
    done = write_numbered(written, 2, ending, bytes, seen, fault);
  }
  if (folder >= 0) close(folder);
  return done;
}

bool save_write(const char *path, const struct history *history, const struct record *extra, struct seen_files *seen,
                struct text *written, struct fault *fault) {
  struct stat status;
  struct text bytes = {0};
  bool done;
  record_write(history, extra, &bytes);
  text_add_string(written, path);
  if (strcmp(path, "-") == 0 || (stat(path, &status) == 0 && !S_ISREG(status.st_mode)))
    done = file_write(path, bytes.bytes, bytes.length, fault);
  else if (!file_is_regular(path))
    done = write_new(path, &bytes, NULL, fault);
  else if (!holds(path, extra))
    done = fault_say(fault, "%.200s is there already and is not a record of this game", path);
  else
    done = write_again(path, &bytes, seen, written, fault);
  text_free(&bytes);
  if (done) seen_files_add(seen, written->bytes);
  return done;
}

/* ---- The state folder ---- */

/* Appends the state folder; false if the environment does not name one. */
static bool add_folder(struct text *path) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  if (state != NULL && *state == '/')
    text_print(path, "%s/tessera", state);
  else if (home != NULL && *home == '/')
    text_print(path, "%s/.local/state/tessera", home);
  else
    return false;
  return true;
}

bool save_write_new(bool here, const struct history *history, const struct record *extra, struct seen_files *seen,
                    struct text *written, struct fault *fault) {
  char name[32];
  const time_t now = time(NULL);
  struct tm parts;
  struct text bytes = {0};
  if (here)
    text_add_char(written, '.');
  else if (!add_folder(written))
    return fault_say(fault, "neither XDG_STATE_HOME nor HOME names a folder");
  else if (!folder_make(written->bytes, fault))
    return false;
  strftime(name, sizeof name, "%Y-%m-%d-%H%M%S", localtime_r(&now, &parts));
  text_print(written, "/%s", name);
  record_write(history, extra, &bytes);
  const bool done = write_numbered(written, 1, ".txt", &bytes, seen, fault);
  text_free(&bytes);
  if (done) seen_files_add(seen, written->bytes);
  return done;
}

/* Sorts the last written file first, then by name, so that the order is always the same. */
static int compare(const void *left, const void *right) {
  const struct save *a = left, *b = right;
  if (a->time != b->time) return a->time > b->time ? -1 : 1;
  return strcmp(b->path, a->path);
}

struct saves saves_list(void) {
  struct saves saves = {0};
  struct text folder = {0};
  DIR *entries = add_folder(&folder) ? opendir(folder.bytes) : NULL;
  const struct dirent *entry;
  while (entries != NULL && (entry = readdir(entries)) != NULL) {
    struct text path = {0};
    struct stat status;
    struct record record = {0};
    struct fault fault;
    bool only;
    text_print(&path, "%s/%s", folder.bytes, entry->d_name);
    const bool broken_off = is_record_name(entry->d_name) && stat(path.bytes, &status) == 0 &&
                            save_read(path.bytes, &record, &only, &fault) && strcmp(record.result, "*") == 0;
    record_free(&record);
    if (!broken_off) {
      text_free(&path);
      continue;
    }
    saves.at = memory_resize(saves.at, (size_t)(saves.count + 1) * sizeof saves.at[0]);
    saves.at[saves.count++] = (struct save){path.bytes, (int64_t)status.st_mtime};
  }
  if (entries != NULL) closedir(entries);
  text_free(&folder);
  if (saves.count > 0) qsort(saves.at, (size_t)saves.count, sizeof saves.at[0], compare);
  return saves;
}

void saves_free(struct saves *saves) {
  for (int i = 0; i < saves->count; i++) free(saves->at[i].path);
  free(saves->at);
  *saves = (struct saves){0};
}

/* ---- Paths in words ---- */

void path_write(const char *path, struct text *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./~+:@%=,-";
  bool control = false;
  if (*path == '-' && path[1] != '\0') text_add_string(text, "./"); /* otherwise it would look like an option */
  for (const char *at = path; *at != '\0'; at++) control = control || (unsigned char)*at < ' ' || *at == 127;
  if (*path != '\0' && *path != '~' && path[strspn(path, plain)] == '\0') {
    text_add_string(text, path);
    return;
  }
  text_add_string(text, control ? "$'" : "'");
  for (; *path != '\0'; path++) {
    if ((unsigned char)*path < ' ' || *path == 127)
      text_print(text, "\\x%02x", (unsigned)(unsigned char)*path);
    else if (control && (*path == '\'' || *path == '\\'))
      text_print(text, "\\%c", *path);
    else if (*path == '\'')
      text_add_string(text, "'\\''");
    else
      text_add_char(text, *path);
  }
  text_add_char(text, '\'');
}
