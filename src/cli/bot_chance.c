#include "cli/bot_chance.h"

#include <string.h>

#include "notation/json_reader.h"

void bot_chance_free(struct bot_chance *chance) {
  text_free(&chance->laid);
  text_free(&chance->lines);
  *chance = (struct bot_chance){0};
}

/* ---- Entries ---- */

static bool read_hex(const json_t *entry, const char *name, uint8_t *bytes, int size, struct fault *fault) {
  return member_needed(entry, name, fault) && member_hex(entry, name, bytes, size, fault);
}

static bool is_under_own_commitment(const struct bot_chance *chance) {
  return chance->own.given && memcmp(chance->own.commitment, chance->seen.commitment, FAIR_HASH) == 0;
}

bool bot_chance_has_sealed(const struct bot_chance *chance, int seat) {
  uint8_t seal[FAIR_HASH];
  if (!chance->sealed[seat - 1] || !is_under_own_commitment(chance)) return false;
  bot_chance_seal(chance, seat, seal);
  return memcmp(seal, chance->seals[seat - 1], FAIR_HASH) == 0;
}

static bool take_commitment(struct bot_chance *chance, const json_t *entry, struct fault *fault) {
  if (!read_hex(entry, "commitment", chance->seen.commitment, FAIR_HASH, fault)) return false;
  if (is_under_own_commitment(chance)) chance->confirmed = true;
  return true;
}

/* Keeps the game for which the table is set up, so that nobody can choose another game once the contributions are
 * known. */
static bool lay_down(struct bot_chance *chance, const json_t *setup, struct fault *fault) {
  const char *game = json_string_value(json_object_get(setup, "game"));
  const json_int_t first = json_integer_value(json_object_get(setup, "first"));
  size_t index;
  const json_t *item;
  if (game == NULL) return fault_say(fault, "game: expected the game of the table");
  text_print(&chance->laid, "game=%s colours=", game);
  json_array_foreach(json_object_get(setup, "seats"), index, item) {
    const char *colour = json_string_value(json_object_get(item, "colour"));
    text_print(&chance->laid, "%s%s", index > 0 ? "," : "", colour == NULL ? "" : colour);
  }
  json_array_foreach(json_object_get(setup, "options"), index, item) {
    const char *option = json_string_value(item);
    text_print(&chance->laid, " %s%s", option == NULL ? "" : option,
               option == NULL || strchr(option, '=') == NULL ? "=on" : "");
  }
  if (first > 0) text_print(&chance->laid, " first=%d", (int)first);
  return true;
}

/* Handles changed options. They may change only before any player has sealed: a player who sealed for the earlier game
 * would be cheated. */
static bool take_changed(struct bot_chance *chance, const json_t *entry, struct fault *fault) {
  for (int i = 0; i < chance->players; i++)
    if (chance->sealed[i]) return fault_say(fault, "another game is set up after a share was sealed");
  if (chance->begun) return fault_say(fault, "another game is set up after the start");
  text_clear(&chance->laid);
  return lay_down(chance, json_object_get(entry, "setup"), fault);
}

static bool take_created(struct bot_chance *chance, const json_t *entry, struct fault *fault) {
  const json_t *setup = json_object_get(entry, "setup");
  size_t index;
  const json_t *seat, *seats = json_object_get(setup, "seats");
  if (chance->known) return fault_say(fault, "the table is created for the second time");
  chance->players = (int)json_array_size(seats);
  if (chance->players < 2 || chance->players > TESS_MAX_PLAYERS) return fault_say(fault, "seats: expected 2 to 5");
  json_array_foreach(seats, index, seat) {
    const char *kind = json_string_value(json_object_get(seat, "kind"));
    chance->computer[index] = kind != NULL && strcmp(kind, "computer") == 0;
  }
  chance->seen.first_by_chance = json_integer_value(json_object_get(setup, "first")) == 0;
  return chance->known = lay_down(chance, setup, fault) && take_commitment(chance, entry, fault);
}

/* Handles a new commitment, under which all players seal again. This is not allowed once the game has begun. */
static bool take_renewed(struct bot_chance *chance, const json_t *entry, struct fault *fault) {
  const struct proof before = chance->seen;
  if (chance->begun) return fault_say(fault, "another commitment is shown after the start");
  memset(chance->sealed, 0, sizeof chance->sealed);
  memset(chance->seen.contributions, 0, sizeof chance->seen.contributions);
  chance->all_sealed = false;
  return take_commitment(chance, entry, fault) &&
         (memcmp(before.commitment, chance->seen.commitment, FAIR_HASH) != 0 ||
          fault_say(fault, "the commitment is renewed by itself: shares under it are known"));
}

static bool do_all_sit(const struct bot_chance *chance) {
  for (int i = 0; i < chance->players; i++)
    if (!chance->seated[i] && !chance->computer[i]) return false;
  return chance->known && !chance->begun;
}

static bool do_all_seal(const struct bot_chance *chance) {
  for (int i = 0; i < chance->players; i++)
    if (!chance->computer[i] && !chance->sealed[i]) return false;
  return do_all_sit(chance);
}

