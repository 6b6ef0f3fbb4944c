/*
 * The module of the page (docs/lookup/page-module.md): a session of the protocol with further commands for a browser.
 * The caller writes a line or a file into the buffer and reads the reply; there is no other interface.
 */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include <stddef.h>

#include "base/text.h"
#include "session/session.h"

/* ---- The module ---- */

struct page;

/* Opens a session without a game; page_close() frees it. */
struct page *page_open(void);
void page_close(struct page *page);

/* A buffer for `length` bytes of input, valid until the next call. */
char *page_buffer(struct page *page, size_t length);

/* Answers the line in the buffer as session_line() does. Returns the reply, which is valid until the next call. */
const char *page_line(struct page *page, size_t length);

/*
 * Reads the file of records in the buffer and checks every step. Returns a line of JSON for each game and the closing
 * line `ok`; or only the line `error CODE text`, which names the line of the file and the reason.
 */
const char *page_read_record(struct page *page, size_t length);

/*
 * Loads the record in the buffer, which must hold just one, as the session's game, and checks every step. A saved game
 * (`save`) continues with the same draws and throws. Returns `ok`; or `error CODE text` with line and reason, and the
 * session keeps its game.
 */
const char *page_load(struct page *page, size_t length);

/* Checks the chance of the finished records in the buffer (chance/proof.h). Returns a line of JSON that says whether it
 * is right, and `ok`. */
const char *page_verify(struct page *page, size_t length);

/* The number of bytes of the last reply. */
size_t page_reply_length(const struct page *page);

/* ---- Within the folder ---- */

enum { PAGE_PLAYOUTS = 20000 }; /* most playouts of a search: this many need about 200 MiB */

/* Reads the next word as a number; the fault says that `what` was expected. */
bool page_read_number(struct reader *words, const char *what, uint64_t least, uint64_t most, uint64_t *number,
                      struct fault *fault);

/* The commands that the page has in addition to those of the referee. */
bool page_save(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_words(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_segments(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_holes(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_cells(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_sets(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_odds(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_advise(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_judge(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_luck(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_performance(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_rollout(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_lab_link(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_seal(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_proof(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_scene(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_tile(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_map(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_meeple_shape(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool page_picture(struct session *session, struct reader *words, struct text *reply, struct fault *fault);

/* The rows of these commands in a table of struct session_command. */
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

/* Those of the review, which page.wasm leaves out and review.wasm has. */
#define PAGE_REVIEW_COMMANDS                                                                                           \
  {"judge", "MOVE PLAYOUTS SEED", page_judge, COMMAND_NEEDS_GAME}, {"luck", "", page_luck, COMMAND_NEEDS_GAME},        \
      {"lab-link", "", page_lab_link, COMMAND_NEEDS_GAME},                                                             \
      {"performance", "PLAYOUTS [LOSS...]", page_performance, COMMAND_NEEDS_GAME}, {                                   \
    "rollout", "TRIALS SEED MOVE MOVE...", page_rollout, COMMAND_NEEDS_GAME                                            \
  }

#endif
