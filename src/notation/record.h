/* Records: games as text that people can read (docs/lookup/notation.md, section 7). */
#ifndef NOTATION_RECORD_H
#define NOTATION_RECORD_H

#include "notation/history.h"

/* A tag, `[Name "value"]`. */
struct record_tag {
  int line; /* line of the file; 0 if the tag was not read from a file */
  char *name;
  char *value;
};

/* A numbered move with its annotations. Number i has index i - 1. */
struct record_turn {
  int line;            /* line where the move begins; 0 if it was not read from a file */
  struct text comment; /* may be empty; UTF-8 without `}` */
  int32_t clock;       /* seconds left; -1 if unknown */
  char eval[16];       /* a decimal number as it was written; empty if unknown */
};

/* One word of the moves, in the form that history_word() takes. */
struct record_word {
  int line;
  int turn; /* index in `turns` */
  char *bytes;
};

enum { RECORD_TAGS = 256 }; /* maximum number of tags, including those written from the game itself */

/* All members zero: an empty record without tags or annotations. record_free() frees its memory. */
struct record {
  struct record_tag *tags;
  int tag_count;
  struct record_turn *turns;
  int turn_count;
  struct record_word *words;
  int word_count;
  char *result; /* the word that ended the moves; NULL if the record was not read from a file */
  int result_line;
};

/* The position of a reader in a file with several games. */
struct record_source {
  struct span rest;
  int line; /* line of the first byte of `rest` (1-based) */
};

/* A source at the first line of `bytes`. The bytes must outlive it. */
struct record_source record_source_of(struct span bytes);

/* Reads the next game into `*record`, which must be empty. Checks the form only; record_open() and record_play() check
 * the rest. Returns 1, or 0 at the end of the file, or -1 with `*fault` filled. The caller frees the record with
 * record_free() in every case. */
int record_read(struct record_source *source, struct record *record, struct fault *fault);
void record_free(struct record *record);

/* The value of a tag, or NULL if there is none. */
const char *record_tag_value(const struct record *record, const char *name);
/* The line of a tag; 0 if there is no such tag or it was not read from a file. */
int record_tag_line(const struct record *record, const char *name);
/* True if a tag of this name can be set: it is written from the game itself, exists already, or there is room for one
 * more. */
bool record_takes_tag(const struct record *record, const char *name);
/* Sets a tag; a new one is added at the end. If record_takes_tag() is false, the written record cannot be read again.
 * `name` is [A-Za-z0-9_]+, `value` UTF-8 without control characters. */
void record_set_tag(struct record *record, const char *name, const char *value);
/* The annotations of move `number` (1-based), for changing. Missing turns up to this one are created. */
struct record_turn *record_turn(struct record *record, int number);
/* Adds words to the comment of a turn, after a space if there are some already. They are UTF-8 without `}`. */
void record_turn_say(struct record_turn *turn, struct span words);

/* Adds a copy of a word to the last turn; there must be a turn. */
void record_add_word(struct record *record, int line, struct span word);

/* Opens the game that the tags describe, before the first move; NULL with `*fault` filled. The tag `Chance` sets the
 * state of chance; without the tag, chance starts from seed 0. */
struct history *record_open(const struct record *record, const struct set_library *library, struct fault *fault);
/* Plays word `index` on a history that holds all words before it. */
bool record_play(const struct record *record, int index, struct history *history, struct fault *fault);
/* Checks that the result after the last word agrees with the closing word and the tag. */
bool record_check_result(const struct record *record, const struct history *history, struct fault *fault);
/* Plays the whole record and checks every step. Returns the game after its last step, or NULL with `*fault` naming
 * line, move and reason. */
struct history *record_replay(const struct record *record, const struct set_library *library, struct fault *fault);

/*
 * Appends the game of `history`, and an empty line at the end. The tags Game, Set, Options, Colours, First or Position,
 * and Result are written from the history; Chance is left out. Other tags and the annotations of the moves come from
 * `extra`, which may be NULL.
 */
void record_write(const struct history *history, const struct record *extra, struct text *text);
/* The same with the names of the players, by seat, and no other tags; a name may be empty. */
void record_write_players(const struct history *history, const struct text names[TESS_MAX_PLAYERS], struct text *text);
/* Appends a saved game: the same with the tag `Chance`, so that the game continues with the same chance after it is
 * read. */
void record_save(const struct history *history, const struct record *extra, struct text *text);
/* Appends `57-49`, or `*` if the game is not over. */
void record_write_result(const tess_game *game, struct text *text);

#endif
