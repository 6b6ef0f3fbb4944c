/* Which game is meant, in words: the options of positions, records and of `newgame`. */
#ifndef NOTATION_OPTIONS_H
#define NOTATION_OPTIONS_H

#include "base/fault.h"
#include "base/reader.h"
#include "notation/tile_set.h"

/*
 * Every option that a game can have. X(member, kind, values, game, help):
 *   member  of tess_options, 0 for off; its name is the option's word wherever it is read or written
 *   kind    FLAG: on or off, a bool. CHOICE: off or one of several values, a uint8_t
 *   values  the words of the values 1, 2 ... with '|' between. `on` always means the first; a FLAG has no other
 *   game    STAR_WARS or CLASSIC, which alone has the option
 *   help    what the command line says of it, one phrase without a full stop
 * All are off unless asked for. Their order is that of positions, records and JSON.
 */
#define OPTION_ROWS(X)                                                                                                 \
  X(fields, FLAG, "on", CLASSIC, "with fields and farmers")                                                            \
  X(abbot, FLAG, "on", CLASSIC, "with abbot and gardens")                                                              \
  X(river, CHOICE, "river-1|river-20", CLASSIC, "with a river, River I or that of the anniversary box")                \
  X(arrows, FLAG, "on", CLASSIC, "with the arrow tiles of the anniversary box")                                        \
  X(teams, FLAG, "on", STAR_WARS, "the team game of four players")

/* The indices of the rows: OPTION_AT_fields and the others. */
enum {
#define X(member, ...) OPTION_AT_##member,
  OPTION_ROWS(X)
#undef X
      OPTION_COUNT
};

/* The words of all options, each with a comma before it: "... game" OPTION_LIST " or seed". */
#define OPTION_LISTED(member, ...) ", " #member
#define OPTION_LIST OPTION_ROWS(OPTION_LISTED)

/* A row of OPTION_ROWS. */
struct option_row {
  const char *word, *values;
  tess_rules rules;
  size_t member; /* its place in tess_options */
};

/* The table as data, in the order of OPTION_ROWS. */
extern const struct option_row option_rows[OPTION_COUNT];

/* The value that an option has: 0 for off. */
int option_value(const tess_options *options, int option);
/* The option of this word; -1 if there is none. */
int option_named(struct span word);
/* Reads `off`, `on` or one of the row's values; -1 for anything else. */
int option_read_value(const struct option_row *row, struct span word);

/* An option that is on, as an item of a list: `fields`, or `river=river-20` for a value other than the first. */
struct option_item {
  char text[48];
};
struct option_item option_item(const struct option_row *row, int value);
/* Reads one. Gives the option, and its value; -1 for anything else. */
int option_item_read(struct span item, int *value);

/* Sets every option of the table as in `from`. */
void options_take(tess_options *options, const tess_options *from);
/* True if every option of the table is the same. */
bool options_agree(const tess_options *some, const tess_options *others);
/* Turns on the option of an item. False with `*fault`, which says `expected` ("strings"), if it is none of the options
 * or is on already. */
bool options_add(tess_options *options, struct span item, const char *expected, struct fault *fault);

/* `fields,abbot`: the items of those that are on, or `-`. The reader sets them all and takes any order, each once. */
void options_write(const tess_options *options, struct text *text);
bool options_read(struct span word, tess_options *options, struct fault *fault);
/* The items as the member `options` of a JSON object. */
void options_write_json(const tess_options *options, struct text *text);
/* ` fields=on abbot=on`, with a blank before each: as `newgame` takes those that are on. */
void options_write_newgame(const tess_options *options, struct text *text);

/* `red,black`: the colours by seat. The reader sets `players` and `colours`; two to five colours, each once. */
void colours_write(const tess_options *options, struct text *text);
bool colours_read(struct span word, tess_options *options, struct fault *fault);
/* Whether each colour is one of the game's (SW-1.1, CL-1.1); else false with `*fault`, which names those that are. */
bool colours_suit(const tess_options *options, tess_rules rules, struct fault *fault);

/* ---- Which game is asked for ---- */

/*
 * Which game is to be played, from words: the keys and values of the protocol's `newgame`, which the options of the
 * commands share.
 */

/* What was asked for. All zero asks for nothing: Star Wars with its built-in set for two, seed 0. */
struct game_request {
  struct span game, set, players, colours, first; /* `bytes` NULL: not asked for */
  tess_options options;                           /* the options of the table and the seed; nothing else of it counts */
  uint32_t given;                                 /* a bit for every key that was set */
};

/* The game that the request comes to. `set` is one of the library. */
struct game_setup {
  const struct tile_set *set;
  tess_options options;
};

/* What may be said of a game whose rules are known, without its seed, for a message. */
#define GAME_KEYS "set, players" OPTION_LIST ", colours, first"

/* Whether there is such a key. */
bool game_request_knows(struct span key);

/* Sets one key of the request; the spans of `value` are kept. False with `*fault` for an unknown key, one that was set
 * before, or a bad value. */
bool game_request_set(struct game_request *request, struct span key, struct span value, struct fault *fault);

/* Sets all keys of the request from words `key=value` up to the end, spans kept. False with `*fault` for a word of
 * another form, or as game_request_set(). */
bool game_request_words(struct game_request *request, struct reader *words, struct fault *fault);

/*
 * The library that holds the set asked for: `library` itself if it knows the set's name, else a new one, owned by the
 * caller, with the set that `load` (set_library_load) read from the file of that name. NULL with `*fault`.
 */
struct set_library *game_request_library(const struct game_request *request, struct set_library *library,
                                         tile_set_loader *load, struct fault *fault);

/* Settles set and options on the library that game_request_library() gave. False with `*fault`. */
bool game_request_settle(const struct game_request *request, const struct set_library *library,
                         struct game_setup *setup, struct fault *fault);

#endif
