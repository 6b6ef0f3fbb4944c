#define _POSIX_C_SOURCE 200809L
#include "arena/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/json_writer.h"
#include "notation/json_reader.h"

/* What was read from a state file. */
struct resumption {
  off_t state_length;  /* bytes of its complete lines */
  off_t record_length; /* bytes of the records of these games; -1 if no records were written */
};

/* ---- Lines ---- */

static void write_header(const struct match *match, struct text *line) {
  struct text words = {0};
  match_describe(match, &words);
  json_open_object(line, NULL);
  json_put_string(line, "format", "tessera-match-state/1");
  json_put_span(line, "match", text_span(&words));
  json_close_object(line);
  text_add_char(line, '\n');
  text_free(&words);
}

static void write_outcome(const struct match *match, const struct outcome *outcome, off_t records, struct text *line) {
  json_open_object(line, NULL);
  json_put_int(line, "lost", outcome->lost);
  json_put_string(line, "reason", outcome->reason);
  json_put_int(line, "turns", outcome->turns);
  json_open_array(line, "scores");
  for (int i = 0; i < outcome->sides; i++) json_put_int(line, NULL, outcome->scores[i]);
  json_close_array(line);
  json_open_array(line, "longest");
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) json_put_int(line, NULL, outcome->longest[i]);
  json_close_array(line);
  if (match->luck) {
    json_open_array(line, "luck");
    json_put_int(line, NULL, outcome->luck.points);
    json_put_int(line, NULL, outcome->luck.wins);
    json_close_array(line);
  }
  json_put_int(line, "records", records);
  json_close_object(line);
  text_add_char(line, '\n');
}

static bool are_within(const int64_t *numbers, int count, int64_t least, int64_t most) {
  for (int i = 0; i < count; i++)
    if (numbers[i] < least || numbers[i] > most) return false;
  return true;
}

/* Reads an outcome in the form of write_outcome(). False with `*fault`. */
static bool read_outcome(const json_t *json, const struct match *match, struct outcome *outcome, off_t *records,
                         struct fault *fault) {
  const int sides = match_sides(match);
  int64_t scores[TESS_MAX_PLAYERS], times[TESS_MAX_PLAYERS], luck[2] = {0}, bytes = -1;
  struct span reason = {0};
  int lost = -1, turns = 0;

  /* 1. Every member is there; `luck` only in a match that has it. */
  static const char *const needed[] = {"lost", "reason", "turns", "records", "scores", "longest", "luck"};
  for (int i = 0; i < 6 + match->luck; i++)
    if (!member_needed(json, needed[i], fault)) return false;

  /* 2. Read their values, and check that they are possible. */
  if (!member_whole(json, "lost", -1, match->options.players - 1, &lost, fault) ||
      !member_text(json, "reason", &reason, fault) || !member_whole(json, "turns", 0, TESS_MAX_TILES, &turns, fault) ||
      !member_long(json, "records", &bytes, fault) || !member_longs(json, "scores", sides, scores, fault) ||
      !member_longs(json, "longest", TESS_MAX_PLAYERS, times, fault) ||
      (match->luck && !member_longs(json, "luck", 2, luck, fault)))
    return false;
  if (reason.length >= sizeof outcome->reason || bytes < -1 || !are_within(scores, sides, 0, TESS_MAX_SCORE) ||
      !are_within(times, TESS_MAX_PLAYERS, 0, UINT32_MAX) || !are_within(luck, 2, -FORTUNE_MOST, FORTUNE_MOST))
    return fault_say(fault, "a number is out of range");

  *outcome =
      (struct outcome){.lost = lost, .turns = turns, .sides = sides, .luck = {(int32_t)luck[0], (int32_t)luck[1]}};
  memcpy(outcome->reason, reason.bytes, reason.length);
  for (int i = 0; i < sides; i++) outcome->scores[i] = (int32_t)scores[i];
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) outcome->longest[i] = (uint32_t)times[i];
  *records = (off_t)bytes;
  return true;
}

/* ---- Resuming ---- */

/* Reads the state file, if it exists, and adds its outcomes to `standings`. An interruption may have cut off its last
 * line; that game is then played again. */
