#include "hall/bout.h"

#include <string.h>

#include "base/json_writer.h"

/* ---- Results ---- */

/* The side that is ahead by the points, 1 or 2; 0: neither is. */
static int ahead(const int32_t points[2]) { return points[0] > points[1] ? 1 : points[0] < points[1] ? 2 : 0; }

static bool read_game(const json_t *json, struct played_game *game, struct fault *fault) {
  const size_t count = json_array_size(json);
  int64_t numbers[3] = {0};
  bool good = count == 2 || count == 3;
  for (size_t i = 0; i < count && good; i++) {
    good = json_is_integer(json_array_get(json, i));
    numbers[i] = json_integer_value(json_array_get(json, i));
    good = good && numbers[i] >= 0 && numbers[i] <= (i == 2 ? 2 : POINTS_MOST);
  }
  if (!good)
    return fault_say(fault,
                     "expected the points of both, 0 to %d, and after them 1, 2 or 0 if the points do not say "
                     "who has won",
                     POINTS_MOST);
  *game = (struct played_game){.points = {(int32_t)numbers[0], (int32_t)numbers[1]}};
  game->winner = count == 3 ? (int)numbers[2] : ahead(game->points);
  return true;
}

bool bout_result_read(const json_t *json, struct bout_result *result, struct fault *fault) {
  const json_t *games = NULL, *points = json_object_get(json, "points");
  int forfeit = 0;
  *result = (struct bout_result){0};
  const bool is_forfeit = json_object_get(json, "forfeit") != NULL;
  if (!member_list(json, "games", "lists of points", &games, fault) ||
      !member_choice(json, "forfeit", "first second both", &forfeit, fault))
    return false;
  if ((games != NULL) + is_forfeit + (points != NULL) != 1)
    return fault_say(fault, "expected one of games, points and forfeit");
  if (points != NULL) {
    const size_t seats = json_array_size(points);
    bool good = seats >= GATHERING_LEAST && seats <= GATHERING_MOST;
    for (size_t i = 0; i < seats && good; i++) {
      const json_t *one = json_array_get(points, i);
      good = json_is_integer(one) && json_integer_value(one) >= 0 && json_integer_value(one) <= POINTS_MOST;
      result->points[i] = (int32_t)json_integer_value(one);
    }
    result->seats = (int)seats;
    if (!good) return fault_say(fault, "points: expected those of 3 to 5 seats, 0 to %d", POINTS_MOST);
    gathering_places((int)seats, result->points, result->places);
    const json_t *places = json_object_get(json, "places");
    for (size_t i = 0; i < seats && places != NULL && good; i++) {
      const json_int_t place = json_integer_value(json_array_get(places, i));
      good = place >= 1 && place <= (json_int_t)seats;
      result->places[i] = (int)place;
    }
    return good || fault_say(fault, "places: expected those of all seats");
  }
  if (is_forfeit) result->forfeit = (enum forfeit)(forfeit + FORFEIT_FIRST);
  const size_t count = json_array_size(games);
  if (!is_forfeit && (count < 1 || count > GAMES_MOST))
    return fault_say(fault, "games: expected 1 to %d", (int)GAMES_MOST);
  for (size_t i = 0; i < count; i++)
    if (!read_game(json_array_get(games, i), &result->games[i], fault)) return fault_within(fault, "games");
  result->count = (int)count;
  return true;
}

void bout_result_write(const struct bout_result *result, struct text *text) {
  static const char *const words[] = {"", "first", "second", "both"};
  if (result->forfeit != FORFEIT_NONE) {
    json_put_string(text, "forfeit", words[result->forfeit]);
    return;
  }
  if (result->seats > 0) {
    json_open_array(text, "points");
    for (int i = 0; i < result->seats; i++) json_put_int(text, NULL, result->points[i]);
    json_close_array(text);
    int places[GATHERING_MOST];
    gathering_places(result->seats, result->points, places);
    if (memcmp(places, result->places, (size_t)result->seats * sizeof *places) == 0) return;
    json_open_array(text, "places");
    for (int i = 0; i < result->seats; i++) json_put_int(text, NULL, result->places[i]);
    json_close_array(text);
    return;
  }
  json_open_array(text, "games");
  for (int i = 0; i < result->count; i++) {
    const struct played_game *game = &result->games[i];
    json_open_array(text, NULL);
    json_put_int(text, NULL, game->points[0]);
    json_put_int(text, NULL, game->points[1]);
    if (game->winner != ahead(game->points)) json_put_int(text, NULL, game->winner);
    json_close_array(text);
  }
  json_close_array(text);
}

