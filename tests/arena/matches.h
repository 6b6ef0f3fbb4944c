/* Matches between internal players, for tests. */
#ifndef TESTS_ARENA_MATCHES_H
#define TESTS_ARENA_MATCHES_H

#include "cli/cmocka_base.h"

#include "arena/match.h"

/* A match on a built-in set between the engines of `words`, which ends with NULL; one seat for each. The set is the
 * caller's: match_end() frees it. */
static inline struct match match_between(const char *set, const char *const *words) {
  struct match match = {.set = tile_set_builtin(set), .rounds = 3, .seed = 1};
  struct fault fault;
  assert_non_null(match.set);
  match.options = tess_options_default(tess_set_rules(match.set->set));
  for (; words[match.engine_count] != NULL; match.engine_count++)
    assert_true(engine_spec_read(&match.engines[match.engine_count], NULL, words[match.engine_count], &fault));
  match.options.players = (uint8_t)match.engine_count;
  text_add_string(&match.newgame, "game=");
  text_add_string(&match.newgame, set);
  return match;
}

static inline void match_end(struct match *match) {
  struct tile_set *set = (struct tile_set *)(uintptr_t)match->set;
  match_free(match);
  tile_set_free(set);
}

#endif
