#include "players/evaluation.h"

#include <string.h>

enum {
  EASY_FITS = 8,     /* from this many fitting tiles on, realms are joined easily */
  CENTER_POINTS = 9, /* points of a complete planet */
  ROUNDINGS = 4,     /* by how much a sum of rounded parts may exceed the rounded sum of its parts */
  EASY_OPEN = 3      /* with this many open cells around it, a planet is attacked easily */
};

static void add_to_sides(unsigned sides, int32_t points, int32_t values[TESS_MAX_PLAYERS]) {
  for (unsigned side = 0; sides >> side != 0; side++)
    if (sides >> side & 1) values[side] += points;
}

void evaluation_open(struct evaluation *evaluation, const struct evaluation_sets *sets) {
  *evaluation = (struct evaluation){.sets = sets};
  forecasts_open(&evaluation->forecasts);
  for (int one = 1; one <= TESS_MAX_DICE; one++)
    for (int other = 1; other <= TESS_MAX_DICE; other++) {
      struct battle_odds odds;
      battle_odds_of((const uint8_t[TESS_MAX_PLAYERS]){(uint8_t)one, (uint8_t)other}, &odds);
      evaluation->beats[one][other] = whole_of((float)odds.win[0], WHOLE_SURE);
    }
}

int32_t values_lead(const int32_t values[TESS_MAX_PLAYERS], int sides, int side) {
  int32_t best = INT32_MIN / 2;
  for (int other = 0; other < sides; other++)
    if (other != side && values[other] > best) best = values[other];
  return values[side] - best;
}

/* ---- The value of a supply ---- */

static int32_t supply_value(const struct evaluation *evaluation, const struct supply *supply) {
  const int32_t *values = &evaluation->supply_values[supply->meeples];
  return values[0] + whole_part(values[1] - values[0], supply->back) +
         whole_part(supply->extra, evaluation->forecasts.share);
}

/* The value of a piece beyond that of an ordinary meeple. */
static int32_t extra_value(const struct evaluation *evaluation, tess_piece piece) {
  return piece == TESS_PIECE_ABBOT ? evaluation->abbot : piece == TESS_PIECE_LARGE ? evaluation->large : 0;
}

/* Adds `share` of a piece to a supply: WHOLE_SURE for a piece that is there, less for one that may return. */
static void supply_add(const struct evaluation *evaluation, struct supply *supply, tess_piece piece, int32_t share) {
  supply->extra += whole_part(extra_value(evaluation, piece), share);
  if (piece == TESS_PIECE_ABBOT) return;
  if (share == WHOLE_SURE) {
    supply->meeples++;
    supply->large += piece == TESS_PIECE_LARGE;
  } else {
    supply->back += share;
  }
}

/* A supply without one of its pieces. */
static struct supply supply_without(const struct evaluation *evaluation, const struct supply *supply,
                                    tess_piece piece) {
  struct supply after = *supply;
  after.meeples -= piece != TESS_PIECE_ABBOT;
  after.large -= piece == TESS_PIECE_LARGE;
  after.extra -= extra_value(evaluation, piece);
  return after;
}

/* The share of a piece on a realm that counts for the supply: all of it if the piece has returned, and else as likely
 * as the realm is to be completed. */
static int32_t return_share(const struct evaluation *evaluation, const struct realm_forecast *forecast) {
  return forecast->complete ? WHOLE_SURE : whole_part(evaluation->forecasts.whole.back, forecast->chance);
}

/* The meeples in a seat's supply, plus those on the board that have returned or are likely to. */
static struct supply supply_of(const struct evaluation *evaluation, const struct tess_game *game,
                               const struct forecast_list *list, unsigned seat) {
  const uint8_t *pieces = game->core.supply[seat];
  struct supply supply = {
      .meeples = pieces[TESS_PIECE_SMALL] + pieces[TESS_PIECE_LARGE],
      .large = pieces[TESS_PIECE_LARGE],
      .extra = pieces[TESS_PIECE_LARGE] * evaluation->large + pieces[TESS_PIECE_ABBOT] * evaluation->abbot,
  };
  for (unsigned slot = 0; slot < SLOTS; slot++)
    if (game->core.slot[seat][slot] != NO_SLOT)
      supply_add(evaluation, &supply, slot_piece(game->set->rules, slot),
                 return_share(evaluation, &list->at[list->of_slot[seat][slot]]));
  return supply;
}

