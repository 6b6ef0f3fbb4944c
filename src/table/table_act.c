/* Carries out the requests of players and watchers, and prepares a rematch; declared in table/table.h. */
#include <string.h>

#include "base/guard.h"
#include "table/table_parts.h"

static bool act_rematch(const struct act *act) {
  struct table *table = act->table;
  if (table->state != TABLE_OVER) return act_not_now(act, "the game is not over");
  if (table->memory->rematched) return act_not_now(act, "the next table is already made");
  CHECK(act->next != NULL);
  struct text entry = act_begin(act, ENTRY_REMATCH);
  json_put_string(&entry, "table", act->next);
  entry_end(table, &entry);
  return true;
}

/* The entry since which the matter stands about which the request decides: a sender who has not seen it decides about
 * something else. 0: it decides about nothing that changes, or names that itself. */
static int64_t seen_since(const struct act *act) {
  const struct table *table = act->table;
  const struct table_memory *memory = table->memory;
  const int other = act->request->seat - 1;
  switch ((enum request_type)act->request->type) {
  case REQUEST_SET_UP: return memory->setup_seq;
  case REQUEST_SEAL: return memory->setup_seq > memory->commitment_seq ? memory->setup_seq : memory->commitment_seq;
  case REQUEST_DRAW:
  case REQUEST_MOVE:
  case REQUEST_TAKE_BACK: return table->position;
  case REQUEST_RESUME: return memory->paused_seq;
  case REQUEST_MUTE:
  case REQUEST_FREE: return other < 0 ? 0 : memory->sat_seq[other];
  case REQUEST_LEAVE: return memory->started_seq;
  case REQUEST_CONTRIBUTE: /* only what was sealed under this commitment is taken */
  case REQUEST_ANSWER:     /* names the question */
  case REQUEST_SILENCE:    /* names the entry of the one it silences, or means all watchers */
  case REQUEST_PAUSE:
  case REQUEST_SAY:
  case REQUEST_REACT:
  case REQUEST_RENAME:
  case REQUEST_RETURN:
  case REQUEST_REPLACE: /* whether the other one is away is looked at when it comes */
  case REQUEST_REMATCH: return 0;
  }
  return 0;
}

bool table_act(struct table *table, int seat, const struct request *request, const char *next, int64_t now,
               struct answer *answer) {
  const struct act act = {table, seat - 1, request, next, now, answer};
  CHECK(seat >= 0 && seat <= table->setup.players);
  if (!table_same_body(table, seat, request))
    return act_not_now(&act, "id: another request had this one, expected a new one");
  if (table_recall(table, seat, request->id) > 0) return true;

  /* 1. What holds for every action. */
  if (table->state == TABLE_CLOSED) return act_not_now(&act, "the table is closed");
  if (seat == 0 && !request_is_talk(request))
    return answer_refuse(answer, ANSWER_NO_TOKEN, "expected the token of a seat: Authorization: Bearer TOKEN");
  if (seat > 0 && !table_is_held(table, seat - 1))
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "nobody holds this seat any more");

  if (request->seen > 0 && (request->seen < seen_since(&act) || request->seen > table->seq))
    return act_not_now(&act, "seen: the table has gone on since");

  /* 2. The action itself. */
  bool granted = false;
  switch ((enum request_type)request->type) {
  case REQUEST_SET_UP: granted = act_set_up(&act); break;
  case REQUEST_SEAL: granted = act_seal(&act); break;
  case REQUEST_CONTRIBUTE: granted = act_contribute(&act); break;
  case REQUEST_DRAW: granted = act_play(&act, true); break;
  case REQUEST_MOVE: granted = act_play(&act, false); break;
  case REQUEST_TAKE_BACK: granted = act_take_back(&act); break;
  case REQUEST_PAUSE: granted = act_pause(&act, true); break;
  case REQUEST_RESUME: granted = act_pause(&act, false); break;
  case REQUEST_ANSWER: granted = act_answer(&act); break;
  case REQUEST_SAY:
  case REQUEST_REACT: granted = act_say(&act); break;
  case REQUEST_RENAME: granted = act_rename(&act); break;
  case REQUEST_MUTE: granted = act_mute(&act); break;
  case REQUEST_SILENCE: granted = act_silence(&act); break;
  case REQUEST_LEAVE: granted = act_leave(&act); break;
  case REQUEST_FREE: granted = act_free(&act); break;
  case REQUEST_RETURN: granted = act_return(&act); break;
  case REQUEST_REPLACE: granted = act_replace(&act); break;
  case REQUEST_REMATCH: granted = act_rematch(&act); break;
  }
  if (!granted) return false;

  /* 3. What follows from it; the request is remembered, and its sender is there. */
  if (seat > 0 && now > table->memory->seen[seat - 1]) table->memory->seen[seat - 1] = now;
  table_follow_up(table, now);
  table_remember(table, seat, request->id, request->print, table->seq);
  return true;
}

/* ---- The rematch ---- */

/* The points of a seat, 0-based, for the game that is over: 2 for a win, 1 for a shared first place. */
static int points_of(const struct table *table, int seat) {
  struct table_result results[TESS_MAX_PLAYERS];
  if (!table_results(table, results) || results[seat].place > 1) return 0;
  return results[seat].shared ? 1 : 2;
}

struct setup table_rematch(const struct table *table, int seat, int64_t now, struct former *former) {
  struct setup setup = table->setup;
  bool held[TESS_MAX_PLAYERS] = {0};
  *former = (struct former){0};
  memcpy(former->table, table->id, sizeof former->table);
  for (int i = 0; i < setup.players; i++) {
    const struct table_seat *at = &table->seats[i];
    const bool gone = (at->why == TABLE_LEFT || at->why == TABLE_ASKED) && table_is_away(table, i, now);
    held[i] = at->holder != TABLE_COMPUTER && (i == seat - 1 || !gone);
    if (held[i]) continue;
    setup.seats[i].kind = SETUP_COMPUTER;
    setup.seats[i].level = at->level;
  }
  for (int i = 0; i < setup.players; i++) {
    const int from = setup_rotated_from(&setup, i);
    if (held[from]) former->kept[i] = (uint8_t)(from + 1);
    const int points = table->former.points[from] + (table->state == TABLE_OVER ? points_of(table, from) : 0);
    former->points[i] = points < FORMER_MOST_POINTS ? points : FORMER_MOST_POINTS;
    const int helped = table->former.helped[from] + (table->state == TABLE_OVER && table_was_helped(table, from));
    former->helped[i] = helped < FORMER_MOST_POINTS ? helped : FORMER_MOST_POINTS;
  }
  return setup_rotate(&setup, held, seat - 1);
}
