/* Meeple decisions (SW-3, CL-3, CL-7). */
#include "rules/arrow.h"
#include "rules/score.h"

/* SW-3.2, CL-3.1: the realm of this feature of the tile just laid is unoccupied. */
static bool is_free(const struct tess_game *game, unsigned feature) {
  return !(game->realms[game->core.root[feature]] & REALM_OCCUPANTS);
}

/* The feature that names the realm of a feature of the tile just laid (SW-3.5). If the realm has several segments on
 * the tile, only the first of them returns it and the others return NO_FEATURE, so that each realm is listed once. */
static unsigned choice_of(const struct tess_game *game, const struct kind *kind, unsigned feature) {
  if (!(game->core.changes & CHANGE_TWICE)) return feature;
  const uint16_t *root = game->core.root;
  for (unsigned f = 0; f < feature; f++)
    if (root[f] == root[feature]) return NO_FEATURE;
  for (unsigned f = feature + 1; f < kind->feature_count; f++)
    if (root[f] == root[feature]) return spot_named(game, game->core.tile_count - 1u, feature, root[f]).feature;
  return feature;
}

/* CL-7.4: the root of the incomplete monastery or garden with the abbot of the seat to act, or NO_SLOT. */
static unsigned abbot_root(const struct tess_game *game) {
  const unsigned at = game->core.slot[game->core.seat][SLOT_ABBOT];
  if (!game->abbot || at == NO_SLOT) return NO_SLOT;
  const unsigned root = game_spot_root(game, slot_spot(at));
  return realm_open(game->realms[root]) == 0 ? (unsigned)NO_SLOT : root;
}

static int add(tess_decision *out, int count, tess_piece piece, tess_spot spot) {
  out[count] = (tess_decision){(uint8_t)piece, spot};
  return count + 1;
}

static int list_star_wars(const struct tess_game *game, tess_decision *out, int count) {
  const struct core *core = &game->core;
  const uint8_t *supply = core->supply[core->seat];
  const unsigned last = core->tile_count - 1u;
  const struct kind *kind = game_kind(game, last);
  if (!(supply[TESS_PIECE_SMALL] | supply[TESS_PIECE_LARGE])) return count;
  for (unsigned f = 0; f < kind->feature_count; f++) {
    const unsigned choice = is_free(game, f) ? choice_of(game, kind, f) : (unsigned)NO_FEATURE;
    if (choice == NO_FEATURE) continue;
    const tess_spot spot = {(uint8_t)last, (uint8_t)choice};
    if (supply[TESS_PIECE_SMALL]) count = add(out, count, TESS_PIECE_SMALL, spot);
    if (supply[TESS_PIECE_LARGE]) count = add(out, count, TESS_PIECE_LARGE, spot);
  }
  for (unsigned i = 0; i < core->near_count; i++) { /* SW-3.3 */
    const tess_spot spot = {core->near[i], game_kind(game, core->near[i])->centers[0]};
    if (supply[TESS_PIECE_SMALL]) count = add(out, count, TESS_PIECE_SMALL, spot);
    if (supply[TESS_PIECE_LARGE]) count = add(out, count, TESS_PIECE_LARGE, spot);
  }
  return count;
}

static int list_classic(const struct tess_game *game, tess_decision *out, int count) {
  const struct core *core = &game->core;
  const uint8_t *supply = core->supply[core->seat];
  const unsigned last = core->tile_count - 1u;
  const struct kind *kind = game_kind(game, last);
  const unsigned suited = supply[TESS_PIECE_SMALL] ? piece_types(game, TESS_PIECE_SMALL) : 0;
  if (abbot_root(game) != NO_SLOT) count = add(out, count, TESS_PIECE_RETURN, (tess_spot){0, 0});
  for (unsigned f = 0; f < kind->feature_count; f++) {
    const bool meeple = suited >> kind->type[f] & 1, abbot = supply[TESS_PIECE_ABBOT] && type_is_center(kind->type[f]);
    if (!meeple && !abbot) continue;
    const unsigned choice = is_free(game, f) ? choice_of(game, kind, f) : (unsigned)NO_FEATURE;
    if (choice == NO_FEATURE) continue;
    const tess_spot spot = {(uint8_t)last, (uint8_t)choice};
    if (meeple) count = add(out, count, TESS_PIECE_SMALL, spot);
    if (abbot) count = add(out, count, TESS_PIECE_ABBOT, spot);
  }
  return game->arrows ? arrow_list(game, out, count) : count;
}

