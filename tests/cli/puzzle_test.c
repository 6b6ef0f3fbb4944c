/* The claims of puzzles, compared with an exhaustive search that uses only the rules. */
#include "cli/cmocka_base.h"

#include <stdlib.h>

#include "cli/puzzle.h"
#include "rules/small_game.h"

enum { TILES = 9 /* of a set */, STEPS = 40, TURNS = 2048, WANTED = 4 /* puzzles of each game */ };

struct lab {
  tess_set *set;
  tess_game *game, *position;
  tess_undo *undos[STEPS];
  struct puzzle_maker *maker;
};

static void lab_open(struct lab *lab) {
  lab->set = malloc(tess_set_size());
  lab->game = malloc(tess_game_size());
  lab->position = malloc(tess_game_size());
  for (int i = 0; i < STEPS; i++) lab->undos[i] = malloc(tess_undo_size());
  lab->maker = puzzle_maker_open(200, NULL);
}

static void lab_close(struct lab *lab) {
  puzzle_maker_close(lab->maker);
  for (int i = 0; i < STEPS; i++) free(lab->undos[i]);
  free(lab->position);
  free(lab->game);
  free(lab->set);
}

/* ---- The exhaustive search: the lead and the win of seat 0, when both play for points and then for the win ---- */

static struct ending_value exhaustive(struct lab *lab, int depth);

/* The mean over the ends of a battle. The weights come from throws alone: ties lead to the same battle again. */
static struct ending_value all_throws(struct lab *lab, int depth) {
  uint8_t dice[TESS_MAX_PLAYERS];
  uint64_t counts[TESS_BATTLE_OUTCOMES];
  tess_spot spot;
  struct ending_value mean = {0, 0};
  tess_game_battle(lab->game, &spot, dice);
  tess_battle_counts(dice, counts);
  for (int winner = 0; winner < 2; winner++) {
    const double share = (double)counts[1 << winner] / (double)(counts[1] + counts[2]);
    tess_throw thrown = {{dice[0], dice[1]}, {{0}}};
    for (int side = 0; side < 2; side++)
      for (int die = 0; die < dice[side]; die++) thrown.faces[side][die] = side == winner ? 5 : 2;
    assert_int_equal(tess_game_throw(lab->game, &thrown, lab->undos[depth], NULL), TESS_ERROR_NONE);
    const struct ending_value value = exhaustive(lab, depth + 1);
    mean.lead += share * value.lead;
    mean.win += share * value.win;
    tess_game_undo(lab->game, lab->undos[depth]);
  }
  return mean;
}

static struct ending_value all_draws(struct lab *lab, int depth) {
  const int total = tess_game_due(lab->game, -1);
  struct ending_value mean = {0, 0};
  for (int kind = 0; kind < tess_set_kinds(lab->set); kind++) {
    const int copies = tess_game_due(lab->game, kind);
    if (copies == 0) continue;
    tess_game_draw(lab->game, kind, lab->undos[depth], NULL);
    const struct ending_value value = exhaustive(lab, depth + 1);
    mean.lead += value.lead * copies / total;
    mean.win += value.win * copies / total;
    tess_game_undo(lab->game, lab->undos[depth]);
  }
  return mean;
}

static struct ending_value turn_value(struct lab *lab, int depth, const tess_turn *turn) {
  assert_int_equal(tess_game_place(lab->game, turn->placement, lab->undos[depth], NULL), TESS_ERROR_NONE);
  assert_int_equal(tess_game_meeple(lab->game, turn->decision, lab->undos[depth + 1], NULL), TESS_ERROR_NONE);
  const struct ending_value value = exhaustive(lab, depth + 2);
  tess_game_undo(lab->game, lab->undos[depth + 1]);
  tess_game_undo(lab->game, lab->undos[depth]);
  return value;
}

static struct ending_value all_turns(struct lab *lab, int depth) {
  tess_turn *turns = malloc(TURNS * sizeof *turns);
  const int count = tess_game_turns(lab->game, turns, TURNS), sign = tess_game_seat(lab->game) == 0 ? 1 : -1;
  struct ending_value best = {0, 0};
  for (int i = 0; i < count; i++) {
    const struct ending_value value = turn_value(lab, depth, &turns[i]);
    const double more = sign * (value.lead - best.lead);
    if (i == 0 || more > ENDING_SAME || (more > -ENDING_SAME && sign * (value.win - best.win) > 0)) best = value;
  }
  free(turns);
  return best;
}

static struct ending_value exhaustive(struct lab *lab, int depth) {
  assert_true(depth + 2 < STEPS);
  switch (tess_game_phase(lab->game)) {
  case TESS_PHASE_DRAW: return all_draws(lab, depth);
  case TESS_PHASE_PLACE: return all_turns(lab, depth);
  case TESS_PHASE_THROW: return all_throws(lab, depth);
  default: break;
  }
  const int lead = tess_game_score(lab->game, 0) - tess_game_score(lab->game, 1);
  return (struct ending_value){lead, lead > 0 ? 1 : lead < 0 ? 0 : 0.5};
}

/* ---- Claims ---- */

static void assert_near(double a, double b) { assert_true(a - b < 0.002 && b - a < 0.002); }

static bool is_turn(const tess_turn *turn, const struct player_turn *answer) {
  return turn->placement.x == answer->placement.x && turn->placement.y == answer->placement.y &&
         turn->placement.rotation == answer->placement.rotation && turn->decision.piece == answer->decision.piece &&
         (turn->decision.piece == TESS_PIECE_NONE || (turn->decision.spot.tile == answer->decision.spot.tile &&
                                                      turn->decision.spot.feature == answer->decision.spot.feature));
}

