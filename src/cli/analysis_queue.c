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
#include "review/judgement.h"
#include "review/performance.h"
#include "review/rollout.h"

/* How many items may be in the queue before the first of them is written. */
enum { WINDOW = 4 * ANALYSIS_THREADS };

/* A thread with its working memory. */
struct analyst {
  struct analysis_queue *queue;
  pthread_t thread;
  struct forecast *forecast;
  struct judge *judge;
  tess_game *scratch;
  struct judgement judgement;
};

/* A game of which lines are being written: what each side gave away so far, and the names of the players. */
struct game_review {
  struct performance performances[TESS_MAX_PLAYERS];
  double win[TESS_MAX_PLAYERS], diff[TESS_MAX_PLAYERS];
  struct text names[TESS_MAX_PLAYERS];
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
  struct game_review review;
  struct place_in_line {
    struct analysis_item item;
    struct text line;
    double win, diff; /* what the turn gave away */
    bool counted, done;
  } places[WINDOW]; /* index: item modulo WINDOW */
};

void analysis_item_open(struct analysis_item *item) {
  *item = (struct analysis_item){.game = memory_new(tess_game_size())};
}

void analysis_item_close(struct analysis_item *item) {
  free(item->game);
  text_free(&item->player);
  if (item->game_luck != NULL) game_luck_free(item->game_luck);
  free(item->game_luck);
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

enum { ROLLED_OUT = 3 /* the best turns */ };

/* Appends the rollout of the best candidates, and of the turn that was played unless `played` is -1. */
static void roll_out(const struct analyst *analyst, const tess_game *game, int played, struct text *line) {
  const struct analysis_settings *settings = analyst->queue->settings;
  const struct player_advice *advice = &analyst->judgement.advice;
  struct rollout rollout = {0};
  for (int i = 0; i < advice->count; i++)
    if (i < ROLLED_OUT || i == played) rollout.turns[rollout.count++].turn = advice->candidates[i].turn;
  if (settings->trials == 0 || rollout.count < 2 || tess_game_phase(game) != TESS_PHASE_PLACE) return;
  rollout_run(game, settings->trials, settings->seed, settings->budget.stop, &rollout);
  json_open_object(line, "rollout");
  rollout_write(game, &rollout, line);
  json_close_object(line);
}

static void write_line(struct analyst *analyst, const struct analysis_item *item, struct text *line) {
  const struct analysis_settings *settings = analyst->queue->settings;
  const tess_phase phase = tess_game_phase(item->game);
  open_line(analyst, item, line);
  if (item->move > 0) {
    json_put_int(line, "move", item->move);
    if (item->named)
      json_put_span(line, "player", text_span(&item->player));
    else
      json_put_null(line, "player");
    /* The candidates, the turn that was played, what it gave away, and the luck of the seat that played it. */
    const struct player_turn played = {item->played.placement, item->played.decision};
    struct text move = {0};
    judge_turn(analyst->judge, item->game, &played, &settings->budget, settings->seed, &analyst->judgement);
    turn_write(item->game, item->played, analyst->scratch, &move);
    json_put_span(line, "played", text_span(&move));
    text_free(&move);
    judgement_write(item->game, &analyst->judgement, settings->candidates, line);
    roll_out(analyst, item->game, analyst->judgement.played, line);
    json_open_object(line, "luck");
    fortune_write("draw", item->luck.draw, line);
    fortune_write("battles", item->luck.dice, line);
    json_close_object(line);
  } else if (phase == TESS_PHASE_PLACE || phase == TESS_PHASE_MEEPLE) {
    /* Let a player, with a new random stream, analyse the present choice, and append its candidates. */
    struct player player;
    player_open(&player, settings->kind, settings->seed);
    player_choose(&player, item->game, &settings->budget, &analyst->judgement.advice);
    player_close(&player);
    player_advice_write(item->game, &analyst->judgement.advice, settings->candidates, line);
    roll_out(analyst, item->game, -1, line);
  }
  json_close_object(line);
}

/* ---- The summary of a game ---- */

/* Adds a turn to the game that it belongs to. */
static void add_turn(struct game_review *review, const struct place_in_line *place) {
  const struct analysis_item *item = &place->item;
  const int seat = tess_game_seat(item->game), side = tess_game_side(item->game, seat);
  if (item->move == 1)
    for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
      review->performances[i] = (struct performance){0};
      review->win[i] = review->diff[i] = 0;
      text_clear(&review->names[i]);
    }
  if (place->counted) performance_add(&review->performances[side], place->win);
  review->win[side] += place->win;
  review->diff[side] += place->diff;
  text_clear(&review->names[seat]);
  text_add(&review->names[seat], item->player.bytes, item->player.length);
}

/* A number in a sentence, with so many decimals. */
struct said_number {
  double number;
  int digits;
};

/* Appends a line whose {1}, {2} ... are numbers, and whose last placeholder is a name if that is not NULL. */
static void say(enum language language, enum message message, const struct said_number *numbers, int count,
                const char *name, struct text *line) {
  struct text words[8] = {0};
  const char *values[9] = {0};
  for (int i = 0; i < count; i++) {
    text_add_decimal(&words[i], numbers[i].number, numbers[i].digits);
    values[i] = words[i].bytes;
  }
  values[count] = name;
  message_add(line, language, message, values);
  text_add_char(line, '\n');
  for (int i = 0; i < count; i++) text_free(&words[i]);
}

