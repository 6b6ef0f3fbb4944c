/* Games share only their set, which is never written, so threads can play at the same time (./test runs this with
 * ThreadSanitizer). */
#include <pthread.h>
#include <stdlib.h>

#include "cli/cmocka_base.h"
#include "players/playout.h"

enum { THREADS = 4, GAMES = 50 };

struct work {
  const tess_set *set;
  struct playout_totals totals;
};

static void *play(void *argument) {
  struct work *work = argument;
  tess_game *game = malloc(tess_game_size());
  const tess_options options = tess_options_default(tess_set_rules(work->set));
  playout_games(game, work->set, &options, GAMES, &work->totals);
  free(game);
  return NULL;
}

TEST(threads_share_a_set) {
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles("star-wars", &count);
  tess_set *set = malloc(tess_set_size());
  tess_set_fault fault;
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  struct work alone = {.set = set}, work[THREADS] = {{0}};
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    work[i].set = set;
    assert_int_equal(pthread_create(&threads[i], NULL, play, &work[i]), 0);
  }
  play(&alone);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    assert_true(work[i].totals.signature == alone.totals.signature);
    assert_true(work[i].totals.turns == alone.totals.turns);
  }
  free(set);
}

RUN_TESTS(NULL, NULL)
