/* Target: lines of the referee's protocol; each must get a reply in the form of docs/lookup/protocol.md. */
#include "exercise.h"
#include "session/session.h"
#include "target.h"
#include <string.h>

/* The reply's lines before the last must be data, and the last one must close it. */
static void check_reply(const struct text *reply) {
  exercise_check(reply->length > 0 && reply->bytes[reply->length - 1] == '\n', "a reply does not end with a line end");
  struct span rest = {reply->bytes, reply->length - 1};
  struct span line;
  while (span_split(&rest, '\n', &line)) {
    bool ok = span_is(line, "ok");
    bool error = line.length > 6 && memcmp(line.bytes, "error ", 6) == 0;
    if (ok || error) exercise_count(ok);
    exercise_check((ok || error) == (rest.bytes == NULL), "a reply has not exactly one closing line at its end");
    exercise_check(span_is_plain(line, false), "a reply is not plain text");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct session session;
  struct span rest = {(const char *)bytes, length};
  struct span line;
  bool open = true;
  exercise_begin();
  session_open(&session, referee_commands, NULL, tile_set_load);
  while (open && span_split(&rest, '\n', &line)) {
    struct text reply = {0};
    if (exercise_leaves_out(line)) continue;
    open = session_line(&session, line.bytes, line.length, &reply);
    if (exercise_is_silent(line))
      exercise_check(reply.length == 0, "an empty line or comment gets a reply");
    else
      check_reply(&reply);
    text_free(&reply);
  }
  session_close(&session);
  return 0;
}
