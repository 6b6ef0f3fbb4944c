/*
 * Sets up a game and its players: from the options of a command, or from a record or position in a file or on the
 * command line.
 */
#ifndef CLI_GAME_SETUP_H
#define CLI_GAME_SETUP_H

#include "cli/command.h"
#include "notation/history.h"
#include "notation/options.h"
#include "notation/record.h"
#include "players/player.h"

/* ---- A new game ---- */

/* An option of the game as a row for a command's table: `--fields`; `--river` or `--river=WORD` if it has several
 * values. */
#define GAME_OPTION(member, kind, values, game, help)                                                                  \
  {#member, 0, GAME_OPTION_##kind(values), 0, 0, GAME_OPTION_##game ": " help},
#define GAME_OPTION_FLAG(values) OPTION_FLAG, NULL
#define GAME_OPTION_CHOICE(values) OPTION_MAYBE_CHOICE, values
#define GAME_OPTION_STAR_WARS "star-wars"
#define GAME_OPTION_CLASSIC "classic"

/* The names of the options, each with '|' before it. */
#define GAME_OPTION_NAMED(member, ...) "|" #member
#define GAME_OPTION_NAMES OPTION_ROWS(GAME_OPTION_NAMED)

/* The options that commands which start games share; each command adds its own option `players`. */
#define GAME_OPTIONS                                                                                                   \
  {"game", 'g', OPTION_CHOICE, "star-wars|classic", 0, 0, "the game (default: what the set is for, or star-wars)"},    \
      {"set", 's', OPTION_SET, "SET", 0, 0, "the tile set: a built-in one by name, or a file"},                        \
      OPTION_ROWS(GAME_OPTION){                                                                                        \
          "colours", 0, OPTION_TEXT, "LIST", 0, 0, "the players' colours in the order of seats, as in red,black"},     \
      {"first", 0, OPTION_TEXT, "SEAT", 0, 0, "the seat that begins, or random (default: 1)"}, {                       \
    "seed", 0, OPTION_NUMBER, "N", 0, UINT64_MAX, "the seed of all chance"                                             \
  }

/* For commands that only need the number of players. */
#define PLAYERS_OPTION                                                                                                 \
  { "players", 'p', OPTION_NUMBER, "N", 2, TESS_MAX_PLAYERS, "the number of players (default: 2)" }

/* Fills the request from GAME_OPTIONS, and from PLAYERS_OPTION if the table has it. Returns false with `*fault` filled
 * if a value is wrong. */
bool game_request_read(struct game_request *request, const struct arguments *arguments, struct fault *fault);

/* Does all of the above for a command: opens a library, which the caller closes in every case, and sets up the game. */
bool game_setup_read(const struct game_request *request, struct set_library **library, struct game_setup *setup,
                     struct fault *fault);

/* Prints to standard error why a game could not be set up. Returns the exit code: a bad set is bad input, anything else
 * is a wrong command line. */
int game_setup_refused(const char *command, const struct fault *fault);

/* Prints to standard error that there is no player with this name, and lists the players. Returns CODE_USAGE. */
int player_unknown(const char *command, const char *name);

/* Size of a name with its final zero. */
enum { SEAT_NAME_SIZE = 48 };

/* A seat, for a person or a computer player. */
struct seat {
  char name[SEAT_NAME_SIZE];
  bool human;
  struct player player; /* open if the seat is not for a person */
};

/* All seats of a game in order. */
struct seats {
  int count;
  const atomic_bool *stop; /* true makes searching players stop; seats_read() sets it to NULL: nothing stops them */
  uint64_t playouts;       /* for players that search, in each turn; seats_read() sets 0: PLAYER_PLAYOUTS */
  struct seat at[TESS_MAX_PLAYERS];
};

/*
 * Reads `KIND,KIND,...`, two to five entries: each is `human` or a kind of player, or NAME=KIND. `humans` says whether
 * people are allowed. A seat without a name gets the name of its kind; seats_name() makes equal names different. The
 * random streams of the players follow from `seed`. Returns false with `*fault` filled; otherwise seats_close() frees
 * the seats.
 */
bool seats_read(struct seats *seats, const char *list, bool humans, uint64_t seed, struct fault *fault);
/* Names a seat (0-based) as `wanted`, shortened to its size, or with a number, as in `level-1 (2)`, if an earlier seat
 * has that name. `wanted` must not be the seat's own name. */
void seats_name(struct seats *seats, int seat, const char *wanted);
void seats_close(struct seats *seats);

/* Restarts the random streams of the computer players. */
void seats_seed(struct seats *seats, uint64_t seed);

/* Takes the next step of a game that is not over: chance by the game's streams; otherwise the rest of the turn up to
 * its battles by the computer player whose turn it is, which must not be a person's seat. A turn that `stop` interrupts
 * is not taken. */
void seats_step(struct seats *seats, struct history *history);

/* True if a person must choose next. */
bool seats_wait_for_human(const struct seats *seats, const struct history *history);

/* ---- A game from a file or the command line: a record or a position line ---- */

/* True if the text begins like a position line. */
bool position_is(struct span text);

/* A game read from a file with a record or a position line. */
struct game_file {
  struct set_library *sets;
  struct record record;    /* empty for a position */
  struct history *history; /* the game, played as far as requested */
};

/* The options that select a game of a file, and how far it is played. */
#define GAME_FILE_OPTIONS                                                                                              \
  {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},                              \
      {"number", 'n', OPTION_NUMBER, "N", 1, 1000000, "which game of the file (default: 1)"}, {                        \
    "step", 0, OPTION_NUMBER, "N", 0, TESS_MAX_TILES, "go on to the end of move N only"                                \
  }

/* Loads the set of `--set` into the library. */
bool game_file_load_set(struct set_library *library, const struct arguments *arguments, struct fault *fault);

/* Appends the file that an operand names ("-": standard input). The record of the game takes the place of a link of
 * CarcassonneLab, which may be the operand or all of the file, and of a file that is a save or log (foreign.h). Returns
 * false with `*fault` filled if that fails. */
bool game_text_read(const char *operand, const struct set_library *sets, struct text *text, struct fault *fault);

/*
 * Reads the game that the first operand names: a position line, or a file with a position line or records ("-":
 * standard input), or a game that game_text_read() takes. The options are GAME_FILE_OPTIONS. A record is then before
 * its first move. Returns false with `*fault` filled if that fails; game_file_close() must be called in every case.
 */
bool game_file_read(struct game_file *file, const struct arguments *arguments, struct fault *fault);

/* Plays the moves of the record as far as requested and checks every step; at the end of the record, the result, too.
 * `listener` receives the events; it may be NULL. Returns false with `*fault` filled if a step is wrong. */
bool game_file_play(struct game_file *file, const struct arguments *arguments, history_listener *listener,
                    void *context, struct fault *fault);
void game_file_close(struct game_file *file);

/* The name of the first operand in messages: the path of a file, or "the position" for a position line. */
const char *game_file_name(const struct arguments *arguments);

/* The name of a seat's player, or NULL. */
const char *game_file_player(const struct game_file *file, int seat);

#endif
