#include "table/name.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum {
  UNITS = 1024, /* of UTF-16, for a name in any form */
  MARKS_MOST = 4,
  TALK_MOST = 500, /* characters of a line */
  ZWNJ = 0x200C,
  ZWJ = 0x200D,
  TEXT_STYLE = 0xFE0E,
  PICTURE_STYLE = 0xFE0F,
  VIRAMA = 9 /* the combining class of signs that join letters */
};

/* ---- What can be seen ---- */

/* The characters of a name as they came, and where one is looked at. */
struct name_letters {
  const UChar32 *codes;
  int count;
};

static bool is_mark(UChar32 code) {
  const int8_t type = u_charType(code);
  return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK;
}

/* The nearest character before (step -1) or after (1) that is neither a mark nor a style of pictures; 0: none. */
static UChar32 neighbour(const struct name_letters *letters, int at, int step) {
  for (at += step; at >= 0 && at < letters->count; at += step) {
    const UChar32 code = letters->codes[at];
    if (!is_mark(code) && !u_hasBinaryProperty(code, UCHAR_EMOJI_MODIFIER)) return code;
  }
  return 0;
}

static bool joins(UChar32 code, UJoiningType side) {
  const int type = u_getIntPropertyValue(code, UCHAR_JOINING_TYPE);
  return type == U_JT_DUAL_JOINING || type == (int)side;
}

/* Whether a joiner changes what is seen (RFC 5892, A.1 and A.2), or joins two pictures. */
static bool joiner_is_needed(const struct name_letters *letters, int at) {
  const UChar32 before = neighbour(letters, at, -1), after = neighbour(letters, at, 1);
  if (at > 0 && after != 0 && u_getCombiningClass(letters->codes[at - 1]) == VIRAMA) return true;
  if (letters->codes[at] == ZWJ)
    return u_hasBinaryProperty(before, UCHAR_EXTENDED_PICTOGRAPHIC) &&
           u_hasBinaryProperty(after, UCHAR_EXTENDED_PICTOGRAPHIC);
  return joins(before, U_JT_LEFT_JOINING) && joins(after, U_JT_RIGHT_JOINING);
}

/* What fonts or browsers draw as nothing though no property of Unicode says so: the empty Braille cell, the place of an
 * object, the blank hieroglyphs, the filler of Khitan, the note without a head. tests/web/names.mjs finds others. */
static const UChar32 empty[] = {0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159};

static bool is_seen(const struct name_letters *letters, int at) {
  const UChar32 code = letters->codes[at];
  if (code == ZWJ || code == ZWNJ) return joiner_is_needed(letters, at);
  if (code == TEXT_STYLE || code == PICTURE_STYLE)
    return at > 0 && u_hasBinaryProperty(letters->codes[at - 1], UCHAR_EMOJI);
  for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++)
    if (code == empty[i]) return false;
  return !u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) &&
         (U_GET_GC_MASK(code) & (U_GC_C_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK)) == 0;
}

/* Whether the mark is one too many on its letter, or has none; the styles of pictures count as none. */
static bool is_heaped(const struct name_letters *letters, int at) {
  int marks = 0;
  if (!is_mark(letters->codes[at])) return false;
  for (int before = at - 1; before >= 0; before--) {
    const UChar32 code = letters->codes[before];
    if (!is_mark(code)) return u_isUWhiteSpace(code) || marks >= MARKS_MOST;
    if (code == letters->codes[at]) return true;
    marks++;
  }
  return true;
}

/* The rule for names and talk: whether each character is drawn, and none is heaped. `what` is what they are part of. */
static bool are_seen(const struct name_letters *letters, const char *what, struct fault *fault) {
  for (int at = 0; at < letters->count; at++) {
    const unsigned code = (unsigned)letters->codes[at];
    if (!is_seen(letters, at))
      return fault_say(fault, "%s: character %d (U+%04X) cannot be seen: please leave it out", what, at + 1, code);
    if (is_heaped(letters, at))
      return fault_say(fault, "%s: character %d (U+%04X) is one mark too many on its letter", what, at + 1, code);
  }
  return true;
}

/* ---- Reading ---- */

/* The name in UTF-16, composed; its length, or -1. */
static int32_t compose(struct span text, UChar *units) {
  UChar came[UNITS];
  int32_t length = 0;
  UErrorCode error = U_ZERO_ERROR;
  if (text.length > UNITS / 4) return -1;
  u_strFromUTF8(came, UNITS, &length, text.bytes, (int32_t)text.length, &error);
  length = unorm2_normalize(unorm2_getNFCInstance(&error), came, length, units, UNITS, &error);
  return U_SUCCESS(error) ? length : -1;
}

