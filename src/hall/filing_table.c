/* Reads tables of comma-separated values and reports of FIDE: in both each entrant has a row, with a share for each
 * round, and the shares of two opponents become their encounter. */
#include <stdlib.h>
#include <string.h>

#include "hall/competition.h"
#include "hall/filing.h"

/* What an entrant has of a round. */
struct filed_share {
  enum share_kind { SHARE_NONE, SHARE_BYE, SHARE_OPEN, SHARE_WON, SHARE_LOST, SHARE_DRAWN } kind;
  int opponent, side; /* from 1; `side` is 0 where the file does not say it */
  bool forfeit;
  int points[2]; /* own, and the opponent's */
};

/* The rows so far, in the order of the file. */
struct filed_rows {
  int count, room, rounds;
  int *numbers; /* of the entrants, from 1 */
  struct filed_entrant *entrants;
  struct filed_share *shares; /* row after row, one for each round */
};

/* Adds an empty row, and returns its shares. */
static struct filed_share *add_row(struct filed_rows *rows) {
  if (rows->count == rows->room) {
    rows->room = 2 * rows->room + 16;
    rows->numbers = memory_resize(rows->numbers, (size_t)rows->room * sizeof *rows->numbers);
    rows->entrants = memory_resize(rows->entrants, (size_t)rows->room * sizeof *rows->entrants);
    rows->shares = memory_resize(rows->shares, (size_t)rows->room * (size_t)(rows->rounds + 1) * sizeof *rows->shares);
  }
  struct filed_share *shares = rows->shares + (size_t)rows->count * (size_t)rows->rounds;
  for (int i = 0; i < rows->rounds; i++) shares[i] = (struct filed_share){0};
  rows->numbers[rows->count] = 0;
  rows->entrants[rows->count++] = (struct filed_entrant){.rating = RATING_DEFAULT, .lot = -1};
  return shares;
}

static bool fault_at(struct fault *fault, int line) {
  fault->line = line;
  return false;
}

/* Reads a whole number of a field. Returns false with `*fault`. */
static bool read_number(struct span field, const char *name, int least, int most, int *number, struct fault *fault) {
  uint64_t found = 0;
  if (!span_number(field, (uint64_t)least, (uint64_t)most, &found))
    return fault_say(fault, "%s: expected %d to %d, not %s", name, least, most, quote(field.bytes, field.length).text);
  *number = (int)found;
  return true;
}

/* ---- Comma-separated values ---- */

/* Reads the next field of a row; `*last` becomes true if the row ends behind it. */
static bool next_field(struct reader *reader, struct text *field, bool *last, struct fault *fault) {
  text_clear(field);
  if (reader_take(reader, '"')) {
    for (;;) {
      const struct span part = reader_until(reader, '"');
      text_add(field, part.bytes, part.length);
      if (!reader_take(reader, '"')) return fault_say(fault, "expected a quotation mark at the end of a field");
      if (!reader_take(reader, '"')) break;
      text_add_char(field, '"');
    }
  } else {
    for (char c; (c = reader_peek(reader)) != '\0' && strchr(",\r\n", c) == NULL; reader_take(reader, c))
      text_add_char(field, c);
  }
  *last = !reader_take(reader, ',');
  if (!*last) return true;
  reader_take(reader, '\r');
  return reader_take(reader, '\n') || reader->at == reader->end || fault_say(fault, "expected a comma after a field");
}

static struct span field_of(const struct text *field) { return field->length == 0 ? span_of("") : text_span(field); }

/* What a column has. Others follow from these. */
enum column { COLUMN_OTHER, COLUMN_ENTRANT, COLUMN_NAME, COLUMN_RATING, COLUMN_LOT, COLUMN_ROUND };
enum { COLUMNS_MOST = ROUNDS_MOST + 16 };

