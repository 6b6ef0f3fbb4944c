/* Commands about the chance of a game that the page followed itself (docs/understand/fairness.md): `seal`, `proof`. */
#include "base/encoding.h"
#include "base/json_writer.h"
#include "chance/proof.h"
#include "page/page.h"

static bool read_bytes(struct reader *words, const char *what, uint8_t *bytes, size_t size, struct fault *fault) {
  const struct span word = reader_word(words);
  return hex_read(word, bytes, size) || fault_say(fault, "expected %s, %d hexadecimal digits, not %s", what,
                                                  (int)(2 * size), quote(word.bytes, word.length).text);
}

bool page_seal(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  uint8_t commitment[FAIR_HASH], share[FAIR_CONTRIBUTION], seal[FAIR_HASH];
  uint64_t seat;
  (void)session;
  if (!read_bytes(words, "a commitment", commitment, FAIR_HASH, fault)) return false;
  if (!span_number(reader_word(words), 1, TESS_MAX_PLAYERS, &seat)) return fault_say(fault, "expected a seat, 1 to 5");
  if (!read_bytes(words, "a share", share, FAIR_CONTRIBUTION, fault) || !session_expect_end(words, fault)) return false;
  fair_seal(commitment, (int)seat - 1, share, seal);
  text_add_char(reply, '"');
  hex_write(seal, FAIR_HASH, reply);
  text_add_string(reply, "\"\n");
  return true;
}

/* Reads what the page has observed of the chance. */
static bool read_seen(struct reader *words, int seats, struct proof *proof, struct fault *fault) {
  *proof = (struct proof){.revealed = true};
  if (!read_bytes(words, "a commitment", proof->commitment, FAIR_HASH, fault) ||
      !read_bytes(words, "a secret", proof->secret, FAIR_SECRET, fault))
    return false;
  const struct span first = reader_word(words);
  proof->first_by_chance = span_is(first, "chance");
  if (!proof->first_by_chance && !span_is(first, "choice")) return fault_say(fault, "expected chance or choice");
  return proof_read_contributions(reader_word(words), seats, proof, fault) && session_expect_end(words, fault);
}

bool page_proof(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct proof proof;
  struct proof_count count = {0};
  if (session->history->resumed)
    return fault_say(fault, "the game begins with a position, so that its chance cannot be checked");
  const bool good = read_seen(words, tess_game_options(session->history->game).players, &proof, fault) &&
                    proof_check_history(&proof, session->history, &count, fault);
  if (!good) return false;
  json_open_object(reply, NULL);
  json_put_int(reply, "draws", count.draws);
  json_put_int(reply, "throws", count.throws);
  json_close_object(reply);
  text_add_char(reply, '\n');
  return true;
}
