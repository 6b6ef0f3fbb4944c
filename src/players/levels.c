/* The players `level-1` to `level-8` for people, and what each of them overlooks. */
#include "players/player.h"

#include <stdlib.h>

#include "base/guard.h"
#include "players/evaluation.h"
#include "rules/game.h"

/* The kinds of games; each level has separate settings for each of them. */
enum { STAR_WARS, CLASSIC, FIELDS, GAMES };

/* The settings of a level. */
struct level {
  const struct evaluation_sets *weights;
  double attention[GAMES];  /* share of the cells that the level notices */
  uint64_t playouts[GAMES]; /* playouts of its search; 0: no search, it takes the best turn by its weights */
};

struct level_mind {
  const struct level *level;
  struct turn_evaluator evaluator;
  tess_game *trial;
  struct player search; /* open if the level searches */
};

/* Counts the scored points and the present value of realms; planets and monasteries are taken because they fill up. */
static const struct evaluation_weights today = {.rate = 0.35f, .supply = {1.0f, 0.5f}, .supply_turns = 4.0f};
static const struct evaluation_sets short_sight = {{&today, &today}, {&today, &today}};

static const struct level levels[LEVELS] = {
    {&short_sight, {0.31, 0.31, 0.33}, {0}},
    {&short_sight, {0.46, 0.46, 0.52}, {0}},
    {&short_sight, {0.72, 0.70, 0.90}, {0}},
    {&mcts_settings.evaluation, {0.38, 0.47, 0.40}, {0}},
    {&mcts_settings.evaluation, {0.53, 0.60, 0.54}, {0}},
    {&mcts_settings.evaluation, {0.73, 0.77, 0.75}, {0}},
    {&mcts_settings.evaluation, {1.00, 1.00, 1.00}, {0}},
    {&mcts_settings.evaluation, {1.00, 1.00, 1.00}, {800, 400, 400}},
};

static int game_of(const tess_game *game) {
  if (tess_set_rules(tess_game_set(game)) == TESS_RULES_STAR_WARS) return STAR_WARS;
  return game->fields ? FIELDS : CLASSIC;
}

static void level_close(struct player *player) {
  struct level_mind *mind = player->mind;
  turn_evaluator_close(&mind->evaluator);
  player_close(&mind->search);
  free(mind->trial);
  free(mind);
}

static void level_open(struct player *player) {
  struct level_mind *mind = player->mind = memory_new(sizeof *mind);
  *mind = (struct level_mind){.level = player->kind->settings, .trial = memory_new(tess_game_size())};
  turn_evaluator_open(&mind->evaluator, mind->level->weights);
  if (player->kind->searches) player_open(&mind->search, &mcts_kind, player->random);
}

static void level_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                         struct player_advice *advice) {
  struct level_mind *mind = player->mind;
  const int which = game_of(game);

  /* 1. A level that searches uses few playouts. */
  const uint64_t most = mind->level->playouts[which];
  if (most > 0) {
    struct player_budget own = *budget;
    if (own.playouts == 0 || own.playouts > most) own.playouts = most;
    mind->search.threads = player->threads;
    mind->search.random = player_random(player);
    player_choose(&mind->search, game, &own, advice);
    return;
  }

  /* 2. A level that does not search evaluates every turn. */
  struct turn_evaluator *evaluator = &mind->evaluator;
  tess_game_copy(mind->trial, game);
  turn_evaluator_run(evaluator, mind->trial);
  turn_evaluator_rank(evaluator, tess_game_sides(game), tess_game_side(game, tess_game_seat(game)), evaluator->count);

  /* 3. It takes the best turn on a cell that it notices, or the worst turn if it notices none. One random number a turn
   * decides which cells it notices. When the tile is laid already, no cell is left to overlook. */
  const uint64_t number = player_random(player);
  const double below = mind->level->attention[which] * 9007199254740992.0; /* multiplied by 2^53 */
  const bool overlooks = tess_game_phase(game) == TESS_PHASE_PLACE;
  int best = 0;
  for (; overlooks && best < evaluator->count - 1; best++) {
    const tess_placement placement = turn_evaluator_ranked(evaluator, best)->how.placement;
    const uint64_t cell = ((uint64_t)(uint16_t)placement.x << 16) | (uint16_t)placement.y;
    if ((double)(random_mix(number ^ random_mix(cell)) >> 11) < below) break;
  }
  const struct turn *chosen = turn_evaluator_ranked(evaluator, best);
  advice->playouts = 1;
  advice->count = 1;
  advice->candidates[0] = (struct player_candidate){.turn = chosen->how, .difference = (double)chosen->lead};
}

#define LEVEL(number, text, does_search)                                                                               \
  {                                                                                                                    \
    .name = "level-" #number, .summary = text, .searches = does_search, .settings = &levels[number - 1],               \
    .open = level_open, .close = level_close, .choose = level_choose                                                   \
  }

const struct player_kind level_kinds[LEVELS] = {
    LEVEL(1, "counts the points at hand and sees a third of the places", false),
    LEVEL(2, "counts the points at hand and overlooks half of the places", false),
    LEVEL(3, "counts the points at hand and sees most places", false),
    LEVEL(4, "plans ahead, but overlooks most places", false),
    LEVEL(5, "plans ahead and overlooks half of the places", false),
    LEVEL(6, "plans ahead and sees most places", false),
    LEVEL(7, "plans ahead and sees everything", false),
    LEVEL(8, "plans ahead and reckons with the answers of the others", true),
};
