/* `advise`: what a computer player thinks of the turn that is due. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json_writer.h"
#include "page/commands.h"
#include "players/player.h"

enum { MOST_PLAYOUTS = 20000 }; /* which take some 200 MiB */

static const struct player_kind *read_kind(struct reader *words, struct fault *fault) {
  const struct span word = reader_word(words);
  const struct player_kind *kind;
  for (int i = 0; (kind = player_kind_at(i)) != NULL; i++)
    if (span_is(word, kind->name)) return kind;
  fault_say(fault, "expected a kind of player such as mcts, greedy or level-5, not %s",
            quote(word.bytes, word.length).text);
  return NULL;
}

static bool read_number(struct reader *words, const char *what, uint64_t least, uint64_t most, uint64_t *number,
                        struct fault *fault) {
  const struct span word = reader_word(words);
  if (span_number(word, least, most, number)) return true;
  return fault_say(fault, "expected %s, not %s", what, quote(word.bytes, word.length).text);
}

static void write_candidate(const tess_game *game, const struct player_candidate *candidate,
                            tess_game *const scratch[2], struct text *reply) {
  struct text line = {0};
  player_turn_write(game, &candidate->turn, scratch[1], &line);
  json_open_object(reply, NULL);
  json_put_string(reply, "move", line.bytes);
  json_put_decimal(reply, "win", candidate->win, 4);
  json_put_decimal(reply, "diff", candidate->difference, 2);
  json_put_decimal(reply, "error", candidate->error, 2);
  json_put_int(reply, "visits", (int64_t)candidate->visits);
  text_clear(&line);
  player_variation_write(game, candidate, scratch, &line);
  json_put_words(reply, "pv", text_span(&line));
  json_close_object(reply);
  text_free(&line);
}

static void write_advice(const tess_game *game, const struct player_advice *advice, struct text *reply) {
  tess_game *const scratch[2] = {memory_new(tess_game_size()), memory_new(tess_game_size())};
  json_open_object(reply, NULL);
  json_put_int(reply, "playouts", (int64_t)advice->playouts);
  json_open_array(reply, "candidates");
  for (int i = 0; i < advice->count; i++) write_candidate(game, &advice->candidates[i], scratch, reply);
  json_close_array(reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  for (int i = 0; i < 2; i++) free(scratch[i]);
}

bool page_advise(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  const tess_phase phase = tess_game_phase(game);
  struct player_budget budget = {0};
  uint64_t seed;
  const struct player_kind *kind = read_kind(words, fault);
  if (kind == NULL || !read_number(words, "playouts from 1 to 20000", 1, MOST_PLAYOUTS, &budget.playouts, fault) ||
      !read_number(words, "a seed from 0 to 18446744073709551615", 0, UINT64_MAX, &seed, fault) ||
      !session_expect_end(words, fault))
    return false;
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE)
    return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "the phase is %s, not place or meeple", name_of_phase(phase));
  struct player player;
  player_open(&player, kind, seed);
  struct player_advice *advice = memory_new(sizeof *advice);
  player_choose(&player, game, &budget, advice);
  write_advice(game, advice, reply);
  free(advice);
  player_close(&player);
  return true;
}
