#include "cli/serve_settings.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"

enum { NAME_SIZE = 64 };

static int index_of(const struct option_spec *options, const char *name, size_t length) {
  for (int i = 0; options[i].name != NULL; i++)
    if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0) return i;
  return -1;
}

/* Help is asked for on the command line alone, and a file does not name a file. */
static bool only_by_option(const struct option_spec *option) { return strcmp(option->name, "help") == 0; }

static bool check(const struct option_spec *option, const char *where, const char *value, struct fault *fault) {
  uint64_t number;
  if (option->kind == OPTION_FLAG && !choice_is("yes|no", value))
    return fault_say(fault, "%.100s: expected yes or no, not '%.80s'", where, value);
  if (option->kind == OPTION_CHOICE && !choice_is(option->argument, value))
    return fault_say(fault, "%.100s: expected one of %s, not '%.80s'", where, option->argument, value);
  if (option->kind == OPTION_NUMBER && !number_read(value, option->least, option->most, &number))
    return fault_say(fault, "%.100s: expected a number from %" PRIu64 " to %" PRIu64 ", not '%.80s'", where,
                     option->least, option->most, value);
  return true;
}

static void environment_name(const char *option, char name[NAME_SIZE]) {
  const int length = snprintf(name, NAME_SIZE, "TESSERA_%s", option);
  for (int i = 0; i < length; i++) name[i] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
}

static bool read_environment(struct serve_settings *settings, struct fault *fault) {
  for (int i = 0; settings->options[i].name != NULL; i++) {
    char name[NAME_SIZE];
    environment_name(settings->options[i].name, name);
    const char *value = getenv(name);
    if (only_by_option(&settings->options[i]) || settings->values[i] != NULL || value == NULL) continue;
    if (!check(&settings->options[i], name, value, fault)) return false;
    settings->values[i] = value;
  }
  return true;
}

/* The text without the blanks around it, ended by a zero in place. */
static char *trim(char *from, char *to) {
  while (from < to && isspace((unsigned char)*from)) from++;
  while (to > from && isspace((unsigned char)to[-1])) to--;
  *to = '\0';
  return from;
}

static bool read_line(struct serve_settings *settings, char *line, char *end, const char *where, struct fault *fault) {
  char *equals = memchr(line, '=', (size_t)(end - line));
  const char *all = equals == NULL ? trim(line, end) : "";
  if (equals == NULL && (*all == '\0' || *all == '#')) return true;
  if (equals == NULL) return fault_say(fault, "%.100s: expected 'name = value', not '%.80s'", where, all);
  const char *value = trim(equals + 1, end), *name = trim(line, equals);
  if (*name == '#') return true;
  const int index = index_of(settings->options, name, strlen(name));
  if (index < 0 || only_by_option(&settings->options[index]) || strcmp(name, "config") == 0)
    return fault_say(fault, "%.100s: there is no setting '%.80s'; see 'tessera serve --help'", where, name);
  if (!check(&settings->options[index], where, value, fault)) return false;
  if (settings->values[index] == NULL) settings->values[index] = value;
  return true;
}

static bool read_file(struct serve_settings *settings, const char *path, struct fault *fault) {
  if (!file_read(path, &settings->file, fault)) return fault_within(fault, path);
  char *at = settings->file.bytes, *end = at + settings->file.length;
  for (int number = 1; at < end; number++) {
    char where[128], *stop = memchr(at, '\n', (size_t)(end - at));
    if (stop == NULL) stop = end;
    snprintf(where, sizeof where, "%.100s, line %d", path, number);
    if (memchr(at, '\0', (size_t)(stop - at)) != NULL) return fault_say(fault, "%s: a zero byte", where);
    if (!read_line(settings, at, stop, where, fault)) return false;
    at = stop + 1;
  }
  return true;
}

bool serve_settings_read(const struct arguments *arguments, struct serve_settings *settings, struct fault *fault) {
  *settings = (struct serve_settings){.options = arguments->options};
  for (int i = 0; arguments->options[i].name != NULL; i++) {
    assert(i < SERVE_SETTINGS_MOST);
    settings->values[i] = arguments->values[i];
  }
  if (!read_environment(settings, fault)) return false;
  const char *path = setting_text(settings, "config");
  return path == NULL || read_file(settings, path, fault);
}

void serve_settings_free(struct serve_settings *settings) { text_free(&settings->file); }

const char *setting_text(const struct serve_settings *settings, const char *name) {
  const int index = index_of(settings->options, name, strlen(name));
  assert(index >= 0);
  return settings->values[index];
}

uint64_t setting_number(const struct serve_settings *settings, const char *name, uint64_t otherwise) {
  const char *text = setting_text(settings, name);
  if (text != NULL) number_read(text, 0, UINT64_MAX, &otherwise);
  return otherwise;
}

bool setting_flag(const struct serve_settings *settings, const char *name) {
  const char *text = setting_text(settings, name);
  return text != NULL && strcmp(text, "no") != 0;
}
