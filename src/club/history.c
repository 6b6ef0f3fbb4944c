/* The history of a player, the statistics of it, and the file with everything that is stored of the player. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json_writer.h"
#include "club/mails.h"
#include "club/order.h"
#include "club/people.h"
#include "store/store_tournaments.h"

enum { MONTHS_MOST = 120, VARIANTS_MOST = 64, VARIANT_SIZE = 96 };

static const char *const speeds[] = {[CLUB_NO_CLOCK] = "none", [CLUB_LIVE] = "live", [CLUB_DAYS] = "days"};

static bool may_read(const struct club_asker *asker, const struct store_player *player, struct answer *answer) {
  if (player->open || player->number == asker->player) return true;
  return answer_refuse(answer, ANSWER_WRONG_TOKEN, "this player shows their games to nobody");
}

/* ---- Games ---- */

/* Appends the member `games` to the body of the answer, and `next` if there may be more. False: the answer is the
 * refusal instead. */
static bool put_games(const struct club *club, const struct club_asker *asker, int64_t player,
                      const struct store_search *search, int most, struct answer *answer) {
  struct text *text = &answer->body;
  struct store_rows *rows = store_games(club->store, player, search, most);
  struct store_game game;
  struct store_result result;
  struct fault fault;
  int64_t number = 0; /* of the game that is being written */
  int count = 0;
  json_open_array(text, "games");
  for (; store_next_game(rows, &game, &result); number = game.number) {
    if (game.number != number) {
      if (count++ > 0) json_close_array(text), json_close_object(text);
      json_open_object(text, NULL);
      json_put_int(text, "game", game.number);
      if (asker->player == player || game.listed) json_put_span(text, "table", game.id); /* else it is an invitation */
      json_put_int(text, "ended", game.ended);
      json_put_span(text, "rules", game.rules);
      json_put_span(text, "variant", game.variant);
      json_put_string(text, "speed", speeds[game.speed >= CLUB_NO_CLOCK && game.speed <= CLUB_DAYS ? game.speed : 0]);
      if ((game.flags & STORE_GAME_RATED) != 0) json_put_bool(text, "rated", true);
      if ((game.flags & STORE_GAME_VOID) != 0) json_put_bool(text, "void", true);
      json_open_array(text, "seats");
    }
    json_open_object(text, NULL);
    json_put_int(text, "seat", result.seat);
    club_put_player(text, result.player, result.name);
    if (result.level > 0) json_put_int(text, "level", result.level);
    json_put_int(text, "side", result.side + 1);
    json_put_int(text, "points", result.points);
    json_put_int(text, "place", result.place);
    if ((result.flags & CLUB_HELPED) != 0) json_put_bool(text, "helped", true);
    if ((result.flags & CLUB_LOST) != 0) json_put_bool(text, "lost", true);
    if (result.rating > 0) {
      const int after = club_points(result.rating);
      json_put_int(text, "rating", after);
      json_put_int(text, "change", after - club_points(result.rating - result.gained));
    }
    json_close_object(text);
  }
  if (count > 0) json_close_array(text), json_close_object(text);
  json_close_array(text);
  if (count == most) json_put_int(text, "next", number);
  return store_close_rows(rows, &fault) || answer_refuse_fault(answer, &fault);
}

bool club_games(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                const struct store_search *search, struct answer *answer) {
  if (!may_read(asker, player, answer)) return false;
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  if (!put_games(club, asker, player->number, search, CLUB_GAMES_PAGE, answer)) return false;
  json_close_object(&answer->body);
  return true;
}

/* ---- Statistics ---- */

/* The counts of some games. */
struct tally {
  int64_t games, won, shared, points, best;
};

/* All counts of the games of a player, which are counted from the oldest on. */
struct counting {
  struct tally all;
  struct {
    char rules[32], variant[VARIANT_SIZE];
    struct tally tally;
  } variants[VARIANTS_MOST];
  int variant_count;
  struct {
    char month[8]; /* 2026-11 */
    struct tally tally;
  } months[MONTHS_MOST]; /* the last of them */
  int month_count;
  int64_t streak, longest; /* games won in a row: now, and the most ever */
  char best_table[STORE_ID_SIZE];
};

static void tally_add(struct tally *tally, const struct store_result *result) {
  const bool first = result->place == 1, shared = (result->flags & CLUB_SHARED) != 0;
  tally->games++;
  tally->won += first && !shared;
  tally->shared += first && shared;
  tally->points += result->points;
  if (result->points > tally->best) tally->best = result->points;
}

static void copy_span(struct span span, char *out, size_t size) {
  const size_t length = span.length < size ? span.length : size - 1;
  memcpy(out, span.bytes, length);
  out[length] = '\0';
}

static struct tally *find_variant(struct counting *counting, const struct store_game *game) {
  int at = 0;
  while (at < counting->variant_count && !(span_is(game->rules, counting->variants[at].rules) &&
                                           span_is(game->variant, counting->variants[at].variant)))
    at++;
  if (at == VARIANTS_MOST) return NULL;
  if (at == counting->variant_count) {
    copy_span(game->rules, counting->variants[at].rules, sizeof counting->variants[at].rules);
    copy_span(game->variant, counting->variants[at].variant, sizeof counting->variants[at].variant);
    counting->variant_count++;
  }
  return &counting->variants[at].tally;
}

