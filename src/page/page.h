/*
 * The module of the page (docs/lookup/page-module.md): a session of the protocol with what a browser needs besides.
 * The caller writes a line or a file into the buffer and reads the reply; nothing else passes between them.
 */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include <stddef.h>

#include "base/text.h"
#include "session/session.h"

/* ---- The module ---- */

struct page;

/* A session without a game; page_close() releases it. */
struct page *page_open(void);
void page_close(struct page *page);

/* Room for `length` bytes of input, until the next call. */
char *page_buffer(struct page *page, size_t length);

/* Answers the line in the buffer as session_line() does. Gives the reply, until the next call. */
const char *page_line(struct page *page, size_t length);

/*
 * Reads the file of records in the buffer, checking every step. Gives a line of JSON for each game and the closing line
 * `ok`, or the line `error CODE text` alone, which tells line and reason.
 */
const char *page_read_record(struct page *page, size_t length);

/*
 * Makes the game of the record in the buffer, the only one there, the session's own, every step checked. One that was
 * saved (`save`) goes on by the same draws and throws. Gives `ok`, or `error CODE text` with line and reason; then the
 * session's game is as before.
 */
const char *page_load(struct page *page, size_t length);

/* Checks the chance of the finished records in the buffer (proof/proof.h). Gives a line of JSON, which says whether it
 * is right, and `ok`. */
const char *page_verify(struct page *page, size_t length);

/* The bytes of the reply given last. */
size_t page_reply_length(const struct page *page);

/* ---- Within the folder ---- */

/* The commands that the page has besides the referee's. */
session_run page_save, page_words, page_segments, page_holes, page_cells, page_sets, page_odds, page_advise;
session_run page_seal, page_proof;
session_run page_scene, page_tile, page_map, page_meeple_shape, page_picture;

/* The entries of a table of struct session_command. */
#define PAGE_COMMANDS                                                                                                  \
  {"save", "", page_save, COMMAND_NEEDS_GAME}, {"words", "", page_words, COMMAND_NEEDS_GAME},                          \
      {"segments", "", page_segments, COMMAND_NEEDS_GAME}, {"holes", "", page_holes, COMMAND_NEEDS_GAME},              \
      {"cells", "", page_cells, COMMAND_NEEDS_GAME},                                                                   \
      {"advise", "KIND PLAYOUTS SEED", page_advise, COMMAND_NEEDS_GAME}, {"sets", "", page_sets, 0},                   \
      {"odds", "DICE DICE...", page_odds, 0}, {"seal", "COMMITMENT SEAT SHARE", page_seal, 0},                         \
      {"proof", "COMMITMENT SECRET FIRSTBY SHARES", page_proof, COMMAND_NEEDS_GAME},                                   \
      {"scene", "THEME", page_scene, 0}, {"tile", "ID rR THEME [X,Y]", page_tile, 0}, {"map", "ID rR", page_map, 0},   \
      {"meeple-shape", "PIECE COLOUR [TYPE]", page_meeple_shape, 0}, {                                                 \
    "picture", "THEME [SIZE]", page_picture, COMMAND_NEEDS_GAME                                                        \
  }

#endif
