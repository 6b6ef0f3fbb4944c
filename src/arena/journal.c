#define _POSIX_C_SOURCE 200809L
#include "arena/arena.h"

#include <assert.h>
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

static const char FORMAT[] = "tessera-match-state/1";

static void write_header(const struct match *match, struct text *line) {
  struct text words = {0};
  match_describe(match, &words);
  json_open_object(line, NULL);
  json_put_string(line, "format", FORMAT);
  json_put_span(line, "match", text_span(&words));
  if (match->shares > 0) {
    json_open_array(line, "share");
    json_put_int(line, NULL, (int64_t)match->share);
    json_put_int(line, NULL, (int64_t)match->shares);
    json_close_array(line);
    json_put_int(line, "rounds", (int64_t)match->rounds);
    json_put_raw(line, "options", text_span(&match->settings));
  }
  json_close_object(line);
  text_add_char(line, '\n');
  text_free(&words);
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

/* ---- Joining ---- */

/* Reads the first line of a state file, which must be that of a share. Returns NULL with `*fault` filled if it is
 * not. */
static json_t *read_share(const char *path, int64_t share[2], struct fault *fault) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    fault_say(fault, "%s cannot be opened: %s", path, strerror(errno));
    return NULL;
  }
  char *line = NULL;
  size_t room = 0;
  struct span format = {0};
  const json_t *options;
  share[0] = share[1] = 0;
  const ssize_t length = getline(&line, &room, file);
  json_t *header = length > 0 ? members_read((struct span){line, (size_t)length}, fault) : NULL;
  const bool good = header != NULL && member_text(header, "format", &format, fault) && span_is(format, FORMAT) &&
                    member_needed(header, "options", fault) &&
                    member_list(header, "options", "strings", &options, fault) &&
                    member_longs(header, "share", 2, share, fault) && share[0] >= 1 && share[0] <= share[1];
  free(line);
  fclose(file);
  if (good) return header;
  json_decref(header);
  fault_say(fault, "%s: expected the state of a share of a match", path);
  return NULL;
}

bool journal_read_settings(const char *path, json_t **settings, struct fault *fault) {
  int64_t share[2];
  json_t *header = read_share(path, share, fault);
  if (header == NULL) return false;
  *settings = json_incref(json_object_get(header, "options"));
  json_decref(header);
  return true;
}

/* Adds the outcomes of one share to those of the match. */
static bool add_share(struct standings *standings, const struct match *match, const char *path, struct fault *fault) {
  struct standings part = standings_of(match);
  struct resumption before;
  bool good = read_state(path, &part, &before, fault);
  const uint64_t all = part.rounds.count * (uint64_t)part.schedule.games;
  if (good && part.count != all)
    good = fault_say(fault, "%s: expected the %u games of share %u/%u, not %u", path, (unsigned)all,
                     (unsigned)match->share, (unsigned)match->shares, (unsigned)part.count);
  for (uint64_t i = 0; good && i < part.count; i++) standings_add(standings, &part.outcomes[i]);
  standings_free(&part);
  return good;
}

bool journal_join(struct standings *standings, char *const *paths, int count, struct fault *fault) {
  /* 1. Find the file of each share. */
  assert(count > 0);
  struct match match = *standings->match;
  const char **files = NULL;
  bool good = true;
  for (int i = 0; good && i < count; i++) {
    int64_t share[2];
    json_t *header = read_share(paths[i], share, fault);
    json_decref(header);
    good = header != NULL;
    if (good && files == NULL) {
      match.shares = (uint64_t)share[1];
      good = match.shares <= match.rounds ||
             fault_say(fault, "%s: expected at most %u shares", paths[i], (unsigned)match.rounds);
      if (good) files = memory_zeroed((size_t)match.shares * sizeof *files);
    }
    if (good && (uint64_t)share[1] != match.shares)
      good = fault_say(fault, "%s: expected one of %u shares, as in %s, not share %u/%u", paths[i],
                       (unsigned)match.shares, paths[0], (unsigned)share[0], (unsigned)share[1]);
    else if (good && files[share[0] - 1] != NULL)
      good = fault_say(fault, "share %u/%u is there twice: %s and %s", (unsigned)share[0], (unsigned)share[1],
                       files[share[0] - 1], paths[i]);
    else if (good)
      files[share[0] - 1] = paths[i];
  }

  /* 2. All must be there. */
  struct text missing = {0};
  for (uint64_t i = 0; good && i < match.shares; i++)
    if (files[i] == NULL)
      text_print(&missing, "%s%u/%u", missing.length > 0 ? ", " : "", (unsigned)i + 1, (unsigned)match.shares);
  if (missing.length > 0) good = fault_say(fault, "shares are missing: %s", missing.bytes);
  text_free(&missing);

  /* 3. Add their outcomes in the order of the schedule. */
  for (uint64_t i = 0; good && i < match.shares; i++) {
    match.share = i + 1;
    good = add_share(standings, &match, files[i], fault);
  }
  free(files);
  return good;
}

/* ---- Writing ---- */

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
  struct stat status;
  if (standings->count > 0 && (records != NULL) != (before.record_length >= 0))
    return fault_say(fault, "the match was begun %s records; expected the same now",
                     records != NULL ? "without" : "with");
  if (standings->count > 0 && records != NULL && (stat(records, &status) != 0 || status.st_size < before.record_length))
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
  json_open_object(&line, NULL);
  json_put_int(&line, "lost", outcome->lost);
  json_put_string(&line, "reason", outcome->reason);
  json_put_int(&line, "turns", outcome->turns);
  json_open_array(&line, "scores");
  for (int i = 0; i < outcome->sides; i++) json_put_int(&line, NULL, outcome->scores[i]);
  json_close_array(&line);
  json_open_array(&line, "longest");
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) json_put_int(&line, NULL, outcome->longest[i]);
  json_close_array(&line);
  if (match->luck) {
    json_open_array(&line, "luck");
    json_put_int(&line, NULL, outcome->luck.points);
    json_put_int(&line, NULL, outcome->luck.wins);
    json_close_array(&line);
  }
  json_put_int(&line, "records", journal->records == NULL ? -1 : ftello(journal->records));
  json_close_object(&line);
  text_add_char(&line, '\n');
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
