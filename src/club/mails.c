#include "club/mails.h"

#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "notation/json_reader.h"

enum { CONFIRM_DAYS = 7, LOCAL_MOST = 64 };

/* ---- Words ---- */

/* The words of a language. %s is first the server's address, then a link. */
static const struct mail_language {
  const char *ask_subject, *ask, *news_subject, *tables, *challenges, *end;
} languages[MAILS_LANGUAGE_COUNT] = {
    {"Tessera: confirm your address",
     "Somebody wants Tessera at %s to send news of games to this address.\n\nIf it was you, confirm it within a week:\n"
     "%s\n\nIf it was not you, do nothing. No other mail comes.\n",
     "Tessera: you are awaited", "These tables wait for you:\n\n%s\n", "Challenges for you: %d\n%s\n\n",
     "At most one such mail comes in a day. This link ends them:\n%s\n"},
    {"Tessera: Adresse bestätigen",
     "Jemand möchte, dass Tessera auf %s Nachrichten von Partien an diese Adresse schickt.\n\nWenn du das warst, "
     "bestätige die Adresse binnen einer Woche:\n%s\n\nWenn nicht, tue nichts. Es kommt keine weitere Mail.\n",
     "Tessera: Du wirst erwartet", "Diese Tische warten auf dich:\n\n%s\n", "Herausforderungen an dich: %d\n%s\n\n",
     "Es kommt höchstens eine solche Mail am Tag. Dieser Link beendet sie:\n%s\n"},
    {"Tessera: conferma l'indirizzo",
     "Qualcuno vuole che Tessera su %s invii notizie delle partite a questo indirizzo.\n\nSe sei stato tu, conferma "
     "l'indirizzo entro una settimana:\n%s\n\nAltrimenti non fare nulla. Non arriverà altra posta.\n",
     "Tessera: ti aspettano", "Questi tavoli ti aspettano:\n\n%s\n", "Sfide per te: %d\n%s\n\n",
     "Arriva al massimo una mail così al giorno. Questo link le fa cessare:\n%s\n"},
};

void mail_words_free(struct mail_words *words) {
  text_free(&words->subject);
  text_free(&words->body);
  text_free(&words->stop);
}

/* ---- Addresses ---- */

bool mails_is_address(struct span address) {
  static const char other[] = "!#$%&'*+/=?^_`{|}~.-";
  const char *at = address.length == 0 ? NULL : memchr(address.bytes, '@', address.length);
  if (at == NULL || address.length >= STORE_ADDRESS_SIZE) return false;
  const size_t local = (size_t)(at - address.bytes);
  bool dotted = false;
  for (size_t i = 0; i < address.length; i++) {
    const char byte = address.bytes[i], next = i + 1 < address.length ? address.bytes[i + 1] : '.';
    const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
    if (i == local) continue;
    if (!letter && (byte == '\0' || strchr(i < local ? other : "-.", byte) == NULL)) return false;
    if (byte == '.' && (i == 0 || i == local + 1 || next == '.' || next == '@')) return false;
    dotted = dotted || (i > local && byte == '.');
  }
  return local > 0 && local <= LOCAL_MOST && dotted;
}

/* ---- Links ---- */

/* What the token of a link does; `word` stands in the token. */
static const struct mail_deed {
  const char *word;
  bool confirms;
} deeds[] = {{"confirm", true}, {"stop", false}};
enum { DEEDS = sizeof deeds / sizeof deeds[0] };

/* Appends the token by which the reader of the mails to an address confirms or stops them. That of a confirmation holds
 * for one question. */
static void put_token(const struct club *club, const struct mail_deed *deed, const struct store_mail *mail,
                      struct text *text) {
  struct text about = {0};
  text_print(&about, "%lld %lld %s", (long long)mail->player, (long long)(deed->confirms ? mail->asked : 0),
             mail->address);
  text_print(text, "%s.%016llx.%s", deed->word, (unsigned long long)mail->player,
             credential_make(store_key(club->store), CREDENTIAL_MAIL, span_of(deed->word), text_span(&about)).word);
  text_free(&about);
}

void mails_put_page(const char *base, const char *page, struct text *text) {
  text_print(text, "%s%s#/%s", base, base[strlen(base) - 1] == '/' ? "" : "/", page);
}