/* ---- Meetings: realms that may be joined ---- */

/* Adds what two realms of different sides may gain and lose by being joined: in Star Wars a battle (SW-4.1), in classic
 * the majority (CL-4.5). */
static void add_meeting(const struct evaluation *evaluation, const struct tess_game *game,
                        const struct realm_forecast *one, const struct realm_forecast *other, int32_t ease,
                        int32_t values[TESS_MAX_PLAYERS]) {
  if (one->sides == 0 || other->sides == 0 || (one->sides & other->sides)) return;
  const int32_t likely = whole_part(evaluation->join, ease);
  int32_t won = one->strength > other->strength ? WHOLE_SURE : 0;
  int32_t lost = one->strength < other->strength ? WHOLE_SURE : 0;
  if (game->set->rules == TESS_RULES_STAR_WARS) {
    won = evaluation->beats[one->strength][other->strength];
    lost = WHOLE_SURE - won;
  }
  const int32_t ones = whole_part(other->value, WHOLE_SURE - lost) - whole_part(one->value, lost);
  const int32_t others = whole_part(one->value, WHOLE_SURE - won) - whole_part(other->value, won);
  add_to_sides(one->sides, whole_part(ones, likely), values);
  add_to_sides(other->sides, whole_part(others, likely), values);
}

/* Adds what the realms of a list may gain and lose by a tile on this cell. Appends to `chances` (NULL: to none) the
 * pairs of which one has no meeple yet. */
static void add_meetings_at(const struct evaluation *evaluation, const struct tess_game *game,
                            const struct forecast_list *list, const struct open_cell *cell, struct meetings *chances,
                            int32_t values[TESS_MAX_PLAYERS]) {
  unsigned places[4], count = 0;
  if (cell->fits == 0) return;
  for (unsigned i = 0; i < cell->node_count; i++) {
    const unsigned place = list->place[game_root(game, cell->nodes[i])];
    if (place != 0) places[count++] = place - 1;
  }
  const int32_t ease = cell->fits < EASY_FITS ? cell->fits * (WHOLE_SURE / EASY_FITS) : WHOLE_SURE;
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = 0; j < i; j++) {
      const struct realm_forecast *one = &list->at[places[i]], *other = &list->at[places[j]];
      if (one->type != other->type) continue;
      add_meeting(evaluation, game, one, other, ease, values);
      if (chances == NULL || (one->sides != 0) == (other->sides != 0) || chances->count == EVALUATION_MEETINGS)
        continue;
      const unsigned taken = one->sides == 0 ? i : j, held = one->sides == 0 ? j : i;
      chances->at[chances->count++] = (struct meeting){(uint8_t)places[taken], (uint8_t)places[held], ease};
    }
}

/* ---- Sieges: planets that may be attacked ---- */

static bool is_target(const struct realm_forecast *forecast) {
  return forecast->type == TESS_TYPE_PLANET && !forecast->complete;
}

/* Adds what a seat may win, and others lose, by attacking a planet that it does not hold (SW-3.3) with the best meeple
 * of its supply, multiplied by `times`. */
static void add_siege(const struct evaluation *evaluation, const struct tess_game *game,
                      const struct realm_forecast *planet, unsigned seat, const struct supply *supply, int32_t times,
                      int32_t values[TESS_MAX_PLAYERS]) {
  const unsigned side = game_side(game, seat);
  if (supply->meeples == 0 || planet->sides >> side & 1) return;
  const unsigned faction = tess_colour_faction((tess_colour)game->colours[seat]);
  const unsigned dice = (supply->large > 0 ? 2u : 1u) + (realm_faction(planet->occupied, faction) != 0);
  const int32_t ease = planet->open < EASY_OPEN ? planet->open * WHOLE_SURE / EASY_OPEN : WHOLE_SURE;
  const int32_t likely = whole_part(evaluation->attack, ease), won = evaluation->beats[dice][planet->strength];
  const int32_t gain = whole_part(planet->value, won) + whole_part((int32_t)dice * WHOLE_POINT, WHOLE_SURE - won);
  const int32_t loss = whole_part(planet->strength * WHOLE_POINT - planet->value, won);
  values[side] += times * whole_part(gain, likely);
  add_to_sides(planet->sides, times * whole_part(loss, likely), values);
}

