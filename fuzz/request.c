/*
 * Target: requests to the server, one a line. `r METHOD PATH` finds a route. The others act at a table of the core: `c
 * BODY` creates it, `s BODY` takes a seat, `v BODY` recovers a seat, `0 BODY` to `5 BODY` act for a seat, `t MS` lets
 * time pass, `m N` makes the N-th placement for the seat to move, `y SEAT` and `n SEAT` answer an open question. A
 * refused request must change nothing, and a table rebuilt from its entries must have the same entries.
 */
#include <stdlib.h>
#include <string.h>

#include "exercise.h"
#include "notation/move.h"
#include "server/limits.h"
#include "server/route.h"
#include "table/table.h"
#include "target.h"

static const uint8_t secret[FAIR_SECRET] = {1, 2, 3};

struct table_exercise {
  struct table *table;
  int64_t now;
  int own; /* number of requests that this target wrote, used for their ids */
};

static void find_route(struct span line) {
  struct text text = {0};
  struct span method = {"", 0};
  struct route_match match;
  text_clear(&text);
  span_split(&line, ' ', &method);
  text_add(&text, method.bytes, method.length);
  const struct span path = line.bytes == NULL ? span_of("") : line;
  const size_t at = text.length + 1;
  text_add_char(&text, '\0');
  text_add(&text, path.bytes, path.length);
  const enum answer_code code = route_find(text.bytes, text.bytes + at, &match);
  exercise_count(code == ANSWER_OK);
  exercise_check(match.table.length <= TABLE_ID_MOST, "the id of a table is too long");
  exercise_check(code != ANSWER_WRONG_METHOD || match.allow != NULL, "no method is named");
  text_free(&text);
}

static void check_refusal(const struct table_exercise *play, int64_t before, const struct answer *answer) {
  exercise_check(answer_is_refusal(answer->code), "a refusal has the code of success");
  exercise_check(strncmp(answer->body.bytes, "{\"error\":\"", 10) == 0, "a refusal says nothing");
  exercise_check(play->table == NULL || play->table->seq == before, "a refused request changed the table");
}

static bool create(struct table_exercise *play, struct span body, struct answer *answer) {
  struct request request;
  if (play->table != NULL) return true;
  const bool read = request_read_create(body, exercise_library(), &request, answer);
  exercise_count(read);
  if (!read) return false;
  play->table = table_open(exercise_library(), "aaaaaaaaaaaaaaaa", secret, play->now);
  table_create(play->table, &request, play->now);
  return true;
}

static bool sit(struct table_exercise *play, struct span body, struct answer *answer) {
  struct request request;
  int seat;
  if (play->table == NULL) return true;
  const bool read = request_read_sit(body, &request, answer);
  exercise_count(read);
  return read && table_sit(play->table, &request, play->now, &seat, answer);
}

static bool recover(struct span body, struct answer *answer) {
  struct request request;
  const bool read = request_read_recover(body, &request, answer);
  exercise_count(read);
  return read;
}

static bool act(struct table_exercise *play, int seat, struct span body, struct answer *answer) {
  struct request request;
  if (play->table == NULL || seat > play->table->setup.players) return true;
  const bool read = request_read_action(body, &request, answer);
  exercise_count(read);
  return read && table_act(play->table, seat, &request, "bbbbbbbbbbbbbbbb", play->now, answer);
}

static void pass_time(struct table_exercise *play, struct span line) {
  uint64_t ms;
  if (!span_number(line, 0, UINT32_MAX, &ms)) return;
  play->now += (int64_t)ms;
  if (play->table != NULL) table_tick(play->table, play->now);
}

static void request(struct table_exercise *play, char kind, struct span body) {
  struct answer answer = {0};
  struct fault fault;
  const int64_t before = play->table == NULL ? 0 : play->table->seq;
  bool granted = true;
  const bool whole = body.length <= BODY_MOST && body_check(body, &fault);
  if (!whole) exercise_count(false);
  if (!whole) return;
  if (kind == 'c') granted = create(play, body, &answer);
  if (kind == 's') granted = sit(play, body, &answer);
  if (kind == 'v') granted = recover(body, &answer);
  if (kind >= '0' && kind <= '5') granted = act(play, kind - '0', body, &answer);
  if (!granted) check_refusal(play, before, &answer);
  answer_free(&answer);
}

static void move(struct table_exercise *play, struct span line) {
  uint64_t number;
  const struct table *table = play->table;
  if (!span_number(line, 0, UINT32_MAX, &number) || table == NULL || table->state != TABLE_PLAYING) return;
  const tess_game *game = table->history->game;
  if (tess_game_phase(game) != TESS_PHASE_PLACE) return;
  tess_game *scratch = memory_new(tess_game_size());
  struct text body = {0};
  const uint64_t count = (uint64_t)tess_game_placement_count(game);
  const tess_placement placement = tess_game_placement_at(game, (int)(number % count));
  const struct move turn = turn_move(game, placement, (tess_decision){0}, scratch);
  text_print(&body, "{\"id\":\"move-%06d\",\"type\":\"move\",\"at\":%d,\"move\":\"", play->own++, table->words);
  move_write(&turn, tess_game_set(game), &body);
  text_add_string(&body, "\"}");
  request(play, (char)('1' + tess_game_seat(game)), text_span(&body));
  text_free(&body);
  free(scratch);
}

/* Lets a seat agree to the last question or refuse it. */
static void answer_question(struct table_exercise *play, bool yes, struct span line) {
  uint64_t seat;
  if (!span_number(line, 1, TESS_MAX_PLAYERS, &seat) || play->table == NULL) return;
  struct text body = {0};
  text_print(&body, "{\"id\":\"answer-%06d\",\"type\":\"answer\",\"asked\":%d,\"yes\":%s}", play->own++,
             (int)play->table->asked, yes ? "true" : "false");
  request(play, (char)('0' + seat), text_span(&body));
  text_free(&body);
}

static void run_line(struct table_exercise *play, struct span line) {
  struct span kind;
  if (!span_split(&line, ' ', &kind) || kind.length != 1 || line.bytes == NULL) return;
  if (kind.bytes[0] == 'r')
    find_route(line);
  else if (kind.bytes[0] == 't')
    pass_time(play, line);
  else if (kind.bytes[0] == 'm')
    move(play, line);
  else if (kind.bytes[0] == 'y' || kind.bytes[0] == 'n')
    answer_question(play, kind.bytes[0] == 'y', line);
  else
    request(play, kind.bytes[0], line);
}

static void check_again(const struct table *table, int64_t now) {
  struct fault fault;
  struct table *again = table_open(exercise_library(), table->id, secret, now);
  for (int64_t seq = 1; seq <= table->seq; seq++) {
    const struct span entry = table_entry(table, seq);
    exercise_check(table_apply(again, entry, &fault), "an entry is refused that was written");
    const struct span other = table_entry(again, seq);
    exercise_check(entry.length == other.length && memcmp(entry.bytes, other.bytes, entry.length) == 0,
                   "an entry is not written as it was");
  }
  exercise_check(again->state == table->state && again->words == table->words, "a table is rebuilt otherwise");
  table_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct span rest = {(const char *)bytes, length}, line;
  struct table_exercise play = {.now = 1000};
  exercise_begin();
  while (span_split(&rest, '\n', &line)) run_line(&play, line);
  if (play.table != NULL) check_again(play.table, play.now);
  table_close(play.table);
  return 0;
}
