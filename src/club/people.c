#include "club/people.h"

#include <string.h>

#include "base/json_writer.h"
#include "notation/json_reader.h"

enum { DATE_HOLDS = 60 * 60 * 1000 /* ms for which a date that has come is listed */ };

static const char *const ties[] = {"", "friend", "blocked"}; /* enum store_tie */

/* ---- What a player keeps ---- */

/* Appends people that a query finds. False with `*fault` filled: they cannot be read. */
static bool put_people(const struct club *club, struct store_rows *rows, struct text *text, struct fault *fault) {
  for (struct store_person person; store_next_person(rows, &person);) {
    json_open_object(text, NULL);
    club_put_player(text, person.player, person.name);
    club_put_figure(text, person.figure);
    if (person.tie != STORE_NO_TIE) json_put_string(text, "tie", ties[person.tie]);
    json_put_int(text, "since", person.since);
    if (person.keeps) json_put_bool(text, "keeps", true);
    if (person.here > 0) json_put_bool(text, "here", club->now < person.here + PEOPLE_HERE);
    if (person.table.length > 0) json_put_span(text, "table", person.table);
    json_close_object(text);
  }
  return store_close_rows(rows, fault);
}

bool people_put(const struct club *club, const struct store_player *player, struct answer *answer) {
  struct text *text = &answer->body;
  struct fault fault;
  json_put_bool(text, "shown", player->shown);
  json_open_array(text, "people");
  if (!put_people(club, store_ties(club->store, player->number), text, &fault))
    return answer_refuse_fault(answer, &fault);
  json_close_array(text);
  json_open_array(text, "keepers");
  if (!put_people(club, store_keepers(club->store, player->number, PEOPLE_KEEPERS), text, &fault))
    return answer_refuse_fault(answer, &fault);
  json_close_array(text);
  json_open_array(text, "challenges");
  struct store_rows *rows = store_challenges(club->store, player->number, PEOPLE_CHALLENGES);
  for (struct store_challenge challenge; store_next_challenge(rows, &challenge);) {
    json_open_object(text, NULL);
    json_put_span(text, "table", challenge.table);
    json_put_int(text, "since", challenge.since);
    club_put_player(text, challenge.host, challenge.name);
    club_put_figure(text, challenge.figure);
    json_close_object(text);
  }
  if (!store_close_rows(rows, &fault)) return answer_refuse_fault(answer, &fault);
  json_close_array(text);
  json_open_array(text, "dates");
  rows = store_dates(club->store, player->number, club->now - DATE_HOLDS, PEOPLE_MOST);
  for (struct store_date date; store_next_date(rows, &date);) {
    json_open_object(text, NULL);
    json_put_int(text, "at", date.at);
    club_put_player(text, date.player, date.name);
    club_put_figure(text, date.figure);
    if (date.own) json_put_bool(text, "own", true);
    json_close_object(text);
  }
  if (!store_close_rows(rows, &fault)) return answer_refuse_fault(answer, &fault);
  json_close_array(text);
  return true;
}

void people_tell(const struct club *club, const struct club_asker *asker, struct answer *answer) {
  struct store_player player;
  if (!club_find_player(club, span_of("me"), asker, &player, answer)) return;
  /* The player's presence is recorded twice in the time for which it holds at most. If another server has the lock, the
   * next request does it. */
  struct answer unheard = {0};
  if (player.shown && club->now >= player.here + PEOPLE_HERE / 2 && club_lock(club, &unheard))
    store_see_player(club->store, player.number, club->now);
  answer_free(&unheard);
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  if (people_put(club, &player, answer)) json_close_object(&answer->body);
}

/* ---- Actions ---- */

/* The actions, and the members of the body of each. */
#define PEOPLE_ACTIONS "friend block shown challenge decline meet part"
enum people_action {
  PEOPLE_FRIEND,
  PEOPLE_BLOCK,
  PEOPLE_SHOWN,
  PEOPLE_CHALLENGE,
  PEOPLE_DECLINE,
  PEOPLE_MEET,
  PEOPLE_PART
};
static const char *const action_members[] = {
    [PEOPLE_FRIEND] = "id type player yes", [PEOPLE_BLOCK] = "id type player yes",
    [PEOPLE_SHOWN] = "id type yes",         [PEOPLE_CHALLENGE] = "id type player table",
    [PEOPLE_DECLINE] = "id type table",     [PEOPLE_MEET] = "id type player at",
    [PEOPLE_PART] = "id type player"};

