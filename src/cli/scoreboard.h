/* The tables of who has how much. */
#ifndef CLI_SCOREBOARD_H
#define CLI_SCOREBOARD_H

#include "cli/narrator.h"

/* Appends a line for each seat: name, colour, points, supply, a mark for whose turn it is; and the tiles left. */
void scoreboard_print(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends the ranks of a game that is over, and who has won. Equal points share a rank (SW-6.3, CL-5.3). */
void ranking_print(const struct narrator *narrator, const tess_game *game, struct text *out);

#endif
