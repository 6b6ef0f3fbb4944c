#include "cli/engine.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/steady_clock.h"
#include "base/text.h"
#include "players/player.h"
#include "session/session.h"

/* ---- Options ---- */

static const struct number {
  const char *name;
  uint64_t otherwise, least, most;
} numbers[ENGINE_NUMBERS] = {
    [ENGINE_PLAYOUTS] = {"Playouts", PLAYER_PLAYOUTS, 1, 1000000000},
    [ENGINE_SEED] = {"Seed", 0, 0, UINT64_MAX},
    [ENGINE_THREADS] = {"Threads", 1, 1, PLAYER_THREADS},
    [ENGINE_CANDIDATES] = {"Candidates", 1, 1, PLAYER_CANDIDATES},
};

struct engine_options engine_options_default(const struct player_kind *kind) {
  struct engine_options options = {.kind = kind};
  for (int i = 0; i < ENGINE_NUMBERS; i++) options.numbers[i] = numbers[i].otherwise;
  return options;
}

void engine_options_write(const struct player_kind *kind, struct text *text) {
  text_print(text, "option name Player type combo default %s", kind->name);
  for (int i = 0; player_kind_at(i) != NULL; i++) text_print(text, " var %s", player_kind_at(i)->name);
  text_add_char(text, '\n');
  for (int i = 0; i < ENGINE_NUMBERS; i++) {
    char limits[96];
    snprintf(limits, sizeof limits, "default %" PRIu64 " min %" PRIu64 " max %" PRIu64, numbers[i].otherwise,
             numbers[i].least, numbers[i].most);
    text_print(text, "option name %s type spin %s\n", numbers[i].name, limits);
  }
}

/* The kind of player with this name, or NULL. */
static const struct player_kind *kind_named(struct span word) {
  for (int i = 0; player_kind_at(i) != NULL; i++)
    if (span_is(word, player_kind_at(i)->name)) return player_kind_at(i);
  return NULL;
}

bool engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault) {
  const struct span name_word = reader_word(words), name = reader_word(words);
  const struct span value_word = reader_word(words), value = reader_word(words);
  if (!span_is(name_word, "name") || !span_is(value_word, "value") || value.length == 0 ||
      reader_word(words).length > 0)
    return fault_say(fault, "expected setoption name X value Y, both of one word");
  if (span_is(name, "Player")) {
    const struct player_kind *kind = kind_named(value);
    if (kind == NULL) return fault_say(fault, "there is no player %s", quote(value.bytes, value.length).text);
    options->kind = kind;
    return true;
  }
  for (int i = 0; i < ENGINE_NUMBERS; i++) {
    if (!span_is(name, numbers[i].name)) continue;
    char limits[64];
    uint64_t number;
    snprintf(limits, sizeof limits, "%" PRIu64 " to %" PRIu64, numbers[i].least, numbers[i].most);
    if (!span_number(value, numbers[i].least, numbers[i].most, &number))
      return fault_say(fault, "%s: expected a number from %s, not %s", numbers[i].name, limits,
                       quote(value.bytes, value.length).text);
    options->numbers[i] = number;
    return true;
  }
  return fault_as(fault, "unknown-option", "no option %s; tep tells them", quote(name.bytes, name.length).text);
}

/* ---- The words of `go` ---- */

enum limit { MOVETIME, CLOCK, INC, PLAYOUTS, LEVEL, LIMITS };

static const struct {
  const char *name;
  uint64_t least, most;
} limits_of_go[LIMITS] = {
    [MOVETIME] = {"movetime", 1, UINT32_MAX},      [CLOCK] = {"clock", 1, UINT32_MAX}, [INC] = {"inc", 0, UINT32_MAX},
    [PLAYOUTS] = {"playouts", 1, UINT64_MAX >> 1}, [LEVEL] = {"level", 1, 99},
};

/* The words of a `go`: values by limit, and a bit for each limit that was given. */
struct said {
  uint64_t values[LIMITS];
  unsigned given;
};

static bool is_given(const struct said *said, enum limit limit) { return said->given >> limit & 1; }

