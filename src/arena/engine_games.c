#include "arena/engine_games.h"

#include <stdio.h>
#include <string.h>

enum { LEAST = 2, MOST = 5 };

struct engine_games engine_games_all(void) {
  return (struct engine_games){true, true, true, true, true, true, LEAST, MOST};
}

/* The switch that a word turns on; NULL for one that is none. */
static bool *switch_of(struct engine_games *games, struct span word) {
  const struct {
    const char *word;
    bool *on;
  } switches[] = {{"star-wars", &games->star_wars}, {"classic", &games->classic}, {"fields", &games->fields},
                  {"abbot", &games->abbot},         {"river", &games->river},     {"teams", &games->teams}};
  for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
    if (span_is(word, switches[i].word)) return switches[i].on;
  return NULL;
}

/* `2..4` or `2` */
static bool read_players(struct span value, struct engine_games *games) {
  const char *digits = value.bytes;
  const bool range = value.length == 4 && digits[1] == '.' && digits[2] == '.';
  if (!range && value.length != 1) return false;
  games->least = digits[0] - '0';
  games->most = digits[value.length - 1] - '0';
  return LEAST <= games->least && games->least <= games->most && games->most <= MOST;
}

static bool read_word(struct span word, struct engine_games *games) {
  struct span value = word, key;
  bool *on = switch_of(games, word);
  if (on != NULL) return *on = true;
  return span_split(&value, '=', &key) && span_is(key, "players") && value.bytes != NULL && read_players(value, games);
}

bool engine_games_read(struct span words, struct engine_games *games, struct fault *fault) {
  struct reader reader = reader_of(words);
  *games = (struct engine_games){.least = LEAST, .most = MOST};
  for (struct span word; (word = reader_word(&reader)).length > 0;)
    if (!read_word(word, games))
      return fault_say(fault,
                       "id games: expected star-wars, classic, fields, abbot, river, teams or players=2..5, not %s",
                       quote(word.bytes, word.length).text);
  return games->star_wars || games->classic || fault_say(fault, "id games: expected star-wars, classic or both");
}

bool engine_games_play(const struct engine_games *games, const char *newgame, struct fault *fault) {
  struct engine_games able = *games;
  struct reader reader = reader_of(span_of(newgame));
  struct span game = span_of("star-wars");
  int players = 2;
  for (struct span word; (word = reader_word(&reader)).length > 0;) {
    struct span value = word, key;
    span_split(&value, '=', &key);
    if (span_is(key, "game")) game = value;
    if (span_is(key, "players")) players = value.bytes[0] - '0';
    const bool *on = switch_of(&able, key);
    if (on != NULL && span_is(value, "on") && !*on)
      return fault_say(fault, "it does not play with %.*s, as its id games tells", (int)key.length, key.bytes);
  }
  const bool *on = switch_of(&able, game);
  if (on != NULL && !*on)
    return fault_say(fault, "it does not play %.*s, as its id games tells", (int)game.length, game.bytes);
  if (players >= able.least && players <= able.most) return true;
  return fault_say(fault, "it does not play with %d players, as its id games tells", players);
}

void engine_games_words(const struct engine_games *games, const char *game, bool large,
                        char words[ENGINE_GAMES_WORDS]) {
  const bool classic = large && strcmp(game, "classic") == 0;
  snprintf(words, ENGINE_GAMES_WORDS, "game=%s players=%d%s%s%s first=%d", game, large ? games->most : games->least,
           classic && games->fields ? " fields=on" : "", classic && games->abbot ? " abbot=on" : "",
           classic && games->river ? " river=on" : "", large ? 2 : 1);
}