/* False if all players have sealed, but an earlier log showed other seals under the same commitment. */
static bool is_as_before(const struct bot_chance *chance) {
  const struct bot_seals *before = &chance->before;
  if (!chance->all_sealed || !before->given) return true;
  if (memcmp(before->commitment, chance->seen.commitment, FAIR_HASH) != 0) return true;
  for (int i = 0; i < chance->players; i++)
    if (!chance->computer[i] && memcmp(before->seals[i], chance->seals[i], FAIR_HASH) != 0) return false;
  return true;
}

static bool take_sealed(struct bot_chance *chance, int seat, const json_t *entry, struct fault *fault) {
  if (chance->sealed[seat]) return fault_say(fault, "seat %d seals a second share", seat + 1);
  if (chance->all_sealed) return fault_say(fault, "seat %d seals after everybody had sealed", seat + 1);
  if (!read_hex(entry, "seal", chance->seals[seat], FAIR_HASH, fault)) return false;
  chance->seen.contributions[seat] = (struct fair_contribution){0};
  chance->sealed[seat] = true;
  chance->all_sealed = do_all_seal(chance);
  return is_as_before(chance) || fault_say(fault, "other shares are sealed than before under the same commitment");
}

/* Older logs have no seals: contributions are revealed without them. */
static bool take_contributed(struct bot_chance *chance, int seat, const json_t *entry, struct fault *fault) {
  uint8_t seal[FAIR_HASH];
  struct fair_contribution *contribution = &chance->seen.contributions[seat];
  if (!read_hex(entry, "contribution", contribution->bytes, FAIR_CONTRIBUTION, fault)) return false;
  contribution->given = true;
  fair_seal(chance->seen.commitment, seat, contribution->bytes, seal);
  return !chance->sealed[seat] || memcmp(seal, chance->seals[seat], FAIR_HASH) == 0 ||
         fault_say(fault, "seat %d tells another share than it has sealed", seat + 1);
}

static bool take_sat(struct bot_chance *chance, int seat, const json_t *entry, struct fault *fault) {
  const char *contribution = json_string_value(json_object_get(entry, "contribution"));
  if (chance->all_sealed)
    return fault_say(fault, "somebody sits down after everybody had sealed, under the same commitment");
  chance->seated[seat] = true;
  chance->sealed[seat] = false;
  chance->seen.contributions[seat] = (struct fair_contribution){0};
  return contribution == NULL || *contribution == '\0' || take_contributed(chance, seat, entry, fault);
}

/* The log may contain earlier holders of the own seat, who sealed other contributions. */
static bool take_stood(struct bot_chance *chance, int own, int seat, struct fault *fault) {
  const bool lost = seat + 1 == own && bot_chance_has_sealed(chance, own);
  chance->seated[seat] = chance->sealed[seat] = false;
  return !lost || fault_say(fault, "the seat is lost: the share of chance did not come in time, or the table's "
                                   "opener freed it");
}

/* True if exactly the sealed contributions were revealed. A log without any seals is an older one, and is accepted. */
static bool is_complete(const struct bot_chance *chance) {
  bool seals = chance->own.given, complete = true;
  for (int i = 0; i < chance->players; i++) {
    seals = seals || chance->sealed[i];
    if (chance->sealed[i] == chance->computer[i] || chance->seen.contributions[i].given == chance->computer[i])
      complete = false;
  }
  return complete || !seals;
}

static bool take_started(struct bot_chance *chance, struct fault *fault) {
  chance->begun = true;
  if (chance->own.given && !is_under_own_commitment(chance))
    return fault_say(fault, "the game begins under another commitment than the one that was seen before");
  return is_complete(chance) || fault_say(fault, "the game begins before everybody has told what was sealed");
}

bool bot_chance_entry(struct bot_chance *chance, int own, const json_t *entry, struct fault *fault) {
  const char *type = json_string_value(json_object_get(entry, "type"));
  const int seat = (int)json_integer_value(json_object_get(entry, "seat")) - 1;
  const bool has_seat = seat >= 0 && seat < chance->players;
  if (type == NULL) return true;
  if (strcmp(type, "created") == 0) return take_created(chance, entry, fault);
  if (strcmp(type, "changed") == 0) return take_changed(chance, entry, fault);
  if (strcmp(type, "renewed") == 0) return take_renewed(chance, entry, fault);
  if (strcmp(type, "started") == 0) return take_started(chance, fault);
  if (strcmp(type, "over") == 0)
    return chance->seen.revealed = read_hex(entry, "secret", chance->seen.secret, FAIR_SECRET, fault);
  if (!has_seat || chance->begun) return true;
  if (strcmp(type, "stood") == 0) return take_stood(chance, own, seat, fault);
  if (strcmp(type, "sat") == 0) return take_sat(chance, seat, entry, fault);
  if (strcmp(type, "sealed") == 0) return take_sealed(chance, seat, entry, fault);
  return strcmp(type, "contributed") != 0 || take_contributed(chance, seat, entry, fault);
}