/* An action that was read. */
struct people_change {
  int action;
  int64_t player; /* 0: none is named */
  char table[STORE_ID_SIZE];
  bool yes;
  int64_t at;
};

/* Reads the time of a date. */
static bool read_time(const struct club *club, const json_t *json, int64_t *at, struct fault *fault) {
  if (!member_long(json, "at", at, fault)) return false;
  return (*at > club->now && *at < club->now + PEOPLE_DATE_DAYS * DAY_MS) ||
         fault_say(fault, "at: expected a time within %d days", (int)PEOPLE_DATE_DAYS);
}

static bool read_change(const struct club *club, const json_t *json, struct people_change *change,
                        struct fault *fault) {
  *change = (struct people_change){0};
  return member_choice(json, "type", PEOPLE_ACTIONS, &change->action, fault) &&
         members_known(json, action_members[change->action], "", fault) && club_read_id(json, &change->player, fault) &&
         club_read_table(json, "table", change->table, fault) &&
         (json_object_get(json, "yes") == NULL || member_switch(json, "yes", &change->yes, fault)) &&
         (json_object_get(json, "at") == NULL || read_time(club, json, &change->at, fault));
}

/* Refuses a further friend, or blocked player, of a player who has as many as may be. */
static bool has_room(const struct club *club, int64_t player, struct answer *answer) {
  struct fault fault;
  int64_t count;
  if (!store_count_ties(club->store, player, &count, &fault)) return answer_refuse_fault(answer, &fault);
  return count < PEOPLE_MOST || answer_refuse(answer, ANSWER_TOO_MUCH, "this player keeps as many others as may be");
}

/* Ends the challenges of a player whom this one keeps as a friend no longer, and the dates with them. */
static void end_invitations(const struct club *club, int64_t player, int64_t other) {
  store_drop_challenges_of(club->store, other, player);
  store_drop_dates(club->store, player, other);
}

/* Keeps another player as a friend or blocked player, or neither. Returns false with the refusal. */
static bool keep(const struct club *club, int64_t player, const struct people_change *change, struct answer *answer) {
  const enum store_tie wanted = change->action == PEOPLE_FRIEND ? STORE_FRIEND : STORE_BLOCKED;
  enum store_tie tie, back;
  bool met;
  struct fault fault;
  if (!store_find_tie(club->store, player, change->player, &tie, &fault) ||
      !store_find_tie(club->store, change->player, player, &back, &fault))
    return answer_refuse_fault(answer, &fault);
  if (!change->yes) {
    if (tie != wanted) return true;
    store_put_tie(club->store, player, change->player, STORE_NO_TIE, club->now);
    end_invitations(club, player, change->player);
    return true;
  }
  if (tie == STORE_NO_TIE && !has_room(club, player, answer)) return false;
  if (wanted == STORE_FRIEND && tie != STORE_FRIEND && back != STORE_FRIEND) {
    if (!store_have_met(club->store, player, change->player, &met, &fault)) return answer_refuse_fault(answer, &fault);
    if (!met || back == STORE_BLOCKED)
      return answer_refuse(answer, ANSWER_NOT_NOW, "a friend is somebody with whom one has sat at a table");
  }
  store_put_tie(club->store, player, change->player, wanted, club->now);
  if (wanted == STORE_BLOCKED) end_invitations(club, player, change->player);
  return true;
}

/* Refuses a player whom the other one does not keep as a friend. */
static bool is_friend(const struct club *club, int64_t player, int64_t other, struct answer *answer) {
  enum store_tie back;
  struct fault fault;
  if (!store_find_tie(club->store, other, player, &back, &fault)) return answer_refuse_fault(answer, &fault);
  return back == STORE_FRIEND ||
         answer_refuse(answer, ANSWER_NOT_NOW, "only somebody whom the other player has as a friend challenges them");
}

