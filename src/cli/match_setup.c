#include "cli/match_setup.h"

#include <string.h>

#include "arena/schedule.h"
#include "base/decimal.h"
#include "notation/options.h"

enum { DEFAULT_ROUNDS = 100 };

static bool read_engines(struct match *match, const struct arguments *arguments, struct fault *fault) {
  const char *each = argument_text(arguments, "each"), *words;
  while ((words = argument_again(arguments, "engine", match->engine_count)) != NULL) {
    if (match->engine_count == MATCH_ENGINES)
      return fault_say(fault, "engine: expected at most %d of them", MATCH_ENGINES);
    if (!engine_spec_read(&match->engines[match->engine_count], each, words, fault)) return false;
    match->engine_count++;
  }
  return match->engine_count >= 2 || fault_say(fault, "engine: expected at least 2 of them, as in -e greedy -e random");
}

/* The words of `newgame` for engines, by which they set up the same game. */
static void write_newgame(const struct game_request *request, struct match *match) {
  struct text *words = &match->newgame;
  const tess_options *options = &match->options;
  text_print(words, "game=%s", name_of_rules(tess_set_rules(match->set->set)));
  if (request->set.bytes != NULL) {
    text_add_string(words, " set=");
    text_add(words, request->set.bytes, request->set.length);
  }
  text_print(words, " players=%d%s%s%s%s colours=", options->players, options->fields ? " fields=on" : "",
             options->abbot ? " abbot=on" : "", options->river ? " river=on" : "", options->teams ? " teams=on" : "");
  colours_write(options, words);
}

/* The protocol cannot tell a path with blanks. */
static bool set_can_be_told(const struct game_request *request, const struct match *match, struct fault *fault) {
  const struct span set = request->set;
  bool blank = false;
  for (size_t i = 0; i < set.length; i++) blank = blank || set.bytes[i] == ' ' || set.bytes[i] == '\t';
  for (int i = 0; blank && i < match->engine_count; i++)
    if (match->engines[i].kind == NULL)
      return fault_say(fault, "set: expected a path without blanks, as %s is to be told it", match->engines[i].name);
  return true;
}

static bool read_game(struct match *match, struct tile_shelf **shelf, const struct arguments *arguments,
                      struct fault *fault) {
  struct game_request request = {0};
  struct game_setup setup;
  if (!game_request_read(&request, arguments, fault) || !set_can_be_told(&request, match, fault)) return false;
  const int seats = request.teams ? 4 : match->engine_count <= TESS_MAX_PLAYERS ? match->engine_count : 2;
  const char digit[2] = {(char)('0' + seats), '\0'};
  if (request.players.bytes == NULL && request.colours.bytes == NULL) request.players = span_of(digit);
  if (!game_setup_read(&request, shelf, &setup, fault)) return false;
  match->set = setup.set;
  match->options = setup.options;
  match->seed = setup.options.seed;
  struct history *trial = history_new(setup.set, &setup.options, fault);
  if (trial == NULL) return false;
  history_free(trial);
  write_newgame(&request, match);
  return true;
}

static void read_seating(struct match *match, const struct arguments *arguments) {
  const char *word = argument_text(arguments, "seating");
  while (word != NULL && strcmp(seating_name(match->seating), word) != 0) match->seating++;
}

static bool read_length(struct match *match, const struct arguments *arguments, struct fault *fault) {
  const bool games = argument_flag(arguments, "games");
  if (games && argument_flag(arguments, "rounds")) return fault_say(fault, "expected either --games or --rounds");
  match->rounds = argument_number(arguments, "rounds", DEFAULT_ROUNDS);
  if (!games) return true;
  struct schedule schedule = schedule_of(match);
  const uint64_t round = (uint64_t)schedule.games;
  schedule_free(&schedule);
  match->rounds = (argument_number(arguments, "games", 0) + round - 1) / round;
  return true;
}

static bool read_sprt_word(struct span word, struct sprt *sprt, struct fault *fault) {
  const struct {
    const char *key;
    double *value, least, most;
  } keys[] = {{"elo0", &sprt->elo0, -1000, 1000},
              {"elo1", &sprt->elo1, -1000, 1000},
              {"alpha", &sprt->alpha, 0.0001, 0.4999},
              {"beta", &sprt->beta, 0.0001, 0.4999}};
  struct span value = word, key;
  span_split(&value, '=', &key);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (span_is(key, keys[i].key) && value.bytes != NULL &&
        decimal_read(value, keys[i].least, keys[i].most, keys[i].value))
      return true;
  return fault_say(fault, "sprt: expected elo0= and elo1= from -1000 to 1000, alpha= and beta= below 0.5, not %s",
                   quote(word.bytes, word.length).text);
}

static bool read_sprt(struct match *match, const struct arguments *arguments, struct fault *fault) {
  const char *words = argument_text(arguments, "sprt");
  match->sequential = words != NULL;
  match->sprt = (struct sprt){0, 10, 0.05, 0.05};
  if (words == NULL) return true;
  struct reader reader = reader_of(span_of(words));
  struct span word;
  while ((word = reader_word(&reader)).length > 0)
    if (!read_sprt_word(word, &match->sprt, fault)) return false;
  return match->sprt.elo0 < match->sprt.elo1 || fault_say(fault, "sprt: expected elo0 below elo1");
}

bool match_setup_read(struct match *match, struct tile_shelf **shelf, const struct arguments *arguments,
                      struct fault *fault) {
  read_seating(match, arguments);
  match->luck = argument_flag(arguments, "luck");
  return read_engines(match, arguments, fault) && read_game(match, shelf, arguments, fault) &&
         read_sprt(match, arguments, fault) && match_check(match, fault) && read_length(match, arguments, fault);
}
