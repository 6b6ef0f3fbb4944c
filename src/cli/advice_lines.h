/* What a player thought, as the lines of an engine: `info` and `bestmove` (docs/lookup/protocol.md, "Engines"). */
#ifndef CLI_ADVICE_LINES_H
#define CLI_ADVICE_LINES_H

#include "base/text.h"
#include "players/player.h"

/* Appends an `info` line for each of the first `candidates` of the advice on a game in TESS_PHASE_PLACE, then
 * `bestmove`. `milliseconds` is how long it took; `scratch` holds two games of tess_game_size() bytes that are
 * overwritten. */
void advice_lines_write(const tess_game *game, const struct player_advice *advice, int candidates,
                        uint32_t milliseconds, tess_game *const scratch[2], struct text *text);

#endif
