/* `tessera serve`: tables at which people, programs and computer players meet. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/interrupts.h"
#include "cli/serve_settings.h"
#include "server/server.h"

enum {
  DEFAULT_PER_ADDRESS = 256,
  DEFAULT_STREAMS = 128,
  DEFAULT_RATE = 50,
  DEFAULT_TOKEN_RATE = 20,
  MOST_THREADS = 256,
  MOST_CONNECTIONS = 1000000,
  MOST_RATE = 1000000
};

/* The folder of the data: as set, or where the system keeps such things. False with `*fault`. */
static bool data_folder(const struct serve_settings *settings, struct text *folder, struct fault *fault) {
  const char *set = setting_text(settings, "data"), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (set != NULL && *set == '\0') return fault_say(fault, "data: expected a folder, not nothing");
  if (set != NULL)
    text_add_string(folder, set);
  else if (xdg != NULL && *xdg == '/')
    text_print(folder, "%s/tessera", xdg);
  else if (home != NULL && *home != '\0')
    text_print(folder, "%s/.local/share/tessera", home);
  else
    return fault_say(fault, "data: expected a folder, since neither XDG_DATA_HOME nor HOME is set");
  return true;
}

/* Makes the folder, with those above it, for nobody else to read. `path` has at least one character. */
static bool make_folder(char *path, struct fault *fault) {
  for (char *at = path + 1;; at++) {
    const char end = *at;
    if (end != '/' && end != '\0') continue;
    *at = '\0';
    const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *at = end;
    if (!made) return fault_say(fault, "data: cannot make the folder '%.200s': %s", path, strerror(errno));
    if (end == '\0') return true;
  }
}

static struct server_settings server_settings_of(const struct serve_settings *set, const char *database) {
  const char *listen = setting_text(set, "listen"), *log = setting_text(set, "log");
  return (struct server_settings){
      .listen = listen == NULL ? "127.0.0.1:8080" : listen,
      .database = database,
      .base_url = setting_text(set, "base-url"),
      .threads = (int)setting_number(set, "threads", 0),
      .json_log = log != NULL && strcmp(log, "json") == 0,
      .trust_proxy = setting_flag(set, "trust-proxy"),
      .connections = (uint32_t)setting_number(set, "connections", 0),
      .connections_per_address = (uint32_t)setting_number(set, "connections-per-address", DEFAULT_PER_ADDRESS),
      .streams_per_address = (uint32_t)setting_number(set, "streams-per-address", DEFAULT_STREAMS),
      .rate_per_address = (uint32_t)setting_number(set, "rate-per-address", DEFAULT_RATE),
      .rate_per_token = (uint32_t)setting_number(set, "rate-per-token", DEFAULT_TOKEN_RATE),
  };
}

static int serve_in(struct text *folder, const struct serve_settings *set) {
  struct fault fault = {0};
  struct text database = {0};
  assert(folder->length > 0);
  bool served = make_folder(folder->bytes, &fault);
  text_print(&database, "%s/tables.db", folder->bytes);
  if (served) {
    const struct server_settings settings = server_settings_of(set, database.bytes);
    signal(SIGPIPE, SIG_IGN);
    served = server_run(&settings, interrupts_heed(), &fault);
  }
  text_free(&database);
  if (served) return CODE_DONE;
  bad_input("serve", NULL, &fault);
  return CODE_FAILURE;
}

static int serve_run(const struct arguments *arguments) {
  struct serve_settings set;
  struct fault fault = {0};
  struct text folder = {0};
  int code = CODE_USAGE;
  if (serve_settings_read(arguments, &set, &fault) && data_folder(&set, &folder, &fault))
    code = serve_in(&folder, &set);
  else
    bad_input("serve", NULL, &fault);
  text_free(&folder);
  serve_settings_free(&set);
  return code;
}

static const struct option_spec serve_options[] = {
    {"listen", 'l', OPTION_TEXT, "ADDRESS:PORT", 0, 0, "where to listen; port 0 takes any (default: 127.0.0.1:8080)"},
    {"data", 'd', OPTION_FILE, "DIR", 0, 0, "the folder of the database (default: tessera in the user's data folder)"},
    {"base-url", 0, OPTION_TEXT, "URL", 0, 0, "under which people reach the server, if a proxy stands before it"},
    {"config", 'c', OPTION_FILE, "FILE", 0, 0, "read settings from a file of lines 'name = value'"},
    {"threads", 0, OPTION_NUMBER, "N", 1, MOST_THREADS,
     "threads in which computer players think (default: one less than there are cores)"},
    {"log", 0, OPTION_CHOICE, "text|json", 0, 0, "the form of the log on standard error (default: text)"},
    {"trust-proxy", 0, OPTION_FLAG, NULL, 0, 0, "the last address of X-Forwarded-For is who asks"},
    {"connections", 0, OPTION_NUMBER, "N", 1, MOST_CONNECTIONS,
     "connections open at the same time (default: as many as the system has files for)"},
    {"connections-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "connections of one address, 0 for any number (default: 256)"},
    {"streams-per-address", 0, OPTION_NUMBER, "N", 0, MOST_CONNECTIONS,
     "event streams of one address, 0 for any number (default: 128)"},
    {"rate-per-address", 0, OPTION_NUMBER, "N", 0, MOST_RATE,
     "requests a second of one address, 0 for any number (default: 50)"},
    {"rate-per-token", 0, OPTION_NUMBER, "N", 0, MOST_RATE,
     "actions a second at one seat, 0 for any number (default: 20)"},
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
