#define _POSIX_C_SOURCE 200809L
#include "cli/analysis_queue.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "cli/terminal.h"
#include "notation/state.h"

/* How many items may be in the queue before the first of them is written. */
enum { WINDOW = 4 * ANALYSIS_THREADS };

/* A thread with its working memory. */
struct analyst {
  struct analysis_queue *queue;
  pthread_t thread;
  struct forecast *forecast;
  tess_game *scratch;
  struct player_advice advice;
};

struct analysis_queue {
  const struct analysis_settings *settings;
  int threads;
  struct analyst analysts[ANALYSIS_THREADS];

  /* The lock protects the members below, except item and line of a place while a thread works on them. */
  pthread_mutex_t lock;
  pthread_cond_t moved;
  uint64_t put, begun, written; /* numbers of items */
  bool closing, halted;         /* no more items will come; a stop was requested */
  struct progress progress;
  struct place_in_line {
    struct analysis_item item;
    struct text line;
    bool done;
  } places[WINDOW]; /* index: item modulo WINDOW */
};

void analysis_item_open(struct analysis_item *item) {
  *item = (struct analysis_item){.game = memory_new(tess_game_size())};
}

void analysis_item_close(struct analysis_item *item) {
  free(item->game);
  text_free(&item->player);
}

/* ---- The line of an item ---- */

