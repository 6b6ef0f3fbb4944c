#ifndef RULES_PIECE_H
#define RULES_PIECE_H

#include "rules/game.h"

/* Bit t for every feature type t on which a piece may stand; whether it is free is another question. */
static inline unsigned piece_types(const struct tess_game *game, tess_piece piece) {
  if (piece == TESS_PIECE_ABBOT) return 1u << TESS_TYPE_MONASTERY | 1u << TESS_TYPE_GARDEN; /* CL-7.2 */
  const unsigned all = (1u << TESS_TYPE_COUNT) - 1 - (1u << TESS_TYPE_GARDEN);
  return game->fields ? all : all & ~(1u << TESS_TYPE_FIELD);
}

#endif
