/* What is laid down about a table before anybody plays (docs/lookup/http.md, "Setup"). */
#ifndef TABLE_SETUP_H
#define TABLE_SETUP_H

#include <jansson.h>

#include "notation/history.h"

enum setup_seat_kind { SETUP_PERSON, SETUP_COMPUTER, SETUP_OPEN };
enum setup_clock { SETUP_NO_CLOCK, SETUP_MOVE_CLOCK, SETUP_GAME_CLOCK };

struct setup_seat {
  uint8_t kind;   /* enum setup_seat_kind */
  uint8_t level;  /* of a computer player, 1 to SETUP_LEVELS */
  uint8_t colour; /* tess_colour */
};

enum { SETUP_LEVELS = 8, SETUP_LEVEL_DEFAULT = 5 };

struct setup {
  uint8_t rules;        /* tess_rules */
  tess_options options; /* the options of the game, and nothing else of it: all else is in the members below */
  int players;
  struct setup_seat seats[TESS_MAX_PLAYERS];
  int first; /* the seat that begins, 0-based; -1: drawn by chance */
  uint8_t clock;
  int seconds, increment; /* of the clock */
  bool loses;             /* with a clock for the game: who runs out of time, or leaves, has lost; two seats only */
  int grace;              /* ms between a turn and the draw that the server makes by itself */
  bool listed, aids, hints, takebacks;
  bool casual; /* computers agree to take back what has shown tiles or dice */
};

/* Reads and completes a setup of a request or of the log. False with `*fault` saying which member is wrong and what was
 * expected. */
bool setup_read(const json_t *json, const struct tile_shelf *shelf, struct setup *setup, struct fault *fault);
/* Adds all of it as an object of JSON. */
void setup_write(const struct setup *setup, struct text *text);

/* The game that it begins, whole, with `first` settled. */
tess_options setup_options(const struct setup *setup, int first);
/* The set it is played with, one of the shelf. */
const struct tile_set *setup_set(const struct setup *setup, const struct tile_shelf *shelf);
/* Appends the protocol's `newgame` line. */
void setup_write_newgame(const struct setup *setup, int first, struct text *text);

/* The setup for another game: seats rotated by one, so that seat i gets what seat i + 1 had. `held` tells by seat where
 * a person or program sat: `asking` gets a person's seat, the others open ones; it is not listed. */
struct setup setup_rotate(const struct setup *setup, const bool held[TESS_MAX_PLAYERS], int asking);

#endif
