/*
 * A batch as bytes. First come the name of the format, the identity of the batch (the hash of a new game with seed 0,
 * and the number of games), and the stream of batch_sample(). Then follow, for each game, its seed, the points of the
 * game before, its length and its actions. Numbers are little-endian words of 64 bits. Loading plays the actions again,
 * so that the rules check each of them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/batch.h"

static const uint64_t format = 0x3274616273736574; /* "tessbat2" */

static void add_number(struct text *text, uint64_t number) {
  for (int i = 0; i < 8; i++) text_add_char(text, (char)(number >> 8 * i & 0xFF));
}

/* Reads the next number. Returns false at the end of the bytes. */
static bool take_number(struct span *rest, uint64_t *number) {
  if (rest->length < 8) return false;
  *number = 0;
  for (int i = 0; i < 8; i++) *number |= (uint64_t)(unsigned char)rest->bytes[i] << 8 * i;
  *rest = (struct span){rest->bytes + 8, rest->length - 8};
  return true;
}

char *batch_save(const struct batch *batch, size_t *length) {
  struct text text = {0};
  add_number(&text, format);
  add_number(&text, variant_hash(batch->variant));
  add_number(&text, (uint64_t)batch->settings.games);
  add_number(&text, batch->random);
  for (int i = 0; i < batch->settings.games; i++) {
    const struct batch_game *game = &batch->games[i];
    add_number(&text, game->seed);
    for (int seat = 0; seat < batch->shape.players; seat++) add_number(&text, (uint32_t)game->ended[seat]);
    add_number(&text, (uint64_t)game->length);
    for (int j = 0; j < game->length; j++) add_number(&text, game->actions[j]);
  }
  *length = text.length;
  return text.bytes;
}

/* Reads one game. Returns false if the bytes are not a valid game. */
static bool load_game(const struct batch *batch, struct batch_game *game, struct span *rest) {
  uint64_t seed, points, length, action;
  if (!take_number(rest, &seed)) return false;
  for (int seat = 0; seat < batch->shape.players; seat++) {
    if (!take_number(rest, &points) || points > TESS_MAX_SCORE) return false;
    game->ended[seat] = (int32_t)points;
  }
  if (!take_number(rest, &length)) return false;
  batch_game_begin(batch, game, seed);
  for (uint64_t i = 0; i < length; i++) {
    if (batch_game_over(game) || !take_number(rest, &action) || action >= ACTION_COUNT_ARROWS) return false;
    union action_step step;
    if (!batch_game_find(game, (int)action, &step)) return false;
    batch_game_take(game, (int)action, step);
  }
  memcpy(game->score, game->game.core.score, sizeof game->score);
  return batch->opponents == 0 || batch_game_over(game) || game->game.core.seat == 0;
}

static bool load_games(const struct batch *batch, struct batch_game *games, struct span rest, uint64_t *random,
                       struct env_fault *fault) {
  uint64_t name, hash, count;
  const char *wrong = NULL;
  if (!take_number(&rest, &name) || name != format) wrong = "these bytes are no saved VecEnv of this version";
  if (wrong == NULL && (!take_number(&rest, &hash) || hash != variant_hash(batch->variant)))
    wrong = "the games saved are of another game: its set, options or players are not those expected";
  if (wrong == NULL && (!take_number(&rest, &count) || !take_number(&rest, random)))
    wrong = "the saved VecEnv is cut short";
  if (wrong == NULL && count != (uint64_t)batch->settings.games) {
    snprintf(fault->text, sizeof fault->text, "%" PRIu64 " games are saved, and this VecEnv has %d", count,
             batch->settings.games);
    return false;
  }
  for (int i = 0; wrong == NULL && i < batch->settings.games; i++)
    if (!load_game(batch, &games[i], &rest)) wrong = "the saved VecEnv is damaged: its games cannot be played again";
  if (wrong == NULL && rest.length > 0) wrong = "something follows the saved VecEnv";
  if (wrong != NULL) snprintf(fault->text, sizeof fault->text, "%s", wrong);
  return wrong == NULL;
}

bool batch_load(struct batch *batch, const char *bytes, size_t length, struct env_fault *fault) {
  uint64_t random = 0;
  struct batch_game *games = memory_zeroed((size_t)batch->settings.games * sizeof *games);
  if (!load_games(batch, games, (struct span){bytes, length}, &random, fault)) {
    free(games);
    return false;
  }
  free(batch->games);
  batch->games = games;
  batch->random = random;
  batch_write_all(batch);
  return true;
}
