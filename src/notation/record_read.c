/* Reads the text of records. */
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

/* Real records are far below these limits, which bound the time and memory that bad input can cost. */
enum { MAX_WORD_BYTES = 128, MAX_WORDS = 1 << 15 };

/* How much of the current turn has been read. */
enum turn_part { TURN_EMPTY, TURN_PUT_OUT, TURN_DRAWN, TURN_LAID };

struct scan {
  struct record_source *source;
  struct record *record;
  struct fault *fault;
  enum turn_part turn;
};

struct record_source record_source_of(struct span bytes) {
  return (struct record_source){span_after_mark(bytes), 1};
}

/* ---- Bytes ---- */

static char peek(const struct record_source *source) { return source->rest.length > 0 ? *source->rest.bytes : '\0'; }

static bool at_end(const struct record_source *source) { return source->rest.length == 0; }

static void advance(struct record_source *source) {
  source->line += *source->rest.bytes == '\n';
  source->rest.bytes++;
  source->rest.length--;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Skips spaces, line ends and lines that begin with `;`. `fresh`: the source is at the beginning of a line. */
static void skip_space(struct record_source *source, bool fresh) {
  while (!at_end(source)) {
    if (fresh && peek(source) == ';')
      while (!at_end(source) && peek(source) != '\n') advance(source);
    else if (!is_space(peek(source)))
      return;
    if (at_end(source)) return;
    fresh = peek(source) == '\n';
    advance(source);
  }
}

/* Takes the bytes before the first `stop`, or all up to the end. */
static struct span take_until(struct record_source *source, char stop) {
  struct span taken = {source->rest.bytes, 0};
  for (; !at_end(source) && peek(source) != stop; taken.length++) advance(source);
  return taken;
}

static struct span trim(struct span span) {
  while (span.length > 0 && is_space(span.bytes[span.length - 1])) span.length--;
  for (; span.length > 0 && is_space(*span.bytes); span.length--) span.bytes++;
  return span;
}

/* ---- Tags ---- */

/* Reads `[Name "value"]`, with `\"` and `\\` in the value. */
static bool tag_parse(struct span line, struct span *name, struct text *value) {
  struct reader reader = reader_of(line);
  reader_expect(&reader, '[');
  *name = reader_id(&reader);
  const bool blank = reader_peek(&reader) == ' ' || reader_peek(&reader) == '\t';
  reader_skip_blanks(&reader);
  reader_expect(&reader, '"');
  while (!reader.failed && reader.at < reader.end && *reader.at != '"') {
    const bool escaped = *reader.at == '\\';
    if (escaped && (++reader.at == reader.end || (*reader.at != '"' && *reader.at != '\\'))) return false;
    text_add_char(value, *reader.at++);
  }
  reader_expect(&reader, '"');
  reader_expect(&reader, ']');
  return blank && reader_done(&reader);
}

static bool tag_read(struct scan *scan) {
  /* 1. Its line. */
  struct record *record = scan->record;
  const int line = scan->source->line;
  const struct span bytes = trim(take_until(scan->source, '\n'));

  /* 2. Name and value. */
  struct span word;
  struct text name = {0}, value = {0};
  text_clear(&value);
  const bool formed = tag_parse(bytes, &word, &value);
  const bool plain = span_is_plain(text_span(&value), false);
  text_add(&name, word.bytes, word.length);
  const bool again = formed && record_tag_value(record, name.bytes) != NULL;
  const bool many = formed && !record_takes_tag(record, name.bytes);
  const bool kept = formed && plain && !again && !many;
  if (kept) {
    record_set_tag(record, name.bytes, value.bytes);
    record->tags[record->tag_count - 1].line = line;
  }
  text_free(&name);
  text_free(&value);

  /* 3. Report what is wrong with it. */
  if (!formed)
    fault_say(scan->fault, "expected a tag [Name \"value\"], found %s", quote(bytes.bytes, bytes.length).text);
  else if (!plain)
    fault_say(scan->fault, "the tag's value is not UTF-8 or holds a control character");
  else if (many)
    fault_say(scan->fault, "more than %d tags", RECORD_TAGS);
  else if (again)
    fault_say(scan->fault, "the tag %s stands twice in this game", quote(word.bytes, word.length).text);
  return kept;
}

/* ---- Comments ---- */

/* Reads exactly two digits, at most 59. */
static int two_digits(struct reader *reader) {
  struct reader two = reader_of((struct span){reader->at, reader->end - reader->at < 2 ? 0 : 2});
  reader_take(&two, '0');
  int number = reader_int(&two, 0, 59);
  reader->failed |= !reader_done(&two);
  reader->at = two.end;
  return number;
}

/* Reads `h:mm:ss` into seconds. */
static bool clock_read(struct span word, int32_t *clock) {
  struct reader reader = reader_of(word);
  int32_t seconds = 3600 * reader_int(&reader, 0, 99999);
  reader_expect(&reader, ':');
  seconds += 60 * two_digits(&reader);
  reader_expect(&reader, ':');
  seconds += two_digits(&reader);
  if (reader_done(&reader)) *clock = seconds;
  return reader_done(&reader);
}

static size_t digits(struct span *span) {
  size_t count = 0;
  for (; span->length > 0 && *span->bytes >= '0' && *span->bytes <= '9'; count++, span->length--) span->bytes++;
  return count;
}

/* True for a decimal number: digits, perhaps with a minus before them and a point and more digits after them. */
static bool is_decimal(struct span word) {
  if (word.length > 0 && *word.bytes == '-') word = (struct span){word.bytes + 1, word.length - 1};
  if (digits(&word) == 0) return false;
  if (word.length == 0) return true;
  if (*word.bytes != '.') return false;
  word = (struct span){word.bytes + 1, word.length - 1};
  return digits(&word) > 0 && word.length == 0;
}

/* Reads a command at the beginning of a comment. Returns 1 if there was one, 0 if not, -1 if it is malformed. */
static int command_take(struct span *comment, struct record_turn *turn) {
  static const char clock[] = "[%clk ";
  static const char eval[] = "[%eval ";
  bool is_clock = comment->length >= 6 && memcmp(comment->bytes, clock, 6) == 0;
  bool is_eval = comment->length >= 7 && memcmp(comment->bytes, eval, 7) == 0;
  if (!is_clock && !is_eval) return 0;
  const char *close = memchr(comment->bytes, ']', comment->length);
  if (close == NULL) return -1;
  const char *value = comment->bytes + (is_clock ? 6 : 7);
  struct span word = {value, (size_t)(close - value)};
  const bool good = is_clock ? clock_read(word, &turn->clock) : word.length < sizeof turn->eval && is_decimal(word);
  if (is_eval && good) {
    memcpy(turn->eval, word.bytes, word.length);
    turn->eval[word.length] = '\0';
  }
  *comment = trim((struct span){close + 1, (size_t)(comment->bytes + comment->length - close - 1)});
  return good ? 1 : -1;
}

static bool comment_read(struct scan *scan) {
  /* 1. Take everything up to the brace. */
  struct record *record = scan->record;
  advance(scan->source);
  struct span comment = take_until(scan->source, '}');
  if (at_end(scan->source)) return fault_say(scan->fault, "the comment that begins here has no }");
  advance(scan->source);
  if (record->turn_count == 0)
    return fault_say(scan->fault, "a comment belongs to the move before it, and there is none");
  if (!span_is_plain(comment, true))
    return fault_say(scan->fault, "the comment is not UTF-8 or holds a control character");

  /* 2. Read the commands at the beginning, and the text after them. */
  struct record_turn *turn = &record->turns[record->turn_count - 1];
  int taken = 1;
  for (comment = trim(comment); taken == 1;) taken = command_take(&comment, turn);
  if (taken < 0) return fault_say(scan->fault, "expected [%%clk h:mm:ss] or [%%eval n] with a decimal number");
  record_turn_say(turn, comment);
  return true;
}

/* ---- Moves ---- */

/* True for `*` and for numbers joined by minus signs. */
static bool is_result(struct span word) {
  if (span_is(word, "*")) return true;
  bool joined = false;
  while (digits(&word) > 0) {
    if (word.length == 0) return joined;
    if (*word.bytes != '-') return false;
    word = (struct span){word.bytes + 1, word.length - 1};
    joined = true;
  }
  return false;
}

/* Reads a word of the moves: a number, the result, or a word for history_word(). */
static bool word_read(struct scan *scan) {
  struct record_source *source = scan->source;
  struct record *record = scan->record;
  const int line = source->line, count = record->turn_count;

  /* 1. Take the word: a throw ends at its bracket, any other word at a space or a comment. */
  struct span word = {source->rest.bytes, 0};
  const bool bracket = peek(source) == '[';
  for (bool last = false; !at_end(source) && !last && (bracket || (!is_space(peek(source)) && peek(source) != '{'));) {
    last = bracket && peek(source) == ']';
    advance(source);
    word.length++;
  }
  const struct quote shown = quote(word.bytes, word.length);
  struct span rest = word;

  /* 2. It may be the number of the next turn. */
  if (digits(&rest) > 0 && rest.length == 1 && *rest.bytes == '.') {
    struct reader reader = reader_of(word);
    if (reader_int(&reader, 1, INT32_MAX) != count + 1 || reader.failed)
      return fault_say(scan->fault, "expected the number %d., found %s", count + 1, shown.text);
    if (count > 0 && scan->turn != TURN_LAID)
      return fault_say(scan->fault, "move %d lays no tile, and another follows", count);
    record_turn(record, count + 1)->line = source->line;
    scan->turn = TURN_EMPTY;
    return true;
  }

  /* 3. It may be the result, which ends the game. */
  if (is_result(word)) {
    if (count > 0 && scan->turn == TURN_EMPTY)
      return fault_say(scan->fault, "expected a move after the number %d.", count);
    record->result = memory_new(word.length + 1);
    memcpy(record->result, word.bytes, word.length);
    record->result[word.length] = '\0';
    record->result_line = line;
    return true;
  }

  /* 4. Otherwise it is a move, a draw or a throw; check that it may stand here. */
  if (count == 0) return fault_say(scan->fault, "expected the number 1., found %s", shown.text);
  if (word.length > MAX_WORD_BYTES || !span_is_plain(word, true))
    return fault_say(scan->fault, "expected a move, found %s", shown.text);
  if (record->word_count == MAX_WORDS) return fault_say(scan->fault, "more than %d words of moves", MAX_WORDS);
  const bool begun = scan->turn == TURN_EMPTY || scan->turn == TURN_PUT_OUT;
  enum turn_part after = TURN_EMPTY;
  if (*word.bytes == '[')
    after = scan->turn == TURN_LAID || scan->turn == TURN_EMPTY ? TURN_LAID : TURN_EMPTY;
  else if (begun && *word.bytes == '(')
    after = TURN_PUT_OUT;
  else if (begun)
    after = memchr(word.bytes, '@', word.length) != NULL ? TURN_LAID : TURN_DRAWN;
  if (after == TURN_EMPTY)
    return fault_say(scan->fault, "expected the number %d. or the result before %s", count + 1, shown.text);
  scan->turn = after;
  record_add_word(record, line, word);
  return true;
}

int record_read(struct record_source *source, struct record *record, struct fault *fault) {
  static const char *const required[] = {"Game", "Set", "Options", "Colours"};
  struct scan scan = {.source = source, .record = record, .fault = fault};
  bool good = true;
  int line = source->line; /* line at which the present item begins */
  skip_space(source, true);
  if (at_end(source)) return 0;

  /* 1. The tags. */
  while (good && peek(source) == '[') {
    line = source->line;
    good = tag_read(&scan);
    if (good) skip_space(source, false);
  }
  for (size_t i = 0; good && i < sizeof required / sizeof *required; i++) {
    if (record_tag_value(record, required[i]) != NULL) continue;
    line = source->line;
    good = fault_say(fault, "the tag %s is missing before the moves", required[i]);
  }

  /* 2. The moves, up to the result. */
  while (good && record->result == NULL) {
    skip_space(source, false);
    line = source->line;
    if (at_end(source))
      good = fault_say(fault, "the file ends before the result, as in 57-49, or * for a game that is not finished");
    else
      good = peek(source) == '{' ? comment_read(&scan) : word_read(&scan);
  }
  if (good) return 1;
  fault->line = line;
  fault->move = record->turn_count;
  return -1;
}
