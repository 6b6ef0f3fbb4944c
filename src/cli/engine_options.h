/* What can be set about an engine (docs/lookup/protocol.md, "Engines"). */
#ifndef CLI_ENGINE_OPTIONS_H
#define CLI_ENGINE_OPTIONS_H

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
/* Reads `name X value Y`. The code of the error reply with `*fault` if there is no such option or it has no such value,
 * and nothing has changed; else NULL. */
const char *engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault);

#endif
