#include "exercise.h"
#include "notation/state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void exercise_check(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "fuzz: %s\n", what);
  abort();
}

/* Counts so far: inputs, inputs of which a part was accepted, parts, and accepted parts. */
static struct {
  long inputs, inputs_read, parts, parts_read;
  bool any; /* a part of the last input was accepted */
} counts;

static void tell_share(void) {
  counts.inputs_read += counts.any;
  fprintf(stderr, "%ld inputs, of %ld (%.1f %%) something was read; %ld parts, of which %ld (%.1f %%) were read\n",
          counts.inputs, counts.inputs_read,
          100.0 * (double)counts.inputs_read / (double)(counts.inputs + !counts.inputs), counts.parts,
          counts.parts_read, 100.0 * (double)counts.parts_read / (double)(counts.parts + !counts.parts));
}

void exercise_begin(void) {
  if (counts.inputs == 0 && getenv("SHARE") != NULL) atexit(tell_share);
  counts.inputs++;
  counts.inputs_read += counts.any;
  counts.any = false;
}

void exercise_count(bool read) {
  counts.parts++;
  counts.parts_read += read;
  counts.any = counts.any || read;
}

const struct set_library *exercise_library(void) {
  static struct set_library *library;
  if (library == NULL) library = set_library_open();
  return library;
}

/* Writes the state as JSON. The first player (`first`) is not part of a position and is masked. */
static void describe(const tess_game *game, const struct tile_set *set, struct text *text) {
  state_json_write(game, set, text);
  char *first = strstr(text->bytes, "\"first\":");
  first[8] = '?';
}

void exercise_position(const tess_game *game, const struct tile_set *set, const struct set_library *library) {
  struct fault fault;
  struct text line = {0}, other_line = {0}, state = {0}, other_state = {0};
  tess_game *again = memory_new(tess_game_size());
  position_write(game, set, &line);
  bool read = position_read(text_span(&line), library, 0, again, &fault) == set;
  exercise_check(read, "a position line is refused that was written");
  position_write(again, set, &other_line);
  exercise_check(strcmp(line.bytes, other_line.bytes) == 0, "a position line is not canonical");
  exercise_check(tess_game_hash(game) == tess_game_hash(again), "a position line reads back with another hash");
  describe(game, set, &state);
  describe(again, set, &other_state);
  exercise_check(strcmp(state.bytes, other_state.bytes) == 0, "a position line reads back as another state");
  text_free(&line), text_free(&other_line), text_free(&state), text_free(&other_state);
  free(again);
}

static uint64_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static bool take_meeple(struct history *history, uint64_t *random, struct fault *fault) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  uint64_t count = (uint64_t)tess_game_decisions(history->game, decisions);
  return history_meeple(history, decisions[next_random(random) % count], fault);
}

static bool take_place(struct history *history, uint64_t *random, struct fault *fault) {
  uint64_t count = (uint64_t)tess_game_placement_count(history->game);
  return history_place(history, tess_game_placement_at(history->game, (int)(next_random(random) % count)), fault);
}

/* Takes one random step; returns false if the game is over. */
static bool take_step(struct history *history, uint64_t *random) {
  struct fault fault;
  bool good = false;
  switch (tess_game_phase(history->game)) {
  case TESS_PHASE_DRAW: good = history_draw(history, TESS_RANDOM, &fault); break;
  case TESS_PHASE_PLACE: good = take_place(history, random, &fault); break;
  case TESS_PHASE_MEEPLE: good = take_meeple(history, random, &fault); break;
  case TESS_PHASE_THROW: good = history_throw(history, NULL, &fault); break;
  case TESS_PHASE_OVER: return false;
  }
  exercise_check(good, "a legal step is refused");
  return true;
}

void exercise_play(struct history *history, int steps, uint64_t random) {
  while (steps-- > 0 && take_step(history, &random)) continue;
}

void exercise_steps(struct history *history, int steps) {
  struct text before = {0}, after = {0};
  int count = history->count;
  state_json_write(history->game, history->set, &before);
  exercise_play(history, steps, tess_game_hash(history->game));
  while (history->count > count) history_undo(history);
  state_json_write(history->game, history->set, &after);
  exercise_check(strcmp(before.bytes, after.bytes) == 0, "undo does not lead back");
  text_free(&before), text_free(&after);
}

bool exercise_leaves_out(struct span line) {
  static const char *const parts[] = {"perft", "/"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (size_t at = 0; at + strlen(parts[i]) <= line.length; at++)
      if (memcmp(line.bytes + at, parts[i], strlen(parts[i])) == 0) return true;
  return false;
}

bool exercise_is_silent(struct span line) {
  if (line.length > 0 && line.bytes[line.length - 1] == '\r') line.length--;
  struct reader reader = reader_of(span_after_mark(line));
  reader_skip_blanks(&reader);
  return reader.at == reader.end || *reader.at == '#';
}
