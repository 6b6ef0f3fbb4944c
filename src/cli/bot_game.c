#include "cli/bot_game.h"

#include <jansson.h>
#include <string.h>

#include "notation/options.h"

void bot_game_free(struct bot_game *game) {
  history_free(game->history);
  if (game->shelf != NULL) tile_shelf_close(game->shelf);
  text_free(&game->newgame);
  text_free(&game->words);
  *game = (struct bot_game){0};
}

/* ---- The game's words ---- */

/* Begins the game that `newgame` tells of; `*history` receives it. */
static bool begin(struct bot_game *game, struct fault *fault) {
  struct game_request request = {0};
  struct game_setup setup;
  struct reader reader = reader_of(text_span(&game->newgame));
  reader_word(&reader);
  for (struct span word; (word = reader_word(&reader)).length > 0;) {
    struct span key, value = word;
    if (!span_split(&value, '=', &key) || !game_request_set(&request, key, value, fault)) return false;
  }
  if (game->shelf == NULL) game->shelf = tile_shelf_open();
  if (!game_request_settle(&request, game->shelf, &setup, fault)) return false;
  history_free(game->history);
  game->history = history_new(setup.set, &setup.options, fault);
  return game->history != NULL;
}

static bool play_word(struct bot_game *game, struct span word, struct fault *fault) {
  if (game->history == NULL) return fault_say(fault, "a game that has not started goes on");
  if (!history_word(game->history, word, fault)) return false;
  text_add(&game->words, word.bytes, word.length);
  text_add_char(&game->words, '\n');
  game->count++;
  return true;
}

static bool play_words(struct bot_game *game, const json_t *words, struct fault *fault) {
  size_t index;
  const json_t *word;
  json_array_foreach(words, index, word) {
    if (!json_is_string(word)) return fault_say(fault, "words: expected texts");
    if (!play_word(game, (struct span){json_string_value(word), json_string_length(word)}, fault)) return false;
  }
  return true;
}

/* The game is again as after its first words. */
static bool cut_words(struct bot_game *game, int count, struct fault *fault) {
  struct text old = game->words;
  struct span rest = {old.bytes, old.length}, word;
  game->words = (struct text){0};
  game->count = 0;
  bool cut = begin(game, fault);
  while (cut && game->count < count && span_split(&rest, '\n', &word)) cut = play_word(game, word, fault);
  text_free(&old);
  return cut;
}

/* ---- Entries ---- */

static int number_of(const json_t *entry, const char *name) {
  const json_t *number = json_object_get(entry, name);
  return json_is_integer(number) ? (int)json_integer_value(number) : -1;
}

static bool start(struct bot_game *game, const json_t *entry, struct fault *fault) {
  const char *newgame = json_string_value(json_object_get(entry, "newgame"));
  if (newgame == NULL) return fault_say(fault, "newgame: expected a text");
  text_clear(&game->newgame);
  text_add_string(&game->newgame, newgame);
  return begin(game, fault);
}

static void note_computer(struct bot_game *game, const json_t *entry, bool computer) {
  const int seat = number_of(entry, "seat");
  if (seat >= 1 && seat <= TESS_MAX_PLAYERS) game->computer[seat - 1] = computer;
}

/* True if it is one of the words, which have a blank between them. */
static bool is_word(const char *type, const char *words) {
  struct span rest = span_of(words), word;
  while (span_split(&rest, ' ', &word))
    if (span_is(word, type)) return true;
  return false;
}

/* Keeps whether somebody asks for a take-back. */
static void note_question(struct bot_game *game, const json_t *entry, const char *type) {
  const bool refused = strcmp(type, "answered") == 0 && json_is_false(json_object_get(entry, "yes"));
  if (refused || is_word(type, "moved undone over closed")) game->asked = 0;
  if (strcmp(type, "asked") != 0) return;
  game->asked = game->seq;
  game->asking = number_of(entry, "seat");
}

static void note_end(struct bot_game *game, const char *type) {
  if (strcmp(type, "closed") == 0) game->closed = true;
  if (strcmp(type, "over") == 0 || game->closed) game->over = true;
}

static bool note_rematch(struct bot_game *game, const json_t *entry, struct fault *fault) {
  const char *next = json_string_value(json_object_get(entry, "table"));
  if (next == NULL || strlen(next) >= sizeof game->next) return fault_say(fault, "table: expected the id of a table");
  memcpy(game->next, next, strlen(next) + 1);
  return true;
}

static bool take_entry(struct bot_game *game, const json_t *entry, struct fault *fault) {
  const char *type = json_string_value(json_object_get(entry, "type"));
  const int seq = number_of(entry, "seq");
  if (type == NULL || seq < 1) return fault_say(fault, "an entry without seq and type");
  if (seq <= game->seq) return true;
  game->seq = seq;
  note_question(game, entry, type);
  if (strcmp(type, "started") == 0) return start(game, entry, fault);
  if (strcmp(type, "undone") == 0) return cut_words(game, number_of(entry, "words"), fault);
  if (strcmp(type, "computer") == 0) note_computer(game, entry, true);
  if (strcmp(type, "returned") == 0) note_computer(game, entry, false);
  if (is_word(type, "started drawn moved undone returned")) game->position = seq;
  if (strcmp(type, "rematch") == 0) return note_rematch(game, entry, fault);
  note_end(game, type);
  if (strcmp(type, "drawn") != 0 && strcmp(type, "moved") != 0) return true;
  return play_words(game, json_object_get(entry, "words"), fault);
}

/* The first line holds many entries, the others are one each. */
static bool take(struct bot_game *game, const json_t *line, struct fault *fault) {
  size_t index;
  const json_t *entry, *entries = json_object_get(line, "entries");
  if (entries == NULL) return take_entry(game, line, fault);
  json_array_foreach(entries, index, entry) if (!take_entry(game, entry, fault)) return false;
  return true;
}

bool bot_game_line(struct bot_game *game, struct span line, struct fault *fault) {
  json_error_t error;
  if (line.length == 0) return true;
  json_t *json = json_loadb(line.bytes, line.length, JSON_REJECT_DUPLICATES, &error);
  const bool taken = json == NULL ? fault_say(fault, "expected JSON: %s", error.text) : take(game, json, fault);
  json_decref(json);
  return taken || fault_within(fault, "stream of the table");
}

bool bot_game_is_replaced(const struct bot_game *game, int seat) {
  return game->history != NULL && !game->over && game->computer[seat - 1];
}

bool bot_game_is_turn(const struct bot_game *game, int seat) {
  return game->history != NULL && !game->over && !game->computer[seat - 1] &&
         tess_game_phase(game->history->game) == TESS_PHASE_PLACE && tess_game_seat(game->history->game) == seat - 1;
}