static struct tally *find_month(struct counting *counting, int64_t ended) {
  char month[8] = "";
  struct tm parts;
  const time_t seconds = (time_t)(ended / 1000);
  if (gmtime_r(&seconds, &parts) != NULL) strftime(month, sizeof month, "%Y-%m", &parts);
  const int last = counting->month_count - 1;
  if (last >= 0 && strcmp(counting->months[last].month, month) == 0) return &counting->months[last].tally;
  if (counting->month_count == MONTHS_MOST) {
    memmove(counting->months, counting->months + 1, sizeof counting->months - sizeof counting->months[0]);
    counting->month_count--;
  }
  memset(&counting->months[counting->month_count], 0, sizeof counting->months[0]);
  memcpy(counting->months[counting->month_count].month, month, sizeof month);
  return &counting->months[counting->month_count++].tally;
}

static void put_tally(struct text *text, const struct tally *tally) {
  json_put_int(text, "games", tally->games);
  json_put_int(text, "won", tally->won);
  json_put_int(text, "shared", tally->shared);
  json_put_int(text, "points", tally->points);
  json_put_int(text, "best", tally->best);
}

bool club_statistics(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                     struct answer *answer) {
  struct fault fault;
  struct text *text = &answer->body;
  if (!may_read(asker, player, answer)) return false;
  struct counting *counting = memory_zeroed(sizeof *counting);
  struct store_rows *rows = store_results(club->store, player->number);
  struct store_game game;
  struct store_result result;
  while (store_next_game(rows, &game, &result)) {
    struct tally *variant = find_variant(counting, &game);
    if (counting->all.games == 0 || result.points > counting->all.best)
      copy_span(game.id, counting->best_table, sizeof counting->best_table);
    tally_add(&counting->all, &result);
    if (variant != NULL) tally_add(variant, &result);
    tally_add(find_month(counting, game.ended), &result);
    const bool won = result.place == 1 && (result.flags & CLUB_SHARED) == 0;
    counting->streak = won ? counting->streak + 1 : 0;
    if (counting->streak > counting->longest) counting->longest = counting->streak;
  }
  const bool counted = store_close_rows(rows, &fault);
  answer_begin(answer, ANSWER_OK);
  json_open_object(text, NULL);
  put_tally(text, &counting->all);
  if (asker->player == player->number && counting->all.games > 0)
    json_put_string(text, "best_table", counting->best_table);
  json_put_int(text, "streak", counting->streak);
  json_put_int(text, "longest", counting->longest);
  json_open_array(text, "variants");
  for (int i = 0; i < counting->variant_count; i++) {
    json_open_object(text, NULL);
    json_put_string(text, "rules", counting->variants[i].rules);
    json_put_string(text, "variant", counting->variants[i].variant);
    put_tally(text, &counting->variants[i].tally);
    json_close_object(text);
  }
  json_close_array(text);
  json_open_array(text, "months");
  for (int i = 0; i < counting->month_count; i++) {
    json_open_object(text, NULL);
    json_put_string(text, "month", counting->months[i].month);
    put_tally(text, &counting->months[i].tally);
    json_close_object(text);
  }
  json_close_array(text);
  free(counting);
  json_open_array(text, "opponents");
  if (!counted) return answer_refuse_fault(answer, &fault);
  rows = store_opponents(club->store, player->number, CLUB_MOST_OPPONENTS);
  for (struct store_opponent opponent; store_next_opponent(rows, &opponent);) {
    json_open_object(text, NULL);
    if (opponent.player != 0)
      club_put_player(text, opponent.player, opponent.name);
    else
      json_put_int(text, "level", opponent.level);
    json_put_int(text, "games", opponent.games);
    json_put_int(text, "won", opponent.won);
    json_put_int(text, "lost", opponent.lost);
    json_close_object(text);
  }
  json_close_array(text);
  json_close_object(text);
  return store_close_rows(rows, &fault) || answer_refuse_fault(answer, &fault);
}

/* ---- Everything ---- */

/* Appends the tournaments that a player has entered or organizes. Returns false with the refusal. */
static bool put_tournaments(const struct club *club, int64_t player, struct answer *answer) {
  struct fault fault;
  json_open_array(&answer->body, "tournaments");
  struct store_rows *rows = store_own_tournaments(club->store, player, INT32_MAX);
  struct store_tournament tournament;
  for (struct span item; store_next_tournament(rows, &tournament, &item);)
    if (!answer_put_item(answer, item)) store_note_damage(club->store, "a tournament");
  json_close_array(&answer->body);
  return store_close_rows(rows, &fault) || answer_refuse_fault(answer, &fault);
}

/* Appends the tables that a player has left and whose logs have the name. Returns false with the refusal. */
static bool put_left(const struct club *club, int64_t player, struct answer *answer) {
  struct fault fault;
  struct span table;
  json_open_array(&answer->body, "left");
  struct store_rows *rows = store_left(club->store, player);
  while (store_next_left(rows, &table)) json_put_span(&answer->body, NULL, table);
  json_close_array(&answer->body);
  return store_close_rows(rows, &fault) || answer_refuse_fault(answer, &fault);
}

void club_file(const struct club *club, const struct club_asker *asker, struct answer *answer) {
  struct store_player player;
  if (!club_find_player(club, span_of("me"), asker, &player, answer)) return;
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_open_object(&answer->body, "player");
  if (!club_put_profile(club, asker, &player, answer)) return;
  json_close_object(&answer->body);
  struct fault fault;
  if (!mails_put(club, player.number, &answer->body, &fault)) {
    answer_refuse_fault(answer, &fault);
    return;
  }
  if (!people_put(club, &player, answer) || !order_put_reports(club, player.number, answer)) return;
  if (put_left(club, player.number, answer) && put_tournaments(club, player.number, answer) &&
      put_games(club, asker, player.number, &(struct store_search){0}, INT32_MAX, answer))
    json_close_object(&answer->body);
}