bool bout_result_same(const struct bout_result *one, const struct bout_result *other) {
  bool same = one->forfeit == other->forfeit && one->count == other->count && one->seats == other->seats;
  for (int i = 0; i < one->seats && same; i++) same = one->points[i] == other->points[i];
  for (int i = 0; i < one->count && same; i++) {
    const struct played_game *a = &one->games[i], *b = &other->games[i];
    same = a->points[0] == b->points[0] && a->points[1] == b->points[1] && a->winner == b->winner;
  }
  return same;
}

/* Counts the games that each side has won among the first `count`. */
static void count_wins(const struct bout_result *result, int count, int wins[2]) {
  wins[0] = wins[1] = 0;
  for (int i = 0; i < count; i++)
    if (result->games[i].winner != 0) wins[result->games[i].winner - 1]++;
}

/* True if the first `count` games decide an encounter. */
static bool decides(const struct bout_result *result, int count, int best_of, bool knockout) {
  int wins[2];
  count_wins(result, count, wins);
  if (wins[0] > best_of / 2 || wins[1] > best_of / 2) return true;
  return count >= best_of && (!knockout || wins[0] != wins[1]);
}

void bout_result_wins(const struct bout_result *result, int wins[2]) { count_wins(result, result->count, wins); }

int bout_competitor(const struct bout *bout, int side) {
  return side == 1 ? bout->first : side == 2 ? bout->second : bout->more[side - 3];
}

int bout_side(const struct bout *bout, int competitor) {
  for (int side = 1; side <= bout->seats && competitor != NOBODY; side++)
    if (bout_competitor(bout, side) == competitor) return side;
  return 0;
}

int bout_seat(const bool missing[GATHERING_MOST], int side) {
  int seat = 0;
  for (int i = 0; i < side; i++) seat += !missing[i];
  return seat;
}

bool bout_all_sit(const struct bout *bout) {
  bool all = true;
  for (int side = 0; side < bout->seats; side++) all = all && (bout->sat[side] || bout->missing[side]);
  return all;
}

bool bout_any_sits(const struct bout *bout) {
  bool any = false;
  for (int side = 0; side < bout->seats; side++) any = any || bout->sat[side];
  return any;
}

bool bout_is_decisive(const struct bout *bout, const struct bout_result *result, int best_of, bool knockout) {
  if (bout->seats > 2 || result->seats > 0) return bout->seats == result->seats;
  if (result->forfeit != FORFEIT_NONE) return !knockout || result->forfeit != FORFEIT_BOTH;
  for (int count = 1; count < result->count; count++)
    if (decides(result, count, best_of, knockout)) return false;
  return decides(result, result->count, best_of, knockout);
}

enum encounter_end bout_end(const struct bout *bout) {
  static const enum encounter_end forfeits[] = {ENCOUNTER_OPEN, ENCOUNTER_SECOND, ENCOUNTER_FIRST,
                                                ENCOUNTER_LOST_BY_BOTH};
  int wins[2];
  if (!bout->decided) return ENCOUNTER_OPEN;
  if (bout->second == NOBODY) return ENCOUNTER_FIRST;
  if (bout->result.forfeit != FORFEIT_NONE) return forfeits[bout->result.forfeit];
  bout_result_wins(&bout->result, wins);
  return wins[0] > wins[1] ? ENCOUNTER_FIRST : wins[0] < wins[1] ? ENCOUNTER_SECOND : ENCOUNTER_DRAWN;
}
