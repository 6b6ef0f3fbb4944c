/* `tessera serve`: runs a server with tables for people, programs and computer players. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fault.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/server_url.h"
#include "cli/terminal.h"
#include "club/mails.h"
#include "server/server.h"

/* ---- Settings ---- */

enum { SERVE_SETTINGS_MOST = 32, LEAST_TOKEN = 16 };
static const int64_t MEGABYTE = 1000000;

/* The value of each option of a table, by its index; NULL: no value was given. */
struct serve_settings {
  const struct option_spec *options;
  const char *values[SERVE_SETTINGS_MOST];
  struct text file; /* the file's bytes, into which values point */
};

enum { VARIABLE_SIZE = 64 };

static int index_of(const struct option_spec *options, const char *name, size_t length) {
  for (int i = 0; options[i].name != NULL; i++)
    if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0) return i;
  return -1;
}

/* True for `help`, which cannot be set by a variable or a file. */
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

/* True if a client can send it after `Bearer`, and it is too long to be guessed. */
static bool is_token(const char *value) {
  const size_t length = strlen(value);
  for (size_t i = 0; i < length; i++)
    if (value[i] <= ' ' || value[i] > '~') return false;
  return length >= LEAST_TOKEN;
}

/* Refuses settings of nodes that no longer exist: false with `*fault` filled. */
static bool check_removed(const char *where, const char *name, struct fault *fault) {
  return (strcmp(name, "node") != 0 && strcmp(name, "node-url") != 0) ||
         fault_say(fault, "%.100s: servers that share a database of --store need no names any more: leave '%s' out",
                   where, name);
}

/* Checks the form of a value, wherever it was set: an address to listen at, a URL, a token. False with `*fault` filled.
 */
static bool check_form(const struct option_spec *option, const char *value, struct fault *fault) {
  if (strcmp(option->name, "metrics-token") == 0 || strcmp(option->name, "host-token") == 0)
    return is_token(value) || fault_say(fault, "%s: expected %d characters or more of ASCII without blanks",
                                        option->name, (int)LEAST_TOKEN);
  if (strcmp(option->name, "listen") == 0) return server_is_address(value, fault);
  if (strcmp(option->name, "store") == 0) return server_is_store(value, fault);
  if (strcmp(option->name, "smtp-from") == 0)
    return mails_is_address(span_of(value)) ||
           fault_say(fault, "smtp-from: expected an address like tessera@example.org");
  if (strcmp(option->name, "contact") == 0)
    return strncmp(value, "mailto:", 7) == 0 || strncmp(value, "https://", 8) == 0 ||
           fault_say(fault, "contact: expected a mailto: or https: address");
  return strcmp(option->name, "base-url") != 0 || server_url_check(option->name, value, fault);
}

/* Returns the text without surrounding blanks, terminated by a zero in place. */
static char *trim(char *from, char *to) {
  while (from < to && isspace((unsigned char)*from)) from++;
  while (to > from && isspace((unsigned char)to[-1])) to--;
  *to = '\0';
  return from;
}

/* The length of the part of a line that messages may show: the name of a setting. A password or token may follow it. */
static int name_length(const char *line) {
  const size_t length = strcspn(line, " \t:/");
  return length < 32 ? (int)length : 32;
}

/* Reads the settings that no option and no variable sets from a file of lines `name = value`. */
static bool read_file(struct serve_settings *settings, const char *path, struct fault *fault) {
  if (!file_read(path, &settings->file, fault)) return fault_within(fault, path);
  char *at = settings->file.bytes, *end = at + settings->file.length;
  for (int number = 1; at < end; number++) {
    char where[128], *stop = memchr(at, '\n', (size_t)(end - at));
    if (stop == NULL) stop = end;
    char *line = at, *equals = memchr(line, '=', (size_t)(stop - line));
    at = stop + 1;
    snprintf(where, sizeof where, "%.100s: line %d", path, number);
    if (memchr(line, '\0', (size_t)(stop - line)) != NULL) return fault_say(fault, "%s: a zero byte", where);

    /* 1. Skip empty lines and comments. */
    if (equals == NULL) {
      const char *all = trim(line, stop);
      if (*all == '\0' || *all == '#') continue;
      return fault_say(fault, "%.100s: expected 'name = value' behind '%.*s'", where, name_length(all), all);
    }
    const char *value = trim(equals + 1, stop), *name = trim(line, equals);
    if (*name == '#') continue;

    /* 2. Read a setting; a file cannot name another file. */
    const int index = index_of(settings->options, name, strlen(name));
    if (!check_removed(where, name, fault)) return false;
    if (index < 0 || only_by_option(&settings->options[index]) || strcmp(name, "config") == 0)
      return fault_say(fault, "%.100s: there is no setting '%.*s'; see 'tessera serve --help'", where,
                       name_length(name), name);
    const struct option_spec *option = &settings->options[index];
    if (!check(option, name, value, fault) || !check_form(option, value, fault)) return fault_within(fault, where);
    if (settings->values[index] == NULL) settings->values[index] = value;
  }
  return true;
}

