#include "cli/puzzle.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "base/random.h"
#include "notation/move.h"
#include "notation/state.h"

enum {
  TRIES = 5,     /* how often a level that overlooks cells tries a puzzle; it solves what it solves in most tries */
  LEAST = 200,   /* playouts of a search at least */
  SELDOM = 200,  /* a turn with less than this part of the playouts is no answer */
  FOLLOWING = 3, /* turns that are shown after an answer */
  FOLLOW_NODES = 20000 /* positions that may be evaluated for each of them */
};

struct puzzle_maker {
  struct ending ending;
  struct turn_evaluator evaluator;
  struct player search, levels[LEVELS];
  struct player_budget budget;
  struct player_advice advice;
  tess_game *before, *after; /* copies to try turns on */
};

struct puzzle_maker *puzzle_maker_open(uint64_t playouts, const atomic_bool *stop) {
  struct puzzle_maker *maker = memory_zeroed(sizeof *maker);
  maker->budget = (struct player_budget){.playouts = playouts, .stop = stop};
  maker->before = memory_new(tess_game_size());
  maker->after = memory_new(tess_game_size());
  ending_open(&maker->ending, &mcts_settings.evaluation);
  turn_evaluator_open(&maker->evaluator, &mcts_settings.evaluation);
  player_open(&maker->search, &mcts_kind, 0);
  for (int level = 0; level < LEVELS; level++) player_open(&maker->levels[level], &level_kinds[level], 0);
  return maker;
}

void puzzle_maker_close(struct puzzle_maker *maker) {
  for (int level = 0; level < LEVELS; level++) player_close(&maker->levels[level]);
  player_close(&maker->search);
  turn_evaluator_close(&maker->evaluator);
  ending_close(&maker->ending);
  free(maker->after);
  free(maker->before);
  free(maker);
}

/* ---- Levels ---- */

/* Lets each level answer. Fills `puzzle->level`, and `picks` with the first answer of each. */
static void ask_levels(struct puzzle_maker *maker, const tess_game *game, struct puzzle *puzzle,
                       struct player_turn picks[LEVELS]) {
  const struct player_budget budget = {.playouts = PLAYER_PLAYOUTS, .stop = maker->budget.stop};
  puzzle->level = PUZZLE_UNSOLVED;
  for (int level = LEVELS - 1; level >= 0; level--) {
    struct player *player = &maker->levels[level];
    const int tries = level >= LEVELS - 2 ? 1 : TRIES; /* the best two overlook nothing */
    int solved = 0;
    for (int i = 0; i < tries; i++) {
      player->random = random_seed(tess_game_hash(game), (uint64_t)level, (uint64_t)i);
      player_choose(player, game, &budget, &maker->advice);
      const struct player_turn *turn = &maker->advice.candidates[0].turn;
      if (i == 0) picks[level] = *turn;
      solved += player_turn_same(turn, &puzzle->best.turn);
    }
    if (2 * solved > tries) puzzle->level = level + 1;
  }
}

/* ---- Wrong answers ---- */

static bool is_answer(const struct puzzle *puzzle, const struct player_turn *turn) {
  for (int i = 0; i < puzzle->wrong_count; i++)
    if (player_turn_same(&puzzle->wrong[i].turn, turn)) return true;
  return player_turn_same(&puzzle->best.turn, turn);
}

/* Adds a wrong answer, if there is room and it is none yet, in the order of what it gives away. */
static void add_wrong(struct puzzle *puzzle, const struct puzzle_answer *answer) {
  if (puzzle->wrong_count == PUZZLE_WRONG || is_answer(puzzle, &answer->turn)) return;
  int place = puzzle->wrong_count++;
  for (; place > 0 && puzzle->wrong[place - 1].value.lead < answer->value.lead; place--)
    puzzle->wrong[place] = puzzle->wrong[place - 1];
  puzzle->wrong[place] = *answer;
}

/* ---- Themes ---- */

/* True if a realm is open and only others than `side` hold it. */
static bool is_held_by_others(const tess_game *game, tess_spot spot, int side) {
  const tess_realm here = tess_game_realm(game, spot);
  const int seats = tess_game_options(game).players;
  bool own = false, other = false;
  for (int seat = 0; seat < seats; seat++) {
    if (here.meeples[seat] + here.large[seat] == 0) continue;
    *(tess_game_side(game, seat) == side ? &own : &other) = true;
  }
  return other && !own && !here.complete;
}

