/*
 * Which game is meant and who sits at the table: by the options of the commands, by a record or position in a file or
 * on the command line.
 */
#ifndef CLI_GAME_SETUP_H
#define CLI_GAME_SETUP_H

#include "cli/command.h"
#include "notation/history.h"
#include "notation/options.h"
#include "notation/record.h"
#include "players/player.h"

/* ---- A new game ---- */

/* An option of the game as one of the command line: `--fields`; `--river` or `--river=WORD` for one with several
 * values. */
#define GAME_OPTION(member, kind, values, game, help)                                                                  \
  {#member, 0, GAME_OPTION_##kind(values), 0, 0, GAME_OPTION_##game ": " help},
#define GAME_OPTION_FLAG(values) OPTION_FLAG, NULL
#define GAME_OPTION_CHOICE(values) OPTION_MAYBE_CHOICE, values
#define GAME_OPTION_STAR_WARS "star-wars"
#define GAME_OPTION_CLASSIC "classic"

/* Their names, each with '|' before it. */
#define GAME_OPTION_NAMED(member, ...) "|" #member
#define GAME_OPTION_NAMES OPTION_ROWS(GAME_OPTION_NAMED)

/* The options that commands which begin games share; a command adds its own `players`. */
#define GAME_OPTIONS                                                                                                   \
  {"game", 'g', OPTION_CHOICE, "star-wars|classic", 0, 0, "the game (default: what the set is for, or star-wars)"},    \
      {"set", 's', OPTION_SET, "SET", 0, 0, "the tile set: a built-in one by name, or a file"},                        \
      OPTION_ROWS(GAME_OPTION){                                                                                        \
          "colours", 0, OPTION_TEXT, "LIST", 0, 0, "the players' colours in the order of seats, as in red,black"},     \
      {"first", 0, OPTION_TEXT, "SEAT", 0, 0, "the seat that begins, or random (default: 1)"}, {                       \
    "seed", 0, OPTION_NUMBER, "N", 0, UINT64_MAX, "the seed of all chance"                                             \
  }

/* For commands that need no more of the players than their number. */
#define PLAYERS_OPTION                                                                                                 \
  { "players", 'p', OPTION_NUMBER, "N", 2, TESS_MAX_PLAYERS, "the number of players (default: 2)" }

/* Fills the request from what was given for GAME_OPTIONS, and for PLAYERS_OPTION if the table has it. False with
 * `*fault`. */
bool game_request_read(struct game_request *request, const struct arguments *arguments, struct fault *fault);

/* All of the above for a command: opens a library (closed by the caller in every case) and settles the game. */
bool game_setup_read(const struct game_request *request, struct set_library **library, struct game_setup *setup,
                     struct fault *fault);

/* Says on standard error why a game could not be set up; gives the exit code: a bad set is bad input, all else a wrong
 * command line. */
int game_setup_refused(const char *command, const struct fault *fault);

/* Says on standard error that there is no player of this name, and which there are; gives CODE_USAGE. */
int player_unknown(const char *command, const char *name);

/* Bytes of a name with its final zero. */
enum { SEAT_NAME_SIZE = 48 };

/* Who sits on a seat: a person or a computer player. */
struct seat {
  char name[SEAT_NAME_SIZE];
  bool human;
  struct player player; /* open when not human */
};

/* All seats of a game, in their order. */
struct seats {
  int count;
  const atomic_bool *stop; /* once true, nobody thinks on; NULL after seats_read(): nothing stops them */
  uint64_t playouts;       /* of those that search, a turn; 0 after seats_read(): PLAYER_PLAYOUTS */
  struct seat at[TESS_MAX_PLAYERS];
};

/*
 * Reads `KIND,KIND,...`, two to five, each `human` or a kind of player, or NAME=KIND; `humans` tells whether people
 * are allowed. Names that are not given are the kinds'; seats_name() tells equal ones apart. The players' streams
 * follow from `seed`. False with `*fault`; else seats_close() frees them.
 */
bool seats_read(struct seats *seats, const char *list, bool humans, uint64_t seed, struct fault *fault);
/* Names a seat, 0-based: as wanted, cut to its size, or with a number, as in `level-1 (2)`, where a seat before has
 * that name. `wanted` must not be the seat's own name. */
void seats_name(struct seats *seats, int seat, const char *wanted);
void seats_close(struct seats *seats);

/* Starts the computer players' streams anew. */
void seats_seed(struct seats *seats, uint64_t seed);

/* Takes the step that is due on a game that is not over: chance by the game's streams, the rest of a turn up to its
 * battles by the computer player whose turn it is, who must be none of the people. A turn that `stop` broke off is not
 * taken. */
void seats_step(struct seats *seats, struct history *history);

/* True when the step that is due is a person's choice. */
bool seats_wait_for_human(const struct seats *seats, const struct history *history);

/* ---- A game out of a file or the command line: a record, or a position line ---- */

/* True if the text begins as a position line does. */
bool position_is(struct span text);

/* A game that was read from a file: a record or a position line. */
struct game_file {
  struct set_library *sets;
  struct record record;    /* empty when it was a position */
  struct history *history; /* as far as was asked for */
};

/* Which game of a file is meant, and how far it is played. */
#define GAME_FILE_OPTIONS                                                                                              \
  {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},                              \
      {"number", 'n', OPTION_NUMBER, "N", 1, 1000000, "which game of the file (default: 1)"}, {                        \
    "step", 0, OPTION_NUMBER, "N", 0, TESS_MAX_TILES, "go on to the end of move N only"                                \
  }

/* Puts the set that `--set` names on the library. */
bool game_file_load_set(struct set_library *library, const struct arguments *arguments, struct fault *fault);

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
