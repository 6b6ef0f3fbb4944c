/* The sentences of notices, as messengers show them behind a webhook, in the language of each address. */
#ifndef LOBBY_SENTENCES_H
#define LOBBY_SENTENCES_H

#include "base/text.h"

/* What a notice is about: a table waits for a seat, a friend waits at a table, or an encounter of a tournament is to be
 * played. It has the id of the table or tournament. The number is that of the seat or encounter. */
struct sentence {
  enum sentence_kind { SENTENCE_TURN, SENTENCE_CHALLENGE, SENTENCE_ENCOUNTER } kind;
  const char *id;
  int number; /* of a challenge: 0 */
};

/* Appends the sentence in a language of MAILS_LANGUAGES, and `link` behind it. Nobody is called by name. */
void sentence_put(const struct sentence *sentence, int language, const char *link, struct text *text);

#endif
