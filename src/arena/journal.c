#define _POSIX_C_SOURCE 200809L
#include "arena/journal.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/json_writer.h"

/* What was read of a state. */
struct resumption {
  off_t state_length;  /* of whole lines */
  off_t record_length; /* of the records of these games; -1: none were written */
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

static bool read_integer(const json_t *value, int64_t least, int64_t most, int64_t *number) {
  *number = json_integer_value(value);
  return json_is_integer(value) && *number >= least && *number <= most;
}

static bool read_luck(const json_t *pair, struct fortune *luck) {
  int64_t points, wins;
  if (json_array_size(pair) != 2) return false;
  if (!read_integer(json_array_get(pair, 0), -FORTUNE_MOST, FORTUNE_MOST, &points)) return false;
  if (!read_integer(json_array_get(pair, 1), -FORTUNE_MOST, FORTUNE_MOST, &wins)) return false;
  *luck = (struct fortune){(int32_t)points, (int32_t)wins};
  return true;
}

static bool read_outcome_json(const json_t *json, const struct match *match, struct outcome *outcome, off_t *records) {
  int64_t lost, turns, score, longest, bytes;
  const json_t *scores = json_object_get(json, "scores"), *times = json_object_get(json, "longest");
  const char *reason = json_string_value(json_object_get(json, "reason"));
  if (!read_integer(json_object_get(json, "lost"), -1, match->options.players - 1, &lost)) return false;
  if (!read_integer(json_object_get(json, "turns"), 0, TESS_MAX_TILES, &turns)) return false;
  if (!read_integer(json_object_get(json, "records"), -1, INT64_MAX, &bytes)) return false;
  if (reason == NULL || strlen(reason) >= sizeof outcome->reason) return false;
  if ((int)json_array_size(scores) != match_sides(match) || json_array_size(times) != TESS_MAX_PLAYERS) return false;
  *outcome = (struct outcome){.lost = (int)lost, .turns = (int)turns, .sides = match_sides(match)};
  memcpy(outcome->reason, reason, strlen(reason));
  *records = (off_t)bytes;
  if (match->luck && !read_luck(json_object_get(json, "luck"), &outcome->luck)) return false;
  for (size_t i = 0; i < json_array_size(scores); i++) {
    if (!read_integer(json_array_get(scores, i), 0, TESS_MAX_SCORE, &score)) return false;
    outcome->scores[i] = (int32_t)score;
  }
  for (size_t i = 0; i < TESS_MAX_PLAYERS; i++) {
    if (!read_integer(json_array_get(times, i), 0, UINT32_MAX, &longest)) return false;
    outcome->longest[i] = (uint32_t)longest;
  }
  return true;
}

static bool read_outcome(const char *line, size_t length, const struct match *match, struct outcome *outcome,
                         off_t *records) {
  json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
  const bool read = json != NULL && read_outcome_json(json, match, outcome, records);
  json_decref(json);
  return read;
}

/* ---- Resuming ---- */

/* The first line, which an interruption may have cut off. */
static bool check_header(const char *line, size_t length, const struct match *match, struct fault *fault) {
  struct text header = {0};
  write_header(match, &header);
  const bool same = length <= header.length && memcmp(line, header.bytes, length) == 0;
  text_free(&header);
  if (same) return true;
  fault_say(fault, "this is not the state of this match; expected one begun with the same game, options, seed, seating "
                   "and engines");
  fault->line = 1;
  return false;
}

static bool read_line(const char *line, size_t length, int number, struct standings *standings,
                      struct resumption *resumption, struct fault *fault) {
  struct outcome outcome;
  const bool whole = line[length - 1] == '\n'; /* else an interruption cut it off, and the game is played again */
  if (number == 1 && !check_header(line, length, standings->match, fault)) return false;
  if (whole) resumption->state_length += (off_t)length;
  if (number == 1 || !whole) return true;
  if (!read_outcome(line, length, standings->match, &outcome, &resumption->record_length)) {
    fault_say(fault, "expected the outcome of a game");
    fault->line = number;
    return false;
  }
  standings_add(standings, &outcome);
  return true;
}

static bool read_lines(FILE *file, struct standings *standings, struct resumption *resumption, struct fault *fault) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  bool good = true;
  for (int number = 1; good && (length = getline(&line, &room, file)) > 0; number++)
    good = read_line(line, (size_t)length, number, standings, resumption, fault);
  free(line);
  return good;
}

static bool read_state(const char *path, struct standings *standings, struct resumption *resumption,
                       struct fault *fault) {
  *resumption = (struct resumption){.record_length = -1};
  FILE *file = fopen(path, "rb");
  if (file == NULL) return errno == ENOENT || fault_say(fault, "%s cannot be opened: %s", path, strerror(errno));
  const bool good = read_lines(file, standings, resumption, fault);
  fclose(file);
  return good || fault_within(fault, path);
}

/* The records must be those that the state speaks of. */
static bool check_records(const char *path, const struct standings *standings, const struct resumption *resumption,
                          struct fault *fault) {
  struct stat told;
  if (standings->count == 0) return true;
  if ((path != NULL) != (resumption->record_length >= 0))
    return fault_say(fault, "the match was begun %s records; expected the same now", path != NULL ? "without" : "with");
  if (path == NULL) return true;
  if (stat(path, &told) == 0 && told.st_size >= resumption->record_length) return true;
  return fault_say(fault, "%s: expected the records of the %u games that the state tells", path,
                   (unsigned)standings->count);
}

/* Opens a file for writing behind its first `length` bytes. */
static FILE *open_behind(const char *path, off_t length, struct fault *fault) {
  FILE *file = fopen(path, "ab");
  if (file != NULL && ftruncate(fileno(file), length) == 0 && fseeko(file, 0, SEEK_END) == 0) return file;
  fault_say(fault, "%s cannot be opened for writing: %s", path, strerror(errno));
  if (file != NULL) fclose(file);
  return NULL;
}

static bool write_line(FILE *file, const struct text *line, struct fault *fault) {
  if (fwrite(line->bytes, 1, line->length, file) == line->length && fflush(file) == 0) return true;
  return fault_say(fault, "a file of the match cannot be written: %s", strerror(errno));
}

static bool begin_state(struct journal *journal, const struct match *match, struct fault *fault) {
  struct text header = {0};
  write_header(match, &header);
  const bool written = write_line(journal->state, &header, fault);
  text_free(&header);
  return written;
}

bool journal_open(struct journal *journal, const char *state, const char *records, struct standings *standings,
                  struct fault *fault) {
  struct resumption resumption = {0};
  struct fault closing;
  *journal = (struct journal){0};
  if (state != NULL && !read_state(state, standings, &resumption, fault)) return false;
  if (!check_records(records, standings, &resumption, fault)) return false;
  const off_t kept = standings->count == 0 ? 0 : resumption.record_length;
  bool good = records == NULL || (journal->records = open_behind(records, kept, fault)) != NULL;
  if (good && state != NULL) {
    journal->state = open_behind(state, resumption.state_length, fault);
    good = journal->state != NULL && (resumption.state_length > 0 || begin_state(journal, standings->match, fault));
  }
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
