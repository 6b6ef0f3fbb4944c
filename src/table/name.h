/* Names of people and lines of text that people write, by the rules of Unicode: which characters can be seen, and which
 * names look different. */
#ifndef TABLE_NAME_H
#define TABLE_NAME_H

#include "base/text.h"
#include "notation/json_reader.h"

/* How long a name may be, and the title of a tournament. */
enum {
  NAME_MOST = 24,                /* characters */
  NAME_SIZE = NAME_MOST * 4 + 1, /* bytes, with the final zero */
  TITLE_MOST = 60,
  TITLE_SIZE = TITLE_MOST * 4 + 1
};

/*
 * Reads a name: composed (NFC), with single blanks between its words. False with `*fault` if it has none of 1 to
 * NAME_MOST characters; or one that cannot be seen: control and format characters, ignorable ones, those of no meaning
 * (joiners are allowed where a script or a picture needs them); or marks in heaps: more than four on a letter, or the
 * same twice (Unicode Technical Standard 39, 5.4).
 */
bool name_read(struct span text, char name[NAME_SIZE], struct fault *fault);

/* True if a line of talk shows what it has, by the same rule as a name: no character that is drawn as nothing, and no
 * marks in heaps. Blanks may be of any kind. False with `*fault`. */
bool talk_is_seen(struct span line, struct fault *fault);

/* Reads a line of text from a member (notation/json_reader.h). It has 1 to `most` characters, not all of them blank.
 * None is a control character or one that changes how others are shown. `out` has room for 4 * `most` + 1 bytes. */
bool member_line(const json_t *object, const char *name, int most, char *out, struct fault *fault);

/* True if two names look the same: letters that are drawn alike, in whatever script, and upper and lower case count as
 * one (the skeletons of Unicode Technical Standard 39). */
bool name_looks_like(const char *name, const char *other);

/* How many skeletons a name has: two names look the same if any of these does. */
enum { NAME_SKELETONS = 2 };

/* Appends a skeleton, 0 or 1, of a name that name_read() gave: bytes that only names which look the same share. */
void name_skeleton(const char *name, int which, struct text *skeleton);

#endif
