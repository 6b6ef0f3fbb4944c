/* The settings of `tessera serve`: from its options, the environment, a file, or the default. */
#ifndef CLI_SERVE_SETTINGS_H
#define CLI_SERVE_SETTINGS_H

#include "base/fault.h"
#include "cli/arguments.h"

enum { SERVE_SETTINGS_MOST = 24 };

/* The value of each option of a table, by its index; NULL: none was given anywhere. */
struct serve_settings {
  const struct option_spec *options;
  const char *values[SERVE_SETTINGS_MOST];
  struct text file; /* the file's bytes, into which values point */
};

/*
 * Collects what is set: by an option, else by the environment variable TESSERA_NAME (`--base-url` is TESSERA_BASE_URL),
 * else by a line `name = value` of the file that the option `config` or TESSERA_CONFIG names. Flags take yes or no
 * there. False with
 * `*fault`, which says where the wrong value stands. Released with serve_settings_free() in any case.
 */
bool serve_settings_read(const struct arguments *arguments, struct serve_settings *settings, struct fault *fault);
void serve_settings_free(struct serve_settings *settings);

/* The text or NULL; the number or `otherwise`; whether a flag is set. */
const char *setting_text(const struct serve_settings *settings, const char *name);
uint64_t setting_number(const struct serve_settings *settings, const char *name, uint64_t otherwise);
bool setting_flag(const struct serve_settings *settings, const char *name);

#endif
