/* The engines of a match: what is said of one, the games it plays, the program behind it, and its seat in one game. */
#ifndef ARENA_ENGINE_H
#define ARENA_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/fault.h"
#include "base/reader.h"
#include "notation/history.h"
#include "notation/options.h"
#include "players/player.h"

/* ---- An engine in words ---- */

/*
 * One engine of a match, in words: `greedy`, `mcts st=0.25 name=strong`, `cmd="python3 bot.py" tc=10+0.1`. Words are
 * separated by blanks; a value with blanks stands in single or double quotes. A word without `=` names an internal
 * player.
 */

/* Bytes of a name with its final zero, and the most settings of one engine. */
enum { ENGINE_NAME_SIZE = 48, ENGINE_SETTINGS = 16 };

/* What an engine may spend on its turns; 0 where there is no such limit. Times are in milliseconds. An external engine
 * without any thinks for as long as it likes within its patience. */
struct engine_limits {
  bool clock;               /* it has a clock for the whole game: */
  uint32_t base, increment; /* at the start, and after each turn */
  uint32_t movetime;        /* for one turn */
  uint32_t processor;       /* for one turn, of processor time: of all processes and threads together */
  uint64_t playouts;        /* for one turn */
  uint32_t level;           /* told to external engines */
  uint32_t margin;          /* by which an external engine may be late without losing */
  uint32_t patience;        /* for each answer of an external engine that has no other limit */
};

/* An option of an external engine: `option.NAME=VALUE` of its words. */
struct engine_setting {
  const char *name, *value;
};

/* Texts point into `memory`. Released with engine_spec_free(). */
struct engine_spec {
  char name[ENGINE_NAME_SIZE];
  const char *words;              /* as they were given */
  const struct player_kind *kind; /* an internal player; NULL: an external program */
  const char *command;            /* its words, as the shell reads them */
  const char *errors;             /* file that its standard error is appended to; NULL: nowhere */
  int threads;                    /* of an internal player */
  bool restart;                   /* each game has a process of its own; else one plays game after game */
  struct engine_limits limits;
  int setting_count;
  struct engine_setting settings[ENGINE_SETTINGS]; /* options of an external program */
  struct text memory;
};

/* Reads the words of `each`, which hold for all engines (NULL: none), then those of `own`. False with `*fault`; then
 * there is nothing to release. */
bool engine_spec_read(struct engine_spec *spec, const char *each, const char *own, struct fault *fault);
void engine_spec_free(struct engine_spec *spec);

/* ---- The games that it plays ---- */

/* The games that an engine says it plays: `id games` of its handshake (docs/lookup/protocol.md, "Engines"). */

/* Bytes that hold the words of any game of engine_games_words(). */
enum { ENGINE_GAMES_WORDS = 64 + OPTION_COUNT * (int)sizeof(struct option_item) };

/* The games in question, all of them together. */
struct engine_games {
  bool star_wars, classic;
  uint32_t options[OPTION_COUNT]; /* of each option of OPTION_ROWS a bit for every value but off, from bit 1 on */
  int least, most;                /* players */
};

/* What an engine that says nothing plays: everything. */
struct engine_games engine_games_all(void);

/* Reads what follows `id games`. False with `*fault` if it is not as the protocol lays down, or comes to no game. */
bool engine_games_read(struct span words, struct engine_games *games, struct fault *fault);

/* True if it plays the game that the words of `newgame` ask for; else `*fault` says what it does not play. */
bool engine_games_play(const struct engine_games *games, const char *newgame, struct fault *fault);

/* Writes the words of `newgame` for a game that it plays: the rules of `game` with all options that it plays there and
 * as many players as it can if `large`, else without options and with as few. */
void engine_games_words(const struct engine_games *games, const char *game, bool large, char words[ENGINE_GAMES_WORDS]);

/* ---- Its program ---- */

/* Codes of its faults, and the tag `Termination` of a game that ends by them: it has ended or closed its output, and it
 * took too long. All others have none and are ENGINE_WRONG. */
#define ENGINE_GONE "abandoned"
#define ENGINE_LATE "time forfeit"
#define ENGINE_WRONG "rules infraction"

