#include "table/answer.h"

#include <string.h>

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
  text_print(&answer->body, "{\"error\":\"%s\",\"text\":", answer_word(code));
  text_add_json(&answer->body, text, strlen(text));
  text_add_char(&answer->body, '}');
  return false;
}

void answer_not_stored(struct answer *answer) {
  answer_refuse(answer, ANSWER_NOT_STORED, "the database refused to store this: nothing has changed, try again");
}
