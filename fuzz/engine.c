/* Target: lines sent to an engine, and lines in which an engine declares its options. Replies and search results must
 * be complete plain lines, and every accepted `go` must be answered. */
#include "cli/engine.h"
#include "cli/match.h"
#include "exercise.h"
#include "target.h"

static void hear(void *context, const char *bytes, size_t length) { text_add(context, bytes, length); }

static bool begins_with(struct span line, const char *word) {
  struct reader reader = reader_of(line);
  return span_is(reader_word(&reader), word);
}

/* Checks the output after the engine has ended; `asked` is the number of lines that need a closing line. */
static void check_said(const struct text *said, int asked) {
  exercise_check(said->length == 0 || said->bytes[said->length - 1] == '\n',
                 "what is said does not end with a line end");
  struct span rest = {said->bytes, said->length == 0 ? 0 : said->length - 1}, line;
  int closed = 0;
  while (said->length > 0 && span_split(&rest, '\n', &line)) {
    const bool ok = span_is(line, "ok"), error = begins_with(line, "error");
    if (ok || error) exercise_count(ok);
    closed += ok || error;
    exercise_check(span_is_plain(line, false), "what is said is not plain text");
  }
  exercise_check(closed == asked, "not every line is closed");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct text said = {0};
  struct fault fault;
  struct engine *engine = engine_open(player_kind_find("random"), hear, &said, &fault);
  struct span rest = {(const char *)bytes, length}, line;
  int asked = 0;
  bool open = true;
  exercise_begin();
  exercise_check(engine != NULL, "no thread for the engine");
  while (open && span_split(&rest, '\n', &line)) {
    struct listed_option option;
    fault = (struct fault){0};
    listed_option_read(line, &option, &fault);
    if (exercise_leaves_out(line)) continue;
    asked += !exercise_is_silent(line);
    open = engine_line(engine, line.bytes, line.length);
  }
  engine_close(engine);
  check_said(&said, asked);
  text_free(&said);
  return 0;
}
