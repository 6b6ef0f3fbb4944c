#include "cli/game_setup.h"

#include "cli/exit_code.h"
#include "cli/files.h"

bool game_request_read(struct game_request *request, const struct arguments *arguments, struct fault *fault) {
  static const char *const keys[] = {"game", "set", "fields", "abbot", "river", "teams", "colours", "first", "seed"};
  if (options_kind(arguments->options, "players") == OPTION_NUMBER && argument_flag(arguments, "players"))
    request->players = span_of(argument_text(arguments, "players"));
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const char *value = argument_text(arguments, keys[i]);
    if (value == NULL) continue;
    if (*value == '\0') value = "on";
    if (!game_request_set(request, span_of(keys[i]), span_of(value), fault)) return false;
  }
  return true;
}

bool game_setup_read(const struct game_request *request, struct tile_shelf **shelf, struct game_setup *setup,
                     struct fault *fault) {
  *shelf = tile_shelf_open();
  struct tile_shelf *found = game_request_shelf(request, *shelf, tile_set_load, fault);
  if (found == NULL) return false;
  if (found != *shelf) tile_shelf_close(*shelf);
  *shelf = found;
  return game_request_settle(request, found, setup, fault);
}

int game_setup_refused(const char *command, const struct fault *fault) {
  int code = bad_input(command, NULL, fault);
  return fault->error == TESS_ERROR_BAD_SET ? code : CODE_USAGE;
}