/* ---- The whole ---- */

/* Evaluates the realms of a list and all else; `next` is the seat that moves next. */
static void take_account(const struct evaluation *evaluation, const struct tess_game *game,
                         const struct forecast_list *list, unsigned next, struct account *account) {
  const unsigned sides = (unsigned)tess_game_sides(game), players = game->players, left = game->core.bag_count;
  const struct open_cells *cells = &evaluation->forecasts.cells;
  int32_t *values = account->values;
  /* 1. Add the scores and the supplies. */
  for (unsigned side = 0; side < sides; side++) {
    account->scores[side] = game->core.score[side];
    values[side] = game->core.score[side] * WHOLE_POINT;
  }
  for (unsigned seat = 0; seat < players; seat++) {
    account->supplies[seat] = supply_of(evaluation, game, list, seat);
    values[game_side(game, seat)] += supply_value(evaluation, &account->supplies[seat]);
  }
  /* 2. Add the tempo: the value of having one turn more than others before the game is over, or of moving sooner. */
  for (unsigned i = 0; i + 1 < players && i < left; i++)
    values[game_side(game, (next + i) % players)] += evaluation->tempo[i];
  /* 3. Add the realms in their present state. */
  for (int i = 0; i < list->count; i++) add_to_sides(list->at[i].sides, list->at[i].value, values);
  /* 4. Add what they gain and lose where they may be joined. */
  for (int i = 0; i < cells->junction_count; i++) {
    int32_t *junction = account->junctions[i];
    if (cells->is_changed[cells->junctions[i]]) continue;
    memset(junction, 0, sides * sizeof *junction);
    add_meetings_at(evaluation, game, list, &cells->at[cells->junctions[i]], NULL, junction);
    for (unsigned side = 0; side < sides; side++) values[side] += junction[side];
  }
  for (int i = 0; i < cells->change_count; i++)
    if (cells->changes[i].is_open) add_meetings_at(evaluation, game, list, &cells->changes[i].now, NULL, values);
  /* 5. Add what planets gain and lose that may be attacked. */
  account->planets = 0;
  for (int i = 0; i < list->count; i++) {
    if (!is_target(&list->at[i])) continue;
    int32_t *siege = account->sieges[i];
    account->planets |= (uint64_t)1 << i;
    memset(siege, 0, sides * sizeof *siege);
    for (unsigned seat = 0; seat < players; seat++)
      add_siege(evaluation, game, &list->at[i], seat, &account->supplies[seat], 1, siege);
    for (unsigned side = 0; side < sides; side++) values[side] += siege[side];
  }
}

void evaluation_begin(struct evaluation *evaluation, const tess_game *game) {
  const struct evaluation_sets *sets = evaluation->sets;
  const struct evaluation_weights *weights = (game->players > 2 ? sets->more : sets->two)[game->set->rules];
  forecasts_begin(&evaluation->forecasts, weights, game);
  const int32_t share = evaluation->forecasts.share;
  int32_t *values = evaluation->supply_values;
  values[0] = 0;
  for (int i = 0; i < SLOTS; i++)
    values[i + 1] = values[i] + whole_part(whole_of(weights->supply[i], WHOLE_POINT), share);
  values[SLOTS + 1] = values[SLOTS];
  evaluation->large = whole_of(weights->large, WHOLE_POINT);
  evaluation->abbot = whole_of(weights->abbot, WHOLE_POINT);
  evaluation->join = whole_part(whole_of(weights->meeting, WHOLE_SURE), share);
  evaluation->attack = whole_part(whole_of(weights->siege, WHOLE_SURE), share);
  for (unsigned i = 0; i < game->players; i++)
    evaluation->tempo[i] =
        whole_of(weights->tempo * (float)(game->players - 1u - i) / (float)game->players, WHOLE_POINT);
  if (game->core.phase == TESS_PHASE_PLACE || game->core.phase == TESS_PHASE_MEEPLE)
    take_account(evaluation, game, &evaluation->forecasts.list, game->core.seat + 1u, &evaluation->begun);
}

void evaluation_values(struct evaluation *evaluation, const tess_game *game, int32_t values[TESS_MAX_PLAYERS]) {
  const unsigned next = game->core.seat + (game->core.phase == TESS_PHASE_MEEPLE ? 1u : 0u);
  forecasts_survey(&evaluation->forecasts, game, &evaluation->other);
  take_account(evaluation, game, &evaluation->other, next, &evaluation->account);
  memcpy(values, evaluation->account.values, sizeof evaluation->account.values);
}

