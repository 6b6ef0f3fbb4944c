#include "lobby/sentences.h"

#include "club/mails.h"

/* The words of a language; %s is an id, and %d a number. */
static const struct sentence_words {
  const char *turn, *challenge, *encounter;
} words[MAILS_LANGUAGE_COUNT] = {
    {"Tessera: table %s waits for seat %d.", "Tessera: a friend waits for you at table %s.",
     "Tessera: encounter %2$d of tournament %1$s is to be played."},
    {"Tessera: Tisch %s wartet auf Platz %d.", "Tessera: Ein Freund wartet am Tisch %s auf dich.",
     "Tessera: Im Turnier %s ist die Begegnung %d zu spielen."},
    {"Tessera: il tavolo %s aspetta il posto %d.", "Tessera: un amico ti aspetta al tavolo %s.",
     "Tessera: nel torneo %s si deve giocare l'incontro %d."},
};

void sentence_put(const struct sentence *sentence, int language, const char *link, struct text *text) {
  const struct sentence_words *own = &words[language < MAILS_LANGUAGE_COUNT ? language : 0];
  switch (sentence->kind) {
  case SENTENCE_TURN: text_print(text, own->turn, sentence->id, sentence->number); break;
  case SENTENCE_CHALLENGE: text_print(text, own->challenge, sentence->id); break;
  case SENTENCE_ENCOUNTER: text_print(text, own->encounter, sentence->id, sentence->number); break;
  }
  text_add_char(text, ' ');
  text_add_string(text, link);
}