static bool read_state(const char *path, struct standings *standings, struct resumption *before, struct fault *fault) {
  *before = (struct resumption){.record_length = -1};
  FILE *file = fopen(path, "rb");
  if (file == NULL) return errno == ENOENT || fault_say(fault, "%s cannot be opened: %s", path, strerror(errno));
  struct text header = {0};
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  bool good = true;
  write_header(standings->match, &header);
  for (int number = 1; good && (length = getline(&line, &room, file)) > 0; number++) {
    const bool whole = line[length - 1] == '\n';
    if (number == 1) {
      good = (size_t)length <= header.length && memcmp(line, header.bytes, (size_t)length) == 0;
      if (!good)
        fault_say(fault, "this is not the state of this match; expected one begun with the same game, options, seed, "
                         "seating and engines");
    } else if (whole) {
      struct outcome outcome;
      json_t *json = members_read((struct span){line, (size_t)length}, fault);
      good = json != NULL && read_outcome(json, standings->match, &outcome, &before->record_length, fault);
      json_decref(json);
      if (good) standings_add(standings, &outcome);
      if (!good) fault_within(fault, "expected the outcome of a game");
    }
    if (!good) fault->line = number;
    if (good && whole) before->state_length += (off_t)length;
  }
  if (good && !feof(file)) good = fault_say(fault, "cannot be read: %s", strerror(errno)); /* games would be lost */
  free(line);
  text_free(&header);
  fclose(file);
  return good || fault_within(fault, path);
}

/* Opens a file for appending. Returns NULL with `*fault` filled if that fails. */
static FILE *open_file(const char *path, struct fault *fault) {
  FILE *file = fopen(path, "ab");
  if (file == NULL) fault_say(fault, "%s cannot be opened for writing: %s", path, strerror(errno));
  return file;
}

/* Cuts a file after its first `length` bytes. `file` may be NULL. Returns false with `*fault` filled if that fails. */
static bool cut(FILE *file, const char *path, off_t length, struct fault *fault) {
  if (file == NULL || (ftruncate(fileno(file), length) == 0 && fseeko(file, 0, SEEK_END) == 0)) return true;
  return fault_say(fault, "%s cannot be written: %s", path, strerror(errno));
}

static bool write_line(FILE *file, const struct text *line, struct fault *fault) {
  if (fwrite(line->bytes, 1, line->length, file) == line->length && fflush(file) == 0) return true;
  return fault_say(fault, "a file of the match cannot be written: %s", strerror(errno));
}

bool journal_open(struct journal *journal, const char *state, const char *records, struct standings *standings,
                  struct fault *fault) {
  /* 1. Read what was played before. */
  struct resumption before = {0};
  struct fault closing;
  struct text header = {0};
  *journal = (struct journal){0};
  if (state != NULL && !read_state(state, standings, &before, fault)) return false;

  /* 2. Check that the records match the state. */
  struct stat told;
  if (standings->count > 0 && (records != NULL) != (before.record_length >= 0))
    return fault_say(fault, "the match was begun %s records; expected the same now",
                     records != NULL ? "without" : "with");
  if (standings->count > 0 && records != NULL && (stat(records, &told) != 0 || told.st_size < before.record_length))
    return fault_say(fault, "%s: expected the records of the %u games that the state tells", records,
                     (unsigned)standings->count);

  /* 3. Open both files, and then cut each after the part that is kept; a new state begins with its header. */
  const off_t kept = standings->count == 0 ? 0 : before.record_length;
  bool good = records == NULL || (journal->records = open_file(records, fault)) != NULL;
  if (good && state != NULL) good = (journal->state = open_file(state, fault)) != NULL;
  good = good && cut(journal->records, records, kept, fault) && cut(journal->state, state, before.state_length, fault);
  write_header(standings->match, &header);
  if (good && state != NULL && before.state_length == 0) good = write_line(journal->state, &header, fault);
  text_free(&header);
  if (!good) journal_close(journal, &closing);
  return good;
}

bool journal_add(struct journal *journal, const struct match *match, const struct outcome *outcome,
                 const struct text *record, struct fault *fault) {
  struct text line = {0};
  if (journal->records != NULL && !write_line(journal->records, record, fault)) return false;
  if (journal->state == NULL) return true;
  write_outcome(match, outcome, journal->records == NULL ? -1 : ftello(journal->records), &line);
  const bool written = write_line(journal->state, &line, fault);
  text_free(&line);
  return written;
}

static bool close_file(FILE *file) { return file == NULL || fclose(file) == 0; }

bool journal_close(struct journal *journal, struct fault *fault) {
  const bool records = close_file(journal->records), state = close_file(journal->state);
  *journal = (struct journal){0};
  return (records && state) || fault_say(fault, "a file of the match cannot be written: %s", strerror(errno));
}