/* Begins a line with the values that every position has; the object stays open. */
static void open_line(const struct analyst *analyst, const struct analysis_item *item, struct text *line) {
  const tess_game *game = item->game;
  const tess_phase phase = tess_game_phase(game);
  float values[TESS_MAX_PLAYERS];
  struct text position = {0};
  position_write(game, item->set, &position);
  json_open_object(line, NULL);
  json_put_string(line, "file", item->path);
  json_put_int(line, "number", item->number);
  json_put_span(line, "position", text_span(&position));
  json_put_string(line, "phase", name_of_phase(phase));
  if (phase == TESS_PHASE_OVER)
    json_put_null(line, "seat");
  else
    json_put_int(line, "seat", tess_game_seat(game) + 1);
  if (phase == TESS_PHASE_PLACE)
    json_put_string(line, "tile", item->set->tiles[tess_game_drawn(game)].id);
  else if (phase == TESS_PHASE_MEEPLE)
    json_put_string(line, "tile", item->set->tiles[tess_game_tile(game, tess_game_tiles(game) - 1).kind].id);
  else
    json_put_null(line, "tile");
  json_open_array(line, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_int(line, NULL, tess_game_score(game, side));
  json_close_array(line);

  tess_game_copy(analyst->scratch, game);
  forecast_values(analyst->forecast, analyst->scratch, values);
  json_open_array(line, "evaluation");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_decimal(line, NULL, (double)values[side], 2);
  json_close_array(line);
  text_free(&position);
}

/* Lets a player, with a new random stream, analyse the present choice, and appends its candidates. */
static void think(struct analyst *analyst, const tess_game *game, struct text *line) {
  const struct analysis_settings *settings = analyst->queue->settings;
  struct player player;
  player_open(&player, settings->kind, settings->seed);
  player_choose(&player, game, &settings->budget, &analyst->advice);
  player_close(&player);
  player_advice_write(game, &analyst->advice, settings->candidates, line);
}

/* Finds the turn that was played among the candidates, by the position after it. Returns its index, or -1. */
static int find_played(const struct analyst *analyst, const struct analysis_item *item) {
  const tess_turn played = item->played;
  uint64_t hashes[2];
  for (int i = 0; i < analyst->advice.count; i++) {
    const struct player_turn *turn = &analyst->advice.candidates[i].turn;
    for (int own = 0; own < 2; own++) {
      tess_game_copy(analyst->scratch, item->game);
      tess_game_place(analyst->scratch, own ? played.placement : turn->placement, NULL, NULL);
      tess_game_meeple(analyst->scratch, own ? played.decision : turn->decision, NULL, NULL);
      hashes[own] = tess_game_hash(analyst->scratch);
    }
    if (hashes[0] == hashes[1]) return i;
  }
  return -1;
}

/* Appends the turn that was played, and what it gave away. */
static void put_played(const struct analyst *analyst, const struct analysis_item *item, struct text *line) {
  struct text move = {0};
  turn_write(item->game, item->played, analyst->scratch, &move);
  json_put_span(line, "played", text_span(&move));
  text_free(&move);

  const int found = find_played(analyst, item);
  if (found < 0) {
    json_put_null(line, "rank");
    json_put_null(line, "gave");
    return;
  }
  const struct player_candidate *best = &analyst->advice.candidates[0], *played = &analyst->advice.candidates[found];
  json_put_int(line, "rank", found + 1);
  json_open_object(line, "gave");
  json_put_decimal(line, "win", best->win - played->win, 4);
  json_put_decimal(line, "diff", best->difference - played->difference, 2);
  json_close_object(line);
}

static void put_fortune(struct text *line, const char *key, int sign, struct fortune from, struct fortune to) {
  json_open_object(line, key);
  json_put_decimal(line, "win", (double)sign * (to.wins - from.wins) / FORTUNE_UNIT, 4);
  json_put_decimal(line, "diff", (double)sign * (to.points - from.points) / FORTUNE_UNIT, 2);
  json_close_object(line);
}

/* Appends the luck of the seat that played the turn. */
static void put_luck(const struct analysis_item *item, struct text *line) {
  if (!item->lucky) {
    json_put_null(line, "luck");
    return;
  }
  /* The sides are the two seats, or teams of every second seat. */
  const int sign = tess_game_seat(item->game) % 2 == 0 ? 1 : -1;
  json_open_object(line, "luck");
  put_fortune(line, "draw", sign, item->before, item->drawn);
  put_fortune(line, "battles", sign, item->drawn, item->after);
  json_close_object(line);
}

static void write_line(struct analyst *analyst, const struct analysis_item *item, struct text *line) {
  const tess_phase phase = tess_game_phase(item->game);
  open_line(analyst, item, line);
  if (item->move > 0) {
    json_put_int(line, "move", item->move);
    if (item->named)
      json_put_span(line, "player", text_span(&item->player));
    else
      json_put_null(line, "player");
  }
  if (phase == TESS_PHASE_PLACE || phase == TESS_PHASE_MEEPLE) think(analyst, item->game, line);
  if (item->move > 0) {
    put_played(analyst, item, line);
    put_luck(item, line);
  }
  json_close_object(line);
}

/* ---- The order of lines ---- */

/* Shows how far the game of the last written item is. */
static void show_progress(struct analysis_queue *queue, const struct analysis_item *item) {
  char where[64];
  if (item->move == 0) return;
  if (item->move == 1) progress_end(&queue->progress);
  snprintf(where, sizeof where, "game %d, move %d of %d", item->number, item->move, item->moves);
  progress_show(&queue->progress, item->part, where);
}

/* Writes the lines that come after those already written, for anyone following the output. */
static void write_out(struct analysis_queue *queue) {
  struct place_in_line *first;
  while ((first = &queue->places[queue->written % WINDOW])->done) {
    puts(first->line.bytes);
    fflush(stdout);
    show_progress(queue, &first->item);
    first->done = false;
    queue->written++;
  }
}

/* The body of a thread: works on one item after another until no more come. A line that a stop interrupts is left
 * out. */
static void *work(void *context) {
  struct analyst *analyst = context;
  struct analysis_queue *queue = analyst->queue;
  pthread_mutex_lock(&queue->lock);
  for (;;) {
    while (queue->begun == queue->put && !queue->closing && !queue->halted)
      pthread_cond_wait(&queue->moved, &queue->lock);
    if (queue->halted || queue->begun == queue->put) break;
    struct place_in_line *place = &queue->places[queue->begun++ % WINDOW];
    pthread_mutex_unlock(&queue->lock);
    text_clear(&place->line);
    write_line(analyst, &place->item, &place->line);
    const bool whole = !atomic_load(queue->settings->budget.stop);
    pthread_mutex_lock(&queue->lock);
    place->done = whole;
    queue->halted = queue->halted || !whole;
    if (!queue->halted) write_out(queue);
    pthread_cond_broadcast(&queue->moved);
  }
  pthread_mutex_unlock(&queue->lock);
  return NULL;
}

void analysis_queue_put(struct analysis_queue *queue, struct analysis_item *item) {
  pthread_mutex_lock(&queue->lock);
  while (!queue->halted && queue->put - queue->written == WINDOW) pthread_cond_wait(&queue->moved, &queue->lock);
  if (!queue->halted) {
    struct analysis_item *kept = &queue->places[queue->put++ % WINDOW].item, other = *kept;
    *kept = *item;
    *item = other;
    pthread_cond_broadcast(&queue->moved);
  }
  pthread_mutex_unlock(&queue->lock);
}

void analysis_queue_wait(struct analysis_queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (!queue->halted && queue->written < queue->put) pthread_cond_wait(&queue->moved, &queue->lock);
  progress_end(&queue->progress);
  pthread_mutex_unlock(&queue->lock);
}

/* ---- Beginning and end ---- */

struct analysis_queue *analysis_queue_open(const struct analysis_settings *settings, struct fault *fault) {
  assert(settings->threads >= 1 && settings->threads <= ANALYSIS_THREADS);
  struct analysis_queue *queue = memory_zeroed(sizeof *queue);
  queue->settings = settings;
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->moved, NULL);
  for (int i = 0; i < WINDOW; i++) analysis_item_open(&queue->places[i].item);
  /* Start the threads with signals blocked, so that a signal wakes the thread that reads files. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (; queue->threads < queue->settings->threads; queue->threads++) {
    struct analyst *analyst = &queue->analysts[queue->threads];
    *analyst = (struct analyst){.queue = queue, .forecast = forecast_open(), .scratch = memory_new(tess_game_size())};
    if (pthread_create(&analyst->thread, NULL, work, analyst) == 0) continue;
    forecast_close(analyst->forecast);
    free(analyst->scratch);
    break;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (queue->threads > 0) return queue;
  analysis_queue_close(queue);
  fault_say(fault, "no thread can be started");
  return NULL;
}

uint64_t analysis_queue_close(struct analysis_queue *queue) {
  analysis_queue_wait(queue);
  pthread_mutex_lock(&queue->lock);
  queue->closing = true;
  pthread_cond_broadcast(&queue->moved);
  pthread_mutex_unlock(&queue->lock);
  for (int i = 0; i < queue->threads; i++) {
    pthread_join(queue->analysts[i].thread, NULL);
    forecast_close(queue->analysts[i].forecast);
    free(queue->analysts[i].scratch);
  }
  const uint64_t written = queue->written;
  for (int i = 0; i < WINDOW; i++) {
    analysis_item_close(&queue->places[i].item);
    text_free(&queue->places[i].line);
  }
  pthread_cond_destroy(&queue->moved);
  pthread_mutex_destroy(&queue->lock);
  free(queue);
  return written;
}