/* True if the realm of a spot contains, among the meeples of `before`, some of each side that stood on different
 * realms there: the last placement joined them. */
static bool is_joined(const tess_game *before, const tess_game *after, tess_spot spot, int side) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(before, meeples), id = tess_game_realm_id(after, spot);
  for (int i = 0; i < count; i++) {
    if (tess_game_side(before, meeples[i].seat) != side || tess_game_realm_id(after, meeples[i].spot) != id) continue;
    for (int j = 0; j < count; j++)
      if (tess_game_side(before, meeples[j].seat) != side && tess_game_realm_id(after, meeples[j].spot) == id &&
          tess_game_realm_id(before, meeples[j].spot) != tess_game_realm_id(before, meeples[i].spot))
        return true;
  }
  return false;
}

/* True if the cell must be filled to complete an open realm that only others hold. */
static bool is_needed_by_others(const tess_game *game, int x, int y, int side) {
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++) {
      const int index = tess_game_at(game, x + right, y + down);
      if (index < 0) continue;
      const tess_tile tile = tess_game_tile(game, index);
      const tess_tile_def *kind = tess_set_tile(tess_game_set(game), tile.kind);
      /* The edge of that tile that faces the cell: 0 N, 1 E, 2 S, 3 W; -1 for a tile at a corner. */
      const int edge = right == 0 ? (down < 0 ? 2 : 0) : down == 0 ? (right < 0 ? 1 : 3) : -1;
      for (int feature = 0; feature < kind->feature_count; feature++) {
        const tess_feature_def *def = &kind->features[feature];
        const bool centre =
            def->type == TESS_TYPE_PLANET || def->type == TESS_TYPE_MONASTERY || def->type == TESS_TYPE_GARDEN;
        const bool faces = edge >= 0 && def->edges >> ((edge - tile.rotation) & 3) & 1;
        if ((centre || faces) && is_held_by_others(game, (tess_spot){(uint8_t)index, (uint8_t)feature}, side))
          return true;
      }
    }
  return false;
}

/* True if `after` has an empty cell that fits no tile of its bag any more, fitted one in `before`, and is needed to
 * complete a realm that only others hold. The bag must not be empty. */
static bool makes_hole(const tess_game *before, const tess_game *after, int side) {
  const tess_tile laid = tess_game_tile(after, tess_game_tiles(after) - 1);
  for (int y = laid.y - 1; y <= laid.y + 1; y++)
    for (int x = laid.x - 1; x <= laid.x + 1; x++)
      if (abs(x - laid.x) + abs(y - laid.y) == 1 && tess_game_fits(after, x, y) == 0 &&
          tess_game_fits(before, x, y) > 0 && is_needed_by_others(after, x, y, side))
        return true;
  return false;
}

