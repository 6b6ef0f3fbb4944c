#include "session/referee_commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "notation/legal.h"
#include "notation/perft.h"
#include "notation/position.h"
#include "notation/realms.h"
#include "notation/record.h"
#include "notation/state_json.h"

bool referee_phase(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  int drawn = tess_game_drawn(game);
  text_print(reply, "phase %s seat %d", name_of_phase(tess_game_phase(game)), tess_game_seat(game) + 1);
  if (drawn >= 0) text_print(reply, " tile %s", tess_set_tile(tess_game_set(game), drawn)->id);
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

bool referee_legal(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  legal_write(session->history->game, reply);
  return session_expect_end(words, fault);
}

bool referee_state(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const struct history *history = session->history;
  struct span form = reader_word(words);
  if (form.length == 0) {
    position_write(history->game, history->set, reply);
  } else if (span_is(form, "json")) {
    state_json_write(history->game, history->set, reply);
  } else {
    return fault_say(fault, "expected json or nothing, not %s", quote(form.bytes, form.length).text);
  }
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

bool referee_hash(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  text_add_string(reply, "hash ");
  text_add_hash(reply, tess_game_hash(session->history->game));
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

bool referee_realms(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  realms_write(session->history->game, reply);
  return session_expect_end(words, fault);
}

bool referee_bag(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  const tess_set *set = tess_game_set(game);
  for (int kind = 0; kind < tess_set_kinds(set); kind++) {
    int left = tess_game_bag(game, kind);
    if (left > 0) text_print(reply, "bag %s*%d\n", tess_set_tile(set, kind)->id, left);
  }
  text_print(reply, "bag total %d\n", tess_game_bag(game, -1));
  return session_expect_end(words, fault);
}

bool referee_fits(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct span word = reader_word(words);
  int16_t x, y;
  if (!cell_read(word, &x, &y, fault)) return false;
  text_print(reply, "fits %d\n", tess_game_fits(session->history->game, x, y));
  return session_expect_end(words, fault);
}

/* Reads the tiles of `perft`; -1 with `*fault` if one is unknown or there are more than a game can have. */
static int read_kinds(struct reader *words, const tess_set *set, int kinds[TESS_MAX_TILES], struct fault *fault) {
  for (int count = 0;; count++) {
    struct span word = reader_word(words);
    if (word.length == 0) return count;
    if (count == TESS_MAX_TILES) {
      fault_say(fault, "expected at most %d tiles", TESS_MAX_TILES);
      return -1;
    }
    kinds[count] = kind_read(word, set, fault);
    if (kinds[count] < 0) return -1;
  }
}

bool referee_perft(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct span word = reader_word(words);
  struct reader number = reader_of(word);
  int depth = reader_int(&number, 0, TESS_MAX_TILES);
  if (!reader_done(&number))
    return fault_say(fault, "expected a depth from 0 to %d, not %s", TESS_MAX_TILES,
                     quote(word.bytes, word.length).text);
  int kinds[TESS_MAX_TILES];
  int count = read_kinds(words, session->history->set->set, kinds, fault);
  if (count < 0) return false;
  uint64_t nodes;
  tess_error error = perft_count(session->history->game, depth, kinds, count, &nodes);
  if (error != TESS_ERROR_NONE)
    return fault_refuse(fault, error, "a tile of the list is not left or not yet due where it is reached");
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, nodes);
  text_print(reply, "perft %d %s\n", depth, digits);
  return true;
}

/* Each line of the record gets a word in front, so that none can be taken for a closing line. */
bool referee_record(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct text text = {0};
  struct record extra = {0};
  if (!session->history->resumed) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, session->start.options.seed);
    record_set_tag(&extra, "Seed", seed);
  }
  record_write(session->history, &extra, &text);
  struct span rest = {text.bytes, text.length}, line;
  while (span_split(&rest, '\n', &line) && rest.bytes != NULL) {
    text_add_string(reply, "record ");
    text_add(reply, line.bytes, line.length);
    text_add_char(reply, '\n');
  }
  text_free(&text);
  record_free(&extra);
  return session_expect_end(words, fault);
}
