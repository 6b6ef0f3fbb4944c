/* The checks that fuzz targets run on a game that they have read: it must have all properties of a game. */
#ifndef FUZZ_EXERCISE_H
#define FUZZ_EXERCISE_H

#include "notation/history.h"

/* The built-in sets; they are opened once, because opening takes longer than most inputs. */
const struct set_library *exercise_library(void);

/* Writes the position as a line and reads it back; ends the program unless the result has the same state and hash. */
void exercise_position(const tess_game *game, const struct tile_set *set, const struct set_library *library);

/* Takes up to `steps` random steps; `random` is the seed. */
void exercise_play(struct history *history, int steps, uint64_t random);

/* Takes up to `steps` random steps from the history's state and undoes them; ends the program unless the state is then
 * as before. */
void exercise_steps(struct history *history, int steps);

/* Ends the program with a message if `holds` is false. */
void exercise_check(bool holds, const char *what);

/* The second function counts a part of an input, such as a line or a body; `read`: its form was accepted. The first one
 * must be called at the start of each input. With the environment variable SHARE the program prints at its end how many
 * parts were accepted. */
void exercise_begin(void);
void exercise_count(bool read);

/* True for lines of a protocol that must be skipped: perft, which may take long, and a set given by a path, which could
 * be a device. */
bool exercise_leaves_out(struct span line);

/* True if the line is empty or a comment, which get no reply. The line may end with a carriage return. */
bool exercise_is_silent(struct span line);

#endif
