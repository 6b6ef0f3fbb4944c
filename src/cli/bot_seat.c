#define _POSIX_C_SOURCE 200809L

#include "cli/bot_seat.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "tessera/tessera.h"

static bool take_word(const json_t *json, const char *name, char *word, size_t size) {
  const char *text = json_string_value(json_object_get(json, name));
  if (text == NULL || *text == '\0' || strlen(text) >= size) return false;
  memcpy(word, text, strlen(text) + 1);
  return true;
}

bool bot_seat_read(struct bot_seat *seat, struct span bytes, struct fault *fault) {
  struct bot_seat found;
  json_t *json = json_loadb(bytes.bytes, bytes.length, 0, NULL);
  const json_int_t number = json_integer_value(json_object_get(json, "seat"));
  const bool good = number >= 1 && number <= TESS_MAX_PLAYERS &&
                    take_word(json, "table", found.table, sizeof found.table) &&
                    take_word(json, "token", found.token, sizeof found.token);
  json_decref(json);
  if (!good) return fault_say(fault, "expected JSON with a table, a seat and a token");
  found.seat = (int)number;
  *seat = found;
  return true;
}

bool bot_seat_load(struct bot_seat *seat, const char *path, struct fault *fault) {
  struct text bytes = {0};
  if (access(path, F_OK) != 0 && errno == ENOENT) return true;
  const bool loaded =
      file_read(path, &bytes, fault) && bot_seat_read(seat, (struct span){bytes.bytes, bytes.length}, fault);
  text_free(&bytes);
  return loaded || fault_within(fault, path);
}

static bool write_all(int file, const struct text *bytes) {
  const bool written = write(file, bytes->bytes, bytes->length) == (ssize_t)bytes->length && fsync(file) == 0;
  return close(file) == 0 && written;
}

bool bot_seat_save(const struct bot_seat *seat, const char *path, struct fault *fault) {
  struct text bytes = {0}, other = {0};
  text_print(&bytes, "{\"table\":\"%s\",\"seat\":%d,\"token\":\"%s\"}\n", seat->table, seat->seat, seat->token);
  text_print(&other, "%s.new", path);
  const int file = open(other.bytes, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const bool saved = file >= 0 && write_all(file, &bytes) && rename(other.bytes, path) == 0;
  if (!saved) fault_say(fault, "%.200s: cannot be written: %s", path, strerror(errno));
  text_free(&bytes);
  text_free(&other);
  return saved;
}