/* The characters of the composed name with single blanks; how many, or -1. What is too much is only counted. */
static int split_letters(struct span text, UChar32 codes[NAME_MOST]) {
  UChar units[UNITS];
  UChar32 all[UNITS];
  int32_t length = compose(text, units);
  UErrorCode error = U_ZERO_ERROR;
  if (length < 0 || u_strToUTF32(all, UNITS, &length, units, length, &error) == NULL || U_FAILURE(error)) return -1;
  int count = 0;
  bool blank = false;
  for (int32_t at = 0; at < length; at++) {
    if (u_charType(all[at]) == U_SPACE_SEPARATOR) {
      blank = count > 0;
      continue;
    }
    if (blank && count < NAME_MOST) codes[count] = ' ';
    count += blank;
    blank = false;
    if (count < NAME_MOST) codes[count] = all[at];
    count++;
  }
  return count;
}

bool name_read(struct span text, char name[NAME_SIZE], struct fault *fault) {
  UChar32 codes[NAME_MOST];
  const int count = split_letters(text, codes);
  const struct name_letters letters = {codes, count};
  if (count < 1 || count > NAME_MOST)
    return fault_say(fault, "name: expected 1 to %d characters, not all blank", (int)NAME_MOST);
  if (!are_seen(&letters, "name", fault)) return false;
  size_t end = 0;
  for (int at = 0; at < count; at++) {
    const uint32_t code = (uint32_t)codes[at];
    U8_APPEND_UNSAFE((uint8_t *)name, end, code);
  }
  name[end] = '\0';
  return true;
}

bool talk_is_seen(struct span line, struct fault *fault) {
  UChar32 codes[TALK_MOST];
  struct name_letters letters = {codes, 0};
  for (size_t at = 0, size; at < line.length && letters.count < TALK_MOST; at += size) {
    uint32_t code = 0;
    size = utf8_read(line.bytes + at, line.length - at, &code);
    if (size == 0) return fault_say(fault, "text: expected UTF-8");
    codes[letters.count++] = (UChar32)code;
  }
  return are_seen(&letters, "text", fault);
}

/* ---- Lines of text ---- */

static bool is_blank(uint32_t code) {
  return code == ' ' || code == 0xA0 || code == 0x1680 || code == 0x3000 || (code >= 0x2000 && code <= 0x200D) ||
         code == 0x202F || code == 0x205F || code == 0x2800 || code == 0x3164;
}

bool member_line(const json_t *object, const char *name, int most, char *out, struct fault *fault) {
  struct span text = {0};
  if (!member_text(object, name, &text, fault)) return false;
  if (text.bytes == NULL) return true;
  bool good = span_is_plain(text, false), shown = false;
  int characters = 0;
  for (size_t at = 0, size; good && at < text.length; at += size) {
    uint32_t code = 0;
    size = utf8_read(text.bytes + at, text.length - at, &code);
    good = !character_deceives(code) && ++characters <= most;
    shown = shown || !is_blank(code);
  }
  if (!good || !shown)
    return fault_say(fault, "%s: expected 1 to %d characters, not all blank and no control characters", name, most);
  memcpy(out, text.bytes, text.length);
  out[text.length] = '\0';
  return true;
}

/* ---- Telling apart ---- */

/* The order of the two steps to what a name looks like: letters without case and without what cannot be seen, and each
 * letter by the one that stands for all that are drawn alike. `Ian` is drawn as `lan` is, and is `ian` without case. */
enum alike { ALIKE_WITHOUT_CASE, ALIKE_AS_DRAWN };

/* What the name looks like, in UTF-16. Its length, or -1. */
static int32_t draw_skeleton(const char *name, enum alike alike, UChar skeleton[UNITS]) {
  UChar units[UNITS], between[UNITS];
  UErrorCode error = U_ZERO_ERROR;
  USpoofChecker *checker = uspoof_open(&error);
  const UNormalizer2 *fold = unorm2_getNFKCCasefoldInstance(&error);
  int32_t length = compose(span_of(name), units);
  if (length < 0) error = U_INVALID_CHAR_FOUND;
  if (alike == ALIKE_WITHOUT_CASE) {
    length = unorm2_normalize(fold, units, length, between, UNITS, &error);
    length = uspoof_getSkeleton(checker, 0, between, length, skeleton, UNITS, &error);
  } else {
    length = uspoof_getSkeleton(checker, 0, units, length, between, UNITS, &error);
    length = unorm2_normalize(fold, between, length, skeleton, UNITS, &error);
  }
  uspoof_close(checker);
  return U_SUCCESS(error) ? length : -1;
}

void name_skeleton(const char *name, int which, struct text *skeleton) {
  UChar units[UNITS];
  const int32_t length = draw_skeleton(name, which == 0 ? ALIKE_WITHOUT_CASE : ALIKE_AS_DRAWN, units);
  text_add_char(skeleton, (char)('0' + which));
  for (int32_t i = 0; i < length; i++) {
    text_add_char(skeleton, (char)(units[i] >> 8));
    text_add_char(skeleton, (char)(units[i] & 255));
  }
}

bool name_looks_like(const char *name, const char *other) {
  for (enum alike alike = ALIKE_WITHOUT_CASE; alike <= ALIKE_AS_DRAWN; alike++) {
    UChar one[UNITS], two[UNITS];
    const int32_t length = draw_skeleton(name, alike, one);
    if (length == draw_skeleton(other, alike, two) && (length < 0 || u_memcmp(one, two, length) == 0)) return true;
  }
  return false;
}
