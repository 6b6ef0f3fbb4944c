/*
 * Two computer players play a game that is saved halfway and read back: what a program looks like that uses
 * libtessera-notation and libtessera-players. docs/lookup/library.md builds it, and the tests compile it against the
 * installed libraries.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera/notation.h>
#include <tessera/players.h>

static tess_fault fault;

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, fault.text);
  return EXIT_FAILURE;
}

/* Takes what is due: draws and throws by chance, turns by the player. */
static bool step(tess_history *history, tess_player *player) {
  static const tess_budget budget = {.playouts = 50};
  const tess_game *game = tess_history_game(history);
  tess_advice advice;
  if (tess_game_phase(game) == TESS_PHASE_DRAW) return tess_history_draw(history, TESS_RANDOM, &fault);
  if (tess_game_phase(game) == TESS_PHASE_THROW) return tess_history_throw(history, NULL, &fault);
  if (tess_player_advise(player, game, &budget, &advice) != TESS_ERROR_NONE) return false;
  char *move = tess_turn_write(game, advice.candidates[0].turn);
  const bool good = tess_history_word(history, move, &fault);
  if (tess_history_count(history) == 3) printf("The first turn: %s\n", move);
  tess_text_free(move);
  return good;
}

/* Plays on until so many tiles lie. */
static bool play(tess_history *history, tess_player *const players[2], int tiles) {
  const tess_game *game = tess_history_game(history);
  while (tess_game_phase(game) != TESS_PHASE_OVER && tess_game_tiles(game) < tiles)
    if (!step(history, players[tess_game_seat(game)])) return false;
  return true;
}

int main(void) {
  /* 1. A classic game with fields, halfway. */
  tess_sets *sets = tess_sets_new(NULL, 0, &fault);
  tess_history *history = tess_history_new(sets, "game=classic fields=on seed=7", &fault);
  tess_player *const players[2] = {tess_player_new("level-5", 1, 1), tess_player_new("greedy", 2, 1)};
  if (!history || !players[0] || !players[1]) return failed("no game");
  tess_history_set_tag(history, "Player1", "level-5", &fault);
  if (!play(history, players, 36)) return failed("a step was refused");

  /* 2. It is saved and read back: the same position, and the same chance from there on. */
  char *saved = tess_history_save(history);
  const char *at = saved;
  size_t length = strlen(saved);
  tess_history *other = tess_history_read(sets, &at, &length, &fault);
  if (!other) return failed("the saved game cannot be read");
  double values[TESS_MAX_PLAYERS];
  tess_game_promise(tess_history_game(other), values);
  printf("%s expects %.0f to %.0f points\n", tess_history_tag(other, "Player1"), values[0], values[1]);

  /* 3. Both play on by new players that are the same: the games end the same. */
  for (int i = 0; i < 2; i++) {
    tess_player *const again[2] = {tess_player_new("greedy", 3, 1), tess_player_new("greedy", 4, 1)};
    if (!play(i == 0 ? history : other, again, TESS_MAX_TILES)) return failed("a step was refused");
    tess_player_free(again[0]), tess_player_free(again[1]);
  }
  const tess_game *ends[2] = {tess_history_game(history), tess_history_game(other)};
  printf("%d to %d points, %s\n", (int)tess_game_score(ends[0], 0), (int)tess_game_score(ends[0], 1),
         tess_game_hash(ends[0]) == tess_game_hash(ends[1]) ? "twice" : "and another end");

  /* 4. What is not legal is refused with a reason, and nothing has changed. */
  if (tess_history_word(other, "D@0,0r0=none", &fault)) return EXIT_FAILURE;
  printf("%s\n", fault.text);

  tess_text_free(saved);
  tess_player_free(players[0]), tess_player_free(players[1]);
  tess_history_free(history), tess_history_free(other);
  tess_sets_free(sets);
  return EXIT_SUCCESS;
}
