#include "hall/entry.h"

#include <string.h>

#include "base/fnv.h"
#include "hall/rounds.h"

/* The entry that is being applied. */
struct competition_entry {
  const json_t *json;
  struct fault *fault;
};

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

/* Adds a player to a list of organizers, or removes them. Returns false if it is full. */
static bool list_player(int64_t *list, int *count, int64_t player, bool yes) {
  int at = 0;
  while (at < *count && list[at] != player) at++;
  if (yes && at == ORGANIZERS_MOST) return false;
  if (yes && at == *count) list[(*count)++] = player;
  if (!yes && at < *count) list[at] = list[--*count];
  return true;
}

static bool apply_invited(struct competition *competition, const struct competition_entry *entry) {
  int64_t player = 0;
  bool yes = false;
  return read_player(entry->json, "player", &player, entry->fault) &&
         member_switch(entry->json, "yes", &yes, entry->fault) &&
         list_player(competition->invited, &competition->invited_count, player, yes);
}

static bool apply_organizer(struct competition *competition, const struct competition_entry *entry) {
  int64_t player = 0;
  bool yes = false;
  return read_player(entry->json, "player", &player, entry->fault) &&
         member_switch(entry->json, "yes", &yes, entry->fault) &&
         list_player(competition->invited, &competition->invited_count, player, false) &&
         list_player(competition->organizers, &competition->organizer_count, player, yes);
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

/* Reads a list of competitors, counted from 1 in the log; returns their number, or -1. `listed` is true for the
 * competitors of an earlier list, which can be in no other one; it becomes true for these. */
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

/* The table of an encounter counts no more. */
static void forget_table(struct bout *bout) {
  bout->table[0] = '\0';
  memset(bout->sat, 0, sizeof bout->sat);
  memset(bout->missing, 0, sizeof bout->missing);
}

static void decide(struct bout *bout, const struct bout_result *result) {
  bout->result = *result;
  bout->decided = true;
  forget_table(bout);
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
  if (2 * same > bout->seats) decide(bout, &bout->reports[side - 1]);
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
  if (competition_is_decided(competition)) competition->shown = competition->round;
  struct bout opened = {.round = bout->round,
                        .first = bout->first,
                        .second = bout->second,
                        .seats = bout->seats,
                        .tables = bout->tables,
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

/* A side sits at a table; at a new one missing sides have no seat. */
static bool apply_table(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  const json_t *missing = json_object_get(entry->json, "missing");
  struct span table = {0};
  int side = 0;
  if (bout == NULL || !member_text(entry->json, "table", &table, entry->fault) || table.length == 0 ||
      table.length >= sizeof bout->table || !member_whole(entry->json, "side", 1, bout->seats, &side, entry->fault) ||
      side == 0)
    return false;
  if (!span_is(table, bout->table)) forget_table(bout);
  for (size_t i = 0; i < json_array_size(missing); i++) {
    const json_int_t number = json_integer_value(json_array_get(missing, i));
    if (number < 1 || number > bout->seats || number == side) return false;
    bout->missing[number - 1] = true;
  }
  memset(bout->table, 0, sizeof bout->table);
  memcpy(bout->table, table.bytes, table.length);
  const bool were_all = bout_all_sit(bout);
  bout->sat[side - 1] = true;
  bout->tables += !were_all && bout_all_sit(bout);
  bout->claimed = competition->at;
  return true;
}

static bool apply_played(struct competition *competition, const struct competition_entry *entry) {
  struct bout *bout = bout_of(competition, entry);
  struct bout_result game;
  if (bout == NULL || !bout_result_read(entry->json, &game, entry->fault) ||
      (bout->seats > 2 ? game.seats != bout->seats : game.count != 1 || bout->result.count == GAMES_MOST))
    return false;
  if (bout->seats > 2) {
    decide(bout, &game);
    return true;
  }
  bout->result.games[bout->result.count++] = game.games[0];
  bout->since = competition->at;
  forget_table(bout);
  const bool knockout = rounds_is_knockout(competition, bout->round);
  if (bout->result.count == GAMES_MOST ||
      bout_is_decisive(bout, &bout->result, competition->settings.best_of, knockout))
    bout->decided = true;
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
             {"called", apply_called},     {"invited", apply_invited},   {"closed", apply_closed}};
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
  } else if (fault->text[0] == '\0') {
    fault_say(fault, "an entry of a tournament cannot follow the others");
  }
  json_decref(json);
  return good;
}