/* ---- The difference ---- */

/* Adds a seat's pieces on a realm to its supply, with the share of each that counts; with `times` -1, subtracts them.
 */
static void add_pieces(const struct evaluation *evaluation, const struct tess_game *game, unsigned held, unsigned seat,
                       int32_t share, int32_t times, struct supply *supply) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  const unsigned there = realm_occupants(forecasts->known[held].occupied, seat);
  const bool classic = game->set->rules == TESS_RULES_CLASSIC;
  const bool abbot =
      classic && game->core.slot[seat][SLOT_ABBOT] != NO_SLOT && forecasts->list.of_slot[seat][SLOT_ABBOT] == held;
  const bool large = !classic && (there & REALM_LARGE);
  const int32_t small = (int32_t)(classic ? there - abbot : there & (REALM_LARGE - 1)), meeples = small + large;
  if (large) supply->extra += times * whole_part(evaluation->large, share);
  if (abbot) supply->extra += times * whole_part(evaluation->abbot, share);
  if (share == WHOLE_SURE) {
    supply->meeples += times * meeples;
    supply->large += times * large;
  } else {
    supply->back += times * meeples * share;
  }
}

/* Changes the supplies whose pieces on the realms that the tile changed are now likelier or less likely to return. */
static void change_supplies(struct evaluation *evaluation, const struct tess_game *game,
                            int32_t values[TESS_MAX_PLAYERS]) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  unsigned changed = 0; /* bit 4*seat, as realm_seats() */
  memcpy(evaluation->supplies, evaluation->begun.supplies, sizeof evaluation->supplies);
  for (uint64_t left = forecasts->changes.held; left != 0; left &= left - 1) {
    const unsigned held = (unsigned)__builtin_ctzll(left);
    const int32_t before = return_share(evaluation, &forecasts->known[held]);
    const int32_t after = return_share(evaluation, &forecasts->list.at[held]);
    if (before == after) continue;
    const unsigned seats = realm_seats(forecasts->known[held].occupied);
    changed |= seats;
    for (unsigned seat = 0; seats >> 4 * seat != 0; seat++) {
      if (!(seats >> 4 * seat & 1)) continue;
      add_pieces(evaluation, game, held, seat, before, -1, &evaluation->supplies[seat]);
      add_pieces(evaluation, game, held, seat, after, 1, &evaluation->supplies[seat]);
    }
  }
  for (unsigned seat = 0; changed >> 4 * seat != 0; seat++)
    if (changed >> 4 * seat & 1)
      values[game_side(game, seat)] += supply_value(evaluation, &evaluation->supplies[seat]) -
                                       supply_value(evaluation, &evaluation->begun.supplies[seat]);
}

/* Changes what realms gain and lose at the cells that the tile changed, and where a realm that it changed leads to a
 * cell together with another. Where the tile lay before (`laid`), any cell may lead to a realm that may be taken. */
static void change_meetings(struct evaluation *evaluation, const struct tess_game *game, bool laid,
                            int32_t values[TESS_MAX_PLAYERS]) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  const struct open_cells *cells = &forecasts->cells;
  const unsigned sides = (unsigned)tess_game_sides(game);
  evaluation->meetings.count = 0;
  for (int i = 0; i < cells->junction_count; i++) {
    const unsigned index = cells->junctions[i];
    const bool replaced = cells->is_changed[index];
    bool changed = replaced || laid;
    for (unsigned node = 0; node < cells->at[index].node_count; node++)
      changed = changed || forecasts->changes.is_node[cells->at[index].nodes[node]];
    if (!changed) continue;
    for (unsigned side = 0; side < sides; side++) values[side] -= evaluation->begun.junctions[i][side];
    if (!replaced)
      add_meetings_at(evaluation, game, &forecasts->list, &cells->at[index], &evaluation->meetings, values);
  }
  for (int i = 0; i < cells->change_count; i++)
    if (cells->changes[i].is_open)
      add_meetings_at(evaluation, game, &forecasts->list, &cells->changes[i].now, &evaluation->meetings, values);
}

