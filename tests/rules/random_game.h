/* Random games of every mix of game, options and players, step by step, and all that can be seen of one as a number. */
#ifndef TESTS_RULES_RANDOM_GAME_H
#define TESTS_RULES_RANDOM_GAME_H

#include "cli/cmocka_base.h"

#include "tessera/tessera.h"

/* Star Wars with 2 to 5 players and in teams, then the 8 sets of options of classic with 2 to 5 players each, and last
 * all of its options with the river of CL-9, without and with arrows. */
enum { RANDOM_MIXES = 45, RANDOM_STAR_WARS_MIXES = 5, RANDOM_TEAMS = 4 };

struct random_game {
  tess_set *set;
  tess_game *game;
  uint64_t random; /* of the choices; the game's own streams draw tiles and throw dice */
};

/* Ends with random_game_close(). */
struct random_game random_game_open(int mix, uint64_t seed);
void random_game_close(struct random_game *g);

/* A number of 0 .. bound - 1 from the choices' stream. */
unsigned random_game_below(struct random_game *g, unsigned bound);

/* Takes the step that is due, chance by the streams, choices uniform; meeples are placed more often than not. False
 * when the game is over. `undo` and `events` may be NULL. */
bool random_game_step(struct random_game *g, tess_undo *undo, tess_events *events);

/* Everything that the queries of tessera.h show, in their order, as one number. Streams are not seen. */
uint64_t random_game_print(const tess_game *game);

/* The same of a copy after some more steps, which shows the streams too. */
uint64_t random_game_future(const tess_game *game, int steps);

/* The built-in set "star-wars", "classic", "classic+river" or "classic+river-20"; freed by free(). */
tess_set *random_game_set(const char *name);

#endif