static void put_link(const struct club *club, const struct mail_deed *deed, const struct store_mail *mail,
                     const char *base, struct text *text) {
  mails_put_page(base, "mail?token=", text);
  put_token(club, deed, mail, text);
}

void mails_write_question(const struct club *club, const struct store_mail *mail, const char *base,
                          struct mail_words *words) {
  const struct mail_language *language = &languages[mail->language];
  struct text link = {0};
  put_link(club, &deeds[0], mail, base, &link);
  text_add_string(&words->subject, language->ask_subject);
  text_print(&words->body, language->ask, base, link.bytes);
  text_free(&link);
}

void mails_write_news(const struct club *club, const struct store_mail *mail, const char *base, struct span tables,
                      int challenges, struct mail_words *words) {
  const struct mail_language *language = &languages[mail->language];
  struct text link = {0}, lines = {0};
  put_link(club, &deeds[1], mail, base, &words->stop);
  text_add_string(&words->subject, language->news_subject);
  text_add(&lines, tables.bytes, tables.length);
  mails_put_page(base, "people", &link);
  if (tables.length > 0) text_print(&words->body, language->tables, lines.bytes);
  if (challenges > 0) text_print(&words->body, language->challenges, challenges, link.bytes);
  text_print(&words->body, language->end, words->stop.bytes);
  text_free(&lines);
  text_free(&link);
}

/* ---- Requests ---- */

bool mails_put(const struct club *club, int64_t player, struct text *text, struct fault *fault) {
  struct store_mail mail;
  const enum store_found found = store_find_mail(club->store, player, &mail, fault);
  if (found != STORE_FOUND) return found == STORE_MISSING;
  json_open_object(text, "mail");
  json_put_string(text, "address", mail.address);
  json_put_bool(text, "confirmed", mail.confirmed);
  json_close_object(text);
  return true;
}

void mails_tell(const struct club *club, const struct club_asker *asker, struct answer *answer) {
  struct fault fault;
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  if (!mails_put(club, asker->player, &answer->body, &fault))
    answer_refuse_fault(answer, &fault);
  else
    json_close_object(&answer->body);
}

static bool read_mail(const json_t *json, struct store_mail *mail, struct fault *fault) {
  struct span address = {0};
  if (!member_text(json, "address", &address, fault) ||
      !member_choice(json, "language", MAILS_LANGUAGES, &mail->language, fault))
    return false;
  if (address.length == 0) return true;
  if (!mails_is_address(address))
    return fault_say(fault, "address: expected one like anna@example.org, in ASCII and of at most %d characters",
                     STORE_ADDRESS_SIZE - 1);
  memcpy(mail->address, address.bytes, address.length);
  return true;
}

/* Hashes an address for the record of questions. Mail servers take upper and lower case for the same, and many put what
 * goes to anna+tag@example.org into the mailbox of anna@example.org. */
static void hash_address(const struct club *club, const char *address, uint8_t hash[CREDENTIAL_HASH]) {
  char mailbox[STORE_ADDRESS_SIZE] = "";
  size_t size = 0;
  bool tag = false;
  for (const char *at = address; *at != '\0'; at++) {
    tag = (tag || *at == '+') && *at != '@';
    if (!tag) mailbox[size++] = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
  }
  credential_make_bytes(store_key(club->store), CREDENTIAL_MAIL, span_of("question"), span_of(mailbox), hash);
}

