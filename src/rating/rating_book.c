/* The ratings of all players from all games: a table of open addressing with a row for each player and pool. */
#include <assert.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/random.h"
#include "rating/rating.h"

/* A row; the player 0 marks a free one. */
struct book_row {
  int64_t player;
  int pool;
  struct rating rating;
};

struct rating_book {
  struct book_row *rows;
  size_t capacity, count; /* the capacity is a power of 2, at least twice the count */
  int64_t number;         /* of the last game */
};

enum { FIRST_CAPACITY = 64 };

struct rating_book *rating_book_new(void) {
  struct rating_book *book = memory_new(sizeof *book);
  *book =
      (struct rating_book){.rows = memory_zeroed(FIRST_CAPACITY * sizeof(struct book_row)), .capacity = FIRST_CAPACITY};
  return book;
}

void rating_book_free(struct rating_book *book) {
  if (book == NULL) return;
  free(book->rows);
  free(book);
}

/* The row of a player in a pool, or the free one where it belongs. */
static struct book_row *row_of(const struct rating_book *book, int64_t player, int pool) {
  size_t at = (size_t)random_mix((uint64_t)player * RATING_POOLS + (uint64_t)pool) & (book->capacity - 1);
  while (book->rows[at].player != 0 && (book->rows[at].player != player || book->rows[at].pool != pool))
    at = (at + 1) & (book->capacity - 1);
  return &book->rows[at];
}

struct rating rating_book_find(const struct rating_book *book, int64_t player, int pool) {
  const struct book_row *row = row_of(book, player, pool);
  return row->player == 0 ? rating_new() : row->rating;
}

bool rating_book_add(struct rating_book *book, const struct rated_game *game, struct fault *fault) {
  if (!rated_game_check(game, fault)) return false;
  if (game->number <= book->number)
    return fault_say(fault, "its number is not above that of the game before: expected games in order");
  book->number = game->number;
  if (game->voided) return true;
  while (2 * (book->count + TESS_MAX_PLAYERS) > book->capacity) {
    const struct rating_book old = *book;
    book->capacity *= 2;
    book->rows = memory_zeroed(book->capacity * sizeof(struct book_row));
    for (size_t i = 0; i < old.capacity; i++)
      if (old.rows[i].player != 0) *row_of(book, old.rows[i].player, old.rows[i].pool) = old.rows[i];
    free(old.rows);
  }
  const int pool = rated_game_pool(game);
  struct rating ratings[TESS_MAX_PLAYERS];
  for (int i = 0; i < game->seats; i++)
    if (game->seat[i].player != 0) ratings[i] = rating_book_find(book, game->seat[i].player, pool);
  rating_play(game, ratings);
  for (int i = 0; i < game->seats; i++) {
    if (game->seat[i].player == 0) continue;
    struct book_row *row = row_of(book, game->seat[i].player, pool);
    book->count += row->player == 0;
    *row = (struct book_row){game->seat[i].player, pool, ratings[i]};
  }
  return true;
}

size_t rating_book_ladder(const struct rating_book *book, int pool, int64_t since, int64_t now,
                          struct ladder_row **rows) {
  size_t count = 0;
  *rows = memory_new((book->count + 1) * sizeof **rows);
  for (size_t i = 0; i < book->capacity; i++) {
    const struct book_row *row = &book->rows[i];
    if (row->player == 0 || row->pool != pool || row->rating.played < since) continue;
    (*rows)[count++] = (struct ladder_row){.player = row->player, .rating = rating_at(&row->rating, now)};
  }
  ladder_order(*rows, count);
  return count;
}
