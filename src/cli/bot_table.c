#define _POSIX_C_SOURCE 200809L
/* The game that a program follows by the log of its table, and the connection to the server. */
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/steady_clock.h"
#include "cli/bot.h"
#include "cli/files.h"
#include "notation/json_reader.h"
#include "notation/options.h"

void bot_game_free(struct bot_game *game) {
  history_free(game->history);
  if (game->sets != NULL) set_library_close(game->sets);
  bot_chance_free(&game->chance);
  text_free(&game->newgame);
  text_free(&game->words);
  *game = (struct bot_game){0};
}

/* ---- The game's words ---- */

/* Sets up the game that the words after the first `skipped` bytes describe. */
static bool settle(struct bot_game *game, const struct text *words, size_t skipped, struct game_setup *setup,
                   struct fault *fault) {
  struct game_request request = {0};
  struct reader reader = reader_of((struct span){words->bytes + skipped, words->length - skipped});
  if (game->sets == NULL) game->sets = set_library_open();
  return game_request_words(&request, &reader, fault) && game_request_settle(&request, game->sets, setup, fault);
}

/* True if this is the game for which the table was set up, and the first player is the one named in the set-up, if any.
 */
static bool is_as_laid(struct bot_game *game, const struct game_setup *setup, struct fault *fault) {
  struct game_setup laid;
  if (!settle(game, &game->chance.laid, 0, &laid, fault)) return fault_within(fault, "set-up of the table");
  const tess_options *own = &setup->options, *due = &laid.options;
  const bool same = setup->set == laid.set && own->players == due->players && options_agree(own, due) &&
                    memcmp(own->colours, due->colours, own->players) == 0;
  if (!same) return fault_say(fault, "the game is another one than the table was set up for");
  return game->chance.seen.first_by_chance || own->first == due->first ||
         fault_say(fault, "seat %d begins, and the table was set up so that seat %d does", own->first + 1,
                   due->first + 1);
}

/* Begins the game that `newgame` describes; `*history` receives it. */
static bool begin(struct bot_game *game, struct fault *fault) {
  struct game_setup setup;
  if (game->newgame.length < strlen("newgame ") || strncmp(game->newgame.bytes, "newgame ", 8) != 0)
    return fault_say(fault, "newgame: expected the line newgame");
  if (!settle(game, &game->newgame, strlen("newgame "), &setup, fault) || !is_as_laid(game, &setup, fault))
    return false;
  history_free(game->history);
  game->history = history_new(setup.set, &setup.options, fault);
  return game->history != NULL;
}

/* Takes the step that a word describes, and keeps the word. */
static bool play_word(struct bot_game *game, struct span word, struct fault *fault) {
  if (game->history == NULL) return fault_say(fault, "a game that has not started goes on");
  if (!history_word(game->history, word, fault)) return false;
  text_add(&game->words, word.bytes, word.length);
  text_add_char(&game->words, '\n');
  game->count++;
  return true;
}

/* ---- Entries ---- */

/* Returns a whole number of an entry; -1 if it has no such member. */
static int number_of(const json_t *entry, const char *name) {
  const json_t *number = json_object_get(entry, name);
  return json_is_integer(number) ? (int)json_integer_value(number) : -1;
}

/* True if `type` is one of the words, which are separated by blanks. */
static bool is_word(const char *type, const char *words) {
  struct span rest = span_of(words), word;
  while (span_split(&rest, ' ', &word))
    if (span_is(word, type)) return true;
  return false;
}