void bot_chance_undone(struct bot_chance *chance, struct span words) {
  struct span word;
  while (span_split(&words, '\n', &word)) {
    if (word.length == 0) continue;
    text_add(&chance->lines, word.bytes, word.length);
    text_add_char(&chance->lines, ' ');
  }
  text_add_char(&chance->lines, '\n');
}

struct bot_seals bot_chance_settled(const struct bot_chance *chance) {
  struct bot_seals settled = {.given = true};
  if (!chance->all_sealed) return chance->before;
  memcpy(settled.commitment, chance->seen.commitment, sizeof settled.commitment);
  memcpy(settled.seals, chance->seals, sizeof settled.seals);
  return settled;
}

/* ---- What the program must do ---- */

bool bot_chance_must_seal(const struct bot_chance *chance, int seat) {
  return do_all_sit(chance) && !chance->sealed[seat - 1];
}

bool bot_chance_contribute(struct bot_chance *chance, const uint8_t bytes[FAIR_CONTRIBUTION], struct fault *fault) {
  if (chance->own.given && !chance->confirmed)
    return fault_say(fault, "the server shows another commitment than the one that was seen before");
  if (is_under_own_commitment(chance)) return true;
  chance->own.given = chance->confirmed = true;
  memcpy(chance->own.commitment, chance->seen.commitment, FAIR_HASH);
  memcpy(chance->own.bytes, bytes, FAIR_CONTRIBUTION);
  return true;
}

bool bot_chance_must_tell(const struct bot_chance *chance, int seat) {
  return do_all_seal(chance) && !chance->seen.contributions[seat - 1].given && is_under_own_commitment(chance);
}

void bot_chance_seal(const struct bot_chance *chance, int seat, uint8_t seal[FAIR_HASH]) {
  fair_seal(chance->own.commitment, seat - 1, chance->own.bytes, seal);
}

/* ---- The check ---- */

/* Checks the own contribution. A program without one knows nothing that the server could have falsified. */
static bool check_own(const struct bot_chance *chance, int seat, struct fault *fault) {
  if (!chance->own.given) return true;
  const struct fair_contribution *revealed = &chance->seen.contributions[seat - 1];
  return (revealed->given && memcmp(revealed->bytes, chance->own.bytes, FAIR_CONTRIBUTION) == 0) ||
         fault_say(fault, "the own share is told otherwise");
}

/* Checks the words of one line by playing them in a separate game. */
static bool check_line(const struct bot_chance *chance, const struct history *history, struct span line,
                       struct fault *fault) {
  const tess_options options = tess_game_options(history->game);
  struct proof_count count = {0};
  struct history *game = history_new(history->set, &options, fault);
  struct span word;
  bool good = game != NULL;
  while (good && span_split(&line, ' ', &word))
    if (word.length > 0) good = history_word(game, word, fault);
  good = good && proof_check_history(&chance->seen, game, &count, fault);
  history_free(game);
  return good;
}

bool bot_chance_check(const struct bot_chance *chance, int seat, const struct history *history,
                      struct proof_count *count, struct fault *fault) {
  struct span rest = text_span(&chance->lines), line;
  bool good = chance->seen.revealed ? check_own(chance, seat, fault) : fault_say(fault, "the secret was not told");
  while (good && span_split(&rest, '\n', &line)) good = check_line(chance, history, line, fault);
  return good && proof_check_history(&chance->seen, history, count, fault);
}

/* True if a tag of the record agrees with what the program has seen. */
static bool compare_tag(const struct record *record, const struct record *seen, const char *name, struct fault *fault) {
  const char *found = record_tag_value(record, name), *expected = record_tag_value(seen, name);
  return (found != NULL && strcmp(found, expected) == 0) ||
         fault_say(fault, "the server's record has another %s than was seen", name);
}

bool bot_chance_compare(const struct bot_chance *chance, const struct history *history, struct span record,
                        const struct set_library *sets, struct fault *fault) {
  struct record_source source = record_source_of(record);
  struct record found = {0}, seen = {0};
  struct text found_game = {0}, seen_game = {0};

  /* 1. Compare the chance. */
  proof_write(&chance->seen, chance->players, &seen);
  bool good = record_read(&source, &found, fault) > 0 || fault_within(fault, "the server's record");
  good = good && compare_tag(&found, &seen, "Commitment", fault) && compare_tag(&found, &seen, "Secret", fault) &&
         compare_tag(&found, &seen, "Contributions", fault) && compare_tag(&found, &seen, "FirstBy", fault);

  /* 2. Compare the game. */
  struct history *replayed = good ? record_replay(&found, sets, fault) : NULL;
  good = good && (replayed != NULL || fault_within(fault, "the server's record"));
  if (good) {
    record_write(replayed, NULL, &found_game);
    record_write(history, NULL, &seen_game);
    good = strcmp(found_game.bytes, seen_game.bytes) == 0 ||
           fault_say(fault, "the server's record is not the game that was seen");
  }
  history_free(replayed);
  record_free(&found);
  record_free(&seen);
  text_free(&found_game);
  text_free(&seen_game);
  return good;
}
