/* Records: games as text for people (docs/lookup/notation.md, section 7). */
#ifndef NOTATION_RECORD_H
#define NOTATION_RECORD_H

#include "notation/history.h"

/* A tag, `[Name "value"]`. */
struct record_tag {
  int line; /* 0 if it was not read */
  char *name;
  char *value;
};

/* One numbered move and what is said about it; number i has index i - 1. */
struct record_turn {
  int line;            /* where it begins; 0 if it was not read */
  struct text comment; /* empty for none; UTF-8 without `}` */
  int32_t clock;       /* seconds left, -1 if not told */
  char eval[16];       /* a decimal number as it was written, empty if not told */
};

/* One word of the moves, as history_word() takes it. */
struct record_word {
  int line;
  int turn; /* index in `turns` */
  char *bytes;
};

enum { RECORD_TAGS = 256 }; /* at most, of which some follow from the game itself */

/* All zero is an empty record: no tags, nothing said. Released with record_free(). */
struct record {
  struct record_tag *tags;
  int tag_count;
  struct record_turn *turns;
  int turn_count;
  struct record_word *words;
  int word_count;
  char *result; /* the word that ended the moves; NULL if the record was not read */
  int result_line;
};

/* Where reading stands in a file of several games. */
struct record_source {
  struct span rest;
  int line; /* of the first byte of `rest`, from 1 */
};

/* A source that begins with the first line of `bytes`, which must outlive it. */
struct record_source record_source_of(struct span bytes);

/* Reads the next game: its form only, record_open() and record_play() check the rest. `*record` must be empty. Returns
 * 1; 0 at the end of the file; -1 with `*fault` filled. It is released with record_free() in every case. */
int record_read(struct record_source *source, struct record *record, struct fault *fault);
void record_free(struct record *record);

/* The value of a tag, NULL if there is none. */
const char *record_tag_value(const struct record *record, const char *name);
/* The line of a tag, 0 if there is none or it was not read. */
int record_tag_line(const struct record *record, const char *name);
/* Whether a tag of this name has room: it follows from the game itself, is there already, or others leave some. */
bool record_takes_tag(const struct record *record, const char *name);
/* Sets a tag, at the end if it is new; record_takes_tag() holds, or the record is not read again. Name [A-Za-z0-9_]+,
 * value UTF-8 without control characters. */
void record_set_tag(struct record *record, const char *name, const char *value);
/* What is said about move `number` (from 1), for changing; turns up to it are made if there are none. */
struct record_turn *record_turn(struct record *record, int number);
/* Adds words to the comment of a turn, after a space if it has one: UTF-8 without `}`. */
void record_turn_say(struct record_turn *turn, struct span words);

/* Adds a word to the last turn, which must be there; it is copied. */
void record_add_word(struct record *record, int line, struct span word);

/* The game as the tags say, before the first move; NULL with `*fault` filled. Chance starts where `Chance` says,
 * without that tag from seed 0. */
struct history *record_open(const struct record *record, const struct set_library *library, struct fault *fault);
/* Plays word `index` on a history that holds all those before it. */
bool record_play(const struct record *record, int index, struct history *history, struct fault *fault);
/* Checks the result after the last word against the closing word and the tag. */
bool record_check_result(const struct record *record, const struct history *history, struct fault *fault);
/* All of it: the game after its last step, every step checked; NULL with `*fault` naming line, move and reason. */
struct history *record_replay(const struct record *record, const struct set_library *library, struct fault *fault);

/*
 * Appends the game that `history` holds. Game, Set, Options, Colours, First or Position and Result are written from it,
 * and Chance is left out; the other tags and what is said about the moves are those of `extra`, which may be NULL.
 * Ends with an empty line.
 */
void record_write(const struct history *history, const struct record *extra, struct text *text);
/* The same with the tag `Chance`, so that the game goes on by the same chance when it is read: a saved game. */
void record_save(const struct history *history, const struct record *extra, struct text *text);
/* Appends `57-49`, or `*` if the game is not over. */
void record_write_result(const tess_game *game, struct text *text);

#endif
