/*
 * libtessera-notation: games as text. Tile sets from JSON, games from words, positions and records, and back; moves,
 * legal continuations, states and events as text and JSON. The forms are those of docs/lookup/notation.md and
 * docs/lookup/protocol.md.
 *
 * The library reads no clock and no file, starts no thread and keeps no global. Objects that are shared by no two
 * threads need no lock; a tess_sets is read-only once it is there and may be shared by all. It allocates: who receives
 * an object or a text owns it and releases it with the function that is named. It is of the same version as libtessera.
 *
 * Expected failures return false or NULL, fill `*fault` and change nothing; `fault` may be NULL where the reason does
 * not matter. Strings are UTF-8 that ends with zero. Null pointers where no NULL is allowed and other programming
 * errors are caught by assert(). A program that is out of memory ends with a message on standard error.
 */
#ifndef TESSERA_NOTATION_H
#define TESSERA_NOTATION_H

#include <tessera/tessera.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Faults and texts ---- */

/* What is wrong with input. */
typedef struct tess_fault {
  tess_error error; /* the engine's error if the engine refused; TESS_ERROR_NONE if the text itself is malformed */
  int line;         /* in a file, from 1; 0 when there is none to name */
  int move;         /* number of the move in a record, from 1; 0 when there is none to name */
  char text[320];   /* one English sentence without a full stop: what is wrong, and what was expected */
} tess_fault;

/* Releases a text that a function of this header gave; NULL is allowed. */
TESS_API void tess_text_free(char *text);

/* ---- Tile sets ---- */

typedef struct tess_sets tess_sets; /* opaque: the built-in tile sets, and one of the caller's */

/*
 * All built-in sets and, if `json` is not NULL, the set of these `length` bytes (notation.md, section 1), each also
 * joined with rivers and arrows where it can be. NULL if `json` is malformed, no valid set, or a set of river or arrow
 * tiles only. Released with tess_sets_free(), after every game and history on its sets.
 */
TESS_API tess_sets *tess_sets_new(const char *json, size_t length, tess_fault *fault);
/* NULL is allowed. */
TESS_API void tess_sets_free(tess_sets *sets);

/* The ids of the built-in sets, from index 0 on; NULL after the last. They live as long as `sets`. */
TESS_API const char *tess_sets_name(const tess_sets *sets, int index);
/* The id of the caller's own set; NULL if there is none. */
TESS_API const char *tess_sets_own(const tess_sets *sets);
/* The set of this id, `classic+river` and the like too, for functions of tessera.h; NULL if there is none. It lives as
 * long as `sets`. */
TESS_API const tess_set *tess_sets_find(const tess_sets *sets, const char *id);

/* ---- Games with the steps that led to them ---- */

typedef struct tess_history tess_history; /* opaque: a game, its steps, and the tags and comments of its record */

/* A new game by the words of `newgame` (protocol.md): "game=classic fields=on players=3 seed=7". "" is Star Wars for
 * two with seed 0. Without `game` and `set` it is played with the caller's own set if there is one. `sets` must outlive
 * the history, also below. Released with tess_history_free(), also below. */
TESS_API tess_history *tess_history_new(const tess_sets *sets, const char *words, tess_fault *fault);
/* A game from a position line (notation.md, section 6); chance starts from `seed`. */
TESS_API tess_history *tess_history_from_position(const tess_sets *sets, const char *line, uint64_t seed,
                                                  tess_fault *fault);
/*
 * The next game of a file of records (notation.md, section 7), every step checked. `*at` is the first of `*length`
 * bytes to read; after a game both tell what follows it. Lines of a fault count from the byte given. NULL at the end of
 * the bytes as well: then the text of `*fault` is empty.
 */
TESS_API tess_history *tess_history_read(const tess_sets *sets, const char **at, size_t *length, tess_fault *fault);
/* NULL is allowed. */
TESS_API void tess_history_free(tess_history *history);

/* The game as it stands, for the questions of tessera.h, and for players of players.h. It lives as long as the history
 * and changes with its steps. What needs a game of the caller's own, as tess_game_turns() does, takes a copy of it
 * (tess_game_copy()). */
TESS_API const tess_game *tess_history_game(const tess_history *history);
/* The id of its set, as tess_sets_find() takes it. */
TESS_API const char *tess_history_set(const tess_history *history);
/* How many steps there are: draws, placements, meeple decisions and throws. */
TESS_API int tess_history_count(const tess_history *history);

/*
 * Takes one word of a record (notation.md, section 7): a move `A3@0,1r2=none`, which draws its tile if that is still to
 * be done, a throw `[1:5,3 2:6]`, a drawn tile `A3`, or a tile that is put out `(A3)`. All or nothing.
 */
TESS_API bool tess_history_word(tess_history *history, const char *word, tess_fault *fault);
/* The steps of tessera.h. `kind` may be TESS_RANDOM and `thrown` NULL: then the game's streams decide. */
TESS_API bool tess_history_draw(tess_history *history, int kind, tess_fault *fault);
TESS_API bool tess_history_place(tess_history *history, tess_placement placement, tess_fault *fault);
TESS_API bool tess_history_meeple(tess_history *history, tess_decision decision, tess_fault *fault);
TESS_API bool tess_history_throw(tess_history *history, const tess_throw *thrown, tess_fault *fault);
/* Takes back the last step; false if there is none. */
TESS_API bool tess_history_undo(tess_history *history);

/* What the last call of these functions brought about, as a JSON array of events (protocol.md); `[]` after a refusal
 * and after taking back. */
TESS_API char *tess_history_events(const tess_history *history);

/* ---- What is told of a game. The texts are released with tess_text_free() ---- */

/* The position as one line (notation.md, section 6), without a line end. */
TESS_API char *tess_history_position(const tess_history *history);
/* The state as a JSON object (protocol.md, `state json`). */
TESS_API char *tess_history_state(const tess_history *history);
/* The legal continuations (protocol.md, `legal`), a line each, each with its line end. */
TESS_API char *tess_history_legal(const tess_history *history);
/* The game as a record. Tags and comments are those that were read, and tags that were set. */
TESS_API char *tess_history_record(const tess_history *history);
/* The same as a saved game: read again, it goes on by the same draws and throws (tag `Chance`). */
TESS_API char *tess_history_save(const tess_history *history);

/* Sets a tag of the record, such as Player1, Event or Date. False if `name` is not of the form [A-Za-z0-9_]+ or `value`
 * holds control characters or is no UTF-8, or with 248 others there is no room (notation.md, section 7: 256 tags, of
 * which 8 are the game's own). Tags that follow from the game itself are written from it all the same. */
TESS_API bool tess_history_set_tag(tess_history *history, const char *name, const char *value, tess_fault *fault);
/* The value of a tag that was read or set; NULL if there is none. It lives until the tag is set again. */
TESS_API const char *tess_history_tag(const tess_history *history, const char *name);

/* ---- Whole turns as moves ---- */

/* A turn of tess_game_turns(), or of a player, as a move: in TESS_PHASE_PLACE the drawn tile with placement and
 * decision, in TESS_PHASE_MEEPLE the tile just laid with the decision. The turn must be legal. Released with
 * tess_text_free(). */
TESS_API char *tess_turn_write(const tess_game *game, tess_turn turn);
/* Reads a move of the drawn tile, in TESS_PHASE_PLACE; without `=` nothing is placed. False if it is not legal. */
TESS_API bool tess_turn_read(const tess_game *game, const char *move, tess_turn *turn, tess_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
