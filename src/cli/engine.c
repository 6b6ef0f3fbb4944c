#include "cli/engine.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "base/steady_clock.h"
#include "base/text.h"
#include "cli/engine_words.h"
#include "players/player.h"
#include "session/session.h"

/* ---- What was thought, as lines ---- */

static void add_count(struct text *text, const char *word, uint64_t count) {
  char buffer[48];
  snprintf(buffer, sizeof buffer, " %s %" PRIu64, word, count);
  text_add_string(text, buffer);
}

static void add_value(struct text *text, const char *word, double value, int digits) {
  text_print(text, " %s ", word);
  text_add_decimal(text, value, digits);
}

static void add_candidate(const tess_game *game, const struct player_candidate *candidate, tess_game *const scratch[2],
                          struct text *text) {
  if (candidate->visits > 0) {
    add_count(text, "visits", candidate->visits);
    add_value(text, "win", candidate->win, 3);
  }
  add_value(text, "diff", candidate->difference, 2);
  if (candidate->visits > 0) add_value(text, "error", candidate->error, 2);
  text_add_string(text, " pv ");
  player_variation_write(game, candidate, scratch, text);
}

/* Appends an `info` line for each of the first `candidates` of the advice on a game in TESS_PHASE_PLACE, then
 * `bestmove`. `milliseconds` is how long it took; `scratch` holds two games of tess_game_size() bytes that are
 * overwritten. */
static void advice_lines_write(const tess_game *game, const struct player_advice *advice, int candidates,
                               uint32_t milliseconds, tess_game *const scratch[2], struct text *text) {
  for (int i = 0; i < candidates && i < advice->count; i++) {
    text_add_string(text, "info");
    if (advice->playouts > 0) add_count(text, "playouts", advice->playouts);
    add_count(text, "time", milliseconds);
    add_count(text, "rank", (uint64_t)i + 1);
    add_candidate(game, &advice->candidates[i], scratch, text);
    text_add_char(text, '\n');
  }
  text_add_string(text, "bestmove ");
  player_turn_write(game, &advice->candidates[0].turn, scratch[1], text);
  text_add_char(text, '\n');
}

/* While the session is busy, what belongs to the thinking is the thread's; all else, and at all other times, it is of
 * whoever holds the mutex. */
struct engine {
  struct session session;
  const struct player_kind *first_kind;
  struct engine_options options;
  engine_say *say;
  void *context;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool due, closing; /* something is to be thought about; the thread is to end */
  atomic_bool stop;
  /* The thinking. */
  struct player player; /* its kind is NULL when it is not open */
  struct player_budget budget;
  tess_game *game, *scratch[2];
};

/* ---- The thread ---- */

static void think(struct engine *engine, struct text *lines) {
  struct player_advice advice;
  const int64_t begin = steady_milliseconds();
  player_choose(&engine->player, engine->game, &engine->budget, &advice);
  advice_lines_write(engine->game, &advice, (int)engine->options.numbers[ENGINE_CANDIDATES],
                     (uint32_t)(steady_milliseconds() - begin), engine->scratch, lines);
}

static void *run_thread(void *context) {
  struct engine *engine = context;
  struct text lines = {0};
  pthread_mutex_lock(&engine->mutex);
  for (;;) {
    while (!engine->due && !engine->closing) pthread_cond_wait(&engine->wake, &engine->mutex);
    if (!engine->due) break;
    engine->due = false;
    pthread_mutex_unlock(&engine->mutex);
    text_clear(&lines);
    think(engine, &lines);
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

/* The player of before goes on, with what it remembers, if it is of this kind. */
static void have_player(struct engine *engine, const struct player_kind *kind) {
  if (engine->player.kind != kind) {
    player_close(&engine->player);
    player_open(&engine->player, kind, engine->options.numbers[ENGINE_SEED]);
  }
  engine->player.threads = (int)engine->options.numbers[ENGINE_THREADS];
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
  have_player(engine, limits.kind == NULL ? engine->options.kind : limits.kind);
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

static const struct session_command table[] = {
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

/* False when the thread cannot be made; nothing is left then. */
static bool start_thread(struct engine *engine) {
  pthread_mutex_init(&engine->mutex, NULL);
  pthread_cond_init(&engine->wake, NULL);
  if (pthread_create(&engine->thread, NULL, run_thread, engine) == 0) return true;
  pthread_cond_destroy(&engine->wake);
  pthread_mutex_destroy(&engine->mutex);
  return false;
}

static void free_engine(struct engine *engine) {
  session_close(&engine->session);
  player_close(&engine->player);
  free(engine->game);
  free(engine->scratch[0]);
  free(engine->scratch[1]);
  free(engine);
}

struct engine *engine_open(const struct player_kind *kind, engine_say *say, void *context) {
  struct engine *engine = memory_new(sizeof *engine);
  *engine = (struct engine){.first_kind = kind, .options = engine_options_default(kind), .say = say};
  engine->context = context;
  engine->game = memory_new(tess_game_size());
  for (int i = 0; i < 2; i++) engine->scratch[i] = memory_new(tess_game_size());
  session_open(&engine->session, table, engine, tile_set_load);
  if (start_thread(engine)) return engine;
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