/* Reads the names of the columns. Returns their number; 0 with `*fault`. */
static int read_columns(struct reader *reader, enum column *columns, struct filed_rows *rows, struct fault *fault) {
  struct text field = {0};
  unsigned seen = 0;
  int count = 0;
  for (bool last = false; !last; count++) {
    if (count == COLUMNS_MOST) fault_say(fault, "expected at most %d columns", (int)COLUMNS_MOST);
    if (count == COLUMNS_MOST || !next_field(reader, &field, &last, fault)) break;
    const struct span name = field_of(&field);
    enum tie_break tie_break;
    uint64_t round;
    if (span_is(name, "entrant"))
      columns[count] = COLUMN_ENTRANT;
    else if (span_is(name, "name"))
      columns[count] = COLUMN_NAME;
    else if (span_is(name, "rating"))
      columns[count] = COLUMN_RATING;
    else if (span_is(name, "lot"))
      columns[count] = COLUMN_LOT;
    else if (span_is(name, "place") || span_is(name, "score") || tie_break_read(name, &tie_break))
      columns[count] = COLUMN_OTHER;
    else if (name.length > 6 && memcmp(name.bytes, "round ", 6) == 0 && rows->rounds < ROUNDS_MOST &&
             span_number((struct span){name.bytes + 6, name.length - 6}, (uint64_t)rows->rounds + 1,
                         (uint64_t)rows->rounds + 1, &round)) {
      columns[count] = COLUMN_ROUND;
      rows->rounds++;
      continue;
    } else {
      fault_say(
          fault,
          "expected the columns entrant, name, rating, lot, place, score, those of tie-breaks, and round 1, round "
          "2 and so on, not %s",
          quote(name.bytes, name.length).text);
      break;
    }
    if (columns[count] != COLUMN_OTHER && (seen >> columns[count] & 1) != 0) {
      fault_say(fault, "the column %s is there twice", quote(name.bytes, name.length).text);
      break;
    }
    seen |= 1u << columns[count];
  }
  text_free(&field);
  if (fault->text[0] == '\0' && ((seen >> COLUMN_ENTRANT & 1) == 0 || (seen >> COLUMN_NAME & 1) == 0))
    fault_say(fault, "expected the columns entrant and name");
  return fault->text[0] == '\0' ? count : 0;
}

/* Reads a share such as `won 3 72:65`: the opponent, and the points. */
static bool read_share(struct span field, struct filed_share *share, struct fault *fault) {
  static const char *const words[] = {
      [SHARE_OPEN] = "open", [SHARE_WON] = "won", [SHARE_LOST] = "lost", [SHARE_DRAWN] = "drawn"};
  if (field.length == 0) return true;
  share->kind = SHARE_BYE;
  if (span_is(field, "bye")) return true;
  struct reader reader = reader_of(field);
  const struct span word = reader_word(&reader);
  for (int kind = SHARE_OPEN; kind <= SHARE_DRAWN; kind++)
    if (span_is(word, words[kind])) share->kind = (enum share_kind)kind;
  reader_skip_blanks(&reader);
  share->opponent = reader_int(&reader, 1, ENTRANTS_MOST);
  reader_skip_blanks(&reader);
  share->points[0] = reader_int(&reader, 0, POINTS_MOST);
  reader_expect(&reader, ':');
  share->points[1] = reader_int(&reader, 0, POINTS_MOST);
  return (share->kind != SHARE_BYE && reader_done(&reader)) ||
         fault_say(fault, "expected a share such as `won 3 72:65`, with won, lost, drawn or open, or bye, not %s",
                   quote(field.bytes, field.length).text);
}

/* Reads a field into its row. */
static bool take_field(enum column column, struct span field, int *number, struct filed_entrant *entrant,
                       struct filed_share **share, struct fault *fault) {
  uint64_t lot;
  switch (column) {
  case COLUMN_OTHER: return true;
  case COLUMN_ENTRANT: return read_number(field, "entrant", 1, ENTRANTS_MOST, number, fault);
  case COLUMN_NAME: /* the quotation mark that telling_csv() puts before what could be a formula */
    if (field.length > 1 && field.bytes[0] == '\'' && strchr("=+-@", field.bytes[1]) != NULL)
      field = (struct span){field.bytes + 1, field.length - 1};
    return name_read(field, entrant->name, fault);
  case COLUMN_RATING: return field.length == 0 || read_number(field, "rating", 0, RATING_MOST, &entrant->rating, fault);
  case COLUMN_LOT: /* as telling_csv() writes it: the smaller lot is the larger number */
    if (field.length > 0 && field.bytes[0] == '-') field = (struct span){field.bytes + 1, field.length - 1};
    if (!span_number(field, 0, UINT32_MAX, &lot)) return fault_say(fault, "lot: expected a whole number of 32 bits");
    entrant->lot = (int64_t)lot;
    return true;
  case COLUMN_ROUND: return read_share(field, (*share)++, fault);
  }
  return true;
}

