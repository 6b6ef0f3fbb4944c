/* What a seat asks of the others: take-backs and pauses, and the answers; declared in table/table_parts.h. */
#include "table/table_parts.h"

/* ---- Asking ---- */

/* Whether a seat may ask again for what was refused to it, or what it withdrew: from its next turn on. False with the
 * refusal. */
static bool may_ask_again(const struct act *act, bool pause) {
  const struct table *table = act->table;
  const struct table_memory *memory = table->memory;
  const int next = memory->refused[act->seat][pause]; /* turns that stood before the one after that */
  if (next == 0 || (memory->turn_count >= next && table_seat_to_move(table) == act->seat)) return true;
  for (int i = next; i < memory->turn_count; i++)
    if (memory->turns[i].seat == act->seat) return true;
  return answer_refuse(act->answer, ANSWER_ASKED_BEFORE,
                       "this seat has asked for it and was refused, or withdrew it: again in its next turn");
}

/* Whether a seat has entries left for questions to the others; false with the refusal. */
static bool may_ask(const struct act *act) {
  return act->table->memory->taken_back[act->seat] < TABLE_MOST_TAKEN_BACK ||
         answer_refuse(act->answer, ANSWER_TOO_MUCH, "this seat has asked and taken back as much as it may in a game");
}

/* Whether this seat refuses every take-back without being asked. */
static bool refuses(const struct table *table, int seat) {
  if (!table_moves_itself(table, seat)) return !table->setup.casual || table_misses_turn(table, seat);
  return table->seats[seat].holder == TABLE_PROGRAM && !table->seats[seat].answers;
}

/* Whether nobody has seen a throw or a draw since this seat made its last turn. */
static bool has_shown_nothing(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  const struct history *history = table->history;
  return table_phase(table) == TESS_PHASE_DRAW && memory->turn_count > 0 &&
         memory->turns[memory->turn_count - 1].seat == seat && history->steps[history->count - 1].type != STEP_THROW;
}

/* Takes back for `seat` what followed the first `words` words. A seat for which the computer was making a turn that it
 * missed moves for itself again. */
static void undo(struct table *table, int seat, int words, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_UNDONE);
  json_put_int(&entry, "seat", seat + 1);
  json_put_int(&entry, "words", words);
  table_clock_undone(table, seat, words, now, &entry);
  entry_end(table, &entry);
  for (int other = 0; other < table->setup.players; other++)
    if (table_misses_turn(table, other)) table_return(table, other, now);
}

bool act_take_back(const struct act *act) {
  struct table *table = act->table;
  if (table->state != TABLE_PLAYING) return act_not_now(act, "no game is going on");
  if (!table->setup.take_backs) return act_not_now(act, "this table plays without take-backs");
  if (!table_moves_itself(table, act->seat)) return act_not_now(act, "the computer moves for this seat: return first");
  const int words = table_back(table, act->seat);
  if (words < 0) return act_not_now(act, "this seat has made no turn yet");
  if (table->paused) return act_not_now(act, "the game is paused: resume first");
  if (table->asking >= 0) return act_not_now(act, "a question waits for its answer already");
  if (!may_ask(act)) return false;
  if (!table_has_time_back(table, act->seat, act->now)) return act_not_now(act, "no time would be left for the turn");
  if (has_shown_nothing(table, act->seat)) {
    undo(table, act->seat, words, act->now);
    return true;
  }
  if (table->setup.rated) return act_not_now(act, "the table is rated: what was seen since is not taken back");
  for (int other = 0; other < table->setup.players; other++)
    if (other != act->seat && refuses(table, other))
      return act_not_now(
          act, "tiles or dice were seen since, and a computer or program here does not agree to take them back");
  if (!may_ask_again(act, false)) return false;
  struct text entry = act_begin(act, ENTRY_ASKED);
  json_put_string(&entry, "what", "take-back");
  entry_end(table, &entry);
  return true;
}

/* Whether a program moves for itself at another seat. */
static bool plays_program(const struct act *act) {
  bool plays = false;
  for (int other = 0; other < act->table->setup.players; other++)
    plays |=
        other != act->seat && act->table->seats[other].holder == TABLE_PROGRAM && table_moves_itself(act->table, other);
  return plays;
}

bool act_pause(const struct act *act, bool pauses) {
  struct table *table = act->table;
  if (table->state != TABLE_PLAYING) return act_not_now(act, "no game is going on");
  if (!table_moves_itself(table, act->seat) && (pauses || table->seats[act->seat].why != TABLE_CLOCK))
    return act_not_now(act, "the computer moves for this seat: return first");
  if (table->setup.clock == SETUP_NO_CLOCK) return act_not_now(act, "this table has no clock that a pause could stop");
  if (table->setup.rated) return act_not_now(act, "a rated game has no pauses");
  if (pauses == table->paused) return act_not_now(act, pauses ? "the game is paused" : "the game is not paused");
  if (pauses && table->setup.loses && plays_program(act))
    return act_not_now(act, "at this table the clock decides: a program agrees to no pause");
  if (pauses && table->asking >= 0) return act_not_now(act, "a question waits for its answer already");
  if (pauses && (!may_ask(act) || !may_ask_again(act, true))) return false;
  struct text entry = act_begin(act, pauses ? ENTRY_ASKED : ENTRY_RESUMED);
  if (pauses) json_put_string(&entry, "what", "pause");
  entry_end(table, &entry);
  return true;
}

/* ---- Answering ---- */

bool act_answer(const struct act *act) {
  struct table *table = act->table;
  if (table->asking < 0) return act_not_now(act, "nothing is asked");
  if (act->request->asked != table->asked) return act_not_now(act, "asked: another question waits for its answer");
  const bool withdraws = table->asking == act->seat && !act->request->yes;
  if (table->asking == act->seat && !withdraws) return act_not_now(act, "this is for the others to answer");
  if (!table_moves_itself(table, act->seat)) return act_not_now(act, "the computer moves for this seat: return first");
  if (table->seats[act->seat].consents) return act_not_now(act, "this seat has answered");
  if (act->request->yes && !table->asks_pause && !table_has_time_back(table, table->asking, act->now))
    return act_not_now(act, "a clock would have no time left after it");
  struct text entry = act_begin(act, ENTRY_ANSWERED);
  json_put_bool(&entry, "yes", act->request->yes);
  entry_end(table, &entry);
  return true;
}

/* Whether this seat, which does not ask, still has to agree. A pause needs the word of every person, also of one who
 * only misses this turn; a take-back that of everybody but computers that refuse none. */
static bool is_waited_for(const struct table *table, int seat) {
  const bool itself = table_moves_itself(table, seat);
  if (table->seats[seat].consents) return false;
  if (!table->asks_pause) return itself || refuses(table, seat);
  return itself ? table->seats[seat].holder == TABLE_PERSON : table_misses_turn(table, seat);
}

void table_grant(struct table *table, int64_t now) {
  const int asking = table->asking;
  if (asking < 0) return;
  for (int seat = 0; seat < table->setup.players; seat++)
    if (seat != asking && is_waited_for(table, seat)) return;
  if (!table->asks_pause) {
    undo(table, asking, table_back(table, asking), now);
    return;
  }
  struct text entry = entry_begin(table, now, ENTRY_PAUSED);
  table_clock_paused(table, now, &entry);
  entry_end(table, &entry);
}
