#include "table/answer.h"

#include "base/json_writer.h"

static const struct {
  unsigned status;
  const char *word;
} codes[] = {
#define X(name, status, word) {status, word},
    ANSWER_CODES(X)
#undef X
};

unsigned answer_status(enum answer_code code) { return codes[code].status; }

const char *answer_word(enum answer_code code) { return codes[code].word; }

void answer_free(struct answer *answer) {
  text_free(&answer->body);
  *answer = (struct answer){0};
}

void answer_begin(struct answer *answer, enum answer_code code) {
  answer->code = code;
  answer->waits = false;
  text_clear(&answer->body);
}

bool answer_refuse(struct answer *answer, enum answer_code code, const char *text) {
  answer_begin(answer, code);
  json_open_object(&answer->body, NULL);
  json_put_string(&answer->body, "error", answer_word(code));
  json_put_string(&answer->body, "text", text);
  json_close_object(&answer->body);
  return false;
}

void answer_not_stored(struct answer *answer) {
  answer_refuse(answer, ANSWER_NOT_STORED, "the database refused to store this: nothing has changed, try again");
}
