#include "club/order.h"

#include <string.h>

#include "base/json_writer.h"
#include "notation/json_reader.h"
#include "store/store_tournaments.h"

/* The largest whole number that every reader of JSON takes. */
static const int64_t most_number = 9007199254740991;

/* ---- What a player may do ---- */

bool order_may_sit(const struct club *club, int64_t player, struct answer *answer) {
  struct store_player found;
  if (player == 0) return true;
  if (!club_find_number(club, player, &found, answer)) return false;
  return found.suspended <= club->now ||
         answer_refuse(answer, ANSWER_NOT_NOW, "the host of this server has suspended this player for a time");
}

bool order_may_talk(const struct club *club, int64_t player, struct answer *answer) {
  struct store_player found;
  if (player == 0) return true;
  if (!club_find_number(club, player, &found, answer)) return false;
  return (found.silenced <= club->now && found.suspended <= club->now) ||
         answer_refuse(answer, ANSWER_SILENT, "the host of this server has silenced this player for a time");
}

/* ---- Members of bodies ---- */

/* Reads a text for people of ORDER_TEXT characters at most, which is not empty. */
static bool read_text(const json_t *json, char text[STORE_WARNING_SIZE], struct fault *fault) {
  return member_line(json, "text", ORDER_TEXT, text, fault) && talk_is_seen(span_of(text), fault);
}

/* ---- Reports ---- */

bool order_read_report(struct span body, int *seat, char text[STORE_WARNING_SIZE], struct answer *answer) {
  struct fault fault;
  json_t *json = members_read(body, &fault);
  const bool good = json != NULL && members_known(json, "seat text", "", &fault) &&
                    member_whole(json, "seat", 1, TESS_MAX_PLAYERS, seat, &fault) && read_text(json, text, &fault);
  json_decref(json);
  return good || answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
}

void order_report(const struct club *club, const struct store_report *report, struct answer *answer) {
  struct fault fault;
  int64_t count;
  if (!club_lock(club, answer)) return;
  if (!store_count_reports(club->store, &count, &fault)) {
    answer_refuse_fault(answer, &fault);
    return;
  }
  if (count >= ORDER_REPORTS) {
    answer_refuse(answer, ANSWER_TOO_OFTEN, "the host of this server has as many open reports as may be");
    return;
  }
  store_add_report(club->store, report);
  answer_begin(answer, ANSWER_OK);
  answer->waits = true;
  json_open_object(&answer->body, NULL);
  json_put_bool(&answer->body, "reported", true);
  json_close_object(&answer->body);
}

bool order_put_reports(const struct club *club, int64_t reporter, struct answer *answer) {
  struct fault fault;
  json_open_array(&answer->body, "reports");
  struct store_rows *rows = store_reports(club->store, reporter, ORDER_LISTED);
  for (struct store_report report; store_next_report(rows, &report);) {
    struct text *text = &answer->body;
    json_open_object(text, NULL);
    json_put_int(text, "report", report.number);
    json_put_int(text, "at", report.at);
    json_put_span(text, "table", report.table);
    json_put_int(text, "by", report.by);
    if (report.reporter != 0) json_put_hash(text, "reporter", (uint64_t)report.reporter);
    json_put_int(text, "seat", report.seat);
    club_put_player(text, report.player, report.name);
    json_put_span(text, "text", report.text);
    json_close_object(text);
  }
  json_close_array(&answer->body);
  return store_close_rows(rows, &fault) || answer_refuse_fault(answer, &fault);
}

/* ---- The log of acts ---- */

/* Reads the last act; its number is 0 if there is none. Only number and hash are valid. False with `*fault` filled: it
 * cannot be read. */
static bool read_last(const struct club *club, struct store_act *last, struct fault *fault) {
  struct store_rows *rows = store_acts(club->store, 1);
  if (!store_next_act(rows, last)) *last = (struct store_act){.number = 0};
  return store_close_rows(rows, fault);
}

/* Appends an act to the log. The hash is that of the hash before, which is zero for the first act, and the body. */
static bool write_act(const struct club *club, struct span request, struct span body, struct answer *answer) {
  struct fault fault;
  struct store_act last;
  if (!read_last(club, &last, &fault)) return answer_refuse_fault(answer, &fault);
  struct store_act act = {.number = last.number + 1, .request = request, .body = body};
  struct text chained = {0};
  text_add(&chained, (const char *)last.hash, sizeof last.hash);
  text_add(&chained, body.bytes, body.length);
  credential_hash(text_span(&chained), act.hash);
  text_free(&chained);
  store_add_act(club->store, &act);
  return true;
}

