/* A program that is tested as an engine (docs/lookup/protocol.md, "Engines"): lines to it, what it answers, and the
 * same game kept by our own rules beside it. Every function gives false with `*fault` when the program does something
 * wrong. */
#ifndef CLI_PROBE_H
#define CLI_PROBE_H

#include "arena/engine.h"
#include "session/session.h"

/* Fields are for reading. */
struct probe {
  struct engine_process process;
  const atomic_bool *stop;   /* cuts every wait short once it is true; may be NULL */
  uint32_t patience;         /* milliseconds for an answer that has no other limit */
  struct text told;          /* data lines of the handshake */
  bool needs_legal;          /* it is told its legal moves */
  struct engine_games games; /* that it says it plays */
  struct session model;      /* holds the game that the program is told */
  enum { PROBE_IDLE, PROBE_ASKED, PROBE_THINKING } state;
  struct text move; /* of its last `bestmove` */
};

/* Starts a command of the shell and shakes hands. Its standard error is appended to the file `errors`, if not NULL; of
 * the probe, `stop` and `patience` are set, and all else is zero. probe_close() releases it in every case. */
bool probe_open(struct probe *probe, const char *command, const char *errors, struct fault *fault);
void probe_close(struct probe *probe);

/* Sends a line without its end, and no more. */
bool probe_send(struct probe *probe, const char *line, struct fault *fault);

/* Listens until `replies` lines `ok` came and, if `bestmove`, one such line, for `milliseconds`. Data lines are
 * appended to `data`, which may be NULL. An error reply is wrong here. */
bool probe_listen(struct probe *probe, int replies, bool bestmove, uint32_t milliseconds, struct text *data,
                  struct fault *fault);

/* A command that is to be answered with `ok`, and one that is to be refused with one of the codes of `codes`, which are
 * separated by '|'; NULL takes any code. */
bool probe_ask(struct probe *probe, const char *line, struct text *data, struct fault *fault);
bool probe_refused(struct probe *probe, const char *line, const char *codes, struct fault *fault);

/* Nothing but the answer to `isready` comes: it is there, and has said no more than was heard. */
bool probe_settled(struct probe *probe, struct fault *fault);

/* A new game, with the words of `newgame`, in which the first tile is drawn. */
bool probe_newgame(struct probe *probe, const char *words, struct fault *fault);
/* Takes the steps of chance in the model up to the next placement, or to the end. */
void probe_draw(struct probe *probe);
/* Tells the position of the model, by `line` if not NULL, else from the start; then the legal moves to one that needs
 * them. */
bool probe_position(struct probe *probe, const char *line, struct fault *fault);
/* Asks for a turn by `go` with these words, to be there within `milliseconds`, and takes it in the model: it must be
 * legal there. */
bool probe_turn(struct probe *probe, const char *words, uint32_t milliseconds, struct fault *fault);
/* Takes the move heard last in the model. */
bool probe_take(struct probe *probe, struct fault *fault);

#endif
