/* Commands of the review: `judge` a turn, `luck` of the game, `performance` of a player, `rollout` of turns; and the
 * game as a `lab-link`. */
#include <stdlib.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "notation/lab_link.h"
#include "notation/state.h"
#include "page/page.h"
#include "review/judgement.h"
#include "review/luck.h"
#include "review/performance.h"
#include "review/rollout.h"

/* Reads a whole legal turn of the drawn tile, `A3@0,1r2=none`. The game stays as it is. */
static bool read_turn(struct session *session, struct span word, struct player_turn *turn, struct fault *fault) {
  struct history *history = session->history;
  const int before = history->count;
  if (tess_game_phase(history->game) != TESS_PHASE_PLACE)
    return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "the phase is %s, not place",
                        name_of_phase(tess_game_phase(history->game)));
  if (!history_word(history, word, fault)) return false;
  const bool whole = history->count == before + 2 && history->steps[before + 1].type == STEP_MEEPLE;
  if (whole) {
    const struct choice choice = history->steps[before + 1].choice;
    history_undo(history);
    turn->placement = history->steps[before].placement;
    choice_decide(choice, history->game, &turn->decision, fault);
  }
  while (history->count > before) history_undo(history);
  return whole ||
         fault_say(fault, "expected a whole turn such as A3@0,1r2=none, not %s", quote(word.bytes, word.length).text);
}

bool page_judge(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct player_budget budget = {0};
  struct player_turn turn;
  uint64_t seed;
  const struct span word = reader_word(words);
  if (!page_read_number(words, "playouts from 1 to 20000", 1, PAGE_PLAYOUTS, &budget.playouts, fault) ||
      !page_read_number(words, "a seed from 0 to 18446744073709551615", 0, UINT64_MAX, &seed, fault) ||
      !session_expect_end(words, fault) || !read_turn(session, word, &turn, fault))
    return false;
  struct judge *judge = judge_open(&mcts_kind);
  struct judgement *judgement = memory_new(sizeof *judgement);
  judge_turn(judge, session->history->game, &turn, &budget, seed, judgement);
  json_open_object(reply, NULL);
  judgement_write(session->history->game, judgement, PLAYER_CANDIDATES, reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  free(judgement);
  judge_close(judge);
  return true;
}

bool page_luck(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct game_luck game_luck;
  if (!session_expect_end(words, fault)) return false;
  game_luck_of(session->history, session->sets, &game_luck);
  json_open_object(reply, NULL);
  json_open_array(reply, "turns");
  for (int i = 0; i < game_luck.count; i++) {
    const struct turn_luck *turn = &game_luck.turns[i];
    json_open_object(reply, NULL);
    json_put_int(reply, "seat", turn->seat + 1);
    fortune_write("draw", turn->draw, reply);
    fortune_write("dice", turn->dice, reply);
    json_close_object(reply);
  }
  json_close_array(reply);
  json_open_array(reply, "sides");
  for (int side = 0; side < game_luck.sides; side++) {
    json_open_object(reply, NULL);
    game_luck_write(&game_luck, side, reply);
    json_close_object(reply);
  }
  json_close_array(reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  game_luck_free(&game_luck);
  return true;
}

bool page_performance(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_options options = tess_game_options(session->history->game);
  struct judged_game judged = {.rules = tess_set_rules(session->history->set->set), .fields = options.fields};
  struct performance performance = {0};
  if (!page_read_number(words, "playouts from 1 to 20000", 1, PAGE_PLAYOUTS, &judged.playouts, fault)) return false;
  while (!reader_done(words)) {
    uint64_t win;
    if (!page_read_number(words, "ten-thousandths of a win from 0 to 10000", 0, 10000, &win, fault)) return false;
    performance_add(&performance, (double)win / 10000);
  }
  performance_write(&performance, &judged, NULL, reply);
  text_add_char(reply, '\n');
  return true;
}

bool page_rollout(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct rollout *rollout = memory_zeroed(sizeof *rollout);
  uint64_t most, seed;
  bool good = page_read_number(words, "trials from 1 to 4096", 1, ROLLOUT_TRIALS, &most, fault) &&
              page_read_number(words, "a seed from 0 to 18446744073709551615", 0, UINT64_MAX, &seed, fault);
  while (good && !reader_done(words)) {
    if (rollout->count == ROLLOUT_TURNS)
      good = session_expect_end(words, fault);
    else
      good = read_turn(session, reader_word(words), &rollout->turns[rollout->count++].turn, fault);
  }
  if (good && rollout->count < 2) good = fault_say(fault, "expected 2 to 8 turns");
  if (good) {
    rollout_run(session->history->game, (int)most, seed, NULL, rollout);
    json_open_object(reply, NULL);
    rollout_write(session->history->game, rollout, reply);
    json_close_object(reply);
    text_add_char(reply, '\n');
  }
  free(rollout);
  return good;
}

bool page_lab_link(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  static const char *const names[TESS_MAX_PLAYERS] = {"1", "2", "3", "4", "5"};
  struct text link = {0};
  const bool good =
      session_expect_end(words, fault) && lab_link_write(session->history, session->sets, names, &link, fault);
  if (good) json_put_span(reply, NULL, text_span(&link));
  if (good) text_add_char(reply, '\n');
  text_free(&link);
  return good;
}
