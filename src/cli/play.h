/* A game at the terminal: the table at which people and computer players sit. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <stdio.h>

#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/narrator.h"
#include "cli/terminal.h"
#include "cli/terminal_board.h"
#include "notation/record.h"

/* A game at the terminal, with all that it needs. */
struct play {
  struct set_library *sets;
  struct history *history;
  struct record extra; /* tags of the record and what is said in it */
  struct seen_files seen;
  struct seats seats;
  struct narrator narrator; /* its names are those of the seats */
  struct screen screen;
  FILE *out;
  struct prompt *prompt;
  bool echo;    /* the input is no terminal: lines that were read are written, so that the output tells all */
  bool live;    /* the output is a terminal, on which a line can be written over */
  int thinking; /* columns of the line that tells who is thinking, 0: there is none */
  bool ended;   /* the input is at its end, or `quit` was said: */
  bool quits;
  uint64_t saved;  /* hash of the position that `save FILE` has kept last; 0: none */
  bool final_told; /* the heading of the final scoring was written */
  int shown;       /* steps of the history when the board was shown last, -1: not yet */
};

/* Plays from the history's state until the game is over, the input ends or `seats.stop` is set. The history's listener
 * is set. */
void play_game(struct play *play);

/* A person's turn: shows what is to be seen, asks, and does what one line of input says. */
void play_turn(struct play *play);

/* Writes the game to a file as save_write() does, and says where it is or what went wrong; false in the latter case. */
bool play_save(struct play *play, const char *path);

/* Writes UTF-8 text to the screen and frees it. */
void play_write(const struct play *play, struct text *text);

/* Writes a message as a line; the same with one value, a path. */
void play_say(const struct play *play, enum message message, const char *const *values);
void play_say_path(const struct play *play, enum message message, const char *path);

/* Says where the game was written, or by `fault` why it was not. */
void play_say_saved(const struct play *play, bool saved, const char *path, const struct fault *fault);

/* Tells on a live screen, by a message with a name, what is being thought about; the second takes that line away. */
void play_thinking(struct play *play, enum message message, const char *name);
void play_thought(struct play *play);

#endif
