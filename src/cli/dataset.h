/*
 * Many games in one file for numpy: an uncompressed .npz, whose arrays docs/lookup/command-line.md tells ("simulate").
 * The steps go to the file game by game; of each game some thirty bytes are kept in memory till the end.
 */
#ifndef CLI_DATASET_H
#define CLI_DATASET_H

#include "cli/game_setup.h"
#include "env/trace.h"

struct dataset;

/* A new file, which replaces one of its name. NULL with `*fault`, which names the file. */
struct dataset *dataset_open(const char *path, struct fault *fault);
/* Adds a game that is over. False with `*fault` if it cannot be written; the file is of no use then. */
bool dataset_add(struct dataset *dataset, const struct trace *trace, uint64_t seed, const tess_game *game,
                 struct fault *fault);
/* Completes the file: which game was played, and by whom. False with `*fault`. */
bool dataset_end(struct dataset *dataset, const struct game_setup *setup, const struct seats *seats,
                 struct fault *fault);
/* Releases it; a file that was not completed cannot be read. NULL is allowed. */
void dataset_close(struct dataset *dataset);

#endif
