/* Moves and words of records, which stand for several steps; declared in notation/history.h. */
#include "notation/history.h"

/* Takes back all steps but the first `count`; returns false. */
static bool fall_back(struct history *history, int count) {
  while (history->count > count) history_undo(history);
  return false;
}

static bool decide(struct history *history, struct choice choice, struct fault *fault) {
  tess_decision decision;
  return choice_decide(choice, history->game, &decision, fault) && history_meeple(history, decision, fault);
}

static const char *kind_id(const struct history *history, int kind) {
  return tess_set_tile(history->set->set, kind)->id;
}

/* Places the tile of a move, which must be the one that was drawn. */
static bool place(struct history *history, const struct move *move, struct fault *fault) {
  int drawn = tess_game_drawn(history->game);
  if (drawn >= 0 && drawn != move->kind)
    return fault_refuse(fault, TESS_ERROR_BAD_PLACEMENT, "the tile drawn is %s and not %s", kind_id(history, drawn),
                        kind_id(history, move->kind));
  return history_place(history, move->placement, fault);
}

bool history_move(struct history *history, const struct move *move, struct fault *fault) {
  int before = history->count;
  struct choice choice = move->decided ? move->choice : (struct choice){.piece = TESS_PIECE_NONE};
  return (place(history, move, fault) && decide(history, choice, fault)) || fall_back(history, before);
}

/* Draws a tile that must fit somewhere, or nowhere if `put_out`. */
static bool draw(struct history *history, int kind, bool put_out, struct fault *fault) {
  if (!history_draw(history, kind, fault)) return false;
  if (history->steps[history->count - 1].put_out == put_out) return true;
  if (put_out)
    return fault_refuse(fault, TESS_ERROR_BAD_TILE, "the tile %s fits somewhere, so that it is not put out",
                        kind_id(history, kind));
  return fault_refuse(fault, TESS_ERROR_BAD_TILE, "the tile %s fits nowhere: it is put out, (%s)",
                      kind_id(history, kind), kind_id(history, kind));
}

/* A decision that was left open before the next turn's word: nothing was placed. */
static bool settle(struct history *history, struct fault *fault) {
  if (tess_game_phase(history->game) != TESS_PHASE_MEEPLE) return true;
  return history_meeple(history, (tess_decision){.piece = TESS_PIECE_NONE}, fault);
}

static bool draw_word(struct history *history, struct span id, bool put_out, struct fault *fault) {
  int kind = kind_read(id, history->set->set, fault);
  return kind >= 0 && settle(history, fault) && draw(history, kind, put_out, fault);
}

/* True if the move repeats the tile just laid, for which the decision is due. */
static bool repeats(const struct history *history, const struct move *move) {
  tess_tile last = tess_game_tile(history->game, tess_game_tiles(history->game) - 1);
  int rotation = tess_set_rotation(history->set->set, move->kind, move->placement.rotation);
  return tess_game_phase(history->game) == TESS_PHASE_MEEPLE && move->decided && move->kind == last.kind &&
         move->placement.x == last.x && move->placement.y == last.y && rotation == last.rotation;
}

static bool move_word(struct history *history, struct span word, struct fault *fault) {
  struct move move;
  if (!move_read(word, history->set->set, &move, fault)) return false;
  if (repeats(history, &move)) return decide(history, move.choice, fault);
  if (!settle(history, fault)) return false;
  if (tess_game_phase(history->game) == TESS_PHASE_DRAW && !draw(history, move.kind, false, fault)) return false;
  return place(history, &move, fault) && (!move.decided || decide(history, move.choice, fault));
}

static bool throw_word(struct history *history, struct span words, struct fault *fault) {
  tess_throw thrown;
  return throw_read(words, &thrown, fault) && history_throw(history, &thrown, fault);
}

/* True if the word begins and ends with these; `*inner` is what is between. */
static bool is_enclosed(struct span word, char first, char last, struct span *inner) {
  if (word.length < 2 || word.bytes[0] != first || word.bytes[word.length - 1] != last) return false;
  *inner = (struct span){word.bytes + 1, word.length - 2};
  return true;
}

static bool has_at_sign(struct span word) {
  struct span part;
  span_split(&word, '@', &part);
  return word.bytes != NULL;
}

static bool any_word(struct history *history, struct span word, struct fault *fault) {
  struct span inner;
  if (is_enclosed(word, '(', ')', &inner)) return draw_word(history, inner, true, fault);
  if (is_enclosed(word, '[', ']', &inner)) return throw_word(history, inner, fault);
  if (has_at_sign(word)) return move_word(history, word, fault);
  return draw_word(history, word, false, fault);
}

bool history_word(struct history *history, struct span word, struct fault *fault) {
  int before = history->count;
  return any_word(history, word, fault) || fall_back(history, before);
}

static void write_move(const struct history *history, const struct history_step *step, struct text *text) {
  struct move move = {.kind = step->kind, .placement = step->placement, .decided = step->type == STEP_MEEPLE};
  move.choice = step->choice;
  text_add_char(text, ' ');
  move_write(&move, history->set->set, text);
}

void history_word_write(const struct history *history, int index, char separator, struct text *text) {
  const struct history_step *step = &history->steps[index];
  const bool last = index == history->count - 1;
  const char *id = kind_id(history, step->kind);
  if (step->type == STEP_DRAW && step->put_out) text_print(text, " (%s)", id);
  if (step->type == STEP_DRAW && !step->put_out && last) text_print(text, " %s", id);
  if (step->type == STEP_MEEPLE || (step->type == STEP_PLACE && last)) write_move(history, step, text);
  if (step->type != STEP_THROW) return;
  text_add_string(text, " [");
  throw_write(&step->thrown, separator, text);
  text_add_char(text, ']');
}
