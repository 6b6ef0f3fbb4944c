#include "env/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/action.h"
#include "notation/state.h"
#include "rules/set.h"

bool env_fault_copy(struct env_fault *out, const struct fault *fault) {
  struct text text = {0};
  fault_write(fault, &text);
  snprintf(out->text, sizeof out->text, "%s", text.bytes);
  text_free(&text);
  return false;
}

/* Sets up `variant` from words. The caller adds the game separately; a seed is not allowed. */
static bool settle(struct variant *variant, const char *const *words, int pairs, struct fault *fault) {
  struct game_request request = {0};
  for (int i = 0; i < pairs; i++) {
    const struct span key = span_of(words[2 * i]);
    if (!game_request_knows(key))
      return fault_say(fault, "expected " GAME_KEYS ", not %s", quote(key.bytes, key.length).text);
    if (!game_request_set(&request, key, span_of(words[2 * i + 1]), fault)) return false;
  }
  struct set_library *library = game_request_library(&request, variant->library, tile_set_load, fault);
  if (library == NULL) return false;
  if (library != variant->library) set_library_close(variant->library);
  variant->library = library;
  if (!game_request_settle(&request, library, &variant->setup, fault)) return false;

  tess_game *game = memory_new(tess_game_size());
  const tess_error error = tess_game_new(game, variant->setup.set->set, &variant->setup.options);
  free(game);
  return error == TESS_ERROR_NONE || fault_refuse(fault, error, "%s", tess_error_text(error));
}

struct variant *variant_new(const char *const *words, int pairs, struct env_fault *fault) {
  struct variant *variant = memory_new(sizeof *variant);
  struct fault own = {0};
  *variant = (struct variant){.library = set_library_open()};
  if (settle(variant, words, pairs, &own)) return variant;
  env_fault_copy(fault, &own);
  variant_free(variant);
  return NULL;
}

struct variant *variant_of_position(const char *line, struct env_fault *fault) {
  struct variant *variant = memory_new(sizeof *variant);
  struct fault own = {0};
  *variant = (struct variant){.library = set_library_open()};
  tess_game *game = memory_new(tess_game_size());
  variant->setup.set = position_read(span_of(line), variant->library, 0, game, &own);
  if (variant->setup.set != NULL) variant->setup.options = tess_game_options(game);
  free(game);
  if (variant->setup.set != NULL) return variant;
  env_fault_copy(fault, &own);
  variant_free(variant);
  return NULL;
}

void variant_free(struct variant *variant) {
  if (variant == NULL) return;
  set_library_close(variant->library);
  free(variant);
}

tess_options variant_options(const struct variant *variant) { return variant->setup.options; }

const tess_set *variant_set(const struct variant *variant) { return variant->setup.set->set; }

const char *variant_set_name(const struct variant *variant) { return variant->setup.set->id; }

bool variant_same(const struct variant *some, const struct variant *other) {
  const tess_options *ours = &some->setup.options, *theirs = &other->setup.options;
  return strcmp(variant_set_name(some), variant_set_name(other)) == 0 &&
         variant_set(some)->hash == variant_set(other)->hash && options_agree(ours, theirs) &&
         ours->players == theirs->players && ours->first == theirs->first &&
         memcmp(ours->colours, theirs->colours, ours->players) == 0;
}

uint64_t variant_hash(const struct variant *variant) {
  const tess_options options = variant->setup.options;
  tess_game *game = memory_new(tess_game_size());
  CHECK(tess_game_new(game, variant_set(variant), &options) == TESS_ERROR_NONE);
  const uint64_t hash = tess_game_hash(game);
  free(game);
  return hash;
}

int variant_actions(const struct variant *variant) { return action_count(&variant->setup.options); }

int variant_sides(const struct variant *variant) {
  return variant->setup.options.teams ? 2 : variant->setup.options.players;
}
