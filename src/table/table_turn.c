/* Draws, turns and the end of a game, and who makes the turns of a seat; declared in table/table_parts.h. */
#include "base/guard.h"
#include "table/table_parts.h"

/* ---- Draws and turns ---- */

/* How many steps of a type the game has. */
static uint32_t count_steps(const struct history *history, enum step_type type) {
  uint32_t count = 0;
  for (int i = 0; i < history->count; i++) count += history->steps[i].type == type;
  return count;
}

/* Writes the steps after the first `before` as words, and takes them back. */
static void take_words(struct history *history, int before, struct text *words) {
  for (int i = before; i < history->count; i++) history_word_write(history, i, ';', words);
  while (history->count > before) history_undo(history);
}

void table_draw(struct table *table, int64_t now) {
  struct history *history = table->history;
  const int before = history->count, seat = table_seat_to_move(table);
  struct text words = {0};
  while (table_phase(table) == TESS_PHASE_DRAW) {
    struct fault fault;
    const int kind = fair_draw(&table->memory->key, count_steps(history, STEP_DRAW) + 1, history->game);
    const bool drawn = history_draw(history, kind, &fault);
    CHECK_BECAUSE(drawn, fault.text);
  }
  take_words(history, before, &words);
  struct text entry = entry_begin(table, now, ENTRY_DRAWN);
  json_put_int(&entry, "seat", seat + 1);
  json_put_words(&entry, "words", text_span(&words));
  entry_end(table, &entry);
  text_free(&words);
}

bool table_move(struct table *table, struct span word, const char *by, int64_t now, struct fault *fault) {
  struct history *history = table->history;
  const int before = history->count, mover = table_seat_to_move(table);
  struct text words = {0};
  struct move move;

  /* 1. The turn with all its throws as words; the game is then as before. */
  if (!move_read(word, history->set->set, &move, fault)) return false;
  if (!move.decided) return fault_say(fault, "expected the whole turn, as in TILE@0,1r2=none");
  if (!history_move(history, &move, fault)) return false;
  while (table_phase(table) == TESS_PHASE_THROW) {
    struct fault wrong;
    const tess_throw thrown = fair_throw(&table->memory->key, count_steps(history, STEP_THROW) + 1, history->game);
    const bool taken = history_throw(history, &thrown, &wrong);
    CHECK_BECAUSE(taken, wrong.text);
  }
  take_words(history, before, &words);

  /* 2. Its entry. */
  struct text entry = entry_begin(table, now, ENTRY_MOVED);
  json_put_int(&entry, "seat", mover + 1);
  json_put_words(&entry, "words", text_span(&words));
  json_put_string(&entry, "by", by);
  table_clock_moved(table, mover, now, &entry);
  entry_end(table, &entry);
  text_free(&words);
  return true;
}

bool act_play(const struct act *act, bool draws) {
  struct table *table = act->table;
  const struct request *request = act->request;
  struct fault fault;

  /* 1. The game is on, and it is up to this seat. */
  if (table->state != TABLE_PLAYING) return act_not_now(act, "no game is going on");
  if (!table_moves_itself(table, act->seat)) return act_not_now(act, "the computer moves for this seat: return first");
  if (table_seat_to_move(table) != act->seat) return act_not_now(act, "it is not this seat's turn");
  if (table->paused) return act_not_now(act, "the game is paused: resume first");

  /* 2. A draw. */
  const bool drawn = table_phase(table) != TESS_PHASE_DRAW;
  if (draws && drawn) return act_not_now(act, "the tile is already drawn");
  if (draws) {
    table_draw(table, act->now);
    return true;
  }

  /* 3. A turn, for the game as it is, in time. */
  if (!drawn) return act_not_now(act, "the tile is not yet drawn");
  if (request->at != table->words) return act_not_now(act, "at: the game has gone on since");
  if (table_deadline(table) <= table_time(table, act->now)) return act_not_now(act, "the time has run out");
  if (table_move(table, span_of(request->move), "person", act->now, &fault)) return true;
  return answer_refuse(act->answer, ANSWER_BAD_MOVE, fault.text);
}

/* ---- The end ---- */

void table_scores(const struct table *table, struct text *text) {
  const tess_game *game = table->history->game;
  json_open_array(text, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_int(text, NULL, tess_game_score(game, side));
  json_close_array(text);
}

/* `lost` is the seat that has lost before the last tile, with the reason `why`; -1: none has. */
static void write_over(struct table *table, int lost, const char *why, bool undecided, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_OVER);
  if (lost >= 0) json_put_int(&entry, "lost", lost + 1);
  if (lost >= 0) json_put_string(&entry, "why", why);
  if (undecided) json_put_bool(&entry, "undecided", true);
  table_scores(table, &entry);
  if (table->deck.number == 0) json_put_hex(&entry, "secret", table->memory->secret, FAIR_SECRET);
  entry_end(table, &entry);
}

void table_give_way(struct table *table, int seat, bool by_time, int64_t now) {
  const char *why = by_time ? "clock" : "left";
  if (setup_forfeits(&table->setup) && table->setup.players == 2)
    write_over(table, seat, why, false, now);
  else
    table_computer_takes(table, seat, SETUP_LEVEL_DEFAULT, why, now);
}

/* Whether nobody moves for themselves, and nobody may return. */
static bool is_given_up(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table_may_return(table, seat)) return false;
  return !table_is_played(table);
}

void table_end(struct table *table, int64_t now) {
  const bool ends = table_phase(table) == TESS_PHASE_OVER || table_sides_left(table) < 2;
  if (ends || is_given_up(table)) write_over(table, -1, NULL, !ends && !table->setup.rated, now);
}

/* ---- Who makes the turns of a seat ---- */

void table_computer_takes(struct table *table, int seat, int level, const char *why, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_COMPUTER);
  json_put_int(&entry, "seat", seat + 1);
  json_put_int(&entry, "level", level);
  json_put_string(&entry, "why", why);
  entry_end(table, &entry);
}

void table_return(struct table *table, int seat, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_RETURNED);
  json_put_int(&entry, "seat", seat + 1);
  entry_end(table, &entry);
}
