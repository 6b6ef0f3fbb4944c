#include "players/evaluation.h"

enum {
  EASY_FITS = 8, /* with so many tiles that fit, realms are joined easily */
  EASY_OPEN = 3  /* with so many cells open around it, a planet is attacked easily */
};

/* All throws of `dice` dice with the highest `face`, of 6 to the power of `dice`. */
static float highest_at(unsigned dice, unsigned face) {
  float all = 1.0f, lower = 1.0f;
  for (unsigned i = 0; i < dice; i++) {
    all *= (float)face;
    lower *= (float)(face - 1);
  }
  return all - lower;
}

/* Ties are thrown again (SW-4.6). */
static void make_beats(struct evaluator *evaluator) {
  for (unsigned one = 1; one <= TESS_MAX_DICE; one++)
    for (unsigned other = 1; other <= TESS_MAX_DICE; other++) {
      float won = 0.0f, lost = 0.0f;
      for (unsigned a = 1; a <= 6; a++)
        for (unsigned b = 1; b <= 6; b++) {
          if (a > b) won += highest_at(one, a) * highest_at(other, b);
          if (a < b) lost += highest_at(one, a) * highest_at(other, b);
        }
      evaluator->beats[one][other] = won / (won + lost);
    }
}

static void add_to_sides(unsigned sides, float points, float values[TESS_MAX_PLAYERS]) {
  for (unsigned side = 0; sides >> side != 0; side++)
    if (sides >> side & 1) values[side] += points;
}

/* ---- Meetings ---------------------------------------------------------------------------------------------------- */

/* Notes that a tile on the cell may join two realms. */
static void add_meeting(struct evaluator *evaluator, unsigned one, unsigned other, unsigned fitting) {
  const struct outlook *outlooks = evaluator->outlooks.at;
  if (one == other || fitting == 0 || evaluator->meeting_count == EVALUATION_MEETINGS) return;
  if (outlooks[one].type != outlooks[other].type) return;
  const float ease = fitting < EASY_FITS ? (float)fitting / EASY_FITS : 1.0f;
  evaluator->meetings[evaluator->meeting_count++] = (struct meeting){(uint8_t)one, (uint8_t)other, ease};
}

static void meet_at(struct evaluator *evaluator, const struct tess_game *game, const struct open_cell *cell) {
  unsigned places[4], count = 0;
  for (unsigned i = 0; i < cell->node_count; i++) {
    const unsigned place = evaluator->outlooks.place[game_root(game, cell->nodes[i])];
    if (place != 0) places[count++] = place - 1;
  }
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = 0; j < i; j++) add_meeting(evaluator, places[i], places[j], cell->fits);
}

static bool is_changed(const struct cells *cells, unsigned index) {
  for (int i = 0; i < cells->change_count; i++)
    if (cells->changes[i].index == index) return true;
  return false;
}

static void find_meetings(struct evaluator *evaluator, const struct tess_game *game) {
  const struct doubts *doubts = &evaluator->outlooks.doubts;
  const struct cells *cells = &doubts->cells;
  evaluator->meeting_count = 0;
  for (int i = 0; i < doubts->junction_count; i++)
    if (!is_changed(cells, doubts->junctions[i])) meet_at(evaluator, game, &cells->at[doubts->junctions[i]]);
  for (int i = 0; i < cells->change_count; i++)
    if (cells->changes[i].is_open) meet_at(evaluator, game, &cells->at[cells->changes[i].index]);
}

/* What two realms of different sides may gain and lose by becoming one. */
static void add_meeting_values(const struct evaluator *evaluator, const struct tess_game *game,
                               const struct meeting *meeting, const struct outlook *one, const struct outlook *other,
                               float values[TESS_MAX_PLAYERS]) {
  if (one->sides == 0 || other->sides == 0 || (one->sides & other->sides)) return;
  const float likely = evaluator->outlooks.weights->meeting * meeting->ease * evaluator->outlooks.share;
  float won = one->strength > other->strength ? 1.0f : 0.0f, lost = one->strength < other->strength ? 1.0f : 0.0f;
  if (game->set->rules == TESS_RULES_STAR_WARS) {
    won = evaluator->beats[one->strength][other->strength];
    lost = 1.0f - won;
  }
  add_to_sides(one->sides, likely * ((1.0f - lost) * other->value - lost * one->value), values);
  add_to_sides(other->sides, likely * ((1.0f - won) * one->value - won * other->value), values);
}

