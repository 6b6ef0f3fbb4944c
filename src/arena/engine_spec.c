/* Reads the words that describe an engine on a command line, such as `cmd=... name=...`. */
#include "arena/engine.h"

#include <string.h>

#include "base/reader.h"

enum { DAY = 86400000, MARGIN_MOST = 60000, DEFAULT_MARGIN = 200, DEFAULT_PATIENCE = 10000 };

/* Reads seconds with up to three decimals as milliseconds, and moves `*at` past them. */
static bool read_seconds(const char **at, uint32_t *milliseconds) {
  uint64_t whole = 0, part = 0, unit = 1000;
  const char *begin = *at;
  for (; **at >= '0' && **at <= '9' && whole <= DAY / 1000; (*at)++) whole = whole * 10 + (uint64_t)(**at - '0');
  bool read = *at > begin;
  if (read && **at == '.') {
    for (begin = ++*at; **at >= '0' && **at <= '9' && unit > 1; (*at)++) part += (uint64_t)(**at - '0') * (unit /= 10);
    read = *at > begin;
  }
  *milliseconds = (uint32_t)(whole * 1000 + part);
  return read && whole * 1000 + part <= DAY;
}

static bool read_time(const char *value, uint32_t *milliseconds) {
  return read_seconds(&value, milliseconds) && *value == '\0' && *milliseconds > 0;
}

/* Reads `10+0.1` or `10`. */
static bool read_clock(const char *value, struct engine_limits *limits) {
  limits->clock = read_seconds(&value, &limits->base) && limits->base > 0;
  limits->increment = 0;
  if (!limits->clock) return false;
  if (*value == '+') {
    value++;
    if (!read_seconds(&value, &limits->increment)) return false;
  }
  return *value == '\0';
}

static bool set_name(struct engine_spec *spec, const char *value) {
  const size_t length = strlen(value);
  if (length == 0 || length >= ENGINE_NAME_SIZE || !span_is_plain(span_of(value), false)) return false;
  memcpy(spec->name, value, length + 1);
  return true;
}

static bool set_number(const char *value, uint64_t most, uint32_t *number) {
  uint64_t count = 0;
  const bool read = span_number(span_of(value), 1, most, &count);
  *number = (uint32_t)count;
  return read;
}

static bool set_option(struct engine_spec *spec, const char *name, const char *value) {
  if (spec->setting_count == ENGINE_SETTINGS || *name == '\0' || *value == '\0') return false;
  if (strpbrk(name, " \t") != NULL || strpbrk(value, " \t") != NULL) return false;
  spec->settings[spec->setting_count++] = (struct engine_setting){name, value};
  return true;
}

/* Rejects the value of a word `key=value`. Returns false. */
static bool refuse_value(struct fault *fault, const char *key, const char *expected, const char *value) {
  return fault_say(fault, "%s: expected %s, not %s", key, expected, quote(value, strlen(value)).text);
}

/* Applies a word `key=value`. Returns false with `*fault` filled if the key is unknown or the value is invalid. */
static bool set_key(struct engine_spec *spec, const char *key, const char *value, struct fault *fault) {
  struct engine_limits *limits = &spec->limits;
  const char *seconds = "seconds above 0, as in 0.25";
  if (strcmp(key, "name") == 0)
    return set_name(spec, value) || refuse_value(fault, key, "1 to 47 bytes of UTF-8", value);
  if (strcmp(key, "cmd") == 0)
    return *(spec->command = value) != '\0' || refuse_value(fault, key, "a shell command", value);
  if (strcmp(key, "stderr") == 0) return *(spec->errors = value) != '\0' || refuse_value(fault, key, "a file", value);
  if (strcmp(key, "tc") == 0)
    return read_clock(value, limits) || refuse_value(fault, key, "seconds, or seconds+increment, as in 10+0.1", value);
  if (strcmp(key, "st") == 0) return read_time(value, &limits->movetime) || refuse_value(fault, key, seconds, value);
  if (strcmp(key, "ct") == 0) return read_time(value, &limits->processor) || refuse_value(fault, key, seconds, value);
  if (strcmp(key, "playouts") == 0)
    return span_number(span_of(value), 1, 1000000000, &limits->playouts) ||
           refuse_value(fault, key, "a number from 1 to 1000000000", value);
  if (strcmp(key, "level") == 0)
    return set_number(value, 100, &limits->level) || refuse_value(fault, key, "a number from 1 to 100", value);
  if (strcmp(key, "timemargin") == 0)
    return (read_time(value, &limits->margin) && limits->margin <= MARGIN_MOST) ||
           refuse_value(fault, key, "seconds from 0.001 to 60, as in 0.2", value);
  if (strcmp(key, "patience") == 0)
    return read_time(value, &limits->patience) || refuse_value(fault, key, "seconds above 0", value);
  if (strcmp(key, "restart") == 0) {
    spec->restart = strcmp(value, "on") == 0;
    return spec->restart || strcmp(value, "off") == 0 || refuse_value(fault, key, "on or off", value);
  }
  if (strcmp(key, "threads") == 0) {
    uint32_t threads;
    const bool read = set_number(value, PLAYER_THREADS, &threads);
    spec->threads = (int)threads;
    return read || refuse_value(fault, key, "a number from 1 to 64", value);
  }
  if (strncmp(key, "option.", 7) == 0)
    return set_option(spec, key + 7, value) ||
           refuse_value(fault, key, "a name and a value of one word each, at most 16 of them", value);
  return fault_say(fault,
                   "expected name, cmd, tc, st, ct, playouts, level, threads, timemargin, patience, restart, stderr or "
                   "option.NAME, not %s",
                   quote(key, strlen(key)).text);
}

