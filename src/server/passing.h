/*
 * Requests that another node is to answer (docs/understand/nodes.md) are passed on to it over HTTP, and its answer is
 * handed back. It works beside the server's loop: nothing here waits, and files tell when there is something to do.
 */
#ifndef SERVER_PASSING_H
#define SERVER_PASSING_H

#include "base/fault.h"
#include "base/reader.h"
#include "table/request.h"

/* Bounds: milliseconds until the other node has answered; requests under way, in all and to one node; bytes of one
 * answer, and of all that are coming in. */
enum {
  PASSING_MS = 2000,
  PASSING_MOST = 1024,
  PASSING_MOST_TO_ONE = 512,
  PASSING_ANSWER_MOST = 4 << 20,
  PASSING_BYTES_MOST = 64 << 20
};

/* A request that is passed on. */
struct passed {
  const char *url;         /* of the node */
  const char *path;        /* of the request */
  const char *stamp;       /* server/stamp.h */
  struct span token, body; /* no token: of length 0. The body stays the caller's until the request is answered */
  bool has_body;           /* it is a POST */
};

/* Whose request it is. The memory is the caller's, and stays until it is answered. */
struct passer {
  struct answer *answer;                   /* is filled: with NOT_STORED if the other node gave none that is one */
  unsigned retry_s;                        /* of the header Retry-After; 0: there was none */
  void (*answered)(struct passer *passer); /* called by passing_run() and passing_end() */
  void *context;                           /* the caller's */
};

struct passing;

/* Begins with nothing under way. NULL with `*fault`. */
struct passing *passing_open(struct fault *fault);
/* Nothing is under way, after passing_end(). NULL is allowed. */
void passing_close(struct passing *passing);

/* Passes a request on. False if too many are under way, or after passing_end(): then `answered` is not called. */
bool passing_send(struct passing *passing, const struct passed *request, struct passer *passer);
/* Does what can be done at this time of the steady clock, in milliseconds. */
void passing_run(struct passing *passing, int64_t now);
/* Milliseconds until passing_run() has something to do by the clock; `most` at most. */
int64_t passing_wait(const struct passing *passing, int64_t now, int64_t most);
/* A file that can be read when it has something to do; for poll() alone. */
int passing_file(const struct passing *passing);
/* How many are under way. */
int passing_count(const struct passing *passing);
/* Answers all that is under way with NOT_STORED, and passes on no more. */
void passing_end(struct passing *passing);

#endif