static bool take_entry(struct bot_game *game, const json_t *entry, struct fault *fault) {
  const char *type = json_string_value(json_object_get(entry, "type"));
  const int seq = number_of(entry, "seq");
  if (type == NULL || seq < 1) return fault_say(fault, "an entry without seq and type");
  if (seq <= game->seq) return true;
  game->seq = seq;
  game->at = json_integer_value(json_object_get(entry, "at"));
  if (!bot_chance_entry(&game->chance, game->own, entry, fault)) return false;

  /* 1. Record whether a player asks for a take-back. */
  const bool refused = strcmp(type, "answered") == 0 && json_is_false(json_object_get(entry, "yes"));
  if (refused || is_word(type, "moved undone over closed")) game->asked = 0;
  const char *what = json_string_value(json_object_get(entry, "what"));
  if (strcmp(type, "asked") == 0 && what != NULL && strcmp(what, "take-back") == 0) {
    game->asked = game->seq;
    game->asking = number_of(entry, "seat");
  }

  /* 2. Begin the game, or take steps back. */
  if (strcmp(type, "started") == 0) {
    const char *newgame = json_string_value(json_object_get(entry, "newgame"));
    if (newgame == NULL) return fault_say(fault, "newgame: expected a text");
    text_clear(&game->newgame);
    text_add_string(&game->newgame, newgame);
    return begin(game, fault);
  }
  if (strcmp(type, "undone") == 0) {
    /* Take back steps, so that only the first words of the game remain. */
    const int count = number_of(entry, "words");
    struct text old = game->words;
    struct span rest = {old.bytes, old.length}, kept;
    bot_chance_undone(&game->chance, rest);
    game->words = (struct text){0};
    game->count = 0;
    bool cut = begin(game, fault);
    while (cut && game->count < count && span_split(&rest, '\n', &kept)) cut = play_word(game, kept, fault);
    text_free(&old);
    return cut;
  }

  /* 3. Record who moves, what the table waits for, and how the game ends. */
  const int seat = number_of(entry, "seat");
  if (is_word(type, "computer returned") && seat >= 1 && seat <= TESS_MAX_PLAYERS)
    game->computer[seat - 1] = strcmp(type, "computer") == 0;
  if (is_word(type, "paused resumed")) game->paused = strcmp(type, "paused") == 0;
  if (is_word(type, "drawn moved returned resumed")) game->position = seq;
  if (strcmp(type, "closed") == 0) game->closed = true;
  if (is_word(type, "over closed")) game->over = true;
  if (strcmp(type, "rematch") == 0) {
    const char *next = json_string_value(json_object_get(entry, "table"));
    if (!bot_take_id(next, game->next, sizeof game->next)) return fault_say(fault, "table: expected the id of a table");
  }

  /* 4. Play the words of a draw or turn. */
  if (!is_word(type, "drawn moved")) return true;
  size_t index;
  const json_t *word, *words = json_object_get(entry, "words");
  json_array_foreach(words, index, word) {
    if (!json_is_string(word)) return fault_say(fault, "words: expected texts");
    if (!play_word(game, (struct span){json_string_value(word), json_string_length(word)}, fault)) return false;
  }
  return true;
}

/* Handles a line of the stream: the first line holds many entries, each later line holds one. */
static bool take(struct bot_game *game, const json_t *line, struct fault *fault) {
  size_t index;
  const json_t *entry, *entries = json_object_get(line, "entries");
  if (entries == NULL) return take_entry(game, line, fault);
  json_array_foreach(entries, index, entry) if (!take_entry(game, entry, fault)) return false;
  return true;
}

bool bot_game_line(struct bot_game *game, struct span line, struct fault *fault) {
  if (line.length == 0) return true;
  json_t *json = members_read(line, fault);
  const bool taken = json != NULL && take(game, json, fault);
  json_decref(json);
  return taken || fault_within(fault, "stream of the table");
}

bool bot_game_is_replaced(const struct bot_game *game, int seat) {
  return game->history != NULL && !game->over && game->computer[seat - 1];
}

bool bot_game_is_turn(const struct bot_game *game, int seat) {
  return game->history != NULL && !game->over && !game->paused && !game->computer[seat - 1] &&
         tess_game_phase(game->history->game) == TESS_PHASE_PLACE && tess_game_seat(game->history->game) == seat - 1;
}

/* ---- Words from the server ---- */

bool bot_take_id(const char *text, char *id, size_t size) {
  static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (text == NULL || *text == '\0' || strlen(text) >= size || text[strspn(text, characters)] != '\0') return false;
  memcpy(id, text, strlen(text) + 1);
  return true;
}

/* ---- The connection ---- */

enum {
  REQUEST_WAIT = 60,
  FIRST_PAUSE = 200,
  PAUSE = 1000,
  QUIET = 3000,
  STEP = 100,
  SILENCE = 60,
  CONNECT_SECONDS = 10,
  ANSWER_SECONDS = 30
};