static bool read_values(struct span file, struct filed_rows *rows, struct fault *fault) {
  enum column columns[COLUMNS_MOST];
  struct reader reader = reader_of(file);
  struct text field = {0};
  int line = 1;
  const int count = read_columns(&reader, columns, rows, fault);
  bool good = count > 0;
  while (good && reader.at < reader.end) {
    bool last = false;
    line++;
    if (rows->count == ENTRANTS_MOST) good = fault_say(fault, "expected at most %d entrants", (int)ENTRANTS_MOST);
    if (!good) break;
    struct filed_share *share = add_row(rows);
    for (int i = 0; i < count && good; i++) {
      good = !last || fault_say(fault, "expected %d fields", count);
      good = good && next_field(&reader, &field, &last, fault) &&
             take_field(columns[i], field_of(&field), &rows->numbers[rows->count - 1], &rows->entrants[rows->count - 1],
                        &share, fault);
    }
    good = good && (last || fault_say(fault, "expected %d fields", count));
  }
  text_free(&field);
  return good || fault_at(fault, line);
}

/* ---- The report of FIDE ---- */

/* The characters of a line in these columns, from 1, without the blanks around them. */
static struct span characters(struct span line, int from, int to) {
  size_t begin = line.length, end = line.length, at = 0;
  uint32_t code;
  for (int column = 1; at < line.length && column <= to; column++) {
    if (column == from) begin = at;
    const size_t size = utf8_read(line.bytes + at, line.length - at, &code);
    at += size == 0 ? 1 : size;
    end = at;
  }
  while (begin < end && line.bytes[begin] == ' ') begin++;
  while (begin < end && line.bytes[end - 1] == ' ') end--;
  return begin < end ? (struct span){line.bytes + begin, end - begin} : span_of("");
}

/* Reads what an entrant has of a round. */
static bool read_pairing(struct span line, int column, struct filed_share *share, struct fault *fault) {
  const struct span opponent = characters(line, column, column + 3), side = characters(line, column + 5, column + 5),
                    result = characters(line, column + 7, column + 7);
  const char sign = result.length == 1 ? result.bytes[0] : ' ';
  if (opponent.length == 0 || span_is(opponent, "0000")) {
    share->kind = strchr("UF", sign) != NULL ? SHARE_BYE : SHARE_NONE;
    return strchr("UFZ- ", sign) != NULL ||
           fault_say(fault, "a round without an opponent: expected U or F for a bye, or Z, not %c", sign);
  }
  if (!read_number(opponent, "opponent", 1, ENTRANTS_MOST, &share->opponent, fault)) return false;
  share->side = span_is(side, "w") ? 1 : span_is(side, "b") ? 2 : 0;
  share->forfeit = sign == '+' || sign == '-';
  share->kind = strchr("1W+", sign) != NULL   ? SHARE_WON
                : strchr("0L-", sign) != NULL ? SHARE_LOST
                : strchr("=D", sign) != NULL  ? SHARE_DRAWN
                                              : SHARE_OPEN;
  return share->kind != SHARE_OPEN || sign == ' ' || fault_say(fault, "result: expected 1, 0, =, + or -, not %c", sign);
}

enum { FIRST_PAIRING = 92, PAIRING_WIDTH = 10 };

static bool read_report(struct span file, struct filed_rows *rows, struct fault *fault) {
  static const char known[] = "012 022 032 042 052 062 072 082 092 102 112 122 132 XXR ###";
  struct span rest = file, line;
  int number = 0;
  while (span_split(&rest, '\n', &line)) {
    const int length = (int)utf8_count(line.bytes, line.length);
    const int rounds = length < FIRST_PAIRING ? 0 : (length - FIRST_PAIRING) / PAIRING_WIDTH + 1;
    if (rounds > rows->rounds && memcmp(line.bytes, "001", 3) == 0) rows->rounds = rounds;
  }
  if (rows->rounds > ROUNDS_MOST) return fault_say(fault, "expected at most %d rounds", (int)ROUNDS_MOST);
  rest = file;
  while (span_split(&rest, '\n', &line)) {
    const struct span code = characters(line, 1, 3);
    char word[4] = "";
    number++;
    if (line.length > 0 && line.bytes[line.length - 1] == '\r') line.length--;
    memcpy(word, code.bytes, code.length < 4 ? code.length : 3);
    if (line.length == 0 || (strlen(word) == 3 && strstr(known, word) != NULL)) continue;
    if (strcmp(word, "001") != 0) {
      fault_say(fault, "expected a line of 001, %s", known);
      return fault_at(fault, number);
    }
    if (rows->count == ENTRANTS_MOST) return fault_say(fault, "expected at most %d entrants", (int)ENTRANTS_MOST);
    struct filed_share *shares = add_row(rows);
    struct filed_entrant *entrant = &rows->entrants[rows->count - 1];
    const struct span rating = characters(line, 49, 52);
    bool good =
        read_number(characters(line, 5, 8), "number", 1, ENTRANTS_MOST, &rows->numbers[rows->count - 1], fault) &&
        name_read(characters(line, 15, 47), entrant->name, fault) &&
        (rating.length == 0 || read_number(rating, "rating", 0, RATING_MOST, &entrant->rating, fault));
    for (int i = 0; i < rows->rounds && good; i++)
      good = read_pairing(line, FIRST_PAIRING + PAIRING_WIDTH * i, &shares[i], fault);
    if (!good) return fault_at(fault, number);
  }
  return true;
}

