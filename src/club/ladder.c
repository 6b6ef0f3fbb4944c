/* The ladders of a server. */
#include "base/json_writer.h"
#include "club/club.h"

/* The players of a page of a ladder. */
struct ladder_rungs {
  struct store_rung rungs[CLUB_LADDER_PAGE];
  int count;
  bool full; /* others may follow */
};

static struct rating rating_of(const struct store_rung *rung) {
  return (struct rating){.value = (int32_t)rung->value,
                         .deviation = (int32_t)rung->deviation,
                         .volatility = (int32_t)rung->volatility,
                         .games = (int32_t)rung->games,
                         .played = rung->played};
}

/* Reads a page, without ratings that cannot be true. Returns false with `*fault`. */
static bool read_page(const struct club *club, struct store_rows *rows, struct ladder_rungs *page,
                      struct fault *fault) {
  struct store_rung rung;
  while (store_next_rung(rows, &rung)) {
    const struct rating rating = rating_of(&rung);
    if (rating_check(&rating))
      page->rungs[page->count++] = rung;
    else
      store_note_damage(club->store, "a rating");
  }
  page->full = store_rows_read(rows) == CLUB_LADDER_PAGE;
  return store_close_rows(rows, fault);
}

bool club_ladder(const struct club *club, int pool, int season, int64_t skip, struct answer *answer) {
  struct ladder_rungs page = {.count = 0};
  struct fault fault;
  struct text *text = &answer->body, name = {0};
  const int64_t end = season_begin(season + 1) - 1, now = club->now < end ? club->now : end;
  int64_t above = 0;

  /* 1. Read the page. Equal ratings share a rank, also with players of the page before. */
  if (!read_page(club, store_ladder(club->store, pool, season, now, CLUB_LADDER_PAGE, skip), &page, &fault) ||
      (skip > 0 && page.count > 0 &&
       !store_count_above(club->store, pool, season, now, page.rungs[0].value, &above, &fault)))
    return answer_refuse_fault(answer, &fault);

  /* 2. Write it. */
  answer_begin(answer, ANSWER_OK);
  json_open_object(text, NULL);
  json_put_string(text, "pool", rating_pool_name(pool));
  season_write(season, &name);
  json_put_span(text, "season", text_span(&name));
  text_free(&name);
  json_put_int(text, "begins", season_begin(season));
  json_put_int(text, "ends", season_begin(season + 1));
  /* The first player has the rank `above + 1`, and is preceded by `skip` players. */
  int64_t rank = above + 1;
  json_open_array(text, "players");
  for (int i = 0; i < page.count; i++) {
    const struct store_rung *rung = &page.rungs[i];
    const struct rating stored = rating_of(rung), rating = rating_at(&stored, now);
    if (i > 0 && rung->value != page.rungs[i - 1].value) rank = skip + i + 1;
    json_open_object(text, NULL);
    json_put_int(text, "rank", rank);
    club_put_player(text, rung->player, span_of(rung->name));
    club_put_figure(text, rung->figure);
    club_put_rating(text, &rating);
    json_close_object(text);
  }
  json_close_array(text);
  if (page.full) json_put_int(text, "next", skip + CLUB_LADDER_PAGE);
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