bool go_limits_read(struct reader *words, const tess_game *game, uint64_t playouts, struct go_limits *limits,
                    struct fault *fault) {
  struct said said = {.given = 0};
  *limits = (struct go_limits){.kind = NULL};

  /* 1. Read the words; each may come once, and `inc` only with `clock`. */
  for (struct span word; (word = reader_word(words)).length > 0;) {
    int limit = 0;
    while (limit < LIMITS && !span_is(word, limits_of_go[limit].name)) limit++;
    if (limit == LIMITS)
      return fault_say(fault, "expected movetime, clock, inc, playouts or level, not %s",
                       quote(word.bytes, word.length).text);
    const struct span value = reader_word(words);
    if (is_given(&said, (enum limit)limit)) return fault_say(fault, "%s is given twice", limits_of_go[limit].name);
    if (!span_number(value, limits_of_go[limit].least, limits_of_go[limit].most, &said.values[limit]))
      return fault_say(fault, "%s: expected a whole number of its range, not %s", limits_of_go[limit].name,
                       quote(value.bytes, value.length).text);
    said.given |= 1u << limit;
  }
  if (is_given(&said, INC) && !is_given(&said, CLOCK)) return fault_say(fault, "inc goes with clock");

  /* 2. Work out the limits for this turn. */
  if (is_given(&said, LEVEL)) {
    char name[16];
    const unsigned level = (unsigned)said.values[LEVEL];
    snprintf(name, sizeof name, "level-%u", level);
    limits->kind = player_kind_find(name);
    if (limits->kind == NULL) return fault_say(fault, "there is no level %u", level);
  }
  /* With a clock, this turn gets a share of it. */
  limits->budget.milliseconds = (uint32_t)said.values[MOVETIME];
  if (is_given(&said, CLOCK)) {
    const uint32_t share = time_control_share(game, (uint32_t)said.values[CLOCK], (uint32_t)said.values[INC]);
    if (!is_given(&said, MOVETIME) || share < limits->budget.milliseconds) limits->budget.milliseconds = share;
  }
  limits->budget.playouts = said.values[PLAYOUTS];
  if (limits->budget.milliseconds == 0 && limits->budget.playouts == 0) limits->budget.playouts = playouts;
  return true;
}

/* ---- The result of a search as lines ---- */

static void add_count(struct text *text, const char *word, uint64_t count) {
  char buffer[48];
  snprintf(buffer, sizeof buffer, " %s %" PRIu64, word, count);
  text_add_string(text, buffer);
}

static void add_value(struct text *text, const char *word, double value, int digits) {
  text_print(text, " %s ", word);
  text_add_decimal(text, value, digits);
}

/* Appends an `info` line for each of the first `candidates` of the advice on a game in TESS_PHASE_PLACE, then
 * `bestmove`. `milliseconds` is the time used; `scratch` holds two games of tess_game_size() bytes that are
 * overwritten. */
static void advice_lines_write(const tess_game *game, const struct player_advice *advice, int candidates,
                               uint32_t milliseconds, tess_game *const scratch[2], struct text *text) {
  for (int i = 0; i < candidates && i < advice->count; i++) {
    const struct player_candidate *candidate = &advice->candidates[i];
    text_add_string(text, "info");
    if (advice->playouts > 0) add_count(text, "playouts", advice->playouts);
    add_count(text, "time", milliseconds);
    add_count(text, "rank", (uint64_t)i + 1);
    if (candidate->visits > 0) {
      add_count(text, "visits", candidate->visits);
      add_value(text, "win", candidate->win, 3);
    }
    add_value(text, "diff", candidate->difference, 2);
    if (candidate->visits > 0) add_value(text, "error", candidate->error, 2);
    text_add_string(text, " pv ");
    player_variation_write(game, candidate, scratch, text);
    text_add_char(text, '\n');
  }
  text_add_string(text, "bestmove ");
  player_turn_write(game, &advice->candidates[0].turn, scratch[1], text);
  text_add_char(text, '\n');
}

/* While the session is busy, the members of the search belong to the thread. Everything else, and at other times
 * everything, belongs to the holder of the mutex. */
struct engine {
  struct session session;
  const struct player_kind *first_kind;
  struct engine_options options;
  engine_say *say;
  void *context;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool due, closing; /* a search is requested; the thread must end */
  atomic_bool stop;
  /* The search. */
  struct player player; /* its kind is NULL if it is not open */
  struct player_budget budget;
  tess_game *game, *scratch[2];
};

/* ---- The thread ---- */

/* The body of the thread: waits for a search, runs it without the mutex, and sends the result. */
static void *run_thread(void *context) {
  struct engine *engine = context;
  struct text lines = {0};
  pthread_mutex_lock(&engine->mutex);
  for (;;) {
    while (!engine->due && !engine->closing) pthread_cond_wait(&engine->wake, &engine->mutex);
    if (!engine->due) break;
    engine->due = false;
    pthread_mutex_unlock(&engine->mutex);
    struct player_advice advice;
    const int64_t begin = steady_milliseconds();
    text_clear(&lines);
    player_choose(&engine->player, engine->game, &engine->budget, &advice);
    advice_lines_write(engine->game, &advice, (int)engine->options.numbers[ENGINE_CANDIDATES],
                       (uint32_t)(steady_milliseconds() - begin), engine->scratch, &lines);
    pthread_mutex_lock(&engine->mutex);
    engine->session.busy = false;
    engine->say(engine->context, lines.bytes, lines.length);
  }
  pthread_mutex_unlock(&engine->mutex);
  text_free(&lines);
  return NULL;
}

