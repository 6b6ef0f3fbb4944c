#include "hall/competition.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/json_writer.h"

/* ---- Results ---- */

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
  const int by_points = numbers[0] > numbers[1] ? 1 : numbers[0] < numbers[1] ? 2 : 0;
  *game = (struct played_game){{(int32_t)numbers[0], (int32_t)numbers[1]}, count == 3 ? (int)numbers[2] : by_points};
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
    return good || fault_say(fault, "points: expected those of 3 to 5 seats, 0 to %d", POINTS_MOST);
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
    return;
  }
  json_open_array(text, "games");
  for (int i = 0; i < result->count; i++) {
    const struct played_game *game = &result->games[i];
    const int by_points = game->points[0] > game->points[1] ? 1 : game->points[0] < game->points[1] ? 2 : 0;
    json_open_array(text, NULL);
    json_put_int(text, NULL, game->points[0]);
    json_put_int(text, NULL, game->points[1]);
    if (game->winner != by_points) json_put_int(text, NULL, game->winner);
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
  count_wins(&bout->result, bout->result.count, wins);
  return wins[0] > wins[1] ? ENCOUNTER_FIRST : wins[0] < wins[1] ? ENCOUNTER_SECOND : ENCOUNTER_DRAWN;
}

/* ---- Entries ---- */

/* The entry that is being applied. */
struct competition_entry {
  const json_t *json;
  struct fault *fault;
};

static bool refuse(const struct competition_entry *entry) {
  return entry->fault->text[0] != '\0' || fault_say(entry->fault, "an entry of a tournament cannot follow the others");
}

/* Reads the member of a player's number. */
static bool read_player(const json_t *json, const char *name, int64_t *player, struct fault *fault) {
  struct span text = {0};
  uint64_t number = 0;
  if (!member_text(json, name, &text, fault) || text.bytes == NULL) return false;
  if (!span_hash(text, &number) || number == 0 || number > INT64_MAX) return fault_say(fault, "%s: no player", name);
  *player = (int64_t)number;
  return true;
}

static struct competitor *competitor_of(struct competition *competition, const struct competition_entry *entry) {
  int number = 0;
  if (!member_whole(entry->json, "entrant", 1, competition->competitor_count, &number, entry->fault) || number == 0)
    return NULL;
  return &competition->competitors[number - 1];
}

/* Returns the encounter of an entry, which is not one of a bye; or NULL. */
static struct bout *bout_of(struct competition *competition, const struct competition_entry *entry) {
  int number = 0;
  if (!member_whole(entry->json, "encounter", 1, competition->bout_count, &number, entry->fault) || number == 0)
    return NULL;
  struct bout *bout = &competition->bouts[number - 1];
  return bout->second == NOBODY ? NULL : bout;
}

static bool apply_settings(struct competition *competition, const struct competition_entry *entry) {
  return competition->round == 0 &&
         settings_read(json_object_get(entry->json, "settings"), NULL, &competition->settings, entry->fault);
}

static bool apply_opened(struct competition *competition, const struct competition_entry *entry) {
  if (competition->seq > 0 || !read_player(entry->json, "by", &competition->opener, entry->fault) ||
      !member_hex(entry->json, "commitment", competition->commitment, sizeof competition->commitment, entry->fault))
    return false;
  competition->created = competition->at;
  competition->organizers[competition->organizer_count++] = competition->opener;
  return apply_settings(competition, entry);
}

static bool apply_renamed(struct competition *competition, const struct competition_entry *entry) {
  return member_line(entry->json, "name", TITLE_MOST, competition->settings.name, entry->fault);
}

static bool apply_organizer(struct competition *competition, const struct competition_entry *entry) {
  int64_t player = 0;
  bool yes = false;
  if (!read_player(entry->json, "player", &player, entry->fault) ||
      !member_switch(entry->json, "yes", &yes, entry->fault))
    return false;
  int at = 0;
  while (at < competition->organizer_count && competition->organizers[at] != player) at++;
  if (yes && at == competition->organizer_count) {
    if (at == ORGANIZERS_MOST) return false;
    competition->organizers[competition->organizer_count++] = player;
  }
  if (!yes && at < competition->organizer_count)
    competition->organizers[at] = competition->organizers[--competition->organizer_count];
  return true;
}

static bool apply_entered(struct competition *competition, const struct competition_entry *entry) {
  struct competitor competitor = {.rating = RATING_DEFAULT};
  struct span name = {0};
  int64_t lot = 0;
  int rating = RATING_DEFAULT;
  const bool guest = json_object_get(entry->json, "name") != NULL;
  if (competition->competitor_count == ENTRANTS_MOST || !member_text(entry->json, "name", &name, entry->fault) ||
      (guest && !name_read(name, competitor.name, entry->fault)) ||
      (!guest && !read_player(entry->json, "player", &competitor.player, entry->fault)) ||
      !member_whole(entry->json, "rating", 0, RATING_MOST, &rating, entry->fault) ||
      !member_long(entry->json, "lot", &lot, entry->fault) || lot < 0 || lot > UINT32_MAX)
    return false;
  competitor.rating = rating;
  competitor.lot = (uint32_t)lot;
  if (competition->competitor_count == competition->competitor_room) {
    competition->competitor_room = 2 * competition->competitor_room + 16;
    competition->competitors = memory_resize(competition->competitors,
                                             (size_t)competition->competitor_room * sizeof *competition->competitors);
  }
  competition->competitors[competition->competitor_count++] = competitor;
  return true;
}