/* True if a seat can attack as many planets as before, with as many dice. */
static bool attacks_alike(const struct supply *one, const struct supply *other) {
  return (one->meeples == 0) == (other->meeples == 0) && (one->large > 0) == (other->large > 0);
}

/* Changes what planets gain and lose that may be attacked: those that the tile changed, or all if a seat has other
 * pieces to attack with. */
static void change_sieges(const struct evaluation *evaluation, const struct tess_game *game,
                          int32_t values[TESS_MAX_PLAYERS]) {
  const unsigned sides = (unsigned)tess_game_sides(game);
  bool alike = true;
  for (unsigned seat = 0; seat < game->players; seat++)
    alike = alike && attacks_alike(&evaluation->supplies[seat], &evaluation->begun.supplies[seat]);
  uint64_t left = evaluation->begun.planets;
  if (alike) left &= evaluation->forecasts.changes.held;
  for (; left != 0; left &= left - 1) {
    const unsigned held = (unsigned)__builtin_ctzll(left);
    const struct realm_forecast *planet = &evaluation->forecasts.list.at[held];
    for (unsigned side = 0; side < sides; side++) values[side] -= evaluation->begun.sieges[held][side];
    for (unsigned seat = 0; seat < game->players && is_target(planet); seat++)
      add_siege(evaluation, game, planet, seat, &evaluation->supplies[seat], 1, values);
  }
}

#ifndef NDEBUG
/* True if the position evaluated whole has these values. */
static bool is_whole(struct evaluation *evaluation, const struct tess_game *game,
                     const int32_t values[TESS_MAX_PLAYERS]) {
  int32_t whole[TESS_MAX_PLAYERS];
  evaluation_values(evaluation, game, whole);
  return memcmp(whole, values, (size_t)tess_game_sides(game) * sizeof *values) == 0;
}
#endif

void evaluation_place(struct evaluation *evaluation, const tess_game *game, const tess_undo *undo,
                      int32_t values[TESS_MAX_PLAYERS]) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  memcpy(values, evaluation->begun.values, sizeof evaluation->begun.values);
  forecasts_place(&evaluation->forecasts, game, undo);
  for (int side = 0; game->arrows && side < tess_game_sides(game); side++) /* an arrow may have scored */
    values[side] += (game->core.score[side] - evaluation->begun.scores[side]) * WHOLE_POINT;
  for (uint64_t left = forecasts->changes.held; left != 0; left &= left - 1) {
    const unsigned held = (unsigned)__builtin_ctzll(left);
    add_to_sides(forecasts->known[held].sides, -forecasts->known[held].value, values);
    add_to_sides(forecasts->list.at[held].sides, forecasts->list.at[held].value, values);
  }
  change_supplies(evaluation, game, values);
  change_meetings(evaluation, game, undo == NULL, values);
  change_sieges(evaluation, game, values);
  assert(is_whole(evaluation, game, values));
}

void evaluation_take_back(struct evaluation *evaluation) { forecasts_take_back(&evaluation->forecasts); }

/* Adds the attacks of a seat on all planets; with `times` -1, subtracts them. */
static void add_sieges(const struct evaluation *evaluation, const struct tess_game *game, unsigned seat,
                       const struct supply *supply, int32_t times, int32_t values[TESS_MAX_PLAYERS]) {
  for (uint64_t left = evaluation->begun.planets; left != 0; left &= left - 1) {
    const struct realm_forecast *planet = &evaluation->forecasts.list.at[__builtin_ctzll(left)];
    if (is_target(planet)) add_siege(evaluation, game, planet, seat, supply, times, values);
  }
}

/* Changes the value of a seat's supply, and of its attacks. */
static void change_supply(const struct evaluation *evaluation, const struct tess_game *game, unsigned seat,
                          const struct supply *before, const struct supply *after, int32_t values[TESS_MAX_PLAYERS]) {
  values[game_side(game, seat)] += supply_value(evaluation, after) - supply_value(evaluation, before);
  if (after->large != before->large || after->meeples <= 0) {
    add_sieges(evaluation, game, seat, before, -1, values);
    add_sieges(evaluation, game, seat, after, 1, values);
  }
}

