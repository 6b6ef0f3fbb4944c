#include "notation/throw.h"

static bool is_gap(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';'; }

static void skip_gaps(struct reader *reader) {
  while (is_gap(reader_peek(reader))) reader->at++;
}

/* Reads `SIDE:n,n` of a side from `lowest` on; returns the side, 0-based. */
static int side_take(struct reader *reader, int lowest, tess_throw *thrown) {
  int side = reader_int(reader, lowest + 1, TESS_MAX_PLAYERS) - 1;
  char before = ':';
  do {
    reader_expect(reader, before);
    int face = reader_int(reader, 1, 6);
    if (reader->failed || thrown->dice[side] == TESS_MAX_DICE) {
      reader->failed = true;
      break;
    }
    thrown->faces[side][thrown->dice[side]++] = (uint8_t)face;
    before = ',';
  } while (reader_peek(reader) == ',');
  return side;
}

/* Skips a gap between sides; true if something follows it. */
static bool gap_take(struct reader *reader) {
  bool gap = is_gap(reader_peek(reader));
  skip_gaps(reader);
  return gap && reader->at != reader->end;
}

bool throw_read(struct span words, tess_throw *thrown, struct fault *fault) {
  struct reader reader = reader_of(words);
  *thrown = (tess_throw){0};
  int next = 0;
  skip_gaps(&reader);
  do {
    next = side_take(&reader, next, thrown) + 1;
  } while (gap_take(&reader));
  if (reader_done(&reader)) return true;
  return fault_say(fault, "expected dice such as 1:5,3 2:6, sides ascending, found %s",
                   quote(words.bytes, words.length).text);
}

void throw_write(const tess_throw *thrown, char separator, struct text *text) {
  bool first = true;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (thrown->dice[side] == 0) continue;
    if (!first) text_add_char(text, separator);
    first = false;
    text_print(text, "%d:", side + 1);
    for (int i = 0; i < thrown->dice[side]; i++) text_print(text, "%s%d", i > 0 ? "," : "", thrown->faces[side][i]);
  }
}