static bool apply_rated(struct competition *competition, const struct competition_entry *entry) {
  struct competitor *competitor = competitor_of(competition, entry);
  int rating = RATING_DEFAULT;
  if (competitor == NULL || !member_whole(entry->json, "rating", 0, RATING_MOST, &rating, entry->fault)) return false;
  competitor->rating = rating;
  return true;
}

static bool apply_away(struct competition *competition, const struct competition_entry *entry, bool away,
                       bool expelled) {
  struct competitor *competitor = competitor_of(competition, entry);
  if (competitor == NULL) return false;
  competitor->away = away;
  competitor->ready = false;
  competitor->expelled = competitor->expelled || expelled;
  return true;
}

static bool apply_ready(struct competition *competition, const struct competition_entry *entry) {
  struct competitor *competitor = competitor_of(competition, entry);
  return competitor != NULL && member_switch(entry->json, "yes", &competitor->ready, entry->fault);
}

static bool apply_left(struct competition *competition, const struct competition_entry *entry) {
  return apply_away(competition, entry, true, false);
}

static bool apply_returned(struct competition *competition, const struct competition_entry *entry) {
  return apply_away(competition, entry, false, false);
}

static bool apply_expelled(struct competition *competition, const struct competition_entry *entry) {
  return apply_away(competition, entry, true, true);
}

/* Reads a list of competitors, counted from 1 in the log; returns their number, or -1. `listed` is true for those who
 * are in an earlier list, and who can be in no other one; it becomes true for these. */
static int read_competitors(const struct competition *competition, const json_t *list, int most, bool *listed,
                            int *competitors) {
  const size_t count = json_array_size(list);
  if (count == 0 || count > (size_t)most) return -1;
  for (size_t i = 0; i < count; i++) {
    const json_int_t number = json_integer_value(json_array_get(list, i));
    if (number < 1 || number > competition->competitor_count || listed[number - 1]) return -1;
    competitors[i] = (int)number - 1;
    listed[number - 1] = true;
  }
  return (int)count;
}

bool competition_is_member(const struct competition *competition, int competitor) {
  const struct competitor *own = &competition->competitors[competitor];
  const enum tournament_form form = competition->settings.form;
  return form == FORM_SWISS || form == FORM_ARENA || (competition->round == 0 ? !own->away : own->in);
}

/* Reads the groups of a season of a round robin; all others are in none. */
static bool read_groups(struct competition *competition, const json_t *list) {
  const size_t count = json_array_size(list);
  bool listed[ENTRANTS_MOST] = {false};
  int filled = 0;
  if (count == 0 || count > GROUPS_MOST || competition->settings.form != FORM_ROUND_ROBIN) return false;
  for (int i = 0; i < competition->competitor_count; i++) competition->competitors[i].in = false;
  for (size_t group = 0; group < count; group++) {
    const int size = read_competitors(competition, json_array_get(list, group), ENTRANTS_MOST, listed,
                                      competition->grouped + filled);
    if (size < 1) return false;
    for (int i = filled; i < filled + size; i++) {
      competition->competitors[competition->grouped[i]].in = true;
      competition->competitors[competition->grouped[i]].group = (int)group;
    }
    competition->group_sizes[group] = size;
    filled += size;
  }
  competition->group_count = (int)count;
  competition->season++;
  competition->season_base = competition->round;
  return true;
}

/* Reads the seeds of the knock-out after the cut. */
static bool read_seeds(struct competition *competition, const json_t *list) {
  bool listed[ENTRANTS_MOST] = {false};
  competition->seed_count = read_competitors(competition, list, ENTRANTS_MOST, listed, competition->seeds);
  for (int i = 0; i < competition->seed_count; i++)
    if (!competition_is_member(competition, competition->seeds[i])) return false;
  return competition->seed_count >= 2;
}