/* Challenges a friend to a table. Returns false with the refusal. */
static bool challenge(const struct club *club, int64_t player, const struct people_change *change, bool *is_new,
                      struct answer *answer) {
  bool waits;
  int64_t count = 0, after = 0;
  struct fault fault;
  const struct span table = span_of(change->table);
  if (!is_friend(club, player, change->player, answer)) return false;
  if (!store_waits_at(club->store, table, player, &waits, &fault) ||
      !store_count_challenges(club->store, player, &count, &fault))
    return answer_refuse_fault(answer, &fault);
  if (!waits) return answer_refuse(answer, ANSWER_NOT_NOW, "this player sits at no table of this id that waits");
  store_add_challenge(club->store, table, change->player, player, club->now);
  if (!store_count_challenges(club->store, player, &after, &fault)) return answer_refuse_fault(answer, &fault);
  *is_new = after > count;
  if (after <= PEOPLE_CHALLENGES) return true;
  store_drop_challenge(club->store, table, change->player);
  return answer_refuse(answer, ANSWER_TOO_MUCH, "this player has challenged as often as may be");
}

static bool carry_out(const struct club *club, struct store_player *player, const struct people_change *change,
                      bool *is_new, struct answer *answer) {
  struct store_player other;
  if (change->player == player->number)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "player: expected another player");
  if (change->player != 0 && !club_find_number(club, change->player, &other, answer)) return false;
  if (change->player != 0 && (change->yes || change->action == PEOPLE_CHALLENGE || change->action == PEOPLE_MEET) &&
      other.ended != 0)
    return answer_refuse(answer, ANSWER_NO_PLAYER, "this player is gone");
  switch ((enum people_action)change->action) {
  case PEOPLE_FRIEND:
  case PEOPLE_BLOCK: return keep(club, player->number, change, answer);
  case PEOPLE_SHOWN:
    player->shown = change->yes;
    store_set_player(club->store, player);
    return true;
  case PEOPLE_CHALLENGE: return challenge(club, player->number, change, is_new, answer);
  case PEOPLE_MEET:
    if (!is_friend(club, player->number, change->player, answer)) return false;
    store_put_date(club->store, player->number, change->player, change->at);
    return true;
  case PEOPLE_PART: store_drop_dates(club->store, player->number, change->player); return true;
  case PEOPLE_DECLINE: store_drop_challenge(club->store, span_of(change->table), player->number); return true;
  }
  return true;
}

void people_act(const struct club *club, const struct club_asker *asker, struct span body, int64_t *challenged,
                char table[STORE_ID_SIZE], struct answer *answer) {
  struct people_change change;
  struct store_player player;
  struct fault fault;
  bool is_new = false;

  /* 1. Read the request. */
  *challenged = 0;
  json_t *json = club_open_body(body, "id type", "player table yes at", answer);
  if (json == NULL) return;
  const bool good = read_change(club, json, &change, &fault);
  json_decref(json);
  if (!good) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }

  /* 2. Change what is kept, as it is stored now. */
  if (!club_lock_for(club, asker, answer) || !club_find_player(club, span_of("me"), asker, &player, answer) ||
      !carry_out(club, &player, &change, &is_new, answer))
    return;

  /* 3. Answer with all that is kept. */
  people_tell(club, asker, answer);
  answer->waits = !answer_is_refusal(answer->code);
  if (!answer->waits || !is_new) return;
  *challenged = change.player;
  memcpy(table, change.table, STORE_ID_SIZE);
}

/* ---- At tables ---- */

bool people_may_sit(const struct club *club, int64_t other, int64_t player, struct answer *answer) {
  struct fault fault;
  enum store_tie tie;
  if (!store_find_tie(club->store, other, player, &tie, &fault)) return answer_refuse_fault(answer, &fault);
  return tie != STORE_BLOCKED || answer_refuse(answer, ANSWER_NOT_NOW, "no seat here is open to this player");
}

bool people_put_seat(const struct club *club, const struct club_asker *asker, int64_t player, struct answer *answer) {
  struct store_player found;
  struct fault fault;
  enum store_tie tie = STORE_NO_TIE;
  if (!club_find_number(club, player, &found, answer)) return false;
  if (asker->player != 0 && !store_find_tie(club->store, asker->player, player, &tie, &fault))
    return answer_refuse_fault(answer, &fault);
  club_put_player(&answer->body, player, span_of(found.name));
  club_put_figure(&answer->body, found.figure);
  if (tie != STORE_NO_TIE) json_put_string(&answer->body, "tie", ties[tie]);
  return club_put_vacation(club, player, false, &answer->body, &fault) || answer_refuse_fault(answer, &fault);
}
