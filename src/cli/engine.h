/*
 * The engine of docs/lookup/protocol.md: takes lines, gives replies, and thinks in a thread of its own, so that it goes
 * on answering. It knows nothing of files and streams.
 */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "base/reader.h"
#include "players/player.h"

struct engine;

/* Hears what the engine says, whole lines at a time: replies from the thread that calls engine_line(), thoughts from
 * the engine's own, never two at once. It must not call the engine. */
typedef void engine_say(void *context, const char *bytes, size_t length);

/* An engine that plays as `kind` unless it is told otherwise. NULL with `*fault` when no thread
 * can be started. */
struct engine *engine_open(const struct player_kind *kind, engine_say *say, void *context, struct fault *fault);
/* Ends the thinking, if any: its `bestmove` is still said. */
void engine_close(struct engine *engine);

/* Answers one line as session_line() does. False when the session is over. */
bool engine_line(struct engine *engine, const char *line, size_t length);

/* ---- What an engine is told ("Engines"): its options, and the words of `go` ---- */

/* The options that are numbers, as indices. */
enum engine_number { ENGINE_PLAYOUTS, ENGINE_SEED, ENGINE_THREADS, ENGINE_CANDIDATES, ENGINE_NUMBERS };

/* The options as they are set. */
struct engine_options {
  const struct player_kind *kind; /* who thinks */
  uint64_t numbers[ENGINE_NUMBERS];
};

/* The defaults of an engine that was started with `kind`. */
struct engine_options engine_options_default(const struct player_kind *kind);
/* Appends an `option` line for each option of such an engine. */
void engine_options_write(const struct player_kind *kind, struct text *text);
/* Reads `name X value Y`. False with `*fault` if there is no such option or it has no such value, and nothing has
 * changed. */
bool engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault);

/* The words of a `go`, read. */
struct go_limits {
  struct player_budget budget;    /* of what `movetime`, `clock` and `playouts` say; its `stop` is left out */
  const struct player_kind *kind; /* of `level`, or NULL */
};

/* Reads the words for a turn of `game`; if none limits the thinking, `playouts` does. False with `*fault` for a word
 * that is not known, comes twice, or has no such value. */
bool go_limits_read(struct reader *words, const tess_game *game, uint64_t playouts, struct go_limits *limits,
                    struct fault *fault);

#endif
