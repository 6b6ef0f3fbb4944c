/* The engines of a match: the words that describe an engine, the games it plays, its program, and its seat in one
 * game. */
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
 * The description of an engine in words: `greedy`, `mcts st=0.25 name=strong`, `cmd="python3 bot.py" tc=10+0.1`. Blanks
 * separate words; a value with blanks must be in single or double quotes. A word without `=` names an internal player.
 */

/* Size of a name with its final zero; maximum number of settings of an engine. */
enum { ENGINE_NAME_SIZE = 48, ENGINE_SETTINGS = 16 };

/* What an engine may spend on its turns; 0 means no such limit. Times are in milliseconds. An external engine without
 * any limit may think as long as it likes within its patience. */
struct engine_limits {
  bool clock;               /* the engine has a clock for the whole game: */
  uint32_t base, increment; /* time at the start; time added after each turn */
  uint32_t movetime;        /* for one turn */
  uint32_t processor;       /* for one turn, processor time: the sum over all processes and threads */
  uint64_t playouts;        /* for one turn */
  uint32_t level;           /* strength level, sent to external engines */
  uint32_t margin;          /* how late an external engine may be without losing */
  uint32_t patience;        /* limit for each answer of an external engine that has no other limit */
};

/* An option of an external engine, written `option.NAME=VALUE`. */
struct engine_setting {
  const char *name, *value;
};

/* The texts point into `memory`. engine_spec_free() frees it. */
struct engine_spec {
  char name[ENGINE_NAME_SIZE];
  const char *words;              /* the words as the user gave them */
  const struct player_kind *kind; /* the internal player; NULL for an external program */
  const char *command;            /* its command line, for the shell */
  const char *errors;             /* file to which its standard error is appended; NULL: no file */
  int threads;                    /* number of threads of an internal player */
  bool restart;                   /* each game starts a new process; otherwise one process plays game after game */
  struct engine_limits limits;
  int setting_count;
  struct engine_setting settings[ENGINE_SETTINGS]; /* options of an external program */
  struct text memory;
};

/* Reads the words of `each`, which apply to all engines (may be NULL), then the words of `own`. Returns false with
 * `*fault` filled; then there is nothing to free. */
bool engine_spec_read(struct engine_spec *spec, const char *each, const char *own, struct fault *fault);
void engine_spec_free(struct engine_spec *spec);

/* ---- The games that it plays ---- */

/* The games that an engine plays, as it declares by `id games` in its handshake (docs/lookup/protocol.md,
 * "Engines"). */

/* Size that is enough for the words of any game of engine_games_words(). */
enum { ENGINE_GAMES_WORDS = 64 + OPTION_COUNT * (int)sizeof(struct option_item) };

/* The set of games that an engine plays. */
struct engine_games {
  bool star_wars, classic;
  uint32_t options[OPTION_COUNT]; /* for each option of OPTION_ROWS one bit for every value except off, beginning with
                                     bit 1 */
  int least, most;                /* numbers of players */
};

/* The games of an engine that declares nothing: all games. */
struct engine_games engine_games_all(void);

/* Reads the words after `id games`. Returns false with `*fault` filled if they do not follow the protocol or leave no
 * game. */
bool engine_games_read(struct span words, struct engine_games *games, struct fault *fault);

/* True if the engine plays the game of these words of `newgame`. Otherwise false, and `*fault` says what it does not
 * play. */
bool engine_games_play(const struct engine_games *games, const char *newgame, struct fault *fault);

/* Writes the words of `newgame` for a game that the engine plays with the rules of `game`. If `large`, it has all
 * options and as many players as the engine plays; otherwise no options and as few players as possible. */
void engine_games_words(const struct engine_games *games, const char *game, bool large, char words[ENGINE_GAMES_WORDS]);

/* ---- Its program ---- */

/* Codes of an engine's faults, which are also the tag `Termination` of a game that ends by one: the engine has ended or
 * closed its output; it took too long. All other faults have no code and are ENGINE_WRONG. */
#define ENGINE_GONE "abandoned"
#define ENGINE_LATE "time forfeit"
#define ENGINE_WRONG "rules infraction"
/* The code of a failure that is not its fault: the machine has no process or pipe for it. */
#define ENGINE_UNSTARTED "unstarted"