void order_tell_head(const struct club *club, struct answer *answer) {
  struct fault fault;
  struct store_act last;
  if (!read_last(club, &last, &fault)) {
    answer_refuse_fault(answer, &fault);
    return;
  }
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_put_int(&answer->body, "acts", last.number);
  json_put_hex(&answer->body, "head", last.hash, sizeof last.hash);
  json_close_object(&answer->body);
}

/* ---- What the host sees ---- */

static bool put_player(const struct club *club, struct span name, struct answer *answer) {
  struct store_player player;
  int64_t number;
  if (name.length == 0) return true;
  if (!club_find_named(club, name, &number, answer)) return false;
  if (number == 0) return true;
  if (!club_find_number(club, number, &player, answer)) return false;
  json_open_object(&answer->body, "player");
  club_put_player(&answer->body, number, span_of(player.name));
  json_put_int(&answer->body, "created", player.created);
  json_put_string(&answer->body, "warning", player.warning);
  json_put_int(&answer->body, "silenced", player.silenced);
  json_put_int(&answer->body, "suspended", player.suspended);
  if (player.ended != 0) json_put_bool(&answer->body, "deleted", true);
  json_close_object(&answer->body);
  return true;
}

void order_tell(const struct club *club, struct span name, struct answer *answer) {
  struct fault fault;
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  if (!put_player(club, name, answer) || !order_put_reports(club, 0, answer)) return;
  json_open_array(&answer->body, "acts");
  struct store_rows *rows = store_acts(club->store, ORDER_LISTED);
  for (struct store_act act; store_next_act(rows, &act);) {
    json_open_object(&answer->body, NULL);
    json_put_int(&answer->body, "number", act.number);
    json_put_span(&answer->body, "act", act.body);
    json_put_hex(&answer->body, "hash", act.hash, sizeof act.hash);
    json_close_object(&answer->body);
  }
  json_close_array(&answer->body);
  json_close_object(&answer->body);
  if (!store_close_rows(rows, &fault)) answer_refuse_fault(answer, &fault);
}

/* ---- Acts ---- */

/* The acts, and the members of the body of each. */
#define ORDER_ACTS "warn silence suspend close void settle end rename"
enum order_act {
  ORDER_WARN,
  ORDER_SILENCE,
  ORDER_SUSPEND,
  ORDER_CLOSE_TABLE,
  ORDER_VOID,
  ORDER_SETTLE,
  ORDER_END,
  ORDER_RENAME
};
static const char *const act_members[] = {
    [ORDER_WARN] = "id type player text",          [ORDER_SILENCE] = "id type player until text",
    [ORDER_SUSPEND] = "id type player until text", [ORDER_CLOSE_TABLE] = "id type table text",
    [ORDER_VOID] = "id type table yes text",       [ORDER_SETTLE] = "id type report text",
    [ORDER_END] = "id type tournament text",       [ORDER_RENAME] = "id type tournament name text"};

/* An act that was read. */
struct order_change {
  int act;
  char id[REQUEST_ID_SIZE];
  int64_t player; /* 0: none is named */
  int64_t until, report;
  struct order_target target;
  bool yes;
  char text[STORE_WARNING_SIZE];
};

static bool read_change(const struct club *club, const json_t *json, struct order_change *change, struct fault *fault) {
  *change = (struct order_change){0};
  if (!member_choice(json, "type", ORDER_ACTS, &change->act, fault) ||
      !members_known(json, act_members[change->act], "", fault) || !request_read_id(json, change->id, fault) ||
      !read_text(json, change->text, fault) || !club_read_id(json, &change->player, fault) ||
      !club_read_table(json, "table", change->target.id, fault) ||
      !club_read_table(json, "tournament", change->target.id, fault))
    return false;
  if (json_object_get(json, "name") != NULL && (!member_line(json, "name", TITLE_MOST, change->target.name, fault) ||
                                                !talk_is_seen(span_of(change->target.name), fault)))
    return false;
  if (json_object_get(json, "until") != NULL) {
    if (!member_long(json, "until", &change->until, fault)) return false;
    if (change->until < 0 || change->until > club->now + ORDER_DAYS * DAY_MS)
      return fault_say(fault, "until: expected a time within %d days, or 0", (int)ORDER_DAYS);
  }
  if (json_object_get(json, "report") != NULL) {
    if (!member_long(json, "report", &change->report, fault)) return false;
    if (change->report < 1 || change->report > most_number) return fault_say(fault, "report: expected its number");
  }
  return json_object_get(json, "yes") == NULL || member_switch(json, "yes", &change->yes, fault);
}

