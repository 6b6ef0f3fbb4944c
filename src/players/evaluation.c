#include "players/evaluation.h"

enum {
  EASY_FITS = 8, /* from this many fitting tiles on, realms are joined easily */
  EASY_OPEN = 3  /* with this many open cells around it, a planet is attacked easily */
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

/* The share of a piece on a realm that counts for the supply: all of it if the piece has returned, and else as likely
 * as the realm is to be completed. */
static int32_t return_share(const struct evaluation *evaluation, const struct realm_forecast *forecast) {
  return forecast->complete ? WHOLE_SURE : whole_part(evaluation->forecasts.whole.back, forecast->chance);
}

/* The meeples in a seat's supply, plus those on the board that have returned or are likely to. */
static struct supply supply_of(const struct evaluation *evaluation, const struct tess_game *game, unsigned seat) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  const uint8_t *pieces = game->core.supply[seat];
  struct supply supply = {
      .meeples = pieces[TESS_PIECE_SMALL] + pieces[TESS_PIECE_LARGE],
      .large = pieces[TESS_PIECE_LARGE],
      .extra = pieces[TESS_PIECE_LARGE] * evaluation->large + pieces[TESS_PIECE_ABBOT] * evaluation->abbot,
  };
  for (unsigned slot = 0; slot < SLOTS; slot++)
    if (game->core.slot[seat][slot] != NO_SLOT)
      supply_add(evaluation, &supply, slot_piece(game->set->rules, slot),
                 return_share(evaluation, &forecasts->at[forecasts->of_slot[seat][slot]]));
  return supply;
}

/* ---- Meetings: realms that may be joined ---- */

/* Lists the pairs of realms that a tile on this cell may join. */
static void find_meetings_at(struct evaluation *evaluation, const struct tess_game *game,
                             const struct open_cell *cell) {
  const struct realm_forecast *forecasts = evaluation->forecasts.at;
  unsigned places[4], count = 0;
  for (unsigned i = 0; i < cell->node_count; i++) {
    const unsigned place = evaluation->forecasts.place[game_root(game, cell->nodes[i])];
    if (place != 0) places[count++] = place - 1;
  }
  if (cell->fits == 0) return;
  const int32_t ease = cell->fits < EASY_FITS ? cell->fits * (WHOLE_SURE / EASY_FITS) : WHOLE_SURE;
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = 0; j < i && evaluation->meeting_count < EVALUATION_MEETINGS; j++)
      if (places[i] != places[j] && forecasts[places[i]].type == forecasts[places[j]].type)
        evaluation->meetings[evaluation->meeting_count++] =
            (struct meeting){(uint8_t)places[i], (uint8_t)places[j], ease};
}

/* Examines the cells that realms touched from several sides at the start, and those next to the tile laid since. */
static void find_meetings(struct evaluation *evaluation, const struct tess_game *game) {
  const struct open_cells *cells = &evaluation->forecasts.cells;
  evaluation->meeting_count = 0;
  for (int i = 0; i < cells->junction_count; i++) {
    bool changed = false;
    for (int j = 0; j < cells->change_count && !changed; j++) changed = cells->changes[j].index == cells->junctions[i];
    if (!changed) find_meetings_at(evaluation, game, &cells->at[cells->junctions[i]]);
  }
  for (int i = 0; i < cells->change_count; i++)
    if (cells->changes[i].is_open) find_meetings_at(evaluation, game, &cells->at[cells->changes[i].index]);
}

/* Adds what two realms of different sides may gain and lose by being joined: in Star Wars a battle (SW-4.1), in classic
 * the majority (CL-4.5). */
static void add_meeting(const struct evaluation *evaluation, const struct tess_game *game,
                        const struct meeting *meeting, const struct realm_forecast *one,
                        const struct realm_forecast *other, int32_t values[TESS_MAX_PLAYERS]) {
  if (one->sides == 0 || other->sides == 0 || (one->sides & other->sides)) return;
  const int32_t likely = whole_part(evaluation->join, meeting->ease);
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

static void add_sieges(const struct evaluation *evaluation, const struct tess_game *game, unsigned seat,
                       const struct supply *supply, int32_t times, int32_t values[TESS_MAX_PLAYERS]) {
  for (int i = 0; i < evaluation->planet_count; i++)
    add_siege(evaluation, game, &evaluation->forecasts.at[evaluation->planets[i]], seat, supply, times, values);
}

/* ---- The whole ---- */

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
}

