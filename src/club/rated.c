/* Reads the rated games of a database for `src/rating`. */
#include <inttypes.h>
#include <stdio.h>

#include "club/club.h"

/* The game that is being gathered, seat by seat. */
struct rated_gathering {
  struct rated_game game; /* without seats: none yet */
  bool (*visit)(void *context, const struct rated_game *game, struct fault *fault);
  void *context;
  struct fault *fault;
  bool failed;
};

/* Refuses the stored game; the fault has the reason. */
static bool refuse_game(struct rated_gathering *gathering) {
  char where[32];
  snprintf(where, sizeof where, "game %" PRId64, gathering->game.number);
  fault_within(gathering->fault, where);
  return !(gathering->failed = true);
}

/* Passes the gathered game to the visitor. */
static bool finish_game(struct rated_gathering *gathering) {
  if (gathering->game.seats == 0) return true;
  if (!rated_game_check(&gathering->game, gathering->fault)) return refuse_game(gathering);
  gathering->failed = !gathering->visit(gathering->context, &gathering->game, gathering->fault);
  gathering->game.seats = 0;
  return !gathering->failed;
}

static bool gather_seat(void *context, const struct store_game *game, const struct store_result *result) {
  struct rated_gathering *gathering = context;
  struct rated_game *rated = &gathering->game;
  if (game->number != rated->number) {
    if (!finish_game(gathering)) return false;
    const bool classic = span_is(game->rules, "classic");
    *rated = (struct rated_game){.number = game->number,
                                 .ended = game->ended,
                                 .rules = classic ? TESS_RULES_CLASSIC : TESS_RULES_STAR_WARS,
                                 .speed = game->speed == CLUB_DAYS ? RATING_DAYS : RATING_LIVE,
                                 .voided = (game->flags & STORE_GAME_VOID) != 0};
    if (!classic && !span_is(game->rules, "star-wars")) {
      fault_say(gathering->fault, "expected the rules star-wars or classic");
      return refuse_game(gathering);
    }
  }
  if (rated->seats == TESS_MAX_PLAYERS) {
    fault_say(gathering->fault, "expected at most %d seats", TESS_MAX_PLAYERS);
    return refuse_game(gathering);
  }
  rated->seat[rated->seats++] = (struct rated_seat){
      .player = result->player, .level = result->level, .side = result->side, .place = result->place};
  return true;
}

bool club_each_rated(const char *place,
                     bool (*visit)(void *context, const struct rated_game *game, struct fault *fault), void *context,
                     struct fault *fault) {
  struct rated_gathering gathering = {.visit = visit, .context = context, .fault = fault};
  return store_each_rated(place, gather_seat, &gathering, fault) && !gathering.failed && finish_game(&gathering);
}