/* Checks the themes of a puzzle that follow from the turn's events. */
static void check_themes(struct lab *lab, const struct puzzle *puzzle) {
  const struct player_turn *turn = &puzzle->best.turn;
  const int seat = tess_game_seat(lab->position), rules = (int)tess_set_rules(lab->set);
  const bool places = turn->decision.piece != TESS_PIECE_NONE && turn->decision.piece != TESS_PIECE_RETURN;
  int supply = 0;
  for (int piece = TESS_PIECE_SMALL; piece <= TESS_PIECE_ABBOT; piece++)
    supply += tess_game_supply(lab->position, seat, (tess_piece)piece);
  tess_events events = {0};
  bool completes = false;
  tess_game_copy(lab->game, lab->position);
  tess_game_place(lab->game, turn->placement, NULL, NULL);
  tess_game_meeple(lab->game, turn->decision, NULL, &events);
  for (uint32_t i = 0; i < events.count; i++)
    completes = completes || (events.at[i].type == TESS_EVENT_SCORED && events.at[i].complete && !events.at[i].final &&
                              (events.at[i].sides >> seat & 1));
#define X(number, name) const bool name = puzzle->themes >> number & 1;
  PUZZLE_THEMES(X)
#undef X
  assert_int_equal(battle, tess_game_phase(lab->game) == TESS_PHASE_THROW);
  assert_int_equal(last, places && supply == 1);
  assert_int_equal(complete, completes);
  assert_int_equal(beside, rules == TESS_RULES_STAR_WARS && places &&
                               turn->decision.spot.tile != tess_game_tiles(lab->position));
  assert_false(arrow);
  assert_true(rules == TESS_RULES_CLASSIC || (!theft && !majority));
  assert_true(tess_game_bag(lab->position, -1) > 0 || !hole);
  assert_true(puzzle->why[0] != '\0');
}

/* Checks every claim about a position, or that it makes no puzzle if two turns are about as good. Returns true if it
 * makes one. */
static bool check_position(struct lab *lab) {
  struct puzzle puzzle;
  const bool made = puzzle_of_ending(lab->maker, lab->position, &puzzle);
  tess_turn *turns = malloc(TURNS * sizeof *turns);
  tess_game_copy(lab->game, lab->position);
  const int count = tess_game_turns(lab->game, turns, TURNS), sign = tess_game_seat(lab->game) == 0 ? 1 : -1;
  struct ending_value *values = malloc((size_t)count * sizeof *values);
  int best = 0, answers = 0;
  for (int i = 0; i < count; i++) {
    values[i] = turn_value(lab, 0, &turns[i]);
    if (sign < 0) values[i] = (struct ending_value){-values[i].lead, 1 - values[i].win};
    if (values[i].lead > values[best].lead) best = i;
  }
  double second = -1e9;
  for (int i = 0; i < count; i++)
    if (i != best && values[i].lead > second) second = values[i].lead;
  if (values[best].lead - second < PUZZLE_ENDING_POINTS - 0.01) assert_false(made);
  if (made) {
    assert_true(is_turn(&turns[best], &puzzle.best.turn));
    assert_near(puzzle.best.value.lead, values[best].lead);
    assert_near(puzzle.best.value.win, values[best].win);
    assert_near(puzzle.wrong[0].value.lead, second);
    assert_true(puzzle.level >= 1 && puzzle.level <= PUZZLE_UNSOLVED);
    for (int i = 0; i < count; i++)
      for (int j = 0; j < puzzle.wrong_count; j++) {
        if (!is_turn(&turns[i], &puzzle.wrong[j].turn)) continue;
        answers++;
        assert_near(puzzle.wrong[j].value.lead, values[i].lead);
        assert_near(puzzle.wrong[j].value.win, values[i].win);
        assert_true(values[best].lead - values[i].lead >= PUZZLE_ENDING_POINTS - 0.01);
        assert_true(values[best].win - values[i].win >= PUZZLE_ENDING_WIN - 0.001);
      }
    assert_int_equal(answers, puzzle.wrong_count);
    check_themes(lab, &puzzle);
  }
  free(values);
  free(turns);
  return made;
}

/* Looks at positions of random games until enough of them make puzzles; some positions make none. */
static void check_game(const char *name, tess_rules rules) {
  struct lab lab;
  uint64_t random = 7;
  int found = 0, refused = 0;
  lab_open(&lab);
  for (uint64_t seed = 1; found < WANTED; seed++) {
    tess_options options = tess_options_default(rules);
    options.players = 2;
    options.fields = rules == TESS_RULES_CLASSIC;
    options.seed = seed;
    small_game_set(lab.set, name, TILES, &random);
    assert_int_equal(tess_game_new(lab.position, lab.set, &options), TESS_ERROR_NONE);
    if (!small_game_play_on(lab.position, found < WANTED - 1 ? 1 : 2, &random)) continue;
    if (check_position(&lab))
      found++;
    else
      refused++;
  }
  assert_true(refused > 0);
  lab_close(&lab);
}

TEST(endings_of_star_wars_are_what_an_exhaustive_search_finds) { check_game("star-wars", TESS_RULES_STAR_WARS); }

TEST(endings_of_classic_are_what_an_exhaustive_search_finds) { check_game("classic", TESS_RULES_CLASSIC); }

RUN_TESTS(NULL, NULL)
