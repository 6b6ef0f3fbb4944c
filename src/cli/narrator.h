/* Tells in words what happens in a game, and who has how much. */
#ifndef CLI_NARRATOR_H
#define CLI_NARRATOR_H

#include "cli/arguments.h"
#include "cli/words.h"

struct narrator {
  enum language language;
  const char *names[TESS_MAX_PLAYERS]; /* by seat */
};

/* The option of commands that speak, and the language that it or the environment asks for. */
#define LANGUAGE_OPTION                                                                                                \
  { "lang", 'l', OPTION_CHOICE, "en|de|it", 0, 0, "the language (default: that of the locale, else English)" }
enum language language_read(const struct arguments *arguments);

/* Appends one line about an event, with its line end; `game` is as it is after the event's step. */
void narrate_event(const struct narrator *narrator, const tess_game *game, const tess_event *event, struct text *out);

/* Appends where a realm lies: "trading route E at 1,0". */
void narrate_spot(const struct narrator *narrator, const tess_game *game, tess_spot spot, struct text *out);

/* Appends who a side is: a name, or those of a team. */
void narrate_side(const struct narrator *narrator, const tess_game *game, int side, struct text *out);

/* Appends the line on who has won, of a game that is over. */
void narrate_winner(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends a line for each seat: name, colour, points, supply, a mark for whose turn it is; and the tiles left. */
void scoreboard_print(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends the ranks of a game that is over, and who has won. Equal points share a rank (SW-6.3, CL-5.3). */
void ranking_print(const struct narrator *narrator, const tess_game *game, struct text *out);

#endif
