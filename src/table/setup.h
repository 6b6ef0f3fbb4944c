/* The setup of a table: what is chosen before anybody plays (docs/lookup/http.md, "Setup"). */
#ifndef TABLE_SETUP_H
#define TABLE_SETUP_H

#include "notation/history.h"
#include "notation/json_reader.h"

/* Who is to sit on a seat: a person, a computer player, or whoever comes first. */
enum setup_seat_kind { SETUP_PERSON, SETUP_COMPUTER, SETUP_OPEN };
/* No clock, one for each move, one for the whole game, or one of days for each move, which also runs while nobody is
 * there and the server is down. */
enum setup_clock { SETUP_NO_CLOCK, SETUP_MOVE_CLOCK, SETUP_GAME_CLOCK, SETUP_DAYS_CLOCK };

/* A seat of a setup. */
struct setup_seat {
  uint8_t kind;   /* enum setup_seat_kind */
  uint8_t level;  /* of a computer player, 1 to SETUP_LEVELS */
  uint8_t colour; /* tess_colour */
};

/* The levels of computer players, and the one that is meant where none is named. */
enum { SETUP_LEVELS = 8, SETUP_LEVEL_DEFAULT = 5 };

/* What was chosen for a table before its game begins. */
struct setup {
  uint8_t rules;        /* tess_rules */
  tess_options options; /* the options of the game, and nothing else of it: all else is in the members below */
  int players;
  struct setup_seat seats[TESS_MAX_PLAYERS];
  int first; /* the seat that begins, 0-based; -1: drawn by chance */
  uint8_t clock;
  int seconds, increment; /* of the clock; one of days has whole days */
  bool loses;             /* with a clock for the game: a seat that runs out of time or leaves loses; two seats only */
  int grace;              /* ms between a turn and the draw that the server makes by itself */
  bool listed, aids, hints, take_backs;
  bool watchers_talk; /* watchers may talk */
  bool casual;        /* computers agree to take back what has shown tiles or dice */
  bool rated;         /* counts for ratings: see setup_forfeits() */
};

/* Reads and completes a setup of a request or of the log. False with `*fault` saying which member is wrong and what was
 * expected. */
bool setup_read(const json_t *json, const struct set_library *library, struct setup *setup, struct fault *fault);
/* Reads the members `options` and `clock` into a setup that is zero else. False with `*fault`. */
bool setup_read_variants(const json_t *json, struct setup *setup, struct fault *fault);
/* Gives a whole setup these options and this clock. False with `*fault` if they do not go with the rest of it. */
bool setup_vary(struct setup *setup, const struct setup *variants, const struct set_library *library,
                struct fault *fault);
/* Adds all of it as an object of JSON. */
void setup_write(const struct setup *setup, struct text *text);

/* Whether each move has a time of its own. */
static inline bool setup_is_by_move(const struct setup *setup) {
  return setup->clock == SETUP_MOVE_CLOCK || setup->clock == SETUP_DAYS_CLOCK;
}
/* Whether a seat that leaves or runs out of time has lost. At a rated table a seat does so in a group, too: the
 * computer plays on for it, and it is placed last. */
static inline bool setup_forfeits(const struct setup *setup) { return setup->loses || setup->rated; }
/* How many days each move has; 0: none. */
int setup_days(const struct setup *setup);

/* The game that it begins, whole, with `first` settled. */
tess_options setup_options(const struct setup *setup, int first);
/* The set it is played with, one of the library. */
const struct tile_set *setup_set(const struct setup *setup, const struct set_library *library);
/* Appends the protocol's `newgame` line. */
void setup_write_newgame(const struct setup *setup, int first, struct text *text);

/* The seat, 0-based, whose part seat `seat` has in the game after it: the next one. */
int setup_rotated_from(const struct setup *setup, int seat);
/* The setup for another game, its seats rotated so. `held` says by seat where
 * a person or program sat: `asking` gets a person's seat, the others open ones; it is not listed. */
struct setup setup_rotate(const struct setup *setup, const bool held[TESS_MAX_PLAYERS], int asking);

#endif