/*
 * An untrusted program that speaks in lines over its standard input and output. Every wait has a deadline and its
 * output is limited. In the end the program is killed and reaped with all processes that it started, even if this
 * process is killed.
 */

/* Limits in bytes: the longest line, the output between two lines that are sent, and the standard error that is
 * kept. */
enum { PROCESS_LINE = 65535, PROCESS_FLOOD = 16 << 20, PROCESS_SAID = 1 << 16 };

/* All members zero: no program runs. The members are private to the module. */
struct engine_process {
  pid_t pid;
  int input, output;  /* this side's ends of its pipes */
  int errors;         /* the same for its standard error; -1 if it goes to a file or has ended */
  int guard;          /* end of a pipe; closing it kills the program's process group */
  struct text said;   /* what the program wrote on standard error */
  char *lines;        /* buffer of PROCESS_LINE + 1 bytes for output that was read */
  size_t used, begin; /* bytes in `lines`, and how many of them were returned */
  size_t flood;       /* bytes read since the last line was sent */
};

/* The result of waiting for a line. */
enum process_read {
  PROCESS_READ,    /* there is a line */
  PROCESS_FAILED,  /* the program died, wrote too much or was silent; see the fault */
  PROCESS_STOPPED, /* `stop` was set */
  PROCESS_WAITING  /* no line so far */
};

/* Starts a program in a process group of its own, by the words of a shell command that may redirect and quote but not
 * join commands. Its standard error is appended to the file `errors`; if that is NULL, it is kept for process_said().
 * Returns false with `*fault` filled, of the code ENGINE_UNSTARTED, if the program cannot be started. */
bool process_start(struct engine_process *process, const char *command, const char *errors, struct fault *fault);

/* Sends bytes, which must end with a line feed. Gives up when steady_milliseconds() reaches `deadline`. Returns false
 * with `*fault` filled. */
bool process_send(struct engine_process *process, struct span bytes, int64_t deadline, struct fault *fault);

/* Waits for the next line until steady_milliseconds() reaches `deadline`. The line comes without its end and is valid
 * until the next call. `stop` may be NULL. */
enum process_read process_line(struct engine_process *process, int64_t deadline, const atomic_bool *stop,
                               struct span *line, struct fault *fault);

/* The same, but if no line has come when steady_milliseconds() reaches `until`, it returns PROCESS_WAITING and no
 * fault. */
enum process_read process_line_until(struct engine_process *process, int64_t until, const atomic_bool *stop,
                                     struct span *line, struct fault *fault);

/* The last bytes, at most PROCESS_SAID, that the program wrote on standard error and that have arrived. They are valid
 * until the next call for this process. */
struct span process_said(struct engine_process *process);

/* Ends the program: closes its input, gives it `grace` milliseconds to end by itself, then kills its whole process
 * group. */
void process_end(struct engine_process *process, int64_t grace);

/* The processor time in milliseconds that the processes of a group have used so far, including their children that have
 * ended. It is read from /proc, in the system's ticks (10 ms). -1 if it cannot be read. */
int64_t processor_time_of_group(pid_t group);

/* ---- The protocol with it ---- */

/* An external engine: a program that speaks the protocol of docs/lookup/protocol.md, section "Engines". */

/* All members zero: no program runs. The members are private to the module. */
struct engine_driver {
  struct engine_process process;
  uint32_t patience; /* milliseconds for each answer except that to `go` */
  bool shook_hands;  /* it answered `tep` with the supported version of the protocol */
  bool needs_legal;
  struct engine_games games; /* the games that it declares */
  struct text options;       /* names of the options that it declares, with a line feed before and after each */
  struct text line;          /* the line to send */
};

/* The result of asking an engine for its turn. */
enum driver_answer { DRIVER_TURN, DRIVER_LOST, DRIVER_STOPPED };

/* The limits of one turn, in milliseconds. */
struct driver_time {
  uint32_t left;    /* left on its clock, if the engine has one */
  uint32_t allowed; /* time allowed from `go` on, including its margin; 0: its patience is the limit */
  /* Limits of processor time, 0 if there are none: after `processor` the engine gets `stop`, and beyond `over` it
   * loses. */
  uint32_t processor, over;
};

/* Factor from processor time to `movetime` for an engine whose only limit is processor time: on a busy machine the
 * engine gets only a part of each second. */
