/*
 * libtessera-notation: games as text. It reads and writes tile sets as JSON, games as words, positions and records, and
 * moves, legal continuations, states and events as text and JSON. docs/lookup/notation.md and docs/lookup/protocol.md
 * define the formats.
 *
 * The library reads no clock and no file, starts no thread and keeps no global variable. Only one thread may use an
 * object at a time; a tess_sets is read-only once created and may be shared. The caller owns every object and text that
 * a function returns, and releases it with the function named there. The library must be of the same version as
 * libtessera.
 *
 * Expected failures return false or NULL, fill `*fault` and change nothing. `fault` may be NULL if the reason does not
 * matter. Strings are UTF-8 and end with a zero byte. assert() catches null pointers where NULL is not allowed, and
 * other programming errors. When memory runs out, the program ends with a message on standard error.
 */
#ifndef TESSERA_NOTATION_H
#define TESSERA_NOTATION_H

#include <tessera/tessera.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Faults and texts ---- */

/* Describes an error in the input. */
typedef struct tess_fault {
  tess_error error; /* the engine's error if the engine rejected a step; TESS_ERROR_NONE if the text is malformed */
  int line;         /* line of the file (1-based); 0 if there is none */
  int move;         /* number of the move in a record (1-based); 0 if there is none */
  char text[320];   /* one English sentence without a full stop: what is wrong, and what was expected */
} tess_fault;

/* Releases a text that a function of this header returned; NULL is allowed. */
TESS_API void tess_text_free(char *text);

/* ---- Tile sets ---- */

typedef struct tess_sets tess_sets; /* opaque: the built-in tile sets, and at most one set of the caller */

/*
 * Creates a library of all built-in sets and, if `json` is not NULL, of the set in these `length` bytes (notation.md,
 * section 1). Each set is also available with rivers and arrows where the rules allow that. Returns NULL if `json` is
 * malformed, is no valid set, or contains only river or arrow tiles. Release it with tess_sets_free(), after all games
 * and histories that use its sets.
 */
TESS_API tess_sets *tess_sets_new(const char *json, size_t length, tess_fault *fault);
/* Releases the library; NULL is allowed. */
TESS_API void tess_sets_free(tess_sets *sets);

/* The id of the built-in set with this index (0-based); NULL after the last. It is valid as long as `sets`. */
TESS_API const char *tess_sets_name(const tess_sets *sets, int index);
/* The id of the caller's own set; NULL if there is none. */
TESS_API const char *tess_sets_own(const tess_sets *sets);
/* The set with this id, for the functions of tessera.h; `classic+river` and the like are ids, too. NULL if there is
 * none. The set is valid as long as `sets`. */
TESS_API const tess_set *tess_sets_find(const tess_sets *sets, const char *id);

/* ---- Games with the steps that led to them ---- */

typedef struct tess_history tess_history; /* opaque: a game, its steps, and the tags and comments of its record */

/* Starts a game from the words of `newgame` (protocol.md): "game=classic fields=on players=3 seed=7". "" means Star
 * Wars for two players with seed 0. If neither `game` nor `set` is given, the caller's own set is used if there is one.
 * For this function and the next two: `sets` must outlive the history, and tess_history_free() releases it. */
TESS_API tess_history *tess_history_new(const tess_sets *sets, const char *words, tess_fault *fault);
/* Starts a game from a position line (notation.md, section 6), with streams that start from `seed`. */
TESS_API tess_history *tess_history_from_position(const tess_sets *sets, const char *line, uint64_t seed,
                                                  tess_fault *fault);
/*
 * Reads the next game of a file of records (notation.md, section 7), and checks every step. `*at` points to `*length`
 * bytes; after a game both describe the rest. Lines in a fault count from the first byte given. Returns NULL on an
 * error, and at the end of the bytes, where the text of `*fault` is empty.
 */
TESS_API tess_history *tess_history_read(const tess_sets *sets, const char **at, size_t *length, tess_fault *fault);
/* Releases a history; NULL is allowed. */
TESS_API void tess_history_free(tess_history *history);

/* The current game, for the queries of tessera.h and the players of players.h. It is valid as long as the history, and
 * changes with its steps. For functions that modify a game, such as tess_game_turns(), make a copy with
 * tess_game_copy(). */
TESS_API const tess_game *tess_history_game(const tess_history *history);
/* The id of the game's set, as for tess_sets_find(). */
TESS_API const char *tess_history_set(const tess_history *history);
/* The number of steps so far: draws, placements, meeple decisions and throws. */
TESS_API int tess_history_count(const tess_history *history);

/*
 * Plays one word of a record (notation.md, section 7): a move `A3@0,1r2=none`, which also draws its tile if no tile is
 * drawn yet; a throw `[1:5,3 2:6]`; a drawn tile `A3`; or a discarded tile `(A3)`. The word is played whole or not at
 * all.
 */
TESS_API bool tess_history_word(tess_history *history, const char *word, tess_fault *fault);
/* The steps of tessera.h. With `kind` TESS_RANDOM or `thrown` NULL, the game's streams decide. */
TESS_API bool tess_history_draw(tess_history *history, int kind, tess_fault *fault);
TESS_API bool tess_history_place(tess_history *history, tess_placement placement, tess_fault *fault);
TESS_API bool tess_history_meeple(tess_history *history, tess_decision decision, tess_fault *fault);
TESS_API bool tess_history_throw(tess_history *history, const tess_throw *thrown, tess_fault *fault);
/* Takes back the last step. Returns false if there is none. */
TESS_API bool tess_history_undo(tess_history *history);

/* The events of the last call of these functions, as a JSON array (protocol.md); `[]` after an error and after taking a
 * step back. */
TESS_API char *tess_history_events(const tess_history *history);

/* ---- A game as text; release the texts with tess_text_free() ---- */

/* The position as one line (notation.md, section 6), without a line end. */
TESS_API char *tess_history_position(const tess_history *history);
/* The state as a JSON object (protocol.md, `state json`). */
TESS_API char *tess_history_state(const tess_history *history);
/* The legal continuations (protocol.md, `legal`), one on each line. */
TESS_API char *tess_history_legal(const tess_history *history);
/* The game as a record, with the tags and comments that were read and the tags that were set. */
TESS_API char *tess_history_record(const tess_history *history);
/* The game as a saved game: a record that continues with the same draws and throws when read again (tag `Chance`). */
TESS_API char *tess_history_save(const tess_history *history);

/* Sets a tag of the record, such as Player1, Event or Date. Returns false if `name` is not of the form [A-Za-z0-9_]+,
 * if `value` contains control characters or is not UTF-8, or if 248 other tags are set already (notation.md, section 7:
 * 256 tags, 8 of them the game's own). Tags that describe the game itself are always written from the game. */
TESS_API bool tess_history_set_tag(tess_history *history, const char *name, const char *value, tess_fault *fault);
/* The value of a tag that was read or set; NULL if there is none. It is valid until the tag is set again. */
TESS_API const char *tess_history_tag(const tess_history *history, const char *name);

/* ---- Whole turns as moves ---- */

/* Writes a legal turn, from tess_game_turns() or a player, as a move: in TESS_PHASE_PLACE the drawn tile with placement
 * and decision, in TESS_PHASE_MEEPLE the tile just laid with the decision. Release it with tess_text_free(). */
TESS_API char *tess_turn_write(const tess_game *game, tess_turn turn);
/* Reads a move with the drawn tile, in TESS_PHASE_PLACE. A move without `=` places no meeple. Returns false if the move
 * is not legal. */
TESS_API bool tess_turn_read(const tess_game *game, const char *move, tess_turn *turn, tess_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