int tess_game_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]) {
  if (game->core.phase != TESS_PHASE_MEEPLE) return 0;
  const int count = add(out, 0, TESS_PIECE_NONE, (tess_spot){0, 0});
  return game->set->rules == TESS_RULES_STAR_WARS ? list_star_wars(game, out, count) : list_classic(game, out, count);
}

/* True if the seat to act may place this piece on this spot now. */
static bool may_stand(const struct tess_game *game, tess_piece piece, tess_spot spot) {
  const struct core *core = &game->core;
  if (piece == TESS_PIECE_NONE || piece >= TESS_PIECE_RETURN || core->supply[core->seat][piece] == 0) return false;
  if (spot.tile >= core->tile_count || spot.feature >= game_kind(game, spot.tile)->feature_count) return false;
  const unsigned type = game_kind(game, spot.tile)->type[spot.feature];
  if (spot.tile == core->tile_count - 1) return piece_types(game, piece) >> type & 1 && is_free(game, spot.feature);
  if (type != TESS_TYPE_PLANET) return false;
  for (unsigned i = 0; i < core->near_count; i++)
    if (core->near[i] == spot.tile) return true;
  return false;
}

static void stand(const struct step *step, tess_piece piece, tess_spot spot) {
  struct tess_game *game = step->game;
  const unsigned seat = game->core.seat, root = game_spot_root(game, spot);
  unsigned slot = slot_begin(game->set->rules, piece);
  while (game->core.slot[seat][slot] != NO_SLOT) slot++;
  const bool alone = spot.tile == game->core.tile_count - 1 && !(game->core.changes & CHANGE_TWICE);
  const tess_spot named = alone ? spot : spot_named(game, spot.tile, spot.feature, root);
  game->core.slot[seat][slot] = (uint16_t)slot_of(named);
  game->core.supply[seat][piece]--;
  if (game->realms[root] & REALM_OCCUPANTS) game->core.changes |= CHANGE_MEETING;
  undo_realm(step->undo, game, root, NO_SLOT);
  game->realms[root] += piece_realm(piece, seat);
  event_piece(step->events, TESS_EVENT_MEEPLE, seat, piece, named);
}

tess_error tess_game_meeple(tess_game *game, tess_decision decision, tess_undo *undo, tess_events *events) {
  const struct step step = {game, undo, events};
  step_begin(&step);
  if (game->core.phase != TESS_PHASE_MEEPLE) return TESS_ERROR_BAD_PHASE;
  if (decision.piece == TESS_PIECE_RETURN) {
    const unsigned root = abbot_root(game);
    if (root == NO_SLOT) return TESS_ERROR_BAD_DECISION;
    /* CL-7.4: the seat alone scores its abbot's realm. An ordinary meeple that the seat has there stays (CL-10.6). */
    const unsigned seat = game->core.seat;
    const tess_spot spot = slot_spot(game->core.slot[seat][SLOT_ABBOT]);
    score_realm(&step, spot, root, game_kind(game, spot.tile)->type[spot.feature], NULL);
    score_return_slot(&step, seat, SLOT_ABBOT);
  } else if (decision.piece != TESS_PIECE_NONE) {
    tess_spot spot = decision.spot;
    if (!may_stand(game, (tess_piece)decision.piece, spot)) {
      if (!game->arrows) return TESS_ERROR_BAD_DECISION;
      spot = arrow_choice(game, decision, events);
      if (spot.tile == NO_TILE) return TESS_ERROR_BAD_DECISION;
    }
    stand(&step, (tess_piece)decision.piece, spot);
  }
  battle_or_score(&step);
  return TESS_ERROR_NONE;
}
