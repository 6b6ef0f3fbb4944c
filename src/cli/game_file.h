/* A game out of a file or the command line: a record, or a position line. */
#ifndef CLI_GAME_FILE_H
#define CLI_GAME_FILE_H

#include "cli/arguments.h"
#include "notation/record.h"

struct game_file {
  struct tile_shelf *shelf;
  struct record record;    /* empty when it was a position */
  struct history *history; /* as far as was asked for */
};

/* Which game of a file is meant, and how far it is played. */
#define GAME_FILE_OPTIONS                                                                                              \
  {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},                              \
      {"number", 'n', OPTION_NUMBER, "N", 1, 1000000, "which game of the file (default: 1)"}, {                        \
    "step", 0, OPTION_NUMBER, "N", 0, TESS_MAX_TILES, "go on to the end of move N only"                                \
  }

/* Puts the set that `--set` names on the shelf. */
bool game_file_load_set(struct tile_shelf *shelf, const struct arguments *arguments, struct fault *fault);

/*
 * Reads what the first operand names: a position line itself, or a file that holds one or records ("-": standard
 * input); options are GAME_FILE_OPTIONS. A record stands before its first move then. False with `*fault`;
 * game_file_close() is to be called in every case.
 */
bool game_file_read(struct game_file *file, const struct arguments *arguments, struct fault *fault);

/* Plays the moves of the record as far as was asked for and checks every step, at its end the result too. `listener`,
 * which may be NULL, hears the events. False with `*fault`. */
bool game_file_play(struct game_file *file, const struct arguments *arguments, history_listener *listener,
                    void *context, struct fault *fault);
void game_file_close(struct game_file *file);

/* What the first operand is called in messages: the file's path, or "the position" for a position line. */
const char *game_file_name(const struct arguments *arguments);

/* The name of a seat's player, or NULL. */
const char *game_file_player(const struct game_file *file, int seat);

#endif
