#ifndef RULES_PIECE_H
#define RULES_PIECE_H

#include "rules/game.h"

/* True if a piece may stand on features of this type; whether they are free is another question. */
static inline bool piece_suits(const struct tess_game *game, tess_piece piece, unsigned type) {
  if (piece == TESS_ABBOT) return type == TESS_MONASTERY || type == TESS_GARDEN; /* CL-7.2 */
  return type != TESS_GARDEN && (type != TESS_FIELD || game->fields);
}

#endif