/* The meetings of a realm, now that it is taken. */
static void add_meetings(const struct evaluator *evaluator, const tess_game *game, const struct outlook *taken,
                         float values[TESS_MAX_PLAYERS]) {
  const struct outlook *outlooks = evaluator->outlooks.at;
  const unsigned place = evaluator->outlooks.place[taken->root] - 1u;
  for (int i = 0; i < evaluator->meeting_count; i++) {
    const struct meeting *meeting = &evaluator->meetings[i];
    if (meeting->one == place)
      add_meeting_values(evaluator, game, meeting, taken, &outlooks[meeting->other], values);
    else if (meeting->other == place)
      add_meeting_values(evaluator, game, meeting, &outlooks[meeting->one], taken, values);
  }
}

/* ---- Sieges ------------------------------------------------------------------------------------------------------ */

static bool is_target(const struct outlook *outlook) { return outlook->type == TESS_TYPE_PLANET && !outlook->complete; }

static void find_planets(struct evaluator *evaluator) {
  const struct outlooks *outlooks = &evaluator->outlooks;
  evaluator->planet_count = 0;
  for (int i = 0; i < outlooks->count; i++)
    if (is_target(&outlooks->at[i]) && outlooks->at[i].sides != 0)
      evaluator->planets[evaluator->planet_count++] = (uint8_t)i;
}

/* What a seat may win, and others lose, by attacking a planet that it does not hold (SW-3.3), with the best meeple of
 * its hand; counted `times`. */
static void add_siege(const struct evaluator *evaluator, const struct tess_game *game, const struct outlook *planet,
                      unsigned seat, const struct hand *hand, float times, float values[TESS_MAX_PLAYERS]) {
  const unsigned side = game_side(game, seat);
  if (hand->meeples == 0 || planet->sides >> side & 1) return;
  const unsigned faction = tess_colour_faction((tess_colour)game->colours[seat]);
  const unsigned dice = (hand->large > 0 ? 2u : 1u) + (realm_faction(planet->occupied, faction) != 0);
  const float ease = planet->open < EASY_OPEN ? (float)planet->open / EASY_OPEN : 1.0f;
  const float likely = times * evaluator->outlooks.weights->siege * ease * evaluator->outlooks.share;
  const float won = evaluator->beats[dice][planet->strength];
  values[side] += likely * (won * planet->value + (1.0f - won) * (float)dice);
  add_to_sides(planet->sides, likely * won * ((float)planet->strength - planet->value), values);
}