/* The value of a setting: the text or NULL; the number or `otherwise`. */
static const char *setting_text(const struct serve_settings *settings, const char *name) {
  const int index = index_of(settings->options, name, strlen(name));
  assert(index >= 0);
  return settings->values[index];
}

/* Refuses an archive without a positive `keep`, because tables reach the archive only when they are removed. */
static bool check_archive(const struct serve_settings *settings, struct fault *fault) {
  const char *archive = setting_text(settings, "archive"), *keep = setting_text(settings, "keep");
  uint64_t days = 0;
  if (archive == NULL) return true;
  if (*archive == '\0') return fault_say(fault, "archive: expected a folder, not nothing");
  if (keep != NULL) number_read(keep, 0, UINT64_MAX, &days);
  return days > 0 || fault_say(fault, "archive: tables go there when they are removed: expected keep, too, at least 1");
}

/*
 * Collects the settings: from an option; otherwise from the environment variable TESSERA_NAME (`--base-url` is
 * TESSERA_BASE_URL); otherwise from a line `name = value` of the file that the option `config` or TESSERA_CONFIG names.
 * In variables and files a flag has the value yes or no. Returns false with `*fault` filled, which says where the wrong
 * value is. serve_settings_free() frees the settings in every case.
 */
static bool serve_settings_read(const struct arguments *arguments, struct serve_settings *settings,
                                struct fault *fault) {
  const struct option_spec *options = arguments->options;
  *settings = (struct serve_settings){.options = options};
  for (int i = 0; options[i].name != NULL; i++) {
    assert(i < SERVE_SETTINGS_MOST);
    settings->values[i] = arguments->values[i];
    if (settings->values[i] != NULL && !check_form(&options[i], settings->values[i], fault)) return false;
  }
  for (int i = 0; options[i].name != NULL; i++) {
    char name[VARIABLE_SIZE];
    const int length = snprintf(name, VARIABLE_SIZE, "TESSERA_%s", options[i].name);
    for (int k = 0; k < length; k++) name[k] = name[k] == '-' ? '_' : (char)toupper((unsigned char)name[k]);
    const char *value = getenv(name);
    if (only_by_option(&options[i]) || settings->values[i] != NULL || value == NULL) continue;
    if (!check(&options[i], name, value, fault)) return false;
    if (!check_form(&options[i], value, fault)) return fault_within(fault, name);
    settings->values[i] = value;
  }
  if (getenv("TESSERA_NODE") != NULL && !check_removed("TESSERA_NODE", "node", fault)) return false;
  if (getenv("TESSERA_NODE_URL") != NULL && !check_removed("TESSERA_NODE_URL", "node-url", fault)) return false;
  const char *path = setting_text(settings, "config");
  return (path == NULL || read_file(settings, path, fault)) && check_archive(settings, fault);
}

static uint64_t setting_number(const struct serve_settings *settings, const char *name, uint64_t otherwise) {
  const char *text = setting_text(settings, name);
  if (text != NULL) number_read(text, 0, UINT64_MAX, &otherwise);
  return otherwise;
}

/* ---- The server ---- */

enum {
  DEFAULT_PER_ADDRESS = 256,
  DEFAULT_STREAMS = 128,
  DEFAULT_RATE = 50,
  DEFAULT_TOKEN_RATE = 20,
  DEFAULT_TABLES = 100,
  DEFAULT_SEATS = 16,
  DEFAULT_PLAYERS = 20,
  MOST_DAYS = 36500,
  MOST_MEGABYTES = 1000000000,
  MOST_THREADS = 256,
  MOST_CONNECTIONS = 1000000,
  MOST_TABLES = 10000000,
  MOST_RATE = 1000000
};

static const char *listen_of(const struct serve_settings *set) {
  const char *listen = setting_text(set, "listen");
  return listen == NULL ? "127.0.0.1:8080" : listen;
}

static enum lobby_notices notices_of(const struct serve_settings *set) {
  const char *notices = setting_text(set, "notices");
  if (notices == NULL || strcmp(notices, "outer") == 0) return LOBBY_OUTER_NOTICES;
  return strcmp(notices, "any") == 0 ? LOBBY_ANY_NOTICES : LOBBY_NO_NOTICES;
}