static bool apply_paired(struct competition *competition, const struct competition_entry *entry) {
  const json_t *list = json_object_get(entry->json, "encounters"), *seeds = json_object_get(entry->json, "seeds");
  const int count = (int)json_array_size(list);
  const bool arena = competition->settings.form == FORM_ARENA;
  if ((count == 0) != (arena && competition->round == 0) || competition->bout_count + count > BOUTS_MOST) return false;
  bool listed[ENTRANTS_MOST] = {false};
  if (seeds != NULL && !read_seeds(competition, seeds)) return false;
  if (competition->bout_count + count > competition->bout_room) {
    competition->bout_room = 2 * competition->bout_room + count;
    competition->bouts = memory_resize(competition->bouts, (size_t)competition->bout_room * sizeof *competition->bouts);
  }
  for (int i = 0; i < competition->competitor_count && competition->round == 0; i++)
    competition->competitors[i].in = !competition->competitors[i].away;
  const json_t *groups = json_object_get(entry->json, "groups");
  if (groups != NULL && !read_groups(competition, groups)) return false;
  if (!arena || competition->round == 0) {
    competition->round++;
    competition->paired = competition->at;
  }
  competition->state = STORE_PLAYING;
  for (int i = 0; i < count; i++) {
    int pair[GATHERING_MOST] = {NOBODY, NOBODY};
    const int most = competition->settings.seats > 2 ? GATHERING_MOST : 2;
    const int seats = read_competitors(competition, json_array_get(list, (size_t)i), most, listed, pair);
    for (int k = 0; k < seats; k++) competition->competitors[pair[k]].ready = false;
    if (seats < 1 || (most > 2 && seats < GATHERING_LEAST)) return false;
    competition->bouts[competition->bout_count++] = (struct bout){.round = competition->round,
                                                                  .first = pair[0],
                                                                  .second = pair[1],
                                                                  .seats = seats < 2 ? 2 : seats,
                                                                  .more = {pair[2], pair[3], pair[4]},
                                                                  .since = competition->at,
                                                                  .decided = pair[1] == NOBODY};
  }
  return true;
}

/* Decides an encounter; its table counts no more. */
static void decide(struct bout *bout, const struct bout_result *result) {
  bout->result = *result;
  bout->decided = true;
  bout->table[0] = '\0';
  bout->sat[0] = bout->sat[1] = false;
}

static bool apply_reported(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  int side = 0;
  if (bout == NULL || !member_whole(entry->json, "side", 1, bout->seats, &side, entry->fault) || side == 0 ||
      !bout_result_read(entry->json, &bout->reports[side - 1], entry->fault))
    return false;
  bout->reported[side - 1] = true;
  bout->claimed = competition->at;
  /* More than half of a game decide it: two of five do not outvote the others. */
  int same = 0;
  for (int other = 1; other <= bout->seats; other++)
    same += bout->reported[other - 1] && bout_result_same(&bout->reports[side - 1], &bout->reports[other - 1]);
  const struct bout_result result = bout->reports[side - 1];
  if (2 * same > bout->seats) decide(bout, &result);
  return true;
}

static const char why_choices[] = "people grace period";

const char *decided_why_word(enum decided_why why) {
  static const char *const words[] = {"people", "grace", "period"};
  return words[why];
}

static bool apply_decided(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  struct bout_result result;
  int why = 0;
  if (bout == NULL || !bout_result_read(entry->json, &result, entry->fault) ||
      !member_choice(entry->json, "why", why_choices, &why, entry->fault))
    return false;
  decide(bout, &result);
  bout->why = (enum decided_why)why;
  return true;
}

static bool apply_voided(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  if (bout == NULL) return false;
  struct bout opened = {.round = bout->round,
                        .first = bout->first,
                        .second = bout->second,
                        .seats = bout->seats,
                        .since = competition->at};
  memcpy(opened.more, bout->more, sizeof opened.more);
  *bout = opened;
  return true;
}

/* A side wants to play at a time; without a side both do. */
static bool apply_proposed(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  int side = 0;
  int64_t date = 0;
  if (bout == NULL || !member_whole(entry->json, "side", 1, 2, &side, entry->fault) ||
      !member_long(entry->json, "date", &date, entry->fault) || date <= 0)
    return false;
  if (side != 2) bout->dates[0] = date;
  if (side != 1) bout->dates[1] = date;
  if (bout->dates[0] != bout->dates[1] || bout->dates[0] == bout->date) return true;
  bout->date = bout->dates[0];
  if (bout->calls > 1 && bout->date > competition->at + REMINDED_BEFORE) bout->calls = 1;
  return true;
}

/* The players of these encounters got a notice. */
static bool apply_called(struct competition *competition, const struct competition_entry *entry) {
  const json_t *list = json_object_get(entry->json, "encounters");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_int_t number = json_integer_value(json_array_get(list, i));
    if (number < 1 || number > competition->bout_count) return false;
    competition->bouts[number - 1].calls++;
  }
  return true;
}

static bool apply_table(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  struct span table = {0};
  int side = 0;
  if (bout == NULL || !member_text(entry->json, "table", &table, entry->fault) || table.length == 0 ||
      table.length >= sizeof bout->table || !member_whole(entry->json, "side", 1, 2, &side, entry->fault) || side == 0)
    return false;
  if (!span_is(table, bout->table)) bout->sat[0] = bout->sat[1] = false;
  memset(bout->table, 0, sizeof bout->table);
  memcpy(bout->table, table.bytes, table.length);
  bout->sat[side - 1] = true;
  bout->claimed = competition->at;
  return true;
}

