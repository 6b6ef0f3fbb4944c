/* The settings of a game in words: the options of positions, records and `newgame`. */
#ifndef NOTATION_OPTIONS_H
#define NOTATION_OPTIONS_H

#include "base/fault.h"
#include "base/reader.h"
#include "notation/tile_set.h"

/*
 * Every option that a game can have. X(member, kind, values, game, help):
 *   member  the member of tess_options, 0 for off; its name is the option's word in every text
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
  X(towns, FLAG, "on", CLASSIC, "a complete city of two tiles scores half, an older rule")                             \
  X(teams, FLAG, "on", STAR_WARS, "the team game of four players")

/* The index of each row: OPTION_AT_fields and so on. */
enum {
#define X(member, ...) OPTION_AT_##member,
  OPTION_ROWS(X)
#undef X
      OPTION_COUNT
};

/* The words for all options, each with a comma before it: "... game" OPTION_LIST " or seed". */
#define OPTION_LISTED(member, ...) ", " #member
#define OPTION_LIST OPTION_ROWS(OPTION_LISTED)

/* A row of OPTION_ROWS. */
struct option_row {
  const char *word, *values;
  tess_rules rules;
  size_t member; /* offset of the option in tess_options */
};

/* The table as an array, in the order of OPTION_ROWS. */
extern const struct option_row option_rows[OPTION_COUNT];

/* The value of an option; 0 for off. */
int option_value(const tess_options *options, int option);
/* The index of the option with this word; -1 if there is none. */
int option_named(struct span word);
/* Reads `off`, `on` or one of the row's values; returns -1 for anything else. */
int option_read_value(const struct option_row *row, struct span word);

/* An option that is on, as written in a list: `fields`, or `river=river-20` for a value other than the first. */
struct option_item {
  char text[48];
};
struct option_item option_item(const struct option_row *row, int value);
/* Reads an item. Returns the option and sets `*value`; returns -1 for anything else. */
int option_item_read(struct span item, int *value);

/* Copies every option of the table from `from`. */
void options_take(tess_options *options, const tess_options *from);
/* True if all options of the table are equal. */
bool options_agree(const tess_options *some, const tess_options *others);
/* Turns on the option of an item. Returns false with `*fault` filled if the item is no option or is on already; the
 * message says that `expected` ("strings") are expected. */
bool options_add(tess_options *options, struct span item, const char *expected, struct fault *fault);

/* `fields,abbot`: the items of the options that are on, or `-`. The reader sets all options; it takes the items in any
 * order, but each only once. */
void options_write(const tess_options *options, struct text *text);
bool options_read(struct span word, tess_options *options, struct fault *fault);
/* Appends the items as the member `options` of a JSON object. */
void options_write_json(const tess_options *options, struct text *text);
/* Appends ` fields=on abbot=on`, each with a blank before it: the options that are on, in the form of `newgame`. */
void options_write_newgame(const tess_options *options, struct text *text);

/* `red,black`: the colours in the order of seats. The reader sets `players` and `colours`; it takes two to five
 * colours, each only once. */
void colours_write(const tess_options *options, struct text *text);
bool colours_read(struct span word, tess_options *options, struct fault *fault);
/* True if every colour belongs to the game (SW-1.1, CL-1.1). Otherwise false with `*fault` filled, which lists the
 * game's colours. */
bool colours_suit(const tess_options *options, tess_rules rules, struct fault *fault);

/* ---- Requests for a game ---- */

/*
 * Requests for a game in words: the keys and values of the protocol's `newgame`, which the options of the commands
 * share.
 */

/* The requested settings. With all members zero nothing is requested: the game is Star Wars with its built-in set for
 * two players, seed 0. */
struct game_request {
  struct span game, set, players, colours, first; /* `bytes` is NULL if not requested */
  tess_options options;                           /* only the options of the table and the seed are used */
  uint32_t given;                                 /* one bit for every key that was set */
};

/* The game that a request leads to. `set` belongs to the library. */
struct game_setup {
  const struct tile_set *set;
  tess_options options;
};

/* The keys that a message lists when the rules are known: all but the game and the seed. */
#define GAME_KEYS "set, players" OPTION_LIST ", colours, first"

/* True if the key exists. */
bool game_request_knows(struct span key);

/* Sets one key of the request, which keeps the span `value`. Returns false with `*fault` filled if the key is unknown
 * or set already, or if the value is bad. */
bool game_request_set(struct game_request *request, struct span key, struct span value, struct fault *fault);

/* Sets the keys of the request from all remaining words, `key=value` each; the request keeps spans of them. Returns
 * false with `*fault` filled for a word of another form, or if game_request_set() does. */
bool game_request_words(struct game_request *request, struct reader *words, struct fault *fault);

/*
 * The library with the requested set: `library` itself if it knows the name of the set. Otherwise a new library, which
 * the caller owns, with the set that `load` (see set_library_load()) read from the file of that name. NULL with
 * `*fault` filled.
 */
struct set_library *game_request_library(const struct game_request *request, struct set_library *library,
                                         tile_set_loader *load, struct fault *fault);

/* Determines set and options, with the library that game_request_library() returned. Returns false with `*fault`
 * filled. */
bool game_request_settle(const struct game_request *request, const struct set_library *library,
                         struct game_setup *setup, struct fault *fault);

#endif
