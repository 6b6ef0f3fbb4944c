/*
 * The engine of docs/lookup/protocol.md: accepts lines, returns replies, and searches in a thread of its own, so that
 * it can answer meanwhile. It uses no files or streams.
 */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "base/reader.h"
#include "players/player.h"

struct engine;

/* Receives the engine's output, complete lines at a time: replies in the thread that called engine_line(), results of a
 * search in the engine's own thread, never two calls at once. It must not call the engine. */
typedef void engine_say(void *context, const char *bytes, size_t length);

/* Opens an engine that plays as `kind` until an option changes it. Returns NULL with `*fault` filled if no thread can
 * be started. */
struct engine *engine_open(const struct player_kind *kind, engine_say *say, void *context, struct fault *fault);
/* Ends a running search, whose `bestmove` is still sent, and frees the engine. */
void engine_close(struct engine *engine);

/* Answers one line as session_line() does. Returns false when the session is over. */
bool engine_line(struct engine *engine, const char *line, size_t length);

/* ---- Input of an engine ("Engines"): its options, and the words of `go` ---- */

/* The options that are numbers, as indices. */
enum engine_number { ENGINE_PLAYOUTS, ENGINE_SEED, ENGINE_THREADS, ENGINE_CANDIDATES, ENGINE_NUMBERS };

/* The present values of the options. */
struct engine_options {
  const struct player_kind *kind; /* the player that searches */
  uint64_t numbers[ENGINE_NUMBERS];
};

/* The defaults of an engine that starts with `kind`. */
struct engine_options engine_options_default(const struct player_kind *kind);
/* Appends an `option` line for each option of an engine that starts with `kind`. */
void engine_options_write(const struct player_kind *kind, struct text *text);
/* Reads `name X value Y`. If the option does not exist or the value is invalid, it returns false with `*fault` filled,
 * and nothing has changed. */
bool engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault);

/* The parsed words of a `go`. */
struct go_limits {
  struct player_budget budget;    /* limits of `movetime`, `clock` and `playouts`; `stop` is not set */
  const struct player_kind *kind; /* player of `level`, or NULL */
};

/* Reads the words for a turn of `game`; without a limit, `playouts` is the limit. Returns false with `*fault` filled if
 * a word is unknown, comes twice or has an invalid value. */
bool go_limits_read(struct reader *words, const tess_game *game, uint64_t playouts, struct go_limits *limits,
                    struct fault *fault);

#endif