static bool apply_played(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  struct bout_result game;
  if (bout == NULL || !bout_result_read(entry->json, &game, entry->fault) || game.count != 1 ||
      bout->result.count == GAMES_MOST)
    return false;
  bout->result.games[bout->result.count++] = game.games[0];
  bout->since = competition->at;
  bout->table[0] = '\0';
  bout->sat[0] = bout->sat[1] = false;
  const bool knockout = rounds_is_knockout(competition, bout->round);
  if (bout->result.count == GAMES_MOST ||
      bout_is_decisive(bout, &bout->result, competition->settings.best_of, knockout)) {
    const struct bout_result result = bout->result;
    decide(bout, &result);
  }
  return true;
}

static bool apply_closed(struct competition *competition, const struct competition_entry *entry) {
  competition->state = STORE_FINISHED;
  return member_hex(entry->json, "secret", competition->secret, sizeof competition->secret, entry->fault);
}

/* All entries, by type. */
static const struct {
  const char *type;
  bool (*apply)(struct competition *competition, const struct competition_entry *entry);
} kinds[] = {{"opened", apply_opened},     {"set", apply_settings},      {"organizer", apply_organizer},
             {"entered", apply_entered},   {"rated", apply_rated},       {"left", apply_left},
             {"returned", apply_returned}, {"expelled", apply_expelled}, {"paired", apply_paired},
             {"reported", apply_reported}, {"decided", apply_decided},   {"voided", apply_voided},
             {"table", apply_table},       {"seated", apply_table},      {"played", apply_played},
             {"renamed", apply_renamed},   {"ready", apply_ready},       {"proposed", apply_proposed},
             {"called", apply_called},     {"closed", apply_closed}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Notes the number, the time, the request and the author of an entry. */
static bool note_head(struct competition *competition, const struct competition_entry *entry) {
  int64_t seq = 0, at = 0, author = 0;
  struct span request = {0};
  uint64_t print = 0;
  if (!member_long(entry->json, "seq", &seq, entry->fault) || !member_long(entry->json, "at", &at, entry->fault) ||
      !member_text(entry->json, "request", &request, entry->fault) || seq != competition->seq + 1 || seq > LOG_MOST ||
      (request.bytes != NULL && !span_hash(request, &print)) ||
      (json_object_get(entry->json, "by") != NULL && !read_player(entry->json, "by", &author, entry->fault)))
    return false;
  if (seq > competition->log_room) {
    competition->log_room = 2 * competition->log_room + 64;
    competition->requests =
        memory_resize(competition->requests, (size_t)competition->log_room * sizeof *competition->requests);
    competition->authors =
        memory_resize(competition->authors, (size_t)competition->log_room * sizeof *competition->authors);
  }
  competition->requests[seq - 1] = print;
  competition->authors[seq - 1] = author;
  competition->at = at;
  return true;
}

uint64_t entry_print(struct span entry) { return fnv_add_bytes(FNV_BEGIN, entry.bytes, entry.length); }

bool entry_apply(struct competition *competition, struct span entry, struct fault *fault) {
  *fault = (struct fault){0};
  json_t *json = members_read(entry, fault);
  if (json == NULL) return false;
  const struct competition_entry applied = {json, fault};
  struct span type = {0};
  bool good = note_head(competition, &applied) && member_text(json, "type", &type, fault);
  int kind = 0;
  while (good && kind < KINDS && !span_is(type, kinds[kind].type)) kind++;
  good = good && kind < KINDS && (competition->seq > 0) == (kind > 0) && kinds[kind].apply(competition, &applied);
  if (good) {
    competition->seq++;
    competition->print = entry_print(entry);
  } else {
    refuse(&applied);
  }
  json_decref(json);
  return good;
}

void competition_free(struct competition *competition) {
  free(competition->competitors);
  free(competition->bouts);
  free(competition->requests);
  free(competition->authors);
  *competition = (struct competition){0};
}

size_t competition_bytes(const struct competition *competition) {
  return sizeof *competition + (size_t)competition->competitor_room * sizeof *competition->competitors +
         (size_t)competition->bout_room * sizeof *competition->bouts +
         (size_t)competition->log_room * (sizeof *competition->requests + sizeof *competition->authors);
}

/* ---- What it says ---- */

bool competition_is_organizer(const struct competition *competition, int64_t player) {
  for (int i = 0; i < competition->organizer_count; i++)
    if (competition->organizers[i] == player && player != 0) return true;
  return false;
}

int competition_find(const struct competition *competition, int64_t player) {
  for (int i = 0; i < competition->competitor_count; i++)
    if (competition->competitors[i].player == player && player != 0) return i;
  return NOBODY;
}

int competition_present(const struct competition *competition) {
  int count = 0;
  for (int i = 0; i < competition->competitor_count; i++) count += !competition->competitors[i].away;
  return count;
}

/* Counts those whom the form pairs. */
static int count_members(const struct competition *competition) {
  int count = 0;
  for (int i = 0; i < competition->competitor_count; i++) count += competition_is_member(competition, i);
  return count;
}

/* The rounds of a season of a round robin: those of its largest group. */
static int season_rounds(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  int largest = 0;
  for (int i = 0; i < competition->group_count; i++)
    if (competition->group_sizes[i] > largest) largest = competition->group_sizes[i];
  if (competition->group_count == 0) largest = (count_members(competition) + settings->groups - 1) / settings->groups;
  return round_robin_rounds(largest, settings->cycles);
}

int rounds_first(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  if (settings->form == FORM_SWISS) return settings->rounds;
  if (settings->form == FORM_KNOCKOUT) return 0;
  if (settings->form == FORM_ARENA) return 1;
  const int seasons = settings->seasons - (competition->season > 0 ? competition->season - 1 : 0);
  return competition->season_base + seasons * season_rounds(competition);
}

int rounds_all(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  const int first = rounds_first(competition);
  if (settings->form == FORM_KNOCKOUT) return knockout_rounds(count_members(competition));
  if (settings->cut == 0) return first;
  return first + knockout_rounds(competition->seed_count > 0 ? competition->seed_count : settings->cut);
}

bool rounds_is_knockout(const struct competition *competition, int round) {
  return competition->settings.form == FORM_KNOCKOUT || round > rounds_first(competition);
}

bool competition_is_decided(const struct competition *competition) {
  for (int i = 0; i < competition->bout_count; i++)
    if (!competition->bouts[i].decided) return false;
  return true;
}

int competition_better_seed(const struct competition *competition, int one, int other) {
  for (int i = 0; i < competition->seed_count; i++)
    if (competition->seeds[i] == one || competition->seeds[i] == other) return competition->seeds[i];
  const struct competitor *a = &competition->competitors[one], *b = &competition->competitors[other];
  if (a->rating != b->rating) return a->rating > b->rating ? one : other;
  return a->lot < b->lot || (a->lot == b->lot && one < other) ? one : other;
}

int competition_find_open(const struct competition *competition, int competitor) {
  for (int i = competition->bout_count - 1; i >= 0; i--) {
    const struct bout *bout = &competition->bouts[i];
    if (!bout->decided && bout_side(bout, competitor) > 0) return i;
  }
  return NOBODY;
}

/* Finds the last opponent of a competitor, from 0. */
static int last_opponent(const struct competition *competition, int competitor) {
  for (int i = competition->bout_count - 1; i >= 0; i--) {
    const int side = bout_side(&competition->bouts[i], competitor);
    if (side > 0) return bout_competitor(&competition->bouts[i], 3 - side);
  }
  return NOBODY;
}

int competition_find_ready(const struct competition *competition, int competitor) {
  const bool any = competition_present(competition) < 3;
  for (int i = 0; i < competition->competitor_count; i++)
    if (i != competitor && competition->competitors[i].ready &&
        (any || last_opponent(competition, competitor) != i || last_opponent(competition, i) != competitor))
      return i;
  return NOBODY;
}

/* ---- Pairings and placings ---- */

/* One stage of a competition as src/tournament sees it: the form, or the knock-out after the cut. */
struct stage {
  struct tournament tournament;
  struct entrant *entrants;
  struct encounter *encounters;
  int members[ENTRANTS_MOST]; /* competitors by entrant */
  int base;                   /* rounds before the stage */
};

static void stage_free(struct stage *stage) {
  free(stage->entrants);
  free(stage->encounters);
}

/* Lists the competitors of the form, or those of a group, from 0. Returns their number. */
static int list_members(const struct competition *competition, int group, int *members) {
  int count = 0, begin = 0;
  if (competition->group_count > 0) {
    for (int i = 0; i < group; i++) begin += competition->group_sizes[i];
    memcpy(members, competition->grouped + begin, (size_t)competition->group_sizes[group] * sizeof *members);
    return competition->group_sizes[group];
  }
  for (int i = 0; i < competition->competitor_count; i++)
    if (competition_is_member(competition, i)) members[count++] = i;
  return count;
}

/* Makes a stage of these competitors and the rounds after `base` up to `last`; stage_free() releases it. `ranked`: the
 * competitors are in the order of the seeds. */
static void make_stage(const struct competition *competition, const int *members, int count, bool ranked, int base,
                       int last, struct stage *stage) {
  int at[ENTRANTS_MOST];
  *stage = (struct stage){.base = base};
  stage->entrants = memory_new((size_t)(count + 1) * sizeof *stage->entrants);
  stage->encounters = memory_new((size_t)(competition->bout_count + 1) * sizeof *stage->encounters);
  for (int i = 0; i < competition->competitor_count; i++) at[i] = NOBODY;
  for (int i = 0; i < count; i++) {
    const struct competitor *competitor = &competition->competitors[members[i]];
    stage->members[i] = members[i];
    at[members[i]] = i;
    stage->entrants[i] = ranked ? (struct entrant){.rating = count - i}
                                : (struct entrant){competitor->rating, competitor->lot, competitor->away};
  }
  stage->tournament.entrant_count = count;
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (bout->round <= base || bout->round > last || at[bout->first] == NOBODY ||
        (bout->second != NOBODY && at[bout->second] == NOBODY))
      continue;
    struct encounter encounter = {.round = bout->round - base,
                                  .first = at[bout->first],
                                  .second = bout->second == NOBODY ? NOBODY : at[bout->second],
                                  .end = bout_end(bout)};
    for (int k = 0; k < bout->result.count && bout->decided; k++)
      for (int side = 0; side < 2; side++) encounter.points[side] += bout->result.games[k].points[side];
    stage->encounters[stage->tournament.encounter_count++] = encounter;
  }
  stage->tournament.entrants = stage->entrants;
  stage->tournament.encounters = stage->encounters;
}