struct bot_link {
  const char *url;
  const atomic_bool *stop;
  struct curl_slist *headers;
  CURL *request, *stream;
  CURLM *multi;
  bool listening;
  struct text arrived; /* received bytes of the stream; those from `taken` on are not processed yet */
  size_t taken;
  size_t line, most; /* bytes of its last line so far; maximum bytes of a line */
  int wait;          /* the longest time that the server may be unreachable, in seconds */
  int64_t away;      /* since when it has been unreachable, in milliseconds of the steady clock; 0: it is reachable */
  bool said;         /* this was printed to standard error */
};

/* If these callbacks do not accept all bytes, curl ends the transfer with CURLE_WRITE_ERROR. */
static size_t keep_answer(char *bytes, size_t size, size_t count, void *context) {
  struct text *answer = context;
  if (answer->length + size * count > BOT_ANSWER_MOST) return 0;
  text_add(answer, bytes, size * count);
  return size * count;
}

static size_t keep_lines(char *bytes, size_t size, size_t count, void *context) {
  struct bot_link *link = context;
  struct span rest = {bytes, size * count}, part;
  while (span_split(&rest, '\n', &part)) {
    link->line += part.length;
    if (link->line > link->most) return 0;
    if (rest.bytes == NULL) break;
    link->line = 0;
    link->most = BOT_ENTRY_MOST;
  }
  text_add(&link->arrived, bytes, size * count);
  return size * count;
}

static CURL *new_handle(const struct bot_link *link, curl_write_callback keep, void *into) {
  CURL *handle = curl_easy_init();
  if (handle == NULL) return NULL;
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, keep);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, into);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, link->headers);
  return handle;
}

static struct curl_slist *first_headers(void) { return curl_slist_append(NULL, "Content-Type: application/json"); }

static void stop_listening(struct bot_link *link) {
  if (link->listening) curl_multi_remove_handle(link->multi, link->stream);
  link->listening = false;
}

struct bot_link *bot_link_open(const char *url, int wait, const atomic_bool *stop, struct fault *fault) {
  struct bot_link *link = memory_new(sizeof *link);
  *link = (struct bot_link){.url = url, .wait = wait, .stop = stop};
  curl_global_init(CURL_GLOBAL_DEFAULT);
  link->headers = first_headers();
  link->request = new_handle(link, keep_answer, NULL);
  link->stream = new_handle(link, keep_lines, link);
  link->multi = curl_multi_init();
  if (link->request != NULL && link->stream != NULL && link->multi != NULL) return link;
  fault_say(fault, "the network cannot be used");
  bot_link_close(link);
  return NULL;
}

void bot_link_close(struct bot_link *link) {
  if (link == NULL) return;
  stop_listening(link);
  curl_easy_cleanup(link->stream);
  curl_easy_cleanup(link->request);
  curl_multi_cleanup(link->multi);
  curl_slist_free_all(link->headers);
  text_free(&link->arrived);
  free(link);
}

void bot_link_identify(struct bot_link *link, const char *token) {
  struct text header = {0};
  stop_listening(link);
  curl_slist_free_all(link->headers);
  link->headers = first_headers();
  text_print(&header, "Authorization: Bearer %s", token);
  link->headers = curl_slist_append(link->headers, header.bytes);
  text_free(&header);
}

void bot_link_pause(const struct bot_link *link, int milliseconds) {
  const struct timespec step = {0, STEP * 1000000};
  for (int i = 0; i < milliseconds && !atomic_load(link->stop); i += STEP) nanosleep(&step, NULL);
}

void bot_link_there(struct bot_link *link) {
  link->away = 0;
  link->said = false;
}

/* Records that the server is unreachable, for this reason. It is reported on standard error only after a while, because
 * another server may take over within seconds. Returns false with `*fault` filled once the server has been unreachable
 * for `seconds`. */
static bool wait_on(struct bot_link *link, const char *reason, int seconds, struct fault *fault) {
  const int64_t now = steady_milliseconds();
  if (link->away == 0) link->away = now;
  const int64_t most = (int64_t)seconds * 1000;
  if (!link->said && (most <= QUIET || now - link->away >= QUIET)) {
    struct text line = {0};
    text_print(&line, "tessera bot: %s: %s; trying again for %d seconds\n", link->url, reason, seconds);
    errors_write(line.bytes, line.length);
    text_free(&line);
    link->said = true;
  }
  return now - link->away < most || fault_say(fault, "%s: %s, for %d seconds", link->url, reason, seconds);
}

