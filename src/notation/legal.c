#include "notation/legal.h"
#include "notation/move.h"
#include "notation/names.h"
#include <stdlib.h>

static int compare_placements(const void *a, const void *b) {
  const tess_placement *p = a;
  const tess_placement *q = b;
  if (p->y != q->y) return p->y - q->y;
  return p->x != q->x ? p->x - q->x : p->rotation - q->rotation;
}

int legal_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]) {
  const int count = tess_game_placements(game, out);
  qsort(out, (size_t)count, sizeof *out, compare_placements);
  return count;
}

struct keyed_decision {
  int64_t key;
  tess_decision decision;
};

/* A number that grows in the order of `legal`. */
static int64_t decision_key(const tess_game *game, tess_decision decision) {
  if (decision.piece == TESS_PIECE_NONE) return 0;
  if (decision.piece == TESS_PIECE_RETURN) return 1;
  if (decision.spot.tile == tess_game_tiles(game) - 1)
    return (int64_t)1 << 32 | realm_name_of(game, decision.spot).rank << 4 | decision.piece;
  tess_tile tile = tess_game_tile(game, decision.spot.tile);
  return (int64_t)1 << 40 | (int64_t)(tile.y + INT16_MAX) << 20 | (tile.x + INT16_MAX) << 4 | decision.piece;
}

static int compare_decisions(const void *a, const void *b) {
  int64_t p = ((const struct keyed_decision *)a)->key;
  int64_t q = ((const struct keyed_decision *)b)->key;
  return (p > q) - (p < q);
}

int legal_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]) {
  struct keyed_decision keyed[TESS_MAX_DECISIONS];
  int count = tess_game_decisions(game, out);
  for (int i = 0; i < count; i++) keyed[i] = (struct keyed_decision){decision_key(game, out[i]), out[i]};
  qsort(keyed, (size_t)count, sizeof *keyed, compare_decisions);
  for (int i = 0; i < count; i++) out[i] = keyed[i].decision;
  return count;
}

static void write_draws(const tess_game *game, struct text *text) {
  const tess_set *set = tess_game_set(game);
  for (int kind = 0; kind < tess_set_kinds(set); kind++) {
    int copies = tess_game_due(game, kind);
    if (copies > 0) text_print(text, "draw %s*%d\n", tess_set_tile(set, kind)->id, copies);
  }
}

static void write_placements(const tess_game *game, struct text *text) {
  tess_placement placements[TESS_MAX_PLACEMENTS];
  int count = legal_placements(game, placements);
  for (int i = 0; i < count; i++) {
    text_add_string(text, "place ");
    placement_write(placements[i], text);
    text_add_char(text, '\n');
  }
}

static void write_decisions(const tess_game *game, struct text *text) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  int count = legal_decisions(game, decisions);
  for (int i = 0; i < count; i++) {
    text_add_string(text, "meeple ");
    decision_write(decisions[i], game, text);
    text_add_char(text, '\n');
  }
}

static void write_battle(const tess_game *game, struct text *text) {
  tess_spot spot;
  uint8_t dice[TESS_MAX_PLAYERS];
  if (!tess_game_battle(game, &spot, dice)) return;
  text_add_string(text, "throw");
  for (int side = 0; side < tess_game_sides(game); side++)
    if (dice[side] > 0) text_print(text, " %d:%dd6", side + 1, dice[side]);
  text_add_char(text, '\n');
}

void legal_write(const tess_game *game, struct text *text) {
  tess_phase phase = tess_game_phase(game);
  if (phase == TESS_PHASE_DRAW) write_draws(game, text);
  write_placements(game, text);
  write_decisions(game, text);
  write_battle(game, text);
}