/* Makes the stage of the form, or of one of its groups. */
static void make_form(const struct competition *competition, int group, struct stage *stage) {
  int members[ENTRANTS_MOST];
  const int count = list_members(competition, group, members);
  const int last = competition->settings.form == FORM_KNOCKOUT ? INT_MAX : rounds_first(competition);
  make_stage(competition, members, count, false, competition->season_base, last, stage);
}

/* Makes the stage of the knock-out after the cut. */
static void make_cut(const struct competition *competition, const int *seeds, int count, struct stage *stage) {
  make_stage(competition, seeds, count, true, rounds_first(competition), INT_MAX, stage);
}

/* How far a knock-out has brought an entrant, and the place that follows from it. */
struct knockout_row {
  int64_t depth; /* four times the round in which they first lost, and 2 for the third place, 1 for the fourth */
  struct placing placing;
};

static int compare_rows(const void *one, const void *other) {
  const struct knockout_row *a = one, *b = other;
  if (a->depth != b->depth) return a->depth < b->depth ? 1 : -1;
  return a->placing.place != b->placing.place ? a->placing.place - b->placing.place
                                              : a->placing.entrant - b->placing.entrant;
}

/* Orders the placings of a knock-out by how far each entrant has come. */
static void place_knockout(const struct tournament *tournament, struct placing *placings) {
  const int count = tournament->entrant_count;
  struct knockout_row *rows = memory_zeroed((size_t)(count + 1) * sizeof *rows);
  for (int i = 0; i < count; i++) {
    bool lost = false;
    rows[i] = (struct knockout_row){INT64_MAX, placings[i]};
    for (int k = 0; k < tournament->encounter_count; k++) {
      const struct encounter *encounter = &tournament->encounters[k];
      const int own = placings[i].entrant;
      if ((encounter->first != own && encounter->second != own) || encounter->end == ENCOUNTER_OPEN) continue;
      const bool won = encounter->end == (encounter->first == own ? ENCOUNTER_FIRST : ENCOUNTER_SECOND);
      if (lost)
        rows[i].depth += won ? 2 : 1;
      else if (!won)
        rows[i].depth = 4 * (int64_t)encounter->round;
      lost = lost || !won;
    }
  }
  qsort(rows, (size_t)count, sizeof *rows, compare_rows);
  for (int i = 0; i < count; i++) {
    placings[i] = rows[i].placing;
    placings[i].place = i > 0 && rows[i].depth == rows[i - 1].depth ? placings[i - 1].place : i + 1;
  }
  free(rows);
}

