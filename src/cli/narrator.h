/*
 * All messages of the terminal in its languages; and sentences about the events and the scores of a game. Terms are
 * those of docs/lookup/rules.
 */
#ifndef CLI_NARRATOR_H
#define CLI_NARRATOR_H

#include "base/text.h"
#include "cli/command.h"
#include "tessera/tessera.h"

/* ---- Messages ---- */

/* The languages of the terminal. */
enum language { ENGLISH = 0, GERMAN = 1, ITALIAN = 2, LANGUAGE_COUNT = 3 };

/* The messages, whose words stand in messages.def. {1}, {2} ... are replaced by values. */
enum message {
#define MESSAGE(name, en, de, it) MESSAGE_##name,
#include "cli/messages.def"
#undef MESSAGE
};

/* The values for {1}, {2} ...: WITH("a", "b"). */
#define WITH(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Appends a message; `values` is NULL if it has no placeholders. */
void message_add(struct text *out, enum language language, enum message message, const char *const *values);

/* Appends the message for a number of things: `one` or `many`, with {1} replaced by the number. */
void message_count(struct text *out, enum language language, enum message one, enum message many, int32_t count);

/* The language that a code or locale names ("de", "de_DE.UTF-8"), or English; and the language of the environment. */
enum language language_of(const char *locale);
enum language language_of_environment(void);

/* The messages for numbers of the engine. */
enum message message_of_type(tess_type type);
enum message message_of_role(tess_type type); /* the name of the meeple there: merchant, knight ... */
enum message message_of_piece(tess_rules rules, tess_piece piece);
enum message message_of_colour(tess_colour colour);
enum message message_of_faction(tess_faction faction);

/* ---- Sentences and tables ---- */

/* The language and the names for sentences about a game. */
struct narrator {
  enum language language;
  const char *names[TESS_MAX_PLAYERS]; /* by seat */
};

/* The option `--lang` of commands that print sentences; and the language that it or the environment selects. */
#define LANGUAGE_OPTION                                                                                                \
  { "lang", 'l', OPTION_CHOICE, "en|de|it", 0, 0, "the language (default: that of the locale, else English)" }
enum language language_read(const struct arguments *arguments);

/* Appends one line about an event, with its line end; `game` is the game after the step of the event. */
void narrate_event(const struct narrator *narrator, const tess_game *game, const tess_event *event, struct text *out);

/* Appends a realm with its place: "trading route E at 1,0". */
void narrate_spot(const struct narrator *narrator, const tess_game *game, tess_spot spot, struct text *out);

/* Appends the name of a side: that of its player, or those of a team. */
void narrate_side(const struct narrator *narrator, const tess_game *game, int side, struct text *out);

/* Appends the line about the winners of a finished game. */
void narrate_winner(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends a line for each seat: name, colour, points, supply, and a mark at the seat to act; then the number of tiles
 * left. */
void scoreboard_print(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends the ranks of a finished game, and its winners. Equal points share a rank (SW-6.3, CL-5.3). */
void ranking_print(const struct narrator *narrator, const tess_game *game, struct text *out);

#endif