void mails_act(const struct club *club, const struct club_asker *asker, struct span body, struct answer *answer) {
  struct fault fault;
  struct store_mail mail = {.player = asker->player, .asked = club->now, .due = club->now}, known = {.address = ""};
  uint8_t address[CREDENTIAL_HASH];
  bool asked = false;

  /* 1. Read the request. */
  json_t *json = club_open_body(body, "id address language", "", answer);
  if (json == NULL) return;
  const bool good = read_mail(json, &mail, &fault);
  json_decref(json);
  if (!good) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }

  /* 2. Store it. An address that the player has stays as it is; another one gets one question a day. */
  if (!club_lock_for(club, asker, answer)) return;
  hash_address(club, mail.address, address);
  if (store_find_mail(club->store, asker->player, &known, &fault) == STORE_FAILED ||
      !store_was_asked(club->store, address, club->now - DAY_MS, &asked, &fault)) {
    answer_refuse_fault(answer, &fault);
    return;
  }
  if (mail.address[0] == '\0') {
    store_drop_mail(club->store, asker->player);
  } else if (strcmp(mail.address, known.address) == 0 && (known.confirmed || known.asked > club->now - DAY_MS)) {
    known.language = mail.language;
    store_put_mail(club->store, &known);
  } else if (asked) {
    answer_refuse(answer, ANSWER_TOO_OFTEN, "a mail that asks for confirmation went to this address today");
    return;
  } else {
    store_put_mail(club->store, &mail);
    store_ask_mail(club->store, address, club->now, club->now - DAY_MS);
  }
  mails_tell(club, asker, answer);
  answer->waits = true;
}

/* Reads what the token of a link does, and for whom. NULL: it is none. */
static const struct mail_deed *read_deed(struct span token, int64_t *player) {
  struct span word = {0}, id = {0};
  uint64_t number = 0;
  if (!span_split(&token, '.', &word) || !span_split(&token, '.', &id) || !span_hash(id, &number) || number > INT64_MAX)
    return NULL;
  *player = (int64_t)number;
  for (int i = 0; i < DEEDS; i++)
    if (span_is(word, deeds[i].word)) return &deeds[i];
  return NULL;
}

/* Returns true if the server has made this token for the address. */
static bool is_token(const struct club *club, const struct mail_deed *deed, const struct store_mail *mail,
                     struct span token) {
  uint8_t have[CREDENTIAL_HASH], want[CREDENTIAL_HASH];
  struct text wanted = {0};
  put_token(club, deed, mail, &wanted);
  credential_hash(token, have);
  credential_hash(text_span(&wanted), want);
  text_free(&wanted);
  return credential_same(have, want) && (!deed->confirms || club->now - mail->asked <= CONFIRM_DAYS * DAY_MS);
}

/* Does what the token of a link says. */
static void take_token(const struct club *club, struct span token, struct answer *answer) {
  struct fault fault;
  struct store_mail mail;
  int64_t player = 0;
  const struct mail_deed *deed = read_deed(token, &player);
  if (!club_lock(club, answer)) return;
  const enum store_found found = deed == NULL ? STORE_MISSING : store_find_mail(club->store, player, &mail, &fault);
  if (found == STORE_FAILED) {
    answer_refuse_fault(answer, &fault);
    return;
  }
  if (found == STORE_MISSING || !is_token(club, deed, &mail, token)) {
    answer_refuse(answer, ANSWER_WRONG_TOKEN, "this link does not hold, or no longer");
    return;
  }
  mail.confirmed = true;
  if (deed->confirms)
    store_put_mail(club->store, &mail);
  else
    store_drop_mail(club->store, mail.player);
  answer_begin(answer, ANSWER_OK);
  answer->waits = true;
  json_open_object(&answer->body, NULL);
  json_put_bool(&answer->body, "confirmed", deed->confirms);
  json_close_object(&answer->body);
}

void mails_take(const struct club *club, struct span body, struct answer *answer) {
  struct fault fault;
  struct span token = {0};
  json_t *json = club_open_body(body, "id token", "", answer);
  if (json == NULL) return;
  if (member_text(json, "token", &token, &fault))
    take_token(club, token, answer);
  else
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  json_decref(json);
}

/* ---- What goes ---- */

void mails_wake(const struct club *club, int64_t player) { store_wake_mail(club->store, player, club->now, DAY_MS); }

bool mails_rest(const struct club *club, const struct store_mail *mail) {
  struct club_vacation vacation;
  struct fault unheard;
  struct store_mail next = *mail;
  if (!club_find_vacation(club, mail->player, club->now, &vacation, &unheard) || vacation.until <= club->now)
    return false;
  next.due = vacation.until;
  store_put_mail(club->store, &next);
  return true;
}

void mails_went(const struct club *club, const struct store_mail *mail, bool news) {
  struct store_mail next = *mail;
  next.due = INT64_MAX;
  if (news) next.sent = club->now;
  store_put_mail(club->store, &next);
}