/*
 * A program that talks in lines over its standard input and output, and that is not trusted: every wait has a deadline,
 * what it writes is bounded, and it is killed and reaped in the end with all that it started, also if we are killed.
 */

/* Bytes: of the longest line, of all that may come before the next line is sent, and those kept of standard error. */
enum { PROCESS_LINE = 65535, PROCESS_FLOOD = 16 << 20, PROCESS_SAID = 1 << 16 };

/* All zero is one that does not run. Fields are the module's own. */
struct engine_process {
  pid_t pid;
  int input, output;  /* our ends of its pipes */
  int errors;         /* the same of its standard error; -1: it goes to a file, or has ended */
  int guard;          /* the end of a pipe that, once closed, kills the program's group */
  struct text said;   /* what came from there */
  char *lines;        /* what was read: PROCESS_LINE + 1 bytes */
  size_t used, begin; /* bytes in `lines`, and those of them that were handed on */
  size_t flood;       /* bytes since the last line that was sent */
};

/* What came of waiting for a line. */
enum process_read {
  PROCESS_READ,    /* a line is there */
  PROCESS_FAILED,  /* it died, wrote too much or was silent: the fault says it */
  PROCESS_STOPPED, /* `stop` was set */
  PROCESS_WAITING  /* no line has come so far */
};

/* Starts a program by the words of a shell command, which may redirect and quote but not join commands, in a process
 * group of its own. Its standard error goes to the end of the file `errors`,
 * or is kept for process_said() if that is NULL. False with `*fault` if it cannot be started. */
bool process_start(struct engine_process *process, const char *command, const char *errors, struct fault *fault);

/* Sends bytes, which end with a line feed, until steady_milliseconds() shows `deadline`. False with `*fault`. */
bool process_send(struct engine_process *process, struct span bytes, int64_t deadline, struct fault *fault);

/* Waits for the next line until steady_milliseconds() shows `deadline`. The line, without its end, holds until the next
 * call. `stop` may be NULL. */
enum process_read process_line(struct engine_process *process, int64_t deadline, const atomic_bool *stop,
                               struct span *line, struct fault *fault);

/* The same, but that no line has come until steady_milliseconds() shows `until` is PROCESS_WAITING and no fault. */
enum process_read process_line_until(struct engine_process *process, int64_t until, const atomic_bool *stop,
                                     struct span *line, struct fault *fault);

/* The last PROCESS_SAID bytes at most that it wrote on its standard error, as far as they have arrived; they hold until
 * the next call for this process. */
struct span process_said(struct engine_process *process);

/* Ends it: closes its input, gives it `grace` milliseconds to end by itself, then kills its whole process group. */
void process_end(struct engine_process *process, int64_t grace);

/* Milliseconds that the processes of a group have worked so far, in steps of the system's ticks (10 ms), with those of
 * their children that have ended; as /proc tells it. -1 if that cannot be read. */
int64_t processor_time_of_group(pid_t group);

/* ---- The protocol with it ---- */

/* An external engine: a program that speaks the protocol of docs/lookup/protocol.md, section Engines. */

/* All zero is one that does not run. Fields are the module's own. */
struct engine_driver {
  struct engine_process process;
  uint32_t patience; /* milliseconds for each answer but that of `go` */
  bool shook_hands;  /* its answer to `tep` told the version of the protocol that is spoken here */
  bool needs_legal;
  struct engine_games games; /* that it says it plays */
  struct text options;       /* names of the options that it told, a line feed before and after each */
  struct text line;          /* what is sent */
};

/* What came of asking an engine for its turn. */
enum driver_answer { DRIVER_TURN, DRIVER_LOST, DRIVER_STOPPED };

/* The limits of one turn, in milliseconds. */
struct driver_time {
  uint32_t left;    /* on the clock, if the engine has one */
  uint32_t allowed; /* from `go` on, its margin included; 0: its patience is the limit */
  /* Of processor time, 0 without such a limit: when it is told to stop, and what it may have used in the end. */
  uint32_t processor, over;
};

