/* A program's connection to a server of tables (docs/lookup/http.md, "HTTP"): requests one at a time, and one stream.
 */
#ifndef CLI_BOT_LINK_H
#define CLI_BOT_LINK_H

#include <stdatomic.h>

#include "base/fault.h"
#include "base/text.h"

struct bot_link;

/* `url` is that of the server, without `/api`; it must stay, as must `stop`, which ends every wait early. NULL with
 * `*fault` if there is no network at all. */
struct bot_link *bot_link_open(const char *url, const atomic_bool *stop, struct fault *fault);
/* NULL is allowed. */
void bot_link_close(struct bot_link *link);

/* From now on everything is sent with this token, as who holds its seat; nothing is read until bot_link_listen(). */
void bot_link_identify(struct bot_link *link, const char *token);

/* Posts JSON to a path below /api/v1. While the server cannot be reached, is too busy or cannot store, it tries again
 * for a minute. Gives the HTTP status with the body in `*reply`, or 0 with `*fault`. */
int bot_link_post(struct bot_link *link, const char *path, const char *body, struct text *reply, struct fault *fault);

enum bot_read {
  BOT_LINE,    /* a line came */
  BOT_ENDED,   /* the stream has ended, or never began: it may be begun again */
  BOT_REFUSED, /* the server does not give this stream: asking again does not help */
  BOT_STOPPED  /* the flag was set */
};

/* Begins to read the lines of a path below /api/v1, in place of what was read before. */
void bot_link_listen(struct bot_link *link, const char *path);
/* Waits for the next line, without its end. */
enum bot_read bot_link_line(struct bot_link *link, struct text *line);
/* Waits some milliseconds, or until the flag is set. */
void bot_link_pause(const struct bot_link *link, int milliseconds);

#endif