/* Places the competitors of a stage, which it releases, and returns their number. */
static int place_stage(const struct competition *competition, struct stage *stage, bool knockout,
                       struct placing *placings) {
  const int count = stage->tournament.entrant_count;
  if (count > 0) placings_find(&stage->tournament, &competition->settings.order, placings);
  if (knockout) place_knockout(&stage->tournament, placings);
  for (int i = 0; i < count; i++) placings[i].entrant = stage->members[placings[i].entrant];
  stage_free(stage);
  return count;
}

/* Places the competitors of the form, group after group. Returns their number. */
static int place_form(const struct competition *competition, struct placing *placings) {
  int count = 0;
  for (int group = 0; group < (competition->group_count > 0 ? competition->group_count : 1); group++) {
    struct stage stage;
    make_form(competition, group, &stage);
    count += place_stage(competition, &stage, competition->settings.form == FORM_KNOCKOUT, placings + count);
  }
  return count;
}

static int compare_across(const void *one, const void *other) {
  const struct placing *a = one, *b = other;
  if (a->place != b->place) return a->place - b->place;
  if (a->score != b->score) return b->score - a->score;
  for (int i = 0; i < TIE_BREAK_COUNT; i++)
    if (a->values[i] != b->values[i]) return a->values[i] < b->values[i] ? 1 : -1;
  return a->entrant - b->entrant;
}

