/* The board and the tile in hand, drawn with characters. */
#ifndef CLI_TERMINAL_BOARD_H
#define CLI_TERMINAL_BOARD_H

#include "base/text.h"
#include "cli/canvas.h"
#include "tessera/tessera.h"

/* The cells where the drawn tile can be laid, with letters for people: a to z, then aa, ab ... */
struct lettered_cells {
  int count;
  struct lettered_cell {
    int16_t x, y;
    uint8_t rotations; /* bit r: in rotation r */
  } at[TESS_MAX_PLACEMENTS];
};

/* Fills the cells of the legal placements, by y, then x; none in any phase but TESS_PHASE_PLACE. */
void lettered_cells_of(const tess_game *game, struct lettered_cells *cells);

/* The letters of a cell's index, at most three with the final zero; and the index of letters, or -1. */
void cell_letters(int index, char letters[4]);
int cell_of_letters(const char *letters, size_t length);

/* Appends the board with coordinates on its margins; meeples on it, and letters on `cells`, which may be NULL. */
void board_print(const tess_game *game, const struct lettered_cells *cells, const struct screen *screen,
                 struct text *out);

/* Appends the drawn tile in those rotations of `rotations` (bits), each with its number above, side by side. */
void hand_print(const tess_game *game, unsigned rotations, const struct screen *screen, struct text *out);

/* Appends the tiles of the kinds of which `counts`, by kind, has any, with id and count above each. */
void sheet_print(const tess_set *set, const int *counts, const struct screen *screen, struct text *out);

/* Appends the tile laid last, with the numbers 1 .. count on the spots of `decisions` that are on it. */
void choices_print(const tess_game *game, const tess_decision *decisions, int count, const struct screen *screen,
                   struct text *out);

#endif
