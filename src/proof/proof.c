#include "proof/proof.h"

#include <string.h>

/* ---- Bytes as digits ---- */

void hex_write(const uint8_t *bytes, size_t size, struct text *text) {
  for (size_t i = 0; i < size; i++) text_print(text, "%02x", bytes[i]);
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool hex_read(struct span span, uint8_t *bytes, size_t size) {
  if (span.length != 2 * size) return false;
  for (size_t i = 0; i < size; i++) {
    const int high = digit(span.bytes[2 * i]), low = digit(span.bytes[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  return true;
}

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

static bool read_contributions(const struct record *record, int seats, struct proof *proof, struct fault *fault) {
  const char *value = record_tag_value(record, "Contributions");
  if (value == NULL) return fault_say(fault, "the tag Contributions is missing");
  return proof_read_contributions(span_of(value), seats, proof, fault) || at_tag(record, "Contributions", fault);
}

static bool read_first(const struct record *record, struct proof *proof, struct fault *fault) {
  const char *value = record_tag_value(record, "FirstBy");
  if (value == NULL) return fault_say(fault, "the tag FirstBy is missing");
  proof->first_by_chance = strcmp(value, "chance") == 0;
  if (proof->first_by_chance || strcmp(value, "choice") == 0) return true;
  fault_say(fault, "FirstBy: expected chance or choice");
  return at_tag(record, "FirstBy", fault);
}

static bool read_proof(const struct record *record, int seats, struct proof *proof, struct fault *fault) {
  *proof = (struct proof){.revealed = true};
  return read_bytes(record, "Commitment", proof->commitment, FAIR_HASH, fault) &&
         read_bytes(record, "Secret", proof->secret, FAIR_SECRET, fault) && read_first(record, proof, fault) &&
         read_contributions(record, seats, proof, fault);
}

/* ---- Checks ---- */

static bool check_commitment(const struct proof *proof, struct fault *fault) {
  uint8_t commitment[FAIR_HASH];
  fair_commitment(proof->secret, commitment);
  return memcmp(commitment, proof->commitment, FAIR_HASH) == 0 ||
         fault_say(fault, "the commitment is not that of the secret");
}

static bool check_first(const struct fair_key *key, const tess_options *options, struct fault *fault) {
  const int first = fair_first(key, options->players);
  return first == options->first ||
         fault_say(fault, "seat %d begins, and chance gave seat %d", options->first + 1, first + 1);
}

static bool check_draw(const struct fair_key *key, int number, const struct history *before, int drawn,
                       struct fault *fault) {
  const tess_set *set = before->set->set;
  const int kind = fair_draw(key, (uint32_t)number, before->game);
  return kind == drawn || fault_say(fault, "draw %d is %s, and chance gave %s", number, tess_set_tile(set, drawn)->id,
                                    tess_set_tile(set, kind)->id);
}

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

/* Plays the step again on `before`, in which each number is checked; counts it. */
static bool check_step(const struct fair_key *key, const struct history *history, int i, struct history *before,
                       struct proof_count *count, struct fault *fault) {
  const uint8_t type = history->steps[i].type;
  struct text word = {0};
  bool good = true;
  if (type == STEP_DRAW) good = check_draw(key, ++count->draws, before, history->steps[i].kind, fault);
  if (type == STEP_THROW) good = check_throw(key, ++count->throws, before, &history->steps[i].thrown, fault);
  history_word_write(history, i, ';', &word);
  if (good && word.length > 0) good = history_word(before, (struct span){word.bytes + 1, word.length - 1}, fault);
  text_free(&word);
  return good;
}

static bool check_steps(const struct fair_key *key, const struct history *history, struct proof_count *count,
                        struct fault *fault) {
  const tess_options options = tess_game_options(history->game);
  struct history *before = history_new(history->set, &options, fault);
  bool good = before != NULL;
  for (int i = 0; good && i < history->count; i++) good = check_step(key, history, i, before, count, fault);
  history_free(before);
  return good;
}

/* `*tag` receives the tag of a record that is wrong, if it is one. */
static bool check_game(const struct proof *proof, const struct history *history, struct proof_count *count,
                       const char **tag, struct fault *fault) {
  const tess_options options = tess_game_options(history->game);
  struct proof_count found = {.games = 1, .firsts = proof->first_by_chance};
  *tag = "Commitment";
  if (!check_commitment(proof, fault)) return false;
  const struct fair_key key = fair_key_of(proof->secret, proof->contributions, options.players);
  *tag = "First";
  if (proof->first_by_chance && !check_first(&key, &options, fault)) return false;
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

static bool check_record(const struct record *record, const struct history *history, struct proof_count *count,
                         struct fault *fault) {
  struct proof proof;
  const char *tag;
  if (!read_proof(record, tess_game_options(history->game).players, &proof, fault)) return false;
  return check_game(&proof, history, count, &tag, fault) || (tag != NULL && at_tag(record, tag, fault));
}

bool proof_check(const struct record *record, const struct tile_shelf *shelf, struct proof_count *count,
                 struct fault *fault) {
  if (record_tag_value(record, "Position") != NULL)
    return fault_say(fault, "the game begins with a position, so that its chance cannot be checked");
  struct history *history = record_replay(record, shelf, fault);
  const bool good = history != NULL && check_record(record, history, count, fault);
  history_free(history);
  return good;
}

bool proof_check_file(struct span file, const struct tile_shelf *shelf, struct proof_count *count,
                      struct fault *fault) {
  struct record_source source = record_source_of(file);
  for (;;) {
    struct record record = {0};
    const int read = record_read(&source, &record, fault);
    const bool good = read > 0 && proof_check(&record, shelf, count, fault);
    record_free(&record);
    if (read == 0) return count->games > 0 || fault_say(fault, "expected a record, found nothing");
    if (!good) return false;
  }
}
