/* A game at the terminal between people and computer players. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <stdio.h>

#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/narrator.h"
#include "cli/terminal.h"
#include "cli/terminal_board.h"
#include "notation/record.h"

/* The state of a game at the terminal. */
struct play {
  struct set_library *sets;
  struct history *history;
  struct record extra; /* tags and comments of the record */
  struct seen_files seen;
  struct seats seats;
  struct narrator narrator; /* its names are those of the seats */
  struct screen screen;
  FILE *out;
  struct prompt *prompt;
  bool echo;    /* the input is no terminal: the lines that are read are printed, so that the output is complete */
  bool live;    /* the output is a terminal, on which a line can be overwritten */
  int thinking; /* width of the line that says which player is thinking; 0: there is no such line */
  bool ended;   /* the input has ended, or the player quits */
  bool quits;
  uint64_t saved;  /* hash of the position that `save FILE` last saved; 0: none */
  bool final_told; /* the heading of the final scoring was printed */
  int shown;       /* number of steps when the board was last shown; -1: never */
};

/* Plays from the present state until the game is over, the input ends or `seats.stop` is set. The history must have its
 * listener set. */
void play_game(struct play *play);

/* Handles a person's turn: shows what is needed, asks, and executes one line of input. */
void play_turn(struct play *play);

/* Saves the game to a file as save_write() does, and prints where it is or what went wrong. Returns false in the latter
 * case. */
bool play_save(struct play *play, const char *path);

/* Prints UTF-8 text and frees it. */
void play_write(const struct play *play, struct text *text);

/* Prints a message as a line; the second function has a single value, a path. */
void play_say(const struct play *play, enum message message, const char *const *values);
void play_say_path(const struct play *play, enum message message, const char *path);

/* Prints where the game was saved or, from `fault`, why it was not. */
void play_say_saved(const struct play *play, bool saved, const char *path, const struct fault *fault);

/* Shows on a live screen, by a message with a name, that a player is thinking; the second function removes that
 * line. */
void play_thinking(struct play *play, enum message message, const char *name);
void play_thought(struct play *play);

#endif