/* An engine with a limit of processor time alone is told so many times that as its `movetime`: on a busy machine it
 * gets no more than a part of each second. */
enum { DRIVER_PATIENCE = 20 };

/* An answer. */
struct driver_turn {
  struct move move;      /* with its decision; not yet known to be legal */
  uint32_t milliseconds; /* from `go` on */
  bool told;             /* `difference` is: what it expects to be ahead by at the end */
  double difference;
};

/* Starts the program, shakes hands and sets its options. False with `*fault`; driver_close() releases it in every case.
 * `stop` cuts it short. */
bool driver_open(struct engine_driver *driver, const struct engine_spec *spec, const atomic_bool *stop,
                 struct fault *fault);
/* Begins a game; `newgame` holds the words of the command, with a blank before each. False with `*fault`: it does not
 * play this game, or does not answer as it must. */
bool driver_begin(struct engine_driver *driver, const char *newgame, const atomic_bool *stop, struct fault *fault);
/* Ends the program, at once unless it is `sound`. */
void driver_close(struct engine_driver *driver, bool sound);

/* Tells the position of `history` in TESS_PHASE_PLACE and asks for the turn. DRIVER_LOST: with `*fault`. */
enum driver_answer driver_go(struct engine_driver *driver, const struct engine_limits *limits, struct driver_time time,
                             const struct history *history, const atomic_bool *stop, struct driver_turn *turn,
                             struct fault *fault);

/* Reads `bestmove MOVE`, of which `*move` receives the word MOVE. False with `*fault` for any other line. */
bool bestmove_read(struct span line, struct span *move, struct fault *fault);

/* ---- Programs that wait for their next game ---- */

/* The programs of a match that have played a game and wait for their next. Safe to share between threads. */

struct waiting_engine;

/* Fields are the module's own. */
struct engine_pool {
  pthread_mutex_t lock;
  struct waiting_engine *first;
};

/* Makes an empty one. To be closed with engine_pool_close(). */
void engine_pool_open(struct engine_pool *pool);
/* Ends the programs that wait. */
void engine_pool_close(struct engine_pool *pool);

/* Moves a program of this engine that waits to `*driver`; false if none does. */
bool engine_pool_take(struct engine_pool *pool, const struct engine_spec *spec, struct engine_driver *driver);
/* Takes over a program that has done well. */
void engine_pool_give(struct engine_pool *pool, const struct engine_spec *spec, const struct engine_driver *driver);

/* ---- A seat in one game ---- */

/* A player in one seat of one game: an internal player or an external engine, with its clock. */

/* All zero is one that was never opened. Fields are for reading. */
struct contestant {
  const struct engine_spec *spec;
  struct player player;        /* open if the engine is an internal one */
  struct engine_driver driver; /* open if not */
  struct engine_pool *pool;    /* where it goes back to after a game; NULL: nowhere */
  bool failed;                 /* it has lost or was stopped, and is not to be asked again */
  uint32_t left;               /* milliseconds on its clock, if it has one */
  uint32_t longest;            /* milliseconds of its longest turn */
  bool told;                   /* `difference` was told with its last turn */
  double difference;           /* points it expects to be ahead by at the end */
};

/* Opens it for one game: a program from the pool, or one that is started; `seed` is for internal players, `pool` may be
 * NULL. DRIVER_TURN, or as driver_go(). Released with contestant_close() in every case. */
enum driver_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec,
                                   struct engine_pool *pool, uint64_t seed, const atomic_bool *stop,
                                   struct fault *fault);
/* Begins the game; `newgame` as in driver_begin(). DRIVER_TURN, or as driver_go(). */
enum driver_answer contestant_begin(struct contestant *contestant, const char *newgame, const atomic_bool *stop,
                                    struct fault *fault);
void contestant_close(struct contestant *contestant);

/* Appends what a program that has failed wrote on its standard error, or in which file that is. */
void contestant_last_words(struct contestant *contestant, struct text *text);

/* Takes its turn on `history` in TESS_PHASE_PLACE: placement and meeple. DRIVER_LOST: with `*fault`, nothing taken. */
enum driver_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault);

#endif
