#include "notation/standing.h"
#include "notation/names.h"
#include <stdlib.h>

static int compare_tiles(const void *a, const void *b) {
  const tess_tile *p = a;
  const tess_tile *q = b;
  return p->y != q->y ? p->y - q->y : p->x - q->x;
}

int standing_tiles(const tess_game *game, tess_tile out[TESS_MAX_TILES]) {
  int count = tess_game_tiles(game);
  for (int i = 0; i < count; i++) out[i] = tess_game_tile(game, i);
  qsort(out, (size_t)count, sizeof *out, compare_tiles);
  return count;
}

struct keyed_meeple {
  uint64_t key;
  tess_meeple standing;
};

/* A number that grows in the order of positions. */
static uint64_t meeple_key(const tess_game *game, tess_meeple standing) {
  tess_tile tile = tess_game_tile(game, standing.spot.tile);
  uint64_t cell = (uint64_t)(tile.y - INT16_MIN) << 16 | (uint64_t)(tile.x - INT16_MIN);
  uint64_t rank = realm_name_of(game, standing.spot).rank;
  return cell << 24 | rank << 16 | (uint64_t)standing.seat << 8 | standing.piece;
}

static int compare_meeples(const void *a, const void *b) {
  uint64_t p = ((const struct keyed_meeple *)a)->key;
  uint64_t q = ((const struct keyed_meeple *)b)->key;
  return (p > q) - (p < q);
}

int standing_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]) {
  struct keyed_meeple keyed[TESS_MAX_MEEPLES];
  int count = tess_game_meeples(game, out);
  for (int i = 0; i < count; i++) keyed[i] = (struct keyed_meeple){meeple_key(game, out[i]), out[i]};
  qsort(keyed, (size_t)count, sizeof *keyed, compare_meeples);
  for (int i = 0; i < count; i++) out[i] = keyed[i].standing;
  return count;
}