static void add_sieges(const struct evaluator *evaluator, const struct tess_game *game, unsigned seat,
                       const struct hand *hand, float times, float values[TESS_MAX_PLAYERS]) {
  for (int i = 0; i < evaluator->planet_count; i++)
    add_siege(evaluator, game, &evaluator->outlooks.at[evaluator->planets[i]], seat, hand, times, values);
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

void evaluation_begin(struct evaluator *evaluator, const tess_game *game) {
  if (evaluator->beats[1][1] == 0.0f) make_beats(evaluator);
  const struct evaluation_sets *sets = evaluator->sets;
  outlooks_begin(&evaluator->outlooks, (game->players > 2 ? sets->more : sets->two)[game->set->rules], game);
  hands_begin(&evaluator->hands, &evaluator->outlooks);
}

void evaluation_laid(struct evaluator *evaluator, const tess_game *game) { outlooks_laid(&evaluator->outlooks, game); }

void evaluation_taken(struct evaluator *evaluator) { outlooks_taken(&evaluator->outlooks); }

/* Seats that will have one turn more than others before the game is over, or have it sooner. */
static void add_tempo(const struct evaluator *evaluator, const struct tess_game *game, float values[TESS_MAX_PLAYERS]) {
  const unsigned players = game->players, left = game->core.bag_count;
  const unsigned next = game->core.seat + (game->core.phase == TESS_PHASE_MEEPLE ? 1u : 0u);
  for (unsigned i = 0; i + 1 < players && i < left; i++)
    values[game_side(game, (next + i) % players)] +=
        evaluator->outlooks.weights->tempo * (float)(players - 1 - i) / (float)players;
}

void evaluation_values(struct evaluator *evaluator, const tess_game *game, float values[TESS_MAX_PLAYERS]) {
  const struct outlooks *outlooks = &evaluator->outlooks;
  const unsigned sides = (unsigned)tess_game_sides(game);
  outlooks_find(&evaluator->outlooks, game);
  hands_count(&evaluator->hands, outlooks, game);
  find_meetings(evaluator, game);
  find_planets(evaluator);
  for (unsigned side = 0; side < sides; side++) values[side] = (float)game->core.score[side];
  for (unsigned seat = 0; seat < game->players; seat++)
    values[game_side(game, seat)] += hands_worth(&evaluator->hands, &evaluator->hands.of[seat]);
  add_tempo(evaluator, game, values);
  for (int i = 0; i < outlooks->count; i++) add_to_sides(outlooks->at[i].sides, outlooks->at[i].value, values);
  for (int i = 0; i < evaluator->meeting_count; i++) {
    const struct meeting *meeting = &evaluator->meetings[i];
    add_meeting_values(evaluator, game, meeting, &outlooks->at[meeting->one], &outlooks->at[meeting->other], values);
  }
  for (unsigned seat = 0; seat < game->players; seat++)
    add_sieges(evaluator, game, seat, &evaluator->hands.of[seat], 1.0f, values);
}

/* A piece goes from a seat's hand to a realm, or back. */
static void add_hand_change(const struct evaluator *evaluator, const tess_game *game, unsigned seat, tess_piece piece,
                            float chance, float values[TESS_MAX_PLAYERS]) {
  const struct hand *before = &evaluator->hands.of[seat];
  const struct hand after = hands_after(&evaluator->hands, seat, piece, chance);
  values[game_side(game, seat)] += hands_worth(&evaluator->hands, &after) - hands_worth(&evaluator->hands, before);
  if (after.large == before->large && after.meeples > 0) return;
  add_sieges(evaluator, game, seat, before, -1.0f, values);
  add_sieges(evaluator, game, seat, &after, 1.0f, values);
}

void evaluation_add_decision(const struct evaluator *evaluator, const tess_game *game, tess_decision decision,
                             float values[TESS_MAX_PLAYERS]) {
  const unsigned seat = game->core.seat, side = game_side(game, seat);
  const tess_piece piece = (tess_piece)decision.piece;
  if (piece == TESS_PIECE_NONE) return;
  const tess_spot spot = piece == TESS_PIECE_RETURN ? slot_spot(game->core.slot[seat][SLOT_ABBOT]) : decision.spot;
  struct outlook taken = *outlooks_of(&evaluator->outlooks, game, spot);
  if (!taken.complete) add_hand_change(evaluator, game, seat, piece, taken.chance, values);
  if (piece == TESS_PIECE_RETURN) {
    values[side] += (float)tess_game_realm(game, spot).worth - taken.value;
    return;
  }
  assert(taken.sides == 0);
  values[side] += taken.value;
  taken.sides = (uint8_t)(1u << side);
  taken.strength = outlook_strength(game, taken.occupied + piece_realm(piece, seat));
  add_meetings(evaluator, game, &taken, values);
  for (unsigned other = 0; is_target(&taken) && other < game->players; other++)
    if (other != seat) add_siege(evaluator, game, &taken, other, &evaluator->hands.of[other], 1.0f, values);
}