/* Serves until a signal comes. The database and the file of its key are in `folder`, which is created. Returns the exit
 * code. */
static int serve_in(struct text *folder, const struct serve_settings *set) {
  const char *log = setting_text(set, "log"), *proxy = setting_text(set, "trust-proxy");
  struct fault fault = {0};
  struct text file = {0}, key = {0};
  const char *store = setting_text(set, "store"), *archive = setting_text(set, "archive");
  assert(folder->length > 0);
  bool served = folder_make(folder->bytes, &fault) || fault_within(&fault, "data");
  if (served && archive != NULL) {
    struct text path = {0};
    text_add_string(&path, archive);
    served = folder_make(path.bytes, &fault) || fault_within(&fault, "archive");
    text_free(&path);
  }
  text_print(&file, "%s/tables.db", folder->bytes);
  text_print(&key, "%s-key", file.bytes);
  if (served) {
    const struct server_settings settings = {
        .listen = listen_of(set),
        .database = store != NULL ? store : file.bytes,
        .key_file = key.bytes,
        .config_file = setting_text(set, "config"),
        .base_url = setting_text(set, "base-url"),
        .threads = (int)setting_number(set, "threads", 0),
        .json_log = log != NULL && strcmp(log, "json") == 0,
        .trust_proxy = proxy != NULL && strcmp(proxy, "no") != 0,
        .connections = (uint32_t)setting_number(set, "connections", 0),
        .connections_per_address = (uint32_t)setting_number(set, "connections-per-address", DEFAULT_PER_ADDRESS),
        .streams_per_address = (uint32_t)setting_number(set, "streams-per-address", DEFAULT_STREAMS),
        .rate_per_address = (uint32_t)setting_number(set, "rate-per-address", DEFAULT_RATE),
        .rate_per_token = (uint32_t)setting_number(set, "rate-per-token", DEFAULT_TOKEN_RATE),
        .most_memory = (int64_t)setting_number(set, "max-memory", 0) * MEGABYTE,
        .most_database = (int64_t)setting_number(set, "max-database", 0) * MEGABYTE,
        .keep = (int64_t)setting_number(set, "keep", 0) * DAY_MS,
        .archive = archive,
        .notices = notices_of(set),
        .contact = setting_text(set, "contact"),
        .smtp = setting_text(set, "smtp"),
        .smtp_from = setting_text(set, "smtp-from"),
        .host_token = setting_text(set, "host-token"),
        .metrics_token = setting_text(set, "metrics-token"),
        .most_tables = (int)setting_number(set, "tables", 0),
        .limits = {.tables_per_address = (uint32_t)setting_number(set, "tables-per-address", DEFAULT_TABLES),
                   .seats_per_address = (uint32_t)setting_number(set, "seats-per-address", DEFAULT_SEATS),
                   .players_per_address = (uint32_t)setting_number(set, "players-per-address", DEFAULT_PLAYERS)},
    };
    signal(SIGPIPE, SIG_IGN); /* a write to a closed connection fails instead of ending the program, */
    signal(SIGXFSZ, SIG_IGN); /* and so does a write to a file that may not grow */
    served = server_run(&settings, interrupts_heed(), &fault);
  }
  text_free(&file);
  text_free(&key);
  if (served) return CODE_DONE;
  bad_input("serve", NULL, &fault);
  return CODE_FAILURE;
}

static int serve_run(const struct arguments *arguments) {
  struct serve_settings set;
  struct fault fault = {0};
  struct text folder = {0};
  bool ready = serve_settings_read(arguments, &set, &fault);
  if (ready) {
    /* The data folder: the given one, or the default of the system. */
    const char *data = setting_text(&set, "data"), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && *data == '\0')
      ready = fault_say(&fault, "data: expected a folder, not nothing");
    else if (data != NULL)
      text_add_string(&folder, data);
    else if (xdg != NULL && *xdg == '/')
      text_print(&folder, "%s/tessera", xdg);
    else if (home != NULL && *home != '\0')
      text_print(&folder, "%s/.local/share/tessera", home);
    else
      ready = fault_say(&fault, "data: expected a folder, since neither XDG_DATA_HOME nor HOME is set");
  }
  int code = CODE_USAGE;
  if (ready)
    code = serve_in(&folder, &set);
  else
    bad_input("serve", NULL, &fault);
  text_free(&folder);
  text_free(&set.file);
  return code;
}

