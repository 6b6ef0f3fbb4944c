/* The page as it stands at the address of an invitation, `/t/TABLE`: with a title, a text and a picture of the table,
 * for messengers that show a link to those who get it. It has no secret, and nothing that a client sent unescaped. */
#include "server/service.h"

#include <string.h>

/* The page for such addresses, which embed.py makes, and the place in it where the table's lines go. */
#define INVITATION_FILE "/t/table"
#define INVITATION_PLACE "<!--table-->"

/* The words of a language: what somebody does (their name, the game), a table of nobody (the game), and what one can do
 * there by the number of open seats: none, one, several. */
struct invitation_words {
  const char *code, *games[2], *by, *table, *watch, *one_seat, *seats;
};

static const struct invitation_words languages[] = {
    {"en",
     {"Star Wars Edition", "Classic"},
     "%s invites you to play: %s",
     "A table of Tessera: %s",
     "Watch the game in the browser.",
     "One seat is open. You play in the browser, without an account.",
     "%d seats are open. You play in the browser, without an account."},
    {"de",
     {"Star Wars Edition", "Klassisch"},
     "%s lädt dich ein: %s",
     "Ein Tisch von Tessera: %s",
     "Sieh dem Spiel im Browser zu.",
     "Ein Platz ist frei. Du spielst im Browser, ohne Anmeldung.",
     "%d Plätze sind frei. Du spielst im Browser, ohne Anmeldung."},
    {"it",
     {"Star Wars Edition", "Classico"},
     "%s ti invita a giocare: %s",
     "Un tavolo di Tessera: %s",
     "Guarda la partita nel browser.",
     "Un posto è libero. Si gioca nel browser, senza registrazione.",
     "%d posti sono liberi. Si gioca nel browser, senza registrazione."},
};

/* The language whose code the text begins with; NULL: none. */
static const struct invitation_words *language_of(const char *text) {
  for (size_t i = 0; text != NULL && i < sizeof languages / sizeof languages[0]; i++)
    if (strncmp(text, languages[i].code, 2) == 0 && strchr(",;-", text[2]) != NULL) return &languages[i];
  return NULL;
}

/* The language that the link names, its opener's; else the first known one of the reader; else English. */
static const struct invitation_words *choose_language(const struct exchange *exchange) {
  const struct invitation_words *chosen = language_of(request_argument(exchange, "lang"));
  const char *at = request_header(exchange, "Accept-Language");
  while (chosen == NULL && at != NULL && *at != '\0') {
    at += strspn(at, " ,");
    chosen = language_of(at);
    at += strcspn(at, ",");
  }
  return chosen != NULL ? chosen : &languages[0];
}

static void add_line(struct text *text, const char *property, const char *content) {
  text_print(text, "<meta property=\"og:%s\" content=\"", property);
  text_add_html(text, content);
  text_add_string(text, "\">\n");
}

void invitation_frame(struct exchange *exchange) {
  const int language = (int)(choose_language(exchange) - languages);
  lobby_tournament_frame(exchange->service->lobby, span_of(exchange->table), language, &exchange->answer);
}

/* Adds title, text, picture and address of a table. */
static void add_table(const struct exchange *exchange, const struct lobby_invitation *table, struct text *text) {
  const struct invitation_words *words = choose_language(exchange);
  const char *game = words->games[table->classic];
  struct text title = {0}, about = {0}, root = {0}, picture = {0}, address = {0};

  /* 1. The words. */
  if (table->host[0] != '\0')
    text_print(&title, words->by, table->host, game);
  else
    text_print(&title, words->table, game);
  if (table->open == 0) text_add_string(&about, words->watch);
  if (table->open == 1) text_add_string(&about, words->one_seat);
  if (table->open > 1) text_print(&about, words->seats, table->open);

  /* 2. The addresses. */
  /* The address of the page's folder ends with a slash: the base-url, else what the client has asked. */
  const struct server_settings *settings = exchange->service->settings;
  const char *host = request_header(exchange, "Host"), *base = settings->base_url;
  if (base != NULL)
    text_add_string(&root, base);
  else
    text_print(&root, "%s://%s", settings->trust_proxy ? "https" : "http", host != NULL ? host : "localhost");
  if (root.bytes[root.length - 1] != '/') text_add_char(&root, '/');
  text_print(&picture, "%spictures/%s.png", root.bytes, table->classic ? "classic" : "star-wars");
  text_print(&address, "%st/%s", root.bytes, table->id);

  /* 3. The lines. */
  text_add_string(text, "<title>");
  text_add_html(text, title.bytes);
  text_add_string(text, "</title>\n");
  add_line(text, "type", "website");
  add_line(text, "site_name", "Tessera");
  add_line(text, "title", title.bytes);
  add_line(text, "description", about.bytes);
  add_line(text, "image", picture.bytes);
  add_line(text, "url", address.bytes);
  text_add_string(text, "<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
  struct text *const all[] = {&title, &about, &root, &picture, &address};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) text_free(all[i]);
}

void invitation_run(struct exchange *exchange) {
  struct answer *answer = &exchange->answer;
  struct lobby_invitation table;
  const struct asset *page = asset_find(INVITATION_FILE);
  const bool found = lobby_invite(exchange->service->lobby, span_of(exchange->table), &table, answer);
  if (!found && answer->later) return;

  /* The page of a table that is not found says so itself. */
  const char *bytes = (const char *)page->codings[ASSET_PLAIN].bytes;
  const size_t length = page->codings[ASSET_PLAIN].length, place = strlen(INVITATION_PLACE);
  size_t at = 0;
  while (at + place < length && memcmp(bytes + at, INVITATION_PLACE, place) != 0) at++;
  answer_begin(answer, ANSWER_OK);
  text_add(&answer->body, bytes, at);
  if (found)
    add_table(exchange, &table, &answer->body);
  else
    text_add_string(&answer->body, "<title>Tessera</title>\n");
  text_add(&answer->body, bytes + at + place, length - at - place);
}