static bool tell_kinds(const char *word, struct fault *fault) {
  struct text names = {0};
  for (int i = 0; player_kind_at(i) != NULL; i++)
    text_print(&names, "%s%s", i > 0 ? ", " : "", player_kind_at(i)->name);
  fault_say(fault, "expected one of the players %s, or cmd=COMMAND, not %s", names.bytes,
            quote(word, strlen(word)).text);
  text_free(&names);
  return false;
}

/* Cuts off the word at `at`: removes its quotes, and replaces the first blank outside of quotes by a zero. Returns the
 * byte after it; NULL if a quote is not closed. */
static char *cut_word(char *at) {
  char *to = at, quoted = '\0';
  for (; *at != '\0' && (quoted != '\0' || (*at != ' ' && *at != '\t')); at++) {
    if (*at == quoted)
      quoted = '\0';
    else if (quoted == '\0' && (*at == '"' || *at == '\''))
      quoted = *at;
    else
      *to++ = *at;
  }
  char *next = *at == '\0' ? at : at + 1;
  *to = '\0';
  return quoted != '\0' ? NULL : next;
}

/* Fills in defaults. Returns false with `*fault` filled if settings contradict each other. */
static bool settle(struct engine_spec *spec, struct fault *fault) {
  struct engine_limits *limits = &spec->limits;
  if ((spec->kind == NULL) == (spec->command == NULL))
    return spec->kind == NULL ? tell_kinds("", fault) : fault_say(fault, "expected a player's name or cmd=, not both");
  if (spec->kind != NULL && spec->setting_count > 0)
    return fault_say(fault, "option.%s: expected for external engines only", spec->settings[0].name);
  if (spec->kind != NULL && limits->level > 0)
    return fault_say(fault, "level: expected for external engines only; the levels here are players of their own");
  if (spec->kind != NULL && spec->restart) return fault_say(fault, "restart: expected for external engines only");
  if (spec->kind == NULL && spec->threads > 1)
    return fault_say(fault, "threads: expected for internal players only; other engines take option.NAME=VALUE");
  if (spec->kind != NULL && !limits->clock && limits->movetime == 0 && limits->processor == 0 && limits->playouts == 0)
    limits->playouts = PLAYER_PLAYOUTS;
  if (spec->name[0] == '\0' && !set_name(spec, spec->kind != NULL ? spec->kind->name : spec->command))
    return fault_say(fault, "name: expected for a command of more than %d bytes", ENGINE_NAME_SIZE - 1);
  return true;
}

bool engine_spec_read(struct engine_spec *spec, const char *each, const char *own, struct fault *fault) {
  *spec = (struct engine_spec){.threads = 1, .limits = {.margin = DEFAULT_MARGIN, .patience = DEFAULT_PATIENCE}};

  /* 1. Copy the words twice: once unchanged, once to be cut. */
  text_print(&spec->memory, "%s%s%s", each == NULL ? "" : each, each == NULL ? "" : " ", own);
  const size_t length = spec->memory.length;
  text_add(&spec->memory, "\0", 1);
  struct text copy = {0};
  text_add(&copy, spec->memory.bytes, length);
  text_add_string(&spec->memory, copy.bytes == NULL ? "" : copy.bytes);
  text_free(&copy);
  spec->words = spec->memory.bytes;

  /* 2. Read word by word. */
  bool good = true;
  for (char *at = spec->memory.bytes + length + 1; good && *(at += strspn(at, " \t")) != '\0';) {
    char *word = at, *next = cut_word(at);
    char *value = strchr(word, '=');
    if (next == NULL) {
      good = fault_say(fault, "a quote is not closed");
    } else if (value != NULL) {
      *value++ = '\0';
      good = set_key(spec, word, value, fault);
    } else {
      spec->kind = player_kind_find(word);
      good = spec->kind != NULL || tell_kinds(word, fault);
    }
    if (good) at = next;
  }

  /* 3. Fill in defaults and check for contradictions. */
  if (good && settle(spec, fault)) return true;
  engine_spec_free(spec);
  return fault_within(fault, "engine");
}

void engine_spec_free(struct engine_spec *spec) {
  text_free(&spec->memory);
  *spec = (struct engine_spec){0};
}