/* Orders all who are in groups by their places there, then by their scores and tie-breaks. */
static void merge_groups(const struct competition *competition, struct placing *placings, int count) {
  if (competition->group_count < 2) return;
  qsort(placings, (size_t)count, sizeof *placings, compare_across);
  for (int i = 0; i < count; i++) placings[i].place = i + 1;
}

/* Lists the games of three to five that are decided. free() releases the list. */
static struct played_gathering *list_gatherings(const struct competition *competition, int *count) {
  struct played_gathering *played = memory_new((size_t)(competition->bout_count + 1) * sizeof *played);
  *count = 0;
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (!bout->decided || bout->seats == 2) continue;
    struct played_gathering *one = &played[(*count)++];
    *one = (struct played_gathering){.gathering = {.round = bout->round, .count = bout->seats}};
    for (int seat = 0; seat < bout->seats; seat++) {
      one->gathering.entrants[seat] = bout_competitor(bout, seat + 1);
      one->points[seat] = bout->result.points[seat];
    }
  }
  return played;
}

/* Lists all competitors as entrants. */
static void list_entrants(const struct competition *competition, struct entrant *entrants) {
  for (int i = 0; i < competition->competitor_count; i++) {
    const struct competitor *competitor = &competition->competitors[i];
    entrants[i] = (struct entrant){competitor->rating, competitor->lot, competitor->away};
  }
}

/* Draws the next round of games of three to five. */
static bool draw_gatherings(const struct competition *competition, struct next_round *next, struct fault *fault) {
  struct entrant entrants[ENTRANTS_MOST];
  int count;
  struct played_gathering *played = list_gatherings(competition, &count);
  struct gathering *before = memory_new((size_t)(count + 1) * sizeof *before);
  list_entrants(competition, entrants);
  for (int i = 0; i < count; i++) before[i] = played[i].gathering;
  next->gathering_count = gatherings_draw(entrants, competition->competitor_count, before, count,
                                          competition->round + 1, competition->settings.seats, next->gatherings, fault);
  free(before);
  free(played);
  return next->gathering_count > 0;
}

void rounds_place(const struct competition *competition, struct placing *placings) {
  if (competition->settings.seats > 2) {
    struct entrant entrants[ENTRANTS_MOST];
    int played_count;
    struct played_gathering *played = list_gatherings(competition, &played_count);
    list_entrants(competition, entrants);
    gatherings_place(entrants, competition->competitor_count, played, played_count, &competition->settings.order,
                     placings);
    free(played);
    return;
  }
  int count = place_form(competition, placings);

  /* 1. Those of the knock-out after the cut are before the others, and keep their values from before the cut. */
  if (competition->seed_count > 0) {
    struct placing best[ENTRANTS_MOST], ordered[ENTRANTS_MOST];
    struct stage stage;
    make_cut(competition, competition->seeds, competition->seed_count, &stage);
    int filled = place_stage(competition, &stage, true, best);
    merge_groups(competition, placings, count);
    for (int i = 0; i < filled; i++)
      for (int k = 0; k < count; k++) {
        if (placings[k].entrant != best[i].entrant) continue;
        ordered[i] = placings[k];
        ordered[i].place = best[i].place;
        placings[k].entrant = NOBODY;
      }
    for (int k = 0; k < count; k++) {
      if (placings[k].entrant == NOBODY) continue;
      ordered[filled] = placings[k];
      ordered[filled].place = filled + 1;
      filled++;
    }
    memcpy(placings, ordered, (size_t)count * sizeof *placings);
  }

  /* 2. Those who were not in it are behind all others. */
  bool seen[ENTRANTS_MOST] = {false};
  for (int i = 0; i < count; i++) seen[placings[i].entrant] = true;
  const int behind = count + 1;
  for (int i = 0; i < competition->competitor_count; i++)
    if (!seen[i]) placings[count++] = (struct placing){.entrant = i, .place = behind};
}

/* Deals the groups of the first season of a round robin by the seeds; those of a later one by the standings, with
 * promotion and relegation, without those who are away, and with late comers behind. */
