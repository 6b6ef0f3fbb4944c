/* Meeple decisions (SW-3, CL-3, CL-7). */
#include "base/compiler.h"
#include "rules/arrow.h"
#include "rules/score.h"

/* SW-3.2, CL-3.1: the realm of this feature of the tile just laid is unoccupied. */
static bool is_free(const struct tess_game *game, unsigned feature) {
  return !(game->realms[game->core.root[feature]] & REALM_OCCUPANTS);
}

/* CL-7.4: the root of the incomplete monastery or garden with the abbot of the seat to act, or NO_SLOT. */
static unsigned abbot_root(const struct tess_game *game) {
  const unsigned at = game->core.slot[game->core.seat][SLOT_ABBOT];
  if (!game->abbot || at == NO_SLOT) return NO_SLOT;
  const unsigned root = game_spot_root(game, slot_spot(at));
  return realm_open(game->realms[root]) == 0 ? (unsigned)NO_SLOT : root;
}

choices meeple_choices(const struct tess_game *game) {
  const struct core *core = &game->core;
  const bool star_wars = game->set->rules == TESS_RULES_STAR_WARS;
  const uint8_t *supply = core->supply[core->seat];
  const unsigned other = star_wars ? TESS_PIECE_LARGE : TESS_PIECE_ABBOT;
  const choices owned = ((supply[TESS_PIECE_SMALL] != 0) * CHOICES_SMALL) | ((supply[other] != 0) * CHOICES_OTHER);
  choices all = game_kind(game, core->tile_count - 1u)->stand[game->fields] & ~core->taken;
  if (star_wars) all |= (((choices)1 << 2 * core->near_count) - 1) << CHOICE_NEAR; /* SW-3.3 */
  return (all & owned) | (choices)1 << CHOICE_NONE | (choices)(abbot_root(game) != NO_SLOT) << CHOICE_RETURN;
}

/* The decision of a bit. The spot names the feature's realm (SW-3.5). */
static tess_decision decision_of(const struct tess_game *game, unsigned choice) {
  const struct core *core = &game->core;
  if (choice == CHOICE_NONE) return (tess_decision){TESS_PIECE_NONE, {0, 0}};
  if (choice == CHOICE_RETURN) return (tess_decision){TESS_PIECE_RETURN, {0, 0}};
  const unsigned last = core->tile_count - 1u, feature = (choice - CHOICE_FEATURE) / 2;
  const unsigned other = game->set->rules == TESS_RULES_STAR_WARS ? TESS_PIECE_LARGE : TESS_PIECE_ABBOT;
  tess_spot spot = {(uint8_t)last, (uint8_t)feature};
  if (choice >= CHOICE_NEAR) {
    const unsigned near = core->near[feature - TESS_MAX_FEATURES];
    spot = (tess_spot){(uint8_t)near, game_kind(game, near)->centers[0]};
  } else if (core->changes & CHANGE_TWICE) {
    spot = spot_named(game, last, feature, core->root[feature]);
  }
  return (tess_decision){(uint8_t)(choice % 2 == 0 ? (unsigned)TESS_PIECE_SMALL : other), spot};
}

int tess_game_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]) {
  if (game->core.phase != TESS_PHASE_MEEPLE) return 0;
  int count = 0;
  out[count++] = decision_of(game, CHOICE_NONE);
  for (choices left = meeple_choices(game) >> 1; left != 0; left &= left - 1)
    out[count++] = decision_of(game, 1 + lowest_bit(left));
  return game->arrows ? arrow_list(game, out, count) : count;
}

/* True if the seat to act may place this piece on this spot now. */
static bool may_stand(const struct tess_game *game, tess_piece piece, tess_spot spot) {
  const struct core *core = &game->core;
  if (piece == TESS_PIECE_NONE || piece >= TESS_PIECE_RETURN || core->supply[core->seat][piece] == 0) return false;
  if (spot.tile >= core->tile_count || spot.feature >= game_kind(game, spot.tile)->feature_count) return false;
  const unsigned type = game_kind(game, spot.tile)->type[spot.feature];
  if (spot.tile == core->tile_count - 1) return piece_suits(game, piece, type) && is_free(game, spot.feature);
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

/* CL-7.4: the seat alone scores its abbot's realm. An ordinary meeple that the seat has there stays (CL-10.6). */
static void take_abbot(const struct step *step) {
  struct tess_game *game = step->game;
  const unsigned seat = game->core.seat;
  const tess_spot spot = slot_spot(game->core.slot[seat][SLOT_ABBOT]);
  score_realm(step, spot, game_spot_root(game, spot), game_kind(game, spot.tile)->type[spot.feature], NULL);
  score_return_slot(step, seat, SLOT_ABBOT);
}

/* Takes a decision that is legal. */
static void decide(const struct step *step, tess_decision decision) {
  if (decision.piece == TESS_PIECE_RETURN)
    take_abbot(step);
  else if (decision.piece != TESS_PIECE_NONE)
    stand(step, (tess_piece)decision.piece, decision.spot);
  battle_or_score(step);
}

void meeple_take(const struct step *step, unsigned choice) { decide(step, decision_of(step->game, choice)); }

tess_error tess_game_meeple(tess_game *game, tess_decision decision, tess_undo *undo, tess_events *events) {
  const struct step step = {game, undo, events};
  step_begin(&step);
  if (game->core.phase != TESS_PHASE_MEEPLE) return TESS_ERROR_BAD_PHASE;
  if (decision.piece == TESS_PIECE_RETURN) {
    if (abbot_root(game) == NO_SLOT) return TESS_ERROR_BAD_DECISION;
  } else if (decision.piece != TESS_PIECE_NONE && !may_stand(game, (tess_piece)decision.piece, decision.spot)) {
    if (!game->arrows) return TESS_ERROR_BAD_DECISION;
    decision.spot = arrow_choice(game, decision, events);
    if (decision.spot.tile == NO_TILE) return TESS_ERROR_BAD_DECISION;
  }
  decide(&step, decision);
  return TESS_ERROR_NONE;
}
