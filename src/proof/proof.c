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

static bool read_contributions(const struct record *record, int seats, struct proof *proof, struct fault *fault) {
  const char *value = record_tag_value(record, "Contributions");
  if (value == NULL) return fault_say(fault, "the tag Contributions is missing");
  struct span rest = span_of(value), part;
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
  return at_tag(record, "Contributions", fault);
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

static bool check_commitment(const struct record *record, const struct proof *proof, struct fault *fault) {
  uint8_t commitment[FAIR_HASH];
  fair_commitment(proof->secret, commitment);
  if (memcmp(commitment, proof->commitment, FAIR_HASH) == 0) return true;
  fault_say(fault, "the commitment is not that of the secret");
  return at_tag(record, "Commitment", fault);
}

static bool check_first(const struct record *record, const struct fair_key *key, const tess_options *options,
                        struct fault *fault) {
  const int first = fair_first(key, options->players);
  if (first == options->first) return true;
  fault_say(fault, "seat %d begins, and chance gave seat %d", options->first + 1, first + 1);
  return at_tag(record, "First", fault);
}

static bool check_draw(const struct fair_key *key, int number, const struct history *history, struct fault *fault) {
  const tess_set *set = history->set->set;
  const int drawn = history->steps[history->count].kind;
  const int kind = fair_draw(key, (uint32_t)number, history->game);
  if (kind == drawn) return true;
  return fault_say(fault, "draw %d is %s, and chance gave %s", number, tess_set_tile(set, drawn)->id,
                   tess_set_tile(set, kind)->id);
}

static bool check_throw(const struct fair_key *key, int number, const struct history *history, struct fault *fault) {
  const tess_throw *thrown = &history->steps[history->count].thrown;
  const tess_throw due = fair_throw(key, (uint32_t)number, history->game);
  struct text words = {0};
  if (memcmp(&due, thrown, sizeof due) == 0) return true;
  throw_write(thrown, ' ', &words);
  text_add_string(&words, ", and chance gave ");
  throw_write(&due, ' ', &words);
  fault_say(fault, "throw %d is %s", number, words.bytes);
  text_free(&words);
  return false;
}

static struct proof_count count_steps(const struct history *history) {
  struct proof_count count = {.games = 1};
  for (int i = 0; i < history->count; i++) {
    count.draws += history->steps[i].type == STEP_DRAW;
    count.throws += history->steps[i].type == STEP_THROW;
  }
  return count;
}

/* Goes back to the start, so that each number is checked in the position that it was for; the fault that remains is
 * that of the first number. */
static bool check_steps(const struct fair_key *key, struct history *history, struct fault *fault) {
  struct proof_count left = count_steps(history);
  bool good = true;
  while (history->count > 0) {
    history_undo(history);
    const uint8_t type = history->steps[history->count].type;
    if (type == STEP_DRAW && !check_draw(key, left.draws--, history, fault)) good = false;
    if (type == STEP_THROW && !check_throw(key, left.throws--, history, fault)) good = false;
  }
  return good;
}

static bool check_history(const struct record *record, struct history *history, struct proof_count *count,
                          struct fault *fault) {
  struct proof proof;
  const tess_options options = tess_game_options(history->game);
  if (!read_proof(record, options.players, &proof, fault) || !check_commitment(record, &proof, fault)) return false;
  const struct fair_key key = fair_key_of(proof.secret, proof.contributions, options.players);
  if (proof.first_by_chance && !check_first(record, &key, &options, fault)) return false;
  const struct proof_count found = count_steps(history);
  if (!check_steps(&key, history, fault)) return false;
  count->games += found.games;
  count->draws += found.draws;
  count->throws += found.throws;
  count->firsts += proof.first_by_chance;
  return true;
}

bool proof_check(const struct record *record, const struct tile_shelf *shelf, struct proof_count *count,
                 struct fault *fault) {
  if (record_tag_value(record, "Position") != NULL)
    return fault_say(fault, "the game begins with a position, so that its chance cannot be checked");
  struct history *history = record_replay(record, shelf, fault);
  const bool good = history != NULL && check_history(record, history, count, fault);
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
