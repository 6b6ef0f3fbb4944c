/* What an engine is told (docs/lookup/protocol.md, "Engines"): its options, and the words of `go`. */
#ifndef CLI_ENGINE_WORDS_H
#define CLI_ENGINE_WORDS_H

#include "base/fault.h"
#include "base/reader.h"
#include "players/player.h"

enum engine_number { ENGINE_PLAYOUTS, ENGINE_SEED, ENGINE_THREADS, ENGINE_CANDIDATES, ENGINE_NUMBERS };

struct engine_options {
  const struct player_kind *kind; /* who thinks */
  uint64_t numbers[ENGINE_NUMBERS];
};

/* The defaults of an engine that was started with `kind`. */
struct engine_options engine_options_default(const struct player_kind *kind);
/* Appends an `option` line for each option of such an engine. */
void engine_options_write(const struct player_kind *kind, struct text *text);
/* Reads `name X value Y`. False with `*fault` if there is no such option or it has no such value, and nothing has
 * changed. */
bool engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault);

struct go_limits {
  struct player_budget budget;    /* of what `movetime`, `clock` and `playouts` say; its `stop` is left out */
  const struct player_kind *kind; /* of `level`, or NULL */
};

/* Reads the words for a turn of `game`; if none limits the thinking, `playouts` does. False with `*fault` for a word
 * that is not known, comes twice, or has no such value. */
bool go_limits_read(struct reader *words, const tess_game *game, uint64_t playouts, struct go_limits *limits,
                    struct fault *fault);

#endif
