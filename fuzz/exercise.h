/* What the fuzz targets do with a game that they read: everything must hold for it that holds for any game. */
#ifndef FUZZ_EXERCISE_H
#define FUZZ_EXERCISE_H

#include "notation/history.h"

/* The built-in sets, opened once: opening them takes longer than most inputs. */
const struct set_library *exercise_library(void);

/* Ends the program unless the position's line reads back as the same position, with the same state and hash. */
void exercise_position(const tess_game *game, const struct tile_set *set, const struct set_library *library);

/* Takes up to `steps` steps by the chance that `random` begins. */
void exercise_play(struct history *history, int steps, uint64_t random);

/* Takes up to `steps` random steps from the history's state and takes them back; ends the program unless the state is
 * then as before. */
void exercise_steps(struct history *history, int steps);

/* Ends the program with a message if `holds` is false. */
void exercise_check(bool holds, const char *what);

/* Counts a part of an input, such as a line or a body, that was `read` or refused by its form. With the environment
 * variable SHARE the program tells at its end how many were read. Each input begins with the other. */
void exercise_begin(void);
void exercise_count(bool read);

/* Lines of a protocol that are left out, since they may take long or read a device of the fuzzer's choice: perft, and a
 * set given by a path. */
bool exercise_leaves_out(struct span line);

/* True if the line is empty or a comment, which get no reply. A carriage return may end a line. */
bool exercise_is_silent(struct span line);

#endif