static void deal_groups(const struct competition *competition, struct next_round *next) {
  const struct tournament_settings *settings = &competition->settings;
  int order[ENTRANTS_MOST], group_of[ENTRANTS_MOST], count = 0, smallest = ENTRANTS_MOST;
  bool listed[ENTRANTS_MOST] = {false};
  if (competition->group_count > 0) {
    struct placing placings[ENTRANTS_MOST];
    int placed[ENTRANTS_MOST];
    const int before = place_form(competition, placings);
    for (int i = 0; i < before; i++) placed[i] = placings[i].entrant;
    for (int i = 0; i < competition->group_count; i++)
      if (competition->group_sizes[i] < smallest) smallest = competition->group_sizes[i];
    groups_move(placed, competition->group_sizes, competition->group_count,
                settings->moves < smallest / 2 ? settings->moves : smallest / 2);
    for (int i = 0; i < before; i++) {
      listed[placed[i]] = true;
      if (!competition->competitors[placed[i]].away) order[count++] = placed[i];
    }
  }
  const int first = count;
  for (int i = 0; i < competition->competitor_count; i++) {
    if (listed[i] || competition->competitors[i].away) continue;
    int at = count++;
    for (; at > first && competition_better_seed(competition, i, order[at - 1]) == i; at--) order[at] = order[at - 1];
    order[at] = i;
  }
  next->group_count = settings->groups < count / 2 ? settings->groups : count / 2;
  groups_deal(count, next->group_count, settings->seasons > 1, group_of);
  for (int group = 0, filled = 0; group < next->group_count; group++) {
    next->group_sizes[group] = 0;
    for (int i = 0; i < count; i++) {
      if (group_of[i] != group) continue;
      next->groups[filled++] = order[i];
      next->group_sizes[group]++;
    }
  }
}

/* Pairs the round of one stage, and releases it. */
static bool pair_stage(const struct competition *competition, struct stage *stage, int round, bool knockout,
                       struct next_round *next, struct fault *fault) {
  const struct tournament_settings *settings = &competition->settings;
  struct encounter *found = next->next + next->count;
  int count = 0;
  if (knockout)
    count = knockout_pair(&stage->tournament, round, settings->third, found, fault);
  else if (settings->form == FORM_SWISS)
    count = swiss_pair(&stage->tournament, round, found, fault);
  else if (round <= round_robin_rounds(stage->tournament.entrant_count, settings->cycles))
    count = round_robin_pair(&stage->tournament, settings->cycles, round, found, fault);
  for (int i = 0; i < count; i++) {
    found[i].first = stage->members[found[i].first];
    if (found[i].second != NOBODY) found[i].second = stage->members[found[i].second];
  }
  stage_free(stage);
  if (count > 0) next->count += count;
  return count >= 0;
}

bool rounds_pair(const struct competition *competition, struct next_round *next, struct fault *fault) {
  const struct tournament_settings *settings = &competition->settings;
  const int round = competition->round + 1, first = rounds_first(competition);
  struct stage stage;
  next->count = next->seed_count = next->group_count = next->gathering_count = 0;
  if (competition_present(competition) < 2) return fault_say(fault, "expected two entrants or more who are there");
  if (!competition_is_decided(competition))
    return fault_say(fault, "round %d: an encounter is not decided", competition->round);
  if (round > rounds_all(competition)) return fault_say(fault, "all %d rounds are paired", competition->round);

  if (settings->form == FORM_ARENA) return true; /* its games are paired one by one */
  if (settings->seats > 2) return draw_gatherings(competition, next, fault);

  /* 1. A knock-out after the cut. */
  if (settings->form != FORM_KNOCKOUT && round > first) {
    if (competition->seed_count == 0) {
      /* The seeds of the knock-out after the cut are the best of those who have played before it and are there. */
      struct placing placings[ENTRANTS_MOST];
      const int placed = place_form(competition, placings);
      int found = 0;
      merge_groups(competition, placings, placed);
      for (int i = 0; i < placed && found < competition->settings.cut; i++)
        if (!competition->competitors[placings[i].entrant].away) next->seeds[found++] = placings[i].entrant;
      if (found < 2) fault_say(fault, "expected two entrants or more who are there");
      next->seed_count = found;
      if (next->seed_count < 2) return false;
    }
    make_cut(competition, competition->seed_count == 0 ? next->seeds : competition->seeds,
             competition->seed_count == 0 ? next->seed_count : competition->seed_count, &stage);
    return pair_stage(competition, &stage, round - stage.base, true, next, fault);
  }

  /* 2. The first round of groups or of a season. */
  const int base = competition->season_base;
  const bool grouped = settings->form == FORM_ROUND_ROBIN && (settings->groups > 1 || settings->seasons > 1);
  if (grouped && (round == 1 || round == base + season_rounds(competition) + 1)) {
    deal_groups(competition, next);
    for (int group = 0, begin = 0; group < next->group_count; begin += next->group_sizes[group++]) {
      make_stage(competition, next->groups + begin, next->group_sizes[group], false, round - 1, INT_MAX, &stage);
      if (!pair_stage(competition, &stage, 1, false, next, fault)) return false;
    }
    return true;
  }

  /* 3. Any other round of the form. */
  for (int group = 0; group < (grouped ? competition->group_count : 1); group++) {
    make_form(competition, group, &stage);
    if (!pair_stage(competition, &stage, round - base, settings->form == FORM_KNOCKOUT, next, fault)) return false;
  }
  return true;
}
