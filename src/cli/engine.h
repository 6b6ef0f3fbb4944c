/*
 * The engine of docs/lookup/protocol.md: takes lines, gives replies, and thinks in a thread of its own, so that it goes
 * on answering. It knows nothing of files and streams.
 */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "players/player.h"

struct engine;

/* Hears what the engine says, whole lines at a time: replies from the thread that calls engine_line(), thoughts from
 * the engine's own, never two at once. It must not call the engine. */
typedef void engine_say(void *context, const char *bytes, size_t length);

/* An engine that plays as `kind` unless it is told otherwise. NULL when memory or threads are short. */
struct engine *engine_open(const struct player_kind *kind, engine_say *say, void *context);
/* Ends the thinking, if any: its `bestmove` is still said. */
void engine_close(struct engine *engine);

/* Answers one line as session_line() does. False when the session is over. */
bool engine_line(struct engine *engine, const char *line, size_t length);

#endif