/* ---- Commands; the mutex is held ---- */

static bool run_tep(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const struct engine *engine = session->owner;
  if (!session_tep(session, words, reply, fault)) return false;
  engine_options_write(engine->first_kind, reply);
  return true;
}

static bool run_setoption(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct engine *engine = session->owner;
  (void)reply;
  if (!engine_option_read(words, &engine->options, fault)) return false;
  player_close(&engine->player);
  return true;
}

static bool run_isready(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)session;
  text_add_string(reply, "readyok\n");
  return session_expect_end(words, fault);
}

static bool run_newgame(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct engine *engine = session->owner;
  if (!session_newgame(session, words, reply, fault)) return false;
  player_close(&engine->player);
  return true;
}

static bool run_go(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct engine *engine = session->owner;
  const tess_game *game = session->history->game;
  struct go_limits limits;
  (void)reply;
  if (tess_game_phase(game) != TESS_PHASE_PLACE)
    return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "go is for the phase place, and it is %s",
                        name_of_phase(tess_game_phase(game)));
  if (!go_limits_read(words, game, engine->options.numbers[ENGINE_PLAYOUTS], &limits, fault)) return false;

  /* If the present player is of this kind, keep it with what it remembers. */
  const struct player_kind *kind = limits.kind == NULL ? engine->options.kind : limits.kind;
  if (engine->player.kind != kind) {
    player_close(&engine->player);
    player_open(&engine->player, kind, engine->options.numbers[ENGINE_SEED]);
  }
  engine->player.threads = (int)engine->options.numbers[ENGINE_THREADS];

  tess_game_copy(engine->game, game);
  engine->budget = limits.budget;
  engine->budget.stop = &engine->stop;
  atomic_store(&engine->stop, false);
  session->busy = engine->due = true;
  pthread_cond_signal(&engine->wake);
  return true;
}

static bool run_stop(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct engine *engine = session->owner;
  (void)reply;
  if (!session_expect_end(words, fault)) return false;
  atomic_store(&engine->stop, true);
  return true;
}

static const struct session_command commands[] = {
    {"tep", "", run_tep, 0},
    {"list_commands", "", session_list_commands, 0},
    {"setoption", "name X value Y", run_setoption, 0},
    {"isready", "", run_isready, COMMAND_WHILE_BUSY},
    {"newgame", SESSION_NEWGAME_ARGUMENTS, run_newgame, 0},
    {"position", SESSION_POSITION_ARGUMENTS, session_position, 0},
    {"go", "[movetime MS] [clock MS [inc MS]] [playouts N] [level N]", run_go, COMMAND_NEEDS_GAME},
    {"stop", "", run_stop, COMMAND_WHILE_BUSY},
    {"quit", "", session_quit, COMMAND_WHILE_BUSY},
    {0},
};

/* ---- Beginning and end ---- */

static void free_engine(struct engine *engine) {
  session_close(&engine->session);
  player_close(&engine->player);
  free(engine->game);
  free(engine->scratch[0]);
  free(engine->scratch[1]);
  free(engine);
}

struct engine *engine_open(const struct player_kind *kind, engine_say *say, void *context, struct fault *fault) {
  struct engine *engine = memory_new(sizeof *engine);
  *engine = (struct engine){.first_kind = kind, .options = engine_options_default(kind), .say = say};
  engine->context = context;
  engine->game = memory_new(tess_game_size());
  for (int i = 0; i < 2; i++) engine->scratch[i] = memory_new(tess_game_size());
  session_open(&engine->session, commands, engine, tile_set_load);
  pthread_mutex_init(&engine->mutex, NULL);
  pthread_cond_init(&engine->wake, NULL);
  const int error = pthread_create(&engine->thread, NULL, run_thread, engine);
  if (error == 0) return engine;
  fault_say(fault, "no thread could be started: %s", strerror(error));
  pthread_cond_destroy(&engine->wake);
  pthread_mutex_destroy(&engine->mutex);
  free_engine(engine);
  return NULL;
}

void engine_close(struct engine *engine) {
  pthread_mutex_lock(&engine->mutex);
  engine->closing = true;
  atomic_store(&engine->stop, true);
  pthread_cond_signal(&engine->wake);
  pthread_mutex_unlock(&engine->mutex);
  pthread_join(engine->thread, NULL);
  pthread_cond_destroy(&engine->wake);
  pthread_mutex_destroy(&engine->mutex);
  free_engine(engine);
}

bool engine_line(struct engine *engine, const char *line, size_t length) {
  struct text reply = {0};
  pthread_mutex_lock(&engine->mutex);
  const bool open = session_line(&engine->session, line, length, &reply);
  if (reply.length > 0) engine->say(engine->context, reply.bytes, reply.length);
  pthread_mutex_unlock(&engine->mutex);
  text_free(&reply);
  return open;
}
