/* A game at a table of a server, followed by the entries of its log (docs/lookup/http.md, "The log"). */
#ifndef CLI_BOT_GAME_H
#define CLI_BOT_GAME_H

#include "notation/history.h"

/* All zero is one of which nothing is known yet. Fields are for reading. */
struct bot_game {
  struct tile_shelf *shelf;
  struct text newgame;             /* the protocol's line, once it has started */
  struct history *history;         /* NULL before */
  struct text words;               /* of the game, a line feed after each */
  int count;                       /* of them */
  int64_t seq;                     /* of the last entry */
  int64_t position;                /* entry since which the game waits for what it waits for */
  bool computer[TESS_MAX_PLAYERS]; /* by seat: the server's computer moves for it */
  int64_t asked;                   /* entry with which somebody asks for a take-back, 0: nobody does */
  int asking;                      /* the seat of the one who asks, from 1 */
  bool over;                       /* nothing more will be played */
  bool closed;                     /* and no rematch either */
  char next[24];                   /* the table of the rematch, empty: there is none */
};

void bot_game_free(struct bot_game *game);

/* Takes a line of the stream: the head, an entry, or an empty one that keeps it open. False with `*fault` if it is not
 * what the log lays down, which is the server's fault. */
bool bot_game_line(struct bot_game *game, struct span line, struct fault *fault);

/* True if the server's computer moves for this seat, from 1, in a game that is going on. */
bool bot_game_is_replaced(const struct bot_game *game, int seat);
/* True if a tile lies in the hand of this seat, from 1, and it is not moved for by the server. */
bool bot_game_is_turn(const struct bot_game *game, int seat);

#endif
