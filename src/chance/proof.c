#include "chance/proof.h"

#include <string.h>

#include "base/encoding.h"

/* ---- Tags ---- */

static void set_hex(struct record *record, const char *name, const uint8_t *bytes, size_t size) {
  struct text value = {0};
  hex_write(bytes, size, &value);
  record_set_tag(record, name, value.bytes);
  text_free(&value);
}

void proof_write(const struct proof *proof, int seats, struct record *record) {
  struct text value = {0};
  for (int seat = 0; seat < seats; seat++) {
    if (seat > 0) text_add_char(&value, ',');
    if (proof->contributions[seat].given)
      hex_write(proof->contributions[seat].bytes, FAIR_CONTRIBUTION, &value);
    else
      text_add_char(&value, '-');
  }
  record_set_tag(record, "FirstBy", proof->first_by_chance ? "chance" : "choice");
  set_hex(record, "Commitment", proof->commitment, FAIR_HASH);
  record_set_tag(record, "Contributions", value.bytes);
  if (proof->revealed) set_hex(record, "Secret", proof->secret, FAIR_SECRET);
  text_free(&value);
}

static bool at_tag(const struct record *record, const char *name, struct fault *fault) {
  fault->line = record_tag_line(record, name);
  return false;
}

static bool read_bytes(const struct record *record, const char *name, uint8_t *bytes, size_t size,
                       struct fault *fault) {
  const char *value = record_tag_value(record, name);
  if (value == NULL) return fault_say(fault, "the tag %s is missing", name);
  if (hex_read(span_of(value), bytes, size)) return true;
  fault_say(fault, "%s: expected %d hexadecimal digits", name, (int)(2 * size));
  return at_tag(record, name, fault);
}

bool proof_read_contributions(struct span value, int seats, struct proof *proof, struct fault *fault) {
  struct span rest = value, part;
  int count = 0;
  bool good = true;
  while (good && span_split(&rest, ',', &part)) {
    struct fair_contribution *contribution = &proof->contributions[count];
    good = count++ < seats;
    if (!good || span_is(part, "-")) continue;
    contribution->given = true;
    good = hex_read(part, contribution->bytes, FAIR_CONTRIBUTION);
  }
  if (good && count == seats) return true;
  fault_say(fault, "Contributions: expected one a seat, %d hexadecimal digits or -, separated by commas",
            2 * FAIR_CONTRIBUTION);
  return false;
}

static bool read_proof(const struct record *record, int seats, struct proof *proof, struct fault *fault) {
  *proof = (struct proof){.revealed = true};

  /* 1. Read the secret and its commitment. */
  if (!read_bytes(record, "Commitment", proof->commitment, FAIR_HASH, fault) ||
      !read_bytes(record, "Secret", proof->secret, FAIR_SECRET, fault))
    return false;

  /* 2. Read how the first player was determined. */
  const char *by = record_tag_value(record, "FirstBy");
  if (by == NULL) return fault_say(fault, "the tag FirstBy is missing");
  proof->first_by_chance = strcmp(by, "chance") == 0;
  if (!proof->first_by_chance && strcmp(by, "choice") != 0) {
    fault_say(fault, "FirstBy: expected chance or choice");
    return at_tag(record, "FirstBy", fault);
  }

  /* 3. Read the contributions of the seats. */
  const char *value = record_tag_value(record, "Contributions");
  if (value == NULL) return fault_say(fault, "the tag Contributions is missing");
  return proof_read_contributions(span_of(value), seats, proof, fault) || at_tag(record, "Contributions", fault);
}

/* ---- Checks ---- */

static bool check_throw(const struct fair_key *key, int number, const struct history *before, const tess_throw *thrown,
                        struct fault *fault) {
  const tess_throw due = fair_throw(key, (uint32_t)number, before->game);
  struct text words = {0};
  if (memcmp(&due, thrown, sizeof due) == 0) return true;
  throw_write(thrown, ' ', &words);
  text_add_string(&words, ", and chance gave ");
  throw_write(&due, ' ', &words);
  fault_say(fault, "throw %d is %s", number, words.bytes);
  text_free(&words);
  return false;
}

