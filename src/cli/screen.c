#define _DEFAULT_SOURCE
#include "cli/screen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *first_set(const char *const *names) {
  for (; *names != NULL; names++) {
    const char *value = getenv(*names);
    if (value != NULL && *value != '\0') return value;
  }
  return "";
}

static bool locale_is_utf8(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG", NULL};
  const char *charset = strchr(first_set(names), '.');
  return charset != NULL && (strncasecmp(charset + 1, "UTF-8", 5) == 0 || strncasecmp(charset + 1, "utf8", 4) == 0);
}

static bool terminal_has_colours(void) {
  static const char *const off[] = {"NO_COLOR", NULL}, *const term[] = {"TERM", NULL};
  return isatty(STDOUT_FILENO) && *first_set(off) == '\0' && strcmp(first_set(term), "dumb") != 0;
}

static int terminal_columns(void) {
  struct winsize size;
  if (!isatty(STDOUT_FILENO)) return 0;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

struct screen screen_of(const struct arguments *arguments) {
  const char *colour = argument_text(arguments, "color");
  struct screen screen = {.columns = terminal_columns()};
  screen.ascii = argument_flag(arguments, "ascii") || !locale_is_utf8();
  screen.colour =
      colour == NULL || strcmp(colour, "auto") == 0 ? terminal_has_colours() : strcmp(colour, "always") == 0;
  return screen;
}
