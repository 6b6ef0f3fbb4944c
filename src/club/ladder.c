/* The ladders of a server. */
#include "base/json_writer.h"
#include "club/club.h"

/* A ladder that is being written. */
struct told_ladder {
  struct text *text;
  int64_t now;
  int count;
};

static bool tell_rung(void *context, const struct store_rung *rung) {
  struct told_ladder *told = context;
  const struct rating stored = {.value = (int32_t)rung->value,
                                .deviation = (int32_t)rung->deviation,
                                .volatility = (int32_t)rung->volatility,
                                .games = (int32_t)rung->games,
                                .played = rung->played};
  const struct rating rating = rating_at(&stored, told->now);
  json_open_object(told->text, NULL);
  json_put_int(told->text, "rank", rung->rank);
  club_put_player(told->text, rung->player, rung->name);
  club_put_figure(told->text, rung->figure);
  club_put_rating(told->text, &rating);
  json_close_object(told->text);
  told->count++;
  return true;
}

bool club_ladder(const struct club *club, int pool, int season, int64_t skip, struct answer *answer) {
  struct fault fault;
  struct text *text = &answer->body;
  const int64_t end = season_begin(season + 1) - 1;
  struct told_ladder told = {.text = text, .now = club->now < end ? club->now : end};
  struct text name = {0};
  answer_begin(answer, ANSWER_OK);
  json_open_object(text, NULL);
  json_put_string(text, "pool", rating_pool_name(pool));
  season_write(season, &name);
  json_put_span(text, "season", text_span(&name));
  text_free(&name);
  json_put_int(text, "begins", season_begin(season));
  json_put_int(text, "ends", season_begin(season + 1));
  json_open_array(text, "players");
  if (!store_each_rung(club->store, pool, season, told.now, CLUB_LADDER_PAGE, skip, tell_rung, &told, &fault))
    return answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  json_close_array(text);
  if (told.count == CLUB_LADDER_PAGE) json_put_int(text, "next", skip + told.count);
  json_open_array(text, "computers");
  for (int level = 1; level <= RATING_LEVELS; level++) {
    const struct rating rating = rating_of_level(rating_pool_rules(pool), level);
    json_open_object(text, NULL);
    json_put_int(text, "level", level);
    json_put_int(text, "rating", club_points(rating.value));
    json_close_object(text);
  }
  json_close_array(text);
  json_close_object(text);
  return true;
}