/* Fills themes and sentence of the best turn. */
static void find_themes(struct puzzle_maker *maker, const tess_game *game, struct puzzle *puzzle) {
#define X(number, name) THEME_##name = 1 << number,
  enum { PUZZLE_THEMES(X) };
#undef X
  const struct player_turn *turn = &puzzle->best.turn;
  const int seat = tess_game_seat(game), side = tess_game_side(game, seat), laid = tess_game_tiles(game);
  const bool places = turn->decision.piece != TESS_PIECE_NONE && turn->decision.piece != TESS_PIECE_RETURN;
  const bool classic = tess_set_rules(tess_game_set(game)) == TESS_RULES_CLASSIC;
  tess_game *after = maker->after;
  tess_events events = {0};
  int joined = -1, fought = -1, completed = -1; /* tess_type of a realm */
  int32_t most = 0;

  /* 1. What the tile does: realms that meet, holes. */
  tess_game_copy(after, game);
  tess_game_place(after, turn->placement, NULL, NULL);
  const tess_tile_def *kind = tess_set_tile(tess_game_set(game), tess_game_drawn(game));
  for (int feature = 0; feature < kind->feature_count && classic; feature++) {
    const tess_spot spot = {(uint8_t)laid, (uint8_t)feature};
    const tess_realm here = tess_game_realm(after, spot);
    if (!(here.sides >> side & 1) || !is_joined(game, after, spot, side)) continue;
    puzzle->themes |= here.type == TESS_TYPE_FIELD ? THEME_theft : THEME_majority;
    if (here.type != TESS_TYPE_FIELD) joined = here.type;
  }
  if (tess_game_bag(after, -1) > 0 && makes_hole(game, after, side)) puzzle->themes |= THEME_hole;
  const int taken = places ? tess_game_realm(after, turn->decision.spot).type : -1;

  /* 2. What the meeple does, and what is scored. */
  const int supply = tess_game_supply(game, seat, TESS_PIECE_SMALL) +
                     tess_game_supply(game, seat, classic ? TESS_PIECE_ABBOT : TESS_PIECE_LARGE);
  if (places && supply == 1) puzzle->themes |= THEME_last;
  if (places && !classic && turn->decision.spot.tile != laid) puzzle->themes |= THEME_beside;
  tess_game_meeple(after, turn->decision, NULL, &events);
  for (uint32_t i = 0; i < events.count; i++) {
    const tess_event *event = &events.at[i];
    if (event->type == TESS_EVENT_ARROW) puzzle->themes |= THEME_arrow;
    if (event->type == TESS_EVENT_BATTLE) {
      puzzle->themes |= THEME_battle;
      fought = tess_game_realm(after, event->spot).type;
    }
    if (event->type != TESS_EVENT_SCORED || !event->complete || event->final || !(event->sides >> side & 1)) continue;
    puzzle->themes |= THEME_complete;
    if (event->points > most) completed = event->realm;
    if (event->points > most) most = event->points;
  }

  /* 3. The sentence: the first theme, or else what the meeple does; some name the type of the realm. */
  const unsigned first = puzzle->themes & (~puzzle->themes + 1);
  const char *name = places ? "claim" : "lay";
#define X(number, word)                                                                                                \
  if (first == THEME_##word) name = #word;
  PUZZLE_THEMES(X)
#undef X
  const int type = first == THEME_battle     ? fought
                   : first == THEME_majority ? joined
                   : first == THEME_complete ? completed
                   : first == 0              ? taken
                                             : -1;
  snprintf(puzzle->why, sizeof puzzle->why, "%s%s%s", name, type < 0 ? "" : ".",
           type < 0 ? "" : name_of_type((tess_type)type));
}

/* ---- Endings ---- */

bool puzzle_of_ending(struct puzzle_maker *maker, const tess_game *game, struct puzzle *puzzle) {
  struct ending *ending = &maker->ending;
  struct player_turn picks[LEVELS];
  struct puzzle_answer answer = {0};
  const int left = tess_game_bag(game, -1) + 1;
  *puzzle = (struct puzzle){.ending = true};
  if (left < PUZZLE_ENDING_LEAST) return false;

  /* 1. One turn is the best in points, and its second is worse in games won, too. */
  if (!ending_best(ending, game, PUZZLE_ENDING_POINTS, PUZZLE_NODES, &puzzle->best.turn, &answer.turn)) return false;
  if (!ending_value(ending, game, &puzzle->best.turn, PUZZLE_NODES, &puzzle->best.value)) return false;
  if (!ending_value(ending, game, &answer.turn, PUZZLE_NODES, &answer.value)) return false;
  if (puzzle->best.value.win - answer.value.win < PUZZLE_ENDING_WIN) return false;
  add_wrong(puzzle, &answer);

  /* 2. So are the answers of the levels, and those that look good. */
  ask_levels(maker, game, puzzle, picks);
  tess_game_copy(maker->before, game);
  turn_evaluator_run(&maker->evaluator, maker->before);
  const int count = turn_evaluator_rank(&maker->evaluator, 2, tess_game_side(game, tess_game_seat(game)), PUZZLE_WRONG);
  for (int i = 0; i < LEVELS + count && puzzle->wrong_count < PUZZLE_WRONG; i++) {
    answer.turn = i < LEVELS ? picks[LEVELS - 1 - i] : turn_evaluator_ranked(&maker->evaluator, i - LEVELS)->how;
    if (is_answer(puzzle, &answer.turn)) continue;
    if (!ending_value(ending, game, &answer.turn, PUZZLE_NODES, &answer.value)) return false;
    if (puzzle->best.value.win - answer.value.win < PUZZLE_ENDING_WIN) return false;
    add_wrong(puzzle, &answer);
  }
  find_themes(maker, game, puzzle);
  return true;
}

/* ---- The middle of a game ---- */

/* Searches the turn. Returns true if its first candidate is `part` of the bounds ahead of every other that was tried
 * often. */
static bool search(struct puzzle_maker *maker, const tess_game *game, int seed, uint64_t playouts, double part) {
  const struct player_budget budget = {.playouts = playouts > LEAST ? playouts : LEAST, .stop = maker->budget.stop};
  const struct player_candidate *best = &maker->advice.candidates[0];
  maker->search.random = random_seed(tess_game_hash(game), LEVELS, (uint64_t)seed);
  player_choose(&maker->search, game, &budget, &maker->advice);
  if (maker->advice.count < 2 || best->win < PUZZLE_OPEN_WIN || best->win > 1.0 - PUZZLE_OPEN_WIN / 2) return false;
  for (int i = 1; i < maker->advice.count; i++) {
    const struct player_candidate *other = &maker->advice.candidates[i];
    if (other->visits * SELDOM < budget.playouts) continue;
    if (best->win - other->win < part * PUZZLE_MIDGAME_WIN) return false;
    if (best->difference - other->difference < part * PUZZLE_MIDGAME_POINTS) return false;
  }
  return true;
}

/* The mean values of a turn over the searches that have tried it. */
struct puzzle_mean {
  struct puzzle_answer answer;
  int searches;
};

bool puzzle_of_midgame(struct puzzle_maker *maker, const tess_game *game, struct puzzle *puzzle) {
  struct player_turn picks[LEVELS];
  struct puzzle_mean means[PLAYER_CANDIDATES] = {0};
  int count = 0;
  *puzzle = (struct puzzle){.ending = false};

  /* 1. Two shorter searches save most of the work. Then come the long ones, all of which must agree; the first of them
   * names the answers. */
  if (!search(maker, game, PUZZLE_SEEDS, maker->budget.playouts / 16, 0.75)) return false;
  if (!search(maker, game, PUZZLE_SEEDS, maker->budget.playouts / 4, 1.0)) return false;
  for (int seed = 0; seed < PUZZLE_SEEDS; seed++) {
    if (!search(maker, game, seed, maker->budget.playouts, 1.0)) return false;
    for (int i = 0; i < maker->advice.count; i++) {
      const struct player_candidate *candidate = &maker->advice.candidates[i];
      if (candidate->visits * SELDOM < maker->budget.playouts) continue;
      int at = 0;
      while (at < count && !player_turn_same(&means[at].answer.turn, &candidate->turn)) at++;
      if (at == count && seed > 0) continue;
      if (at == count) {
        count++;
        means[at].answer = (struct puzzle_answer){.turn = candidate->turn, .line_length = candidate->line_length};
        for (int j = 0; j < candidate->line_length; j++) means[at].answer.line[j] = candidate->line[j];
      }
      means[at].answer.value.lead += candidate->difference;
      means[at].answer.value.win += candidate->win;
      means[at].searches++;
    }
    if (!player_turn_same(&means[0].answer.turn, &maker->advice.candidates[0].turn)) return false;
  }

  /* 2. The answers: the best turn, and those that were tried most. */
  for (int i = 0; i < count; i++) {
    means[i].answer.value.lead /= means[i].searches;
    means[i].answer.value.win /= means[i].searches;
    if (i == 0)
      puzzle->best = means[i].answer;
    else
      add_wrong(puzzle, &means[i].answer);
  }
  if (puzzle->wrong_count == 0) return false;
  ask_levels(maker, game, puzzle, picks);
  find_themes(maker, game, puzzle);
  return maker->budget.stop == NULL || !atomic_load(maker->budget.stop);
}

/* ---- JSON ---- */

/* Finds what follows in `maker->before`, a game in TESS_PHASE_DRAW: in an ending the likeliest tile with the best turn,
 * otherwise the move at `index` of the answer's line. Draws the tile. Returns false if nothing follows. */
static bool find_next(struct puzzle_maker *maker, const struct puzzle_answer *answer, bool ending, int index,
                      struct player_turn *turn) {
  tess_game *game = maker->before;
  const struct player_budget budget = {.playouts = FOLLOW_NODES};
  struct player_candidate best;
  if (tess_game_phase(game) != TESS_PHASE_DRAW) return false;
  if (!ending) {
    if (index >= answer->line_length) return false;
    *turn = answer->line[index].turn;
    return tess_game_draw(game, answer->line[index].kind, NULL, NULL) == TESS_ERROR_NONE &&
           tess_game_phase(game) == TESS_PHASE_PLACE;
  }
  int likeliest = 0;
  for (int kind = 1; kind < tess_set_kinds(tess_game_set(game)); kind++)
    if (tess_game_due(game, kind) > tess_game_due(game, likeliest)) likeliest = kind;
  tess_game_draw(game, likeliest, NULL, NULL);
  if (tess_game_phase(game) != TESS_PHASE_PLACE ||
      !endgame_solve(&maker->ending.endgame, game, deadline_of(&budget, 1), &best))
    return false;
  *turn = best.turn;
  return true;
}

/* Puts `line`: an answer and what follows, as words of a record. */
static void put_line(struct puzzle_maker *maker, const tess_game *game, const struct puzzle_answer *answer, bool ending,
                     struct text *text) {
  struct player_turn turn = answer->turn;
  struct text line = {0};
  tess_game_copy(maker->before, game);
  for (int i = 0;; i++) {
    struct text move = {0};
    tess_game_copy(maker->after, maker->before);
    tess_game *trial = maker->after;
    if (tess_game_place(trial, turn.placement, NULL, NULL) != TESS_ERROR_NONE ||
        tess_game_meeple(trial, turn.decision, NULL, NULL) != TESS_ERROR_NONE)
      break; /* a battle ended another way than in the search */
    player_turn_write(maker->before, &turn, maker->after, &move);
    if (i > 0) text_add_char(&line, ' ');
    text_add(&line, move.bytes, move.length);
    text_free(&move);
    tess_game_place(maker->before, turn.placement, NULL, NULL);
    tess_game_meeple(maker->before, turn.decision, NULL, NULL);
    /* Throw the dice of all battles so that the likelier side wins, and append the throws. */
    uint8_t dice[TESS_MAX_PLAYERS];
    tess_spot spot;
    while (tess_game_battle(maker->before, &spot, dice)) {
      struct battle_odds odds;
      battle_odds_of(dice, &odds);
      const tess_throw thrown = battle_throw(dice, odds.win[1] > odds.win[0]);
      text_add_string(&line, " [");
      throw_write(&thrown, ';', &line);
      text_add_char(&line, ']');
      tess_game_throw(maker->before, &thrown, NULL, NULL);
    }
    if (i == FOLLOWING || !find_next(maker, answer, ending, i, &turn)) break;
  }
  json_put_span(text, "line", text_span(&line));
  text_free(&line);
}

void puzzle_write(struct puzzle_maker *maker, const tess_game *game, const struct tile_set *set,
                  const struct puzzle *puzzle, struct text *text) {
  static const char *const themes[] = {
#define X(number, name) #name,
      PUZZLE_THEMES(X)
#undef X
  };
  struct text words = {0};
  json_put_string(text, "kind", puzzle->ending ? "ending" : "midgame");
  json_put_int(text, "left", tess_game_bag(game, -1) + 1);
  position_write(game, set, &words);
  json_put_span(text, "position", text_span(&words));
  put_line(maker, game, &puzzle->best, puzzle->ending, text);
  json_put_decimal(text, "diff", puzzle->best.value.lead, 2);
  json_put_decimal(text, "win", puzzle->best.value.win, 3);
  json_open_array(text, "wrong");
  for (int i = 0; i < puzzle->wrong_count; i++) {
    const struct puzzle_answer *wrong = &puzzle->wrong[i];
    json_open_object(text, NULL);
    if (i == 0) {
      put_line(maker, game, wrong, puzzle->ending, text);
    } else {
      text_clear(&words);
      player_turn_write(game, &wrong->turn, maker->after, &words);
      json_put_span(text, "line", text_span(&words));
    }
    json_put_decimal(text, "diff", puzzle->best.value.lead - wrong->value.lead, 2);
    json_put_decimal(text, "win", puzzle->best.value.win - wrong->value.win, 3);
    json_close_object(text);
  }
  json_close_array(text);
  json_put_int(text, "level", puzzle->level);
  json_open_array(text, "themes");
  for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++)
    if (puzzle->themes >> i & 1) json_put_string(text, NULL, themes[i]);
  json_close_array(text);
  json_put_string(text, "why", puzzle->why);
  text_free(&words);
}