enum { DRIVER_PATIENCE = 20 };

/* The answer of an engine. */
struct driver_turn {
  struct move move;      /* with its decision; the driver does not check whether it is legal */
  uint32_t milliseconds; /* time since `go` */
  bool has_lead;         /* `difference` is set: the lead that the engine expects at the end */
  double difference;
};

/* Starts the program, does the handshake and sets its options. Returns false with `*fault` filled. driver_close() must
 * be called in every case. `stop` interrupts it. */
bool driver_open(struct engine_driver *driver, const struct engine_spec *spec, const atomic_bool *stop,
                 struct fault *fault);
/* Begins a game; `newgame` holds the words of the command, each with a blank before it. Returns false with `*fault`
 * filled if the engine does not play this game or does not answer correctly. */
bool driver_begin(struct engine_driver *driver, const char *newgame, const atomic_bool *stop, struct fault *fault);
/* Ends the program, immediately unless `sound`. */
void driver_close(struct engine_driver *driver, bool sound);

/* Sends the position of `history` in TESS_PHASE_PLACE and asks for the turn. DRIVER_LOST comes with `*fault` filled. */
enum driver_answer driver_go(struct engine_driver *driver, const struct engine_limits *limits, struct driver_time time,
                             const struct history *history, const atomic_bool *stop, struct driver_turn *turn,
                             struct fault *fault);

/* Reads `bestmove MOVE`; `*move` receives the word MOVE. Returns false with `*fault` filled for any other line. */
bool bestmove_read(struct span line, struct span *move, struct fault *fault);

/* ---- Programs that wait for their next game ---- */

/* The programs of a match that have finished a game and wait for their next one. Threads may share a pool. */

struct waiting_engine;

/* The members are private to the module. */
struct engine_pool {
  pthread_mutex_t lock;
  struct waiting_engine *first;
};

/* Sets up an empty pool. Close it with engine_pool_close(). */
void engine_pool_open(struct engine_pool *pool);
/* Ends the waiting programs. */
void engine_pool_close(struct engine_pool *pool);

/* Moves a waiting program of this engine to `*driver`. Returns false if there is none. */
bool engine_pool_take(struct engine_pool *pool, const struct engine_spec *spec, struct engine_driver *driver);
/* Puts a program that had no fault into the pool. */
void engine_pool_give(struct engine_pool *pool, const struct engine_spec *spec, const struct engine_driver *driver);

/* ---- A seat in one game ---- */

/* The player of one seat in one game, an internal player or an external engine, with its clock. */

/* All members zero: never opened. The members are read-only for callers. */
struct contestant {
  const struct engine_spec *spec;
  struct player player;        /* open if the engine is an internal player */
  struct engine_driver driver; /* open if the engine is external */
  struct engine_pool *pool;    /* pool to which the program returns after a game; NULL: none */
  bool failed;                 /* it lost by a fault or was stopped, and must not be asked again */
  uint32_t left;               /* milliseconds on its clock, if it has one */
  uint32_t longest;            /* milliseconds of its longest turn */
  bool has_lead;               /* `difference` was reported for its last turn */
  double difference;           /* the lead in points that it expects at the end */
};

/* Opens a contestant for one game, with a program from the pool or a new one. `seed` is for internal players; `pool`
 * may be NULL. Returns DRIVER_TURN, or the result of a failure as driver_go() does. contestant_close() must be called
 * in every case. */
enum driver_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec,
                                   struct engine_pool *pool, uint64_t seed, const atomic_bool *stop,
                                   struct fault *fault);
/* Begins the game; `newgame` as in driver_begin(). Returns DRIVER_TURN, or the result of a failure as driver_go()
 * does. */
enum driver_answer contestant_begin(struct contestant *contestant, const char *newgame, const atomic_bool *stop,
                                    struct fault *fault);
void contestant_close(struct contestant *contestant);

/* Appends what a failed program wrote on standard error, or the name of the file with it. */
void contestant_last_words(struct contestant *contestant, struct text *text);

/* Plays its turn on `history` in TESS_PHASE_PLACE: placement and meeple decision. DRIVER_LOST comes with `*fault`
 * filled, and the history is unchanged. */
enum driver_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault);

#endif