void evaluation_values(struct evaluation *evaluation, const tess_game *game, int32_t values[TESS_MAX_PLAYERS]) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  const unsigned sides = (unsigned)tess_game_sides(game), players = game->players, left = game->core.bag_count;
  /* 1. Evaluate the realms and the supplies. */
  forecasts_update(&evaluation->forecasts, game);
  for (unsigned seat = 0; seat < players; seat++) evaluation->supplies[seat] = supply_of(evaluation, game, seat);
  /* 2. Find where realms may be joined, and the planets that may be attacked. */
  find_meetings(evaluation, game);
  evaluation->planet_count = 0;
  for (int i = 0; i < forecasts->count; i++)
    if (is_target(&forecasts->at[i]) && forecasts->at[i].sides != 0)
      evaluation->planets[evaluation->planet_count++] = (uint8_t)i;
  /* 3. Add the scores and the supplies. */
  for (unsigned side = 0; side < sides; side++) values[side] = game->core.score[side] * WHOLE_POINT;
  for (unsigned seat = 0; seat < players; seat++)
    values[game_side(game, seat)] += supply_value(evaluation, &evaluation->supplies[seat]);
  /* 4. Add the tempo: the value of having one turn more than others before the game is over, or of moving sooner. */
  const unsigned next = game->core.seat + (game->core.phase == TESS_PHASE_MEEPLE ? 1u : 0u);
  for (unsigned i = 0; i + 1 < players && i < left; i++)
    values[game_side(game, (next + i) % players)] += evaluation->tempo[i];
  /* 5. Add the realms, in their present state and as other sides may change them. */
  for (int i = 0; i < forecasts->count; i++) add_to_sides(forecasts->at[i].sides, forecasts->at[i].value, values);
  for (int i = 0; i < evaluation->meeting_count; i++) {
    const struct meeting *meeting = &evaluation->meetings[i];
    add_meeting(evaluation, game, meeting, &forecasts->at[meeting->one], &forecasts->at[meeting->other], values);
  }
  for (unsigned seat = 0; seat < players; seat++)
    add_sieges(evaluation, game, seat, &evaluation->supplies[seat], 1, values);
}

void evaluation_add_decision(const struct evaluation *evaluation, const tess_game *game, tess_decision decision,
                             int32_t values[TESS_MAX_PLAYERS]) {
  const struct realm_forecasts *forecasts = &evaluation->forecasts;
  const unsigned seat = game->core.seat, side = game_side(game, seat);
  const tess_piece piece = (tess_piece)decision.piece;
  if (piece == TESS_PIECE_NONE) return;
  const tess_spot spot = piece == TESS_PIECE_RETURN ? slot_spot(game->core.slot[seat][SLOT_ABBOT]) : decision.spot;
  struct realm_forecast taken = *forecasts_of(forecasts, game, spot);
  /* 1. A piece leaves the supply or returns to it. A piece placed on a complete realm returns at once. */
  if (!taken.complete) {
    const struct supply *before = &evaluation->supplies[seat];
    const int32_t back = return_share(evaluation, &taken);
    struct supply after = *before;
    if (piece == TESS_PIECE_RETURN) {
      supply_add(evaluation, &after, TESS_PIECE_ABBOT, WHOLE_SURE - back);
    } else {
      after.meeples -= piece != TESS_PIECE_ABBOT;
      after.large -= piece == TESS_PIECE_LARGE;
      after.extra -= extra_value(evaluation, piece);
      supply_add(evaluation, &after, piece, back);
    }
    values[side] += supply_value(evaluation, &after) - supply_value(evaluation, before);
    if (after.large != before->large || after.meeples <= 0) {
      add_sieges(evaluation, game, seat, before, -1, values);
      add_sieges(evaluation, game, seat, &after, 1, values);
    }
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
  taken.strength = realm_strength(game, taken.occupied + piece_realm(piece, seat));
  const unsigned place = forecasts->place[taken.root] - 1u;
  for (int i = 0; i < evaluation->meeting_count; i++) {
    const struct meeting *meeting = &evaluation->meetings[i];
    if (meeting->one == place)
      add_meeting(evaluation, game, meeting, &taken, &forecasts->at[meeting->other], values);
    else if (meeting->other == place)
      add_meeting(evaluation, game, meeting, &forecasts->at[meeting->one], &taken, values);
  }
  for (unsigned other = 0; is_target(&taken) && other < game->players; other++)
    if (other != seat) add_siege(evaluation, game, &taken, other, &evaluation->supplies[other], 1, values);
}