bool bot_link_wait(struct bot_link *link, struct fault *fault) {
  return wait_on(link, "the server does not answer", link->wait, fault);
}

static void set_path(const struct bot_link *link, CURL *handle, const char *path) {
  struct text url = {0};
  const size_t length = strlen(link->url);
  text_add(&url, link->url, length > 0 && link->url[length - 1] == '/' ? length - 1 : length);
  text_print(&url, "/api/v1%s", path);
  curl_easy_setopt(handle, CURLOPT_URL, url.bytes);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, link->headers);
  text_free(&url);
}

/* ---- Requests ---- */

/* Sends the request that is set on `link->request` again until it is answered. */
static int request(struct bot_link *link, const char *path, struct text *reply, struct fault *fault) {
  long status = 0;
  set_path(link, link->request, path);
  curl_easy_setopt(link->request, CURLOPT_WRITEDATA, reply);
  curl_easy_setopt(link->request, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
  for (int pause = FIRST_PAUSE; !atomic_load(link->stop); pause = PAUSE) {
    text_clear(reply);
    status = 0;
    const CURLcode result = curl_easy_perform(link->request);
    if (result == CURLE_OK) curl_easy_getinfo(link->request, CURLINFO_RESPONSE_CODE, &status);
    /* A proxy has status codes of its own for an unreachable server. */
    if (status != 0 && status != 429 && status < 500) {
      bot_link_there(link);
      break;
    }
    if (result == CURLE_WRITE_ERROR) {
      fault_say(fault, "%s: an answer longer than %d bytes", link->url, BOT_ANSWER_MOST);
      break;
    }
    const char *reason = result == CURLE_OK ? "the server is busy" : curl_easy_strerror(result);
    const int seconds = link->wait < REQUEST_WAIT ? link->wait : REQUEST_WAIT;
    if (!wait_on(link, reason, seconds, fault)) break;
    bot_link_pause(link, pause);
  }
  return (int)status;
}

int bot_link_get(struct bot_link *link, const char *path, struct text *reply, struct fault *fault) {
  curl_easy_setopt(link->request, CURLOPT_HTTPGET, 1L);
  return request(link, path, reply, fault);
}

int bot_link_post(struct bot_link *link, const char *path, const char *body, struct text *reply, struct fault *fault) {
  curl_easy_setopt(link->request, CURLOPT_POSTFIELDS, body);
  return request(link, path, reply, fault);
}

/* ---- The stream ---- */

void bot_link_listen(struct bot_link *link, const char *path) {
  stop_listening(link);
  text_clear(&link->arrived);
  link->taken = link->line = 0;
  link->most = BOT_ANSWER_MOST;
  set_path(link, link->stream, path);
  curl_easy_setopt(link->stream, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(link->stream, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(link->stream, CURLOPT_LOW_SPEED_TIME, (long)SILENCE);
  curl_multi_add_handle(link->multi, link->stream);
  link->listening = true;
}

/* Returns a complete line that has arrived; false if there is none. */
static bool take_line(struct bot_link *link, struct text *line) {
  const char *begin = link->arrived.bytes + link->taken;
  const size_t length = link->arrived.length - link->taken;
  const char *end = length == 0 ? NULL : memchr(begin, '\n', length);
  if (end == NULL) return false;
  text_clear(line);
  text_add(line, begin, (size_t)(end - begin));
  link->taken += line->length + 1;
  if (link->taken < link->arrived.length) return true;
  text_clear(&link->arrived);
  link->taken = 0;
  return true;
}

enum bot_read bot_link_line(struct bot_link *link, struct text *line) {
  for (int running = 1;;) {
    if (take_line(link, line)) return BOT_LINE;
    if (running == 0) {
      long status = 0;
      curl_easy_getinfo(link->stream, CURLINFO_RESPONSE_CODE, &status);
      if (status == 409) return BOT_AHEAD;
      if (link->line > link->most) return BOT_ENDLESS;
      return status >= 400 && status < 500 && status != 429 ? BOT_REFUSED : BOT_ENDED;
    }
    if (atomic_load(link->stop)) return BOT_STOPPED;
    curl_multi_poll(link->multi, NULL, 0, STEP, NULL);
    curl_multi_perform(link->multi, &running);
  }
}