/* Replays the game and checks and counts each draw and throw. */
static bool check_steps(const struct fair_key *key, const struct history *history, struct proof_count *count,
                        struct fault *fault) {
  const tess_options options = tess_game_options(history->game);
  const tess_set *set = history->set->set;
  struct history *before = history_new(history->set, &options, fault);
  struct text word = {0};
  bool good = before != NULL;
  for (int i = 0; good && i < history->count; i++) {
    const struct history_step *step = &history->steps[i];
    if (step->type == STEP_DRAW) {
      const int kind = fair_draw(key, (uint32_t)++count->draws, before->game);
      good = kind == step->kind || fault_say(fault, "draw %d is %s, and chance gave %s", count->draws,
                                             tess_set_tile(set, step->kind)->id, tess_set_tile(set, kind)->id);
    }
    if (step->type == STEP_THROW) good = check_throw(key, ++count->throws, before, &step->thrown, fault);
    text_clear(&word);
    history_word_write(history, i, ';', &word);
    if (good && word.length > 0) good = history_word(before, (struct span){word.bytes + 1, word.length - 1}, fault);
  }
  text_free(&word);
  history_free(before);
  return good;
}

/* Checks a game. If a tag of the record is wrong, `*tag` receives its name. */
static bool check_game(const struct proof *proof, const struct history *history, struct proof_count *count,
                       const char **tag, struct fault *fault) {
  const tess_options options = tess_game_options(history->game);
  struct proof_count found = {.games = 1, .firsts = proof->first_by_chance};

  /* 1. Check that the secret is the one to which the table committed itself. */
  uint8_t commitment[FAIR_HASH];
  *tag = "Commitment";
  fair_commitment(proof->secret, commitment);
  if (memcmp(commitment, proof->commitment, FAIR_HASH) != 0)
    return fault_say(fault, "the commitment is not that of the secret");

  /* 2. Check the first player, if chance decided it. */
  const struct fair_key key = fair_key_of(proof->secret, proof->contributions, options.players);
  const int first = fair_first(&key, options.players);
  *tag = "First";
  if (proof->first_by_chance && first != options.first)
    return fault_say(fault, "seat %d begins, and chance gave seat %d", options.first + 1, first + 1);

  /* 3. Check every draw and throw. */
  *tag = NULL;
  if (!check_steps(&key, history, &found, fault)) return false;
  count->games += found.games;
  count->draws += found.draws;
  count->throws += found.throws;
  count->firsts += found.firsts;
  return true;
}

bool proof_check_history(const struct proof *proof, const struct history *history, struct proof_count *count,
                         struct fault *fault) {
  const char *tag;
  return check_game(proof, history, count, &tag, fault);
}

bool proof_check(const struct record *record, const struct set_library *library, struct proof_count *count,
                 struct fault *fault) {
  if (record_tag_value(record, "Position") != NULL)
    return fault_say(fault, "the game begins with a position, so that its chance cannot be checked");
  struct history *history = record_replay(record, library, fault);
  if (history == NULL) return false;
  struct proof proof;
  const char *tag = NULL;
  bool good = read_proof(record, tess_game_options(history->game).players, &proof, fault);
  if (good && !check_game(&proof, history, count, &tag, fault)) good = tag != NULL && at_tag(record, tag, fault);
  history_free(history);
  return good;
}

bool proof_check_file(struct span file, const struct set_library *library, struct proof_count *count,
                      struct fault *fault) {
  struct record_source source = record_source_of(file);
  for (;;) {
    struct record record = {0};
    const int read = record_read(&source, &record, fault);
    const bool good = read > 0 && proof_check(&record, library, count, fault);
    record_free(&record);
    if (read == 0) return count->games > 0 || fault_say(fault, "expected a record, found nothing");
    if (!good) return false;
  }
}
