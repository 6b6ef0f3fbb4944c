/* The games that an engine says it plays: `id games` of its handshake (docs/lookup/protocol.md, "Engines"). */
#ifndef ARENA_ENGINE_GAMES_H
#define ARENA_ENGINE_GAMES_H

#include "base/fault.h"
#include "base/reader.h"

enum { ENGINE_GAMES_WORDS = 96 /* bytes that hold the words of any game of engine_games_words() */ };

/* Rules and options by their words. */
struct engine_games {
  bool star_wars, classic, fields, abbot, river, teams;
  int least, most; /* players */
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

#endif
