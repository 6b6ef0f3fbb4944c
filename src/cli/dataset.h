/*
 * Many games in one file for numpy: an uncompressed .npz, whose arrays docs/lookup/command-line.md describes
 * ("simulate"). Steps are written to the file game by game; about thirty bytes a game stay in memory until the end.
 */
#ifndef CLI_DATASET_H
#define CLI_DATASET_H

#include "cli/game_setup.h"
#include "env/trace.h"

struct dataset;

/* Creates a file, which replaces one of this name when it is completed. Returns NULL with `*fault` filled, which names
 * the file. */
struct dataset *dataset_open(const char *path, struct fault *fault);
/* Adds a finished game. Returns false with `*fault` filled if it cannot be written; the file is then unusable. */
bool dataset_add(struct dataset *dataset, const struct trace *trace, uint64_t seed, const tess_game *game,
                 struct fault *fault);
/* Completes the file with the game's settings and the names of the players. Returns false with `*fault` filled if that
 * fails. */
bool dataset_end(struct dataset *dataset, const struct game_setup *setup, const struct seats *seats,
                 struct fault *fault);
/* Frees it; a file that was not completed is discarded. `dataset` may be NULL. */
void dataset_close(struct dataset *dataset);

#endif
