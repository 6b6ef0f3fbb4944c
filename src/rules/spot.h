/* How a realm is named on a tile, and the order in which meeples are told. */
#ifndef RULES_SPOT_H
#define RULES_SPOT_H

#include "rules/game.h"

/* The rank of a feature as its tile lies (docs/lookup/notation.md, section 6). */
static inline unsigned spot_rank(const struct tess_game *game, tess_spot spot) {
  return game_kind(game, spot.tile)->rank[game->tiles[spot.tile].rotation][spot.feature];
}

/* The spot that names the realm `root` on a tile, of which `feature` is a segment there (SW-3.5). */
static inline tess_spot spot_named(const struct tess_game *game, unsigned tile, unsigned feature, unsigned root) {
  const struct kind *kind = game_kind(game, tile);
  tess_spot best = {(uint8_t)tile, (uint8_t)feature};
  if (!(kind->several & 1u << kind->type[feature])) return best;
  const uint8_t *rank = kind->rank[game->tiles[tile].rotation];
  for (unsigned f = 0; f < kind->feature_count; f++)
    if (kind->type[f] == kind->type[feature] && rank[f] < rank[best.feature] &&
        game_root(game, game->tiles[tile].node + f) == root)
      best.feature = (uint8_t)f;
  return best;
}

/* A number that grows by y, then x, then feature. */
static inline uint32_t spot_order(const struct tess_game *game, tess_spot spot) {
  const struct laid *tile = &game->tiles[spot.tile];
  return (uint32_t)(tile->y + 512) << 16 | (uint32_t)(tile->x + 512) << 4 | spot.feature;
}

#endif
