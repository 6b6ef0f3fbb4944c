/* The referee's own commands: docs/protocol.md, "Steps" and "Queries". */
#ifndef CLI_REFEREE_COMMANDS_H
#define CLI_REFEREE_COMMANDS_H

#include "cli/session.h"

session_run referee_draw, referee_place, referee_meeple, referee_throw, referee_move;
session_run referee_phase, referee_legal, referee_state, referee_hash, referee_realms, referee_bag, referee_fits,
    referee_perft, referee_record;

#endif