static const struct option_spec serve_options[] = {
    {"listen", 'l', OPTION_TEXT, "ADDRESS:PORT", 0, 0, "where to listen; port 0 takes any (default: 127.0.0.1:8080)"},
    {"data", 'd', OPTION_FILE, "DIR", 0, 0,
     "the folder of the database and of its key (default: tessera in the user's data folder)"},
    {"store", 0, OPTION_TEXT, "URL", 0, 0,
     "keep the tables in this database of PostgreSQL, postgresql://USER@HOST/DATABASE, which several servers may share "
     "(default: in the folder of --data)"},
    {"base-url", 0, OPTION_TEXT, "URL", 0, 0, "under which people reach the server, if a proxy stands before it"},
    {"config", 'c', OPTION_FILE, "FILE", 0, 0, "read settings from a file of lines 'name = value'"},
    {"threads", 0, OPTION_NUMBER, "N", 1, MOST_THREADS,
     "threads in which computer players think (default: one less than there are cores)"},
    {"log", 0, OPTION_CHOICE, "text|json", 0, 0, "the form of the log on standard error (default: text)"},
    {"trust-proxy", 0, OPTION_FLAG, NULL, 0, 0, "the last address of the last X-Forwarded-For is who asks"},
    {"connections", 0, OPTION_NUMBER, "N", 1, MOST_CONNECTIONS,
     "connections open at the same time (default: as many as the system has files for)"},
    {"connections-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "connections of one address, 0 for any number (default: 256); an IPv6 network (/48) has four times as "
     "many, and so with all that an address may do"},
    {"streams-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "event streams of one address, 0 for any number (default: 128)"},
    {"rate-per-address", 0, OPTION_NUMBER, "N", 0, MOST_RATE,
     "requests a second of one address, 0 for any number (default: 50)"},
    {"rate-per-token", 0, OPTION_NUMBER, "N", 0, MOST_RATE,
     "actions a second at one seat, 0 for any number (default: 20)"},
    {"tables", 0, OPTION_NUMBER, "N", 1, MOST_TABLES,
     "tables of this server that are not over; with as many none is created (default: 100000)"},
    {"tables-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "tables that one address opened and that are not over, 0 for any number (default: 100)"},
    {"seats-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "seats that one address holds at tables that have not begun, 0 for any number (default: 16)"},
    {"players-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "players that one address makes in a day, 0 for any number (default: 20)"},
    {"keep", 0, OPTION_NUMBER, "DAYS", 0, MOST_DAYS,
     "days after its end for which a finished table is kept, 0 for good (default: 0)"},
    {"archive", 0, OPTION_FILE, "DIR", 0, 0,
     "with --keep: write the record of each table into this folder before it is removed (default: nowhere)"},
    {"max-memory", 0, OPTION_NUMBER, "MB", 1, MOST_MEGABYTES,
     "megabytes of tables in memory, beyond which those leave it that were idle for longest (default: 512)"},
    {"max-database", 0, OPTION_NUMBER, "MB", 0, MOST_MEGABYTES,
     "megabytes of the database from which on no table is created, 0 for any number (default: 0)"},
    {"notices", 0, OPTION_CHOICE, "outer|any|none", 0, 0,
     "tell players who are elsewhere that a table waits, by Web Push and webhooks: by https to the outside, also by "
     "http "
     "and to the inner network, or not at all (default: outer)"},
    {"contact", 0, OPTION_TEXT, "URL", 0, 0,
     "whom push services ask about this server, a mailto: or https: address (default: the base-url, if it is https)"},
    {"smtp", 0, OPTION_TEXT, "URL", 0, 0,
     "send mails to players who want them by this server, smtps://USER:PASSWORD@HOST (default: no mails); not seen by "
     "others of this machine if it stands in the file of --config"},
    {"smtp-from", 0, OPTION_TEXT, "ADDRESS", 0, 0, "with --smtp: the address from which mails come"},
    {"host-token", 0, OPTION_TEXT, "TOKEN", 0, 0,
     "who sends this token sees reports and acts as the host of this server (default: nobody does); not seen by others "
     "of this machine if it stands in the file of --config"},
    {"metrics-token", 0, OPTION_TEXT, "TOKEN", 0, 0,
     "who sends this token may see the figures at /metrics (default: nobody may); not seen by others of this machine "
     "if it stands in the file of --config"},
    OPTIONS_END};

const struct command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = "keep tables that people reach with a browser",
    .description =
        "Serves the page and the interface of docs/lookup/http.md, and keeps all tables in a database. Every option "
        "can also "
        "be set by an environment variable (TESSERA_BASE_URL for --base-url) or in the file of --config; flags are "
        "yes or no there. An option comes before the environment, and the environment before the file.\nSIGINT and "
        "SIGTERM end the server: what was asked is answered first. Nothing is lost if it is killed.",
    .options = serve_options,
    .run = serve_run,
};