/* ---- Shares become encounters ---- */

/* Makes the encounter of two shares. Returns false if they do not say the same. */
static bool join(const struct filed_share *one, const struct filed_share *other, struct filed_bout *bout) {
  const bool both_lost = one->kind == SHARE_LOST && other->kind == SHARE_LOST;
  const bool same = one->kind == SHARE_WON    ? other->kind == SHARE_LOST
                    : one->kind == SHARE_LOST ? other->kind == SHARE_WON || both_lost
                                              : one->kind == other->kind;
  if (!same || one->points[0] != other->points[1] || one->points[1] != other->points[0] ||
      one->forfeit != other->forfeit || (one->side != 0 && one->side == other->side) ||
      (one->side == 0) != (other->side == 0))
    return false;
  const int first = one->side == 2 ? 1 : 0; /* the share of the first seat */
  bout->entrants[0] = (first == 0 ? other : one)->opponent - 1;
  bout->entrants[1] = (first == 0 ? one : other)->opponent - 1;
  bout->seats = 2;
  bout->decided = one->kind != SHARE_OPEN;
  if (!bout->decided) return true;
  const struct filed_share *share = first == 0 ? one : other;
  if (both_lost || share->forfeit) {
    bout->result.forfeit = both_lost ? FORFEIT_BOTH : share->kind == SHARE_LOST ? FORFEIT_FIRST : FORFEIT_SECOND;
    return true;
  }
  bout->result.count = 1;
  bout->result.games[0] = (struct played_game){{share->points[0], share->points[1]},
                                               share->kind == SHARE_WON    ? 1
                                               : share->kind == SHARE_LOST ? 2
                                                                           : 0};
  return true;
}

/* Puts the rows into the order of the entrants, and joins their shares. */
static bool join_rows(const struct filed_rows *rows, struct filed_tournament *filed, struct fault *fault) {
  int row_of[ENTRANTS_MOST + 1] = {0}, room = 0;
  for (int i = 0; i < rows->count; i++) {
    const int number = rows->numbers[i];
    if (number > rows->count)
      return fault_say(fault, "entrant %d: expected 1 to %d, as many as rows", number, rows->count);
    if (row_of[number] != 0) return fault_say(fault, "entrant %d is there twice", number);
    row_of[number] = i + 1;
  }
  filed->entrants = memory_new((size_t)(rows->count + 1) * sizeof *filed->entrants);
  for (int number = 1; number <= rows->count; number++)
    filed->entrants[filed->entrant_count++] = rows->entrants[row_of[number] - 1];
  for (int round = 1; round <= rows->rounds; round++)
    for (int number = 1; number <= rows->count; number++) {
      const struct filed_share *one = &rows->shares[(row_of[number] - 1) * rows->rounds + round - 1];
      struct filed_bout bout = {.round = round, .seats = 1, .entrants = {number - 1}};
      if (one->kind == SHARE_NONE) continue;
      if (one->kind != SHARE_BYE) {
        const int other = one->opponent;
        if (other == number || other > rows->count)
          return fault_say(fault, "round %d: entrant %d has no opponent %d", round, number, other);
        const struct filed_share *theirs = &rows->shares[(row_of[other] - 1) * rows->rounds + round - 1];
        if (theirs->opponent != number || !join(one, theirs, &bout))
          return fault_say(fault, "round %d: entrants %d and %d do not say the same", round, number, other);
        if (other < number) continue;
      }
      if (filed->bout_count == room) {
        room = 2 * room + 64;
        filed->bouts = memory_resize(filed->bouts, (size_t)room * sizeof *filed->bouts);
      }
      filed->bouts[filed->bout_count++] = bout;
    }
  return true;
}

bool filing_read_table(struct span file, struct filed_tournament *filed, struct fault *fault) {
  struct filed_rows rows = {0};
  *fault = (struct fault){0};
  file = span_after_mark(file);
  const bool report = file.length >= 3 && (memcmp(file.bytes, "0", 1) == 0 || memcmp(file.bytes, "###", 3) == 0);
  const bool good =
      (report ? read_report(file, &rows, fault) : read_values(file, &rows, fault)) && join_rows(&rows, filed, fault);
  free(rows.numbers);
  free(rows.entrants);
  free(rows.shares);
  return good;
}
