/* The words of `go` (docs/lookup/protocol.md, "Engines"). */
#ifndef CLI_GO_LIMITS_H
#define CLI_GO_LIMITS_H

#include "base/fault.h"
#include "base/reader.h"
#include "players/player.h"

struct go_limits {
  struct player_budget budget;    /* of what `movetime`, `clock` and `playouts` say; its `stop` is left out */
  const struct player_kind *kind; /* of `level`, or NULL */
};

/* Reads the words for a turn of `game`; if none limits the thinking, `playouts` does. False with `*fault` for a word
 * that is not known, comes twice, or has no such value. */
bool go_limits_read(struct reader *words, const tess_game *game, uint64_t playouts, struct go_limits *limits,
                    struct fault *fault);

#endif