/* Appends what is known of a side, in words. */
static void tell_side(const struct analysis_queue *queue, const struct analysis_item *item, int side,
                      const struct judged_game *judged, struct text *line) {
  const enum language language = queue->settings->language;
  const struct game_review *review = &queue->review;
  const struct game_luck *luck = item->game_luck;
  struct narrator narrator = {.language = language};
  struct performance_rating rating;
  struct text name = {0};
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++)
    narrator.names[seat] = review->names[seat].bytes == NULL ? "" : review->names[seat].bytes;
  narrate_side(&narrator, item->game, side, &name);
  if (performance_rate(&review->performances[side], judged, &rating)) {
    const struct said_number rated[] = {
        {rating.rating, 1}, {rating.error, 1}, {(double)review->performances[side].counted, 0}};
    const struct said_number like[] = {{rating.level, 0}, {rating.low, 0}, {rating.high, 0}};
    say(language, MESSAGE_REVIEW_RATED, rated, 3, name.bytes, line);
    if (rating.level > 0) say(language, MESSAGE_REVIEW_LIKE, like, 3, NULL, line);
  } else {
    say(language, MESSAGE_REVIEW_UNRATED, NULL, 0, name.bytes, line);
  }
  const struct said_number given[] = {{review->diff[side], 1},
                                      {100 * review->win[side], 0},
                                      {(double)luck->draws[side].points / FORTUNE_UNIT, 1},
                                      {(double)luck->dice[side].points / FORTUNE_UNIT, 1}};
  say(language, MESSAGE_REVIEW_GIVEN, given, 4, NULL, line);
  if (luck->over) {
    const struct side_worth adjusted = game_luck_adjust(luck, side);
    const struct said_number result[] = {
        {luck->results[side].lead, 0}, {100 * luck->results[side].win, 0}, {adjusted.lead, 1}, {100 * adjusted.win, 0}};
    say(language, MESSAGE_REVIEW_RESULT, result, 4, NULL, line);
  }
  text_free(&name);
}

/* Appends the summary of the game whose last turn is the item: a line of JSON, or words. */
static void summarise(const struct analysis_queue *queue, const struct analysis_item *item, struct text *line) {
  const tess_options options = tess_game_options(item->game);
  const struct judged_game judged = {
      .rules = tess_set_rules(item->set->set), .fields = options.fields, .playouts = queue->settings->budget.playouts};
  const struct game_review *review = &queue->review;
  if (queue->settings->summary) {
    const struct said_number number = {item->number, 0};
    say(queue->settings->language, MESSAGE_REVIEW_GAME, &number, 1, item->path, line);
    for (int side = 0; side < item->game_luck->sides; side++) tell_side(queue, item, side, &judged, line);
    return;
  }
  json_open_object(line, NULL);
  json_put_string(line, "file", item->path);
  json_put_int(line, "number", item->number);
  json_open_array(line, "sides");
  for (int side = 0; side < item->game_luck->sides; side++) {
    json_open_object(line, NULL);
    performance_write(&review->performances[side], &judged, "performance", line);
    json_open_object(line, "gave");
    json_put_decimal(line, "win", review->win[side], 4);
    json_put_decimal(line, "diff", review->diff[side], 2);
    json_close_object(line);
    game_luck_write(item->game_luck, side, line);
    json_close_object(line);
  }
  json_close_array(line);
  json_close_object(line);
  text_add_char(line, '\n');
}

/* ---- The order of lines ---- */

/* Writes the lines that come after those already written, for anyone following the output. */
static void write_out(struct analysis_queue *queue) {
  struct place_in_line *first;
  while ((first = &queue->places[queue->written % WINDOW])->done) {
    if (!queue->settings->summary || first->item.move == 0) puts(first->line.bytes);
    if (first->item.move > 0) add_turn(&queue->review, first);
    if (first->item.game_luck != NULL) {
      text_clear(&first->line);
      summarise(queue, &first->item, &first->line);
      fputs(first->line.bytes, stdout);
      game_luck_free(first->item.game_luck);
      free(first->item.game_luck);
      first->item.game_luck = NULL;
    }
    fflush(stdout);
    /* Show how far the game of the last written item is. */
    char where[64];
    if (first->item.move != 0) {
      if (first->item.move == 1) progress_end(&queue->progress);
      snprintf(where, sizeof where, "game %d, move %d of %d", first->item.number, first->item.move, first->item.moves);
      progress_show(&queue->progress, first->item.part, where);
    }
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
    place->counted = analyst->judgement.counted;
    place->win = analyst->judgement.win;
    place->diff = analyst->judgement.diff;
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
    *analyst = (struct analyst){.queue = queue,
                                .forecast = forecast_open(),
                                .judge = judge_open(settings->kind),
                                .scratch = memory_new(tess_game_size())};
    if (pthread_create(&analyst->thread, NULL, work, analyst) == 0) continue;
    forecast_close(analyst->forecast);
    judge_close(analyst->judge);
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
    judge_close(queue->analysts[i].judge);
    free(queue->analysts[i].scratch);
  }
  const uint64_t written = queue->written;
  for (int i = 0; i < WINDOW; i++) {
    analysis_item_close(&queue->places[i].item);
    text_free(&queue->places[i].line);
  }
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) text_free(&queue->review.names[i]);
  pthread_cond_destroy(&queue->moved);
  pthread_mutex_destroy(&queue->lock);
  free(queue);
  return written;
}