static bool is_there(const struct club *club, const char *id, struct answer *answer) {
  struct store_table table;
  struct fault fault;
  const enum store_found found = store_find(club->store, span_of(id), &table, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  return found == STORE_FOUND || answer_refuse(answer, ANSWER_NO_TABLE, "there is no table of this id");
}

static bool is_tournament(const struct club *club, const char *id, struct answer *answer) {
  struct store_tournament tournament;
  struct fault fault;
  const enum store_found found = store_find_tournament(club->store, span_of(id), &tournament, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  return found == STORE_FOUND || answer_refuse(answer, ANSWER_NO_TOURNAMENT, "there is no tournament of this id");
}

static bool carry_out(const struct club *club, const struct order_change *change, struct answer *answer) {
  struct store_player player;
  if (change->player != 0 && !club_find_number(club, change->player, &player, answer)) return false;
  switch ((enum order_act)change->act) {
  case ORDER_WARN: memcpy(player.warning, change->text, sizeof player.warning); break;
  case ORDER_SILENCE: player.silenced = change->until; break;
  case ORDER_SUSPEND: player.suspended = change->until; break;
  case ORDER_VOID: return club_void_game(club, span_of(change->target.id), change->yes, answer);
  case ORDER_SETTLE: {
    struct fault fault;
    const enum store_found found = store_drop_report(club->store, change->report, &fault);
    if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
    return found == STORE_FOUND ||
           answer_refuse(answer, ANSWER_BAD_REQUEST, "report: expected the number of an open report");
  }
  case ORDER_CLOSE_TABLE: return is_there(club, change->target.id, answer);
  case ORDER_END:
  case ORDER_RENAME: return is_tournament(club, change->target.id, answer);
  }
  store_set_standing(club->store, &player);
  return true;
}

enum order_deed order_act(const struct club *club, struct span body, struct order_target *target,
                          struct answer *answer) {
  struct order_change change;
  struct fault fault;
  struct text act = {0};
  bool known = false;

  /* 1. Read the act. */
  json_t *json = members_read(body, &fault);
  const bool good = json != NULL && read_change(club, json, &change, &fault);
  if (good) {
    /* The act as the log has it. */
    struct span type = {0};
    struct fault unheard;
    member_text(json, "type", &type, &unheard);
    json_open_object(&act, NULL);
    json_put_int(&act, "at", club->now);
    json_put_span(&act, "type", type);
    if (change.player != 0) json_put_hash(&act, "player", (uint64_t)change.player);
    const bool of_tournament = change.act == ORDER_END || change.act == ORDER_RENAME;
    if (change.target.id[0] != '\0') json_put_string(&act, of_tournament ? "tournament" : "table", change.target.id);
    if (change.target.name[0] != '\0') json_put_string(&act, "name", change.target.name);
    if (json_object_get(json, "until") != NULL) json_put_int(&act, "until", change.until);
    if (json_object_get(json, "yes") != NULL) json_put_bool(&act, "yes", change.yes);
    if (change.report != 0) json_put_int(&act, "report", change.report);
    json_put_string(&act, "text", change.text);
    json_close_object(&act);
  }
  json_decref(json);
  if (!good) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return ORDER_DONE;
  }

  /* 2. Carry it out, and write it into the log, unless the same request has come before. */
  bool done = club_lock(club, answer);
  if (done && !store_find_act(club->store, span_of(change.id), &known, &fault))
    done = answer_refuse_fault(answer, &fault);
  if (done && !known)
    done = carry_out(club, &change, answer) && write_act(club, span_of(change.id), text_span(&act), answer);
  text_free(&act);
  if (!done) return ORDER_DONE;

  /* 3. Answer with all that the host sees. */
  order_tell(club, (struct span){"", 0}, answer);
  answer->waits = !answer_is_refusal(answer->code);
  *target = change.target;
  return change.act == ORDER_CLOSE_TABLE ? ORDER_CLOSE
         : change.act == ORDER_END       ? ORDER_END_TOURNAMENT
         : change.act == ORDER_RENAME    ? ORDER_RENAME_TOURNAMENT
                                         : ORDER_DONE;
}