void evaluation_add_decision(const struct evaluation *evaluation, const tess_game *game, tess_decision decision,
                             int32_t values[TESS_MAX_PLAYERS]) {
  const struct forecast_list *list = &evaluation->forecasts.list;
  const unsigned seat = game->core.seat, side = game_side(game, seat);
  const tess_piece piece = (tess_piece)decision.piece;
  if (piece == TESS_PIECE_NONE) return;
  const tess_spot spot = piece == TESS_PIECE_RETURN ? slot_spot(game->core.slot[seat][SLOT_ABBOT]) : decision.spot;
  struct realm_forecast taken = *forecasts_of(list, game, spot);
  /* 1. A piece leaves the supply or returns to it. A piece placed on a complete realm returns at once. */
  if (!taken.complete) {
    const struct supply *before = &evaluation->supplies[seat];
    const int32_t back = return_share(evaluation, &taken);
    struct supply after = *before;
    if (piece == TESS_PIECE_RETURN) {
      after.extra += evaluation->abbot - whole_part(evaluation->abbot, back);
    } else {
      after = supply_without(evaluation, before, piece);
      supply_add(evaluation, &after, piece, back);
    }
    change_supply(evaluation, game, seat, before, &after, values);
  }
  /* 2. An abbot that returns scores the present value of its realm. */
  if (piece == TESS_PIECE_RETURN) {
    values[side] += tess_game_realm(game, spot).worth * WHOLE_POINT - taken.value;
    return;
  }
  /* 3. An occupied realm adds its forecast to its side, and may be joined with others or attacked. */
  assert(taken.sides == 0);
  values[side] += taken.value;
  taken.sides = (uint8_t)(1u << side);
  if (evaluation->meetings.count == 0 && !is_target(&taken)) return;
  taken.strength = realm_strength(game, taken.occupied + piece_realm(piece, seat));
  const unsigned place = list->place[taken.root] - 1u;
  for (int i = 0; i < evaluation->meetings.count; i++) {
    const struct meeting *meeting = &evaluation->meetings.at[i];
    if (meeting->taken == place) add_meeting(evaluation, game, &taken, &list->at[meeting->held], meeting->ease, values);
  }
  for (unsigned other = 0; is_target(&taken) && other < game->players; other++)
    if (other != seat) add_siege(evaluation, game, &taken, other, &evaluation->supplies[other], 1, values);
}

/* ---- The most that a placement brings ---- */

void evaluation_find_quiet(struct evaluation *evaluation, const tess_game *game) {
  const unsigned seat = game->core.seat;
  const int sides = tess_game_sides(game), side = (int)game_side(game, seat);
  const struct supply *before = &evaluation->begun.supplies[seat];
  forecasts_find_quiet(&evaluation->forecasts, game);
  evaluation->pass = values_lead(evaluation->begun.values, sides, side);
  evaluation->claim = INT32_MIN / 2;
  evaluation->back = 0;
  for (tess_piece piece = TESS_PIECE_SMALL; piece <= TESS_PIECE_ABBOT; piece++) {
    if (game->core.supply[seat][piece] == 0) continue;
    const struct supply after = supply_without(evaluation, before, piece);
    int32_t values[TESS_MAX_PLAYERS];
    memcpy(values, evaluation->begun.values, sizeof values);
    change_supply(evaluation, game, seat, before, &after, values);
    const int32_t claim = values_lead(values, sides, side), *next = &evaluation->supply_values[after.meeples];
    const int32_t back = next[1] - next[0] + extra_value(evaluation, piece);
    evaluation->claim = claim > evaluation->claim ? claim : evaluation->claim;
    evaluation->back = back > evaluation->back ? back : evaluation->back;
  }
}

int32_t evaluation_most(struct evaluation *evaluation, const tess_game *game, const tess_undo *undo) {
  struct realm_forecast best[FORECAST_TAKEN];
  const int count = forecasts_best(&evaluation->forecasts, game, undo, best);
  int32_t most = count < 0 ? INT32_MAX : evaluation->pass;
  for (int i = 0; i < count; i++) {
    int32_t lead = evaluation->claim + best[i].value + ROUNDINGS;
    lead += whole_part(evaluation->back, return_share(evaluation, &best[i]));
    /* An attack on a planet of few points may bring its holder more for the lost battle than the planet is worth. */
    const int32_t lost = TESS_MAX_DICE - (CENTER_POINTS - best[i].open);
    if (is_target(&best[i]) && lost > 0)
      lead += (game->players - 1) * whole_part(lost * WHOLE_POINT, evaluation->attack);
    most = lead > most ? lead : most;
  }
  return most;
}
