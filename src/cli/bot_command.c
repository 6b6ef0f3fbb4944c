/* `tessera bot`: sits down at a table of a server and plays there with any engine. */
#define _DEFAULT_SOURCE

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "arena/contestant.h"
#include "cli/bot_game.h"
#include "cli/bot_link.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/interrupts.h"

enum { ID_SIZE = 33, FIRST_PAUSE = 250, LONGEST_PAUSE = 8000 };

/* A program at its seat. */
struct bot {
  struct bot_link *link;
  struct bot_game game;
  struct engine_spec spec;
  struct contestant contestant;
  const atomic_bool *stop;
  const char *table;
  int seat;
  int answered; /* words of the game for which the turn was sent; -1: none */
};

static void draw_bytes(void *bytes, size_t size) {
  if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}

static uint64_t draw_seed(void) {
  uint64_t seed;
  draw_bytes(&seed, sizeof seed);
  return seed;
}

static void draw_id(char id[ID_SIZE]) {
  uint8_t bytes[ID_SIZE / 2];
  draw_bytes(bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes; i++) snprintf(id + 2 * i, 3, "%02x", (unsigned)bytes[i]);
}

/* The path of something of the table; to be freed. */
static struct text path_of(const struct bot *bot, const char *what) {
  struct text path = {0};
  text_print(&path, "/tables/%s%s", bot->table, what);
  return path;
}

/* Says why the server refused, in its own words. */
static bool say_refusal(struct fault *fault, const char *what, int status, const struct text *reply) {
  json_t *json = json_loadb(reply->bytes, reply->length, 0, NULL);
  const char *text = json_string_value(json_object_get(json, "text"));
  fault_say(fault, "%s: %s (%d)", what, text == NULL ? "the server refused" : text, status);
  json_decref(json);
  return false;
}

/* ---- sitting down ------------------------------------------------------------------------------------------------ */

static struct text sit_body(const struct arguments *arguments, const struct bot *bot) {
  struct text body = {0};
  char id[ID_SIZE], contribution[ID_SIZE];
  const char *name = argument_text(arguments, "name");
  const uint64_t seat = argument_number(arguments, "seat", 0);
  if (name == NULL) name = bot->spec.name;
  draw_id(id);
  draw_id(contribution);
  text_print(&body, "{\"id\":\"%s\",\"kind\":\"program\",\"contribution\":\"%s\",\"name\":", id, contribution);
  text_add_json(&body, name, strlen(name));
  if (seat > 0) text_print(&body, ",\"seat\":%u", (unsigned)seat);
  text_add_char(&body, '}');
  return body;
}

static bool take_seat(struct bot *bot, const struct text *reply, struct fault *fault) {
  json_t *json = json_loadb(reply->bytes, reply->length, 0, NULL);
  const char *token = json_string_value(json_object_get(json, "token"));
  bot->seat = (int)json_integer_value(json_object_get(json, "seat"));
  const bool taken = token != NULL && bot->seat >= 1 && bot->seat <= TESS_MAX_PLAYERS;
  if (taken)
    bot_link_identify(bot->link, token);
  else
    fault_say(fault, "sitting down: expected a seat and a token from the server");
  json_decref(json);
  return taken;
}

static bool sit_down(struct bot *bot, const struct arguments *arguments, struct fault *fault) {
  struct text path = path_of(bot, "/seats"), body = sit_body(arguments, bot), reply = {0};
  const int status = bot_link_post(bot->link, path.bytes, body.bytes, &reply, fault);
  bool taken = false;
  if (status == 201)
    taken = take_seat(bot, &reply, fault);
  else if (status != 0)
    say_refusal(fault, "sitting down", status, &reply);
  text_free(&path);
  text_free(&body);
  text_free(&reply);
  if (taken) printf("seat %d at table %s\n", bot->seat, bot->table);
  fflush(stdout);
  return taken;
}

/* ---- playing ----------------------------------------------------------------------------------------------------- */

/* Posts an action, its members but the id in `members`. What is no longer due is refused by 409, and the stream tells
 * why. False with `*fault` on any other refusal. */
static bool post_action(struct bot *bot, const char *members, struct fault *fault) {
  struct text path = path_of(bot, "/actions"), body = {0}, reply = {0};
  char id[ID_SIZE];
  draw_id(id);
  text_print(&body, "{\"id\":\"%s\",%s}", id, members);
  const int status = bot_link_post(bot->link, path.bytes, body.bytes, &reply, fault);
  const bool granted = status == 200 || status == 409 || atomic_load(bot->stop);
  if (!granted && status != 0) say_refusal(fault, members, status, &reply);
  text_free(&path);
  text_free(&body);
  text_free(&reply);
  return granted;
}

/* Lets the engine choose on the game, which is then as before. */
static bool choose(struct bot *bot, struct text *members, struct fault *fault) {
  struct history *history = bot->game.history;
  const int before = history->count;
  if (contestant_play(&bot->contestant, history, bot->stop, fault) != DRIVER_TURN) return false;
  text_print(members, "\"type\":\"move\",\"at\":%d,\"move\":\"", bot->game.count);
  struct text word = {0};
  for (int i = before; i < history->count; i++) history_word_write(history, i, ';', &word);
  text_add_string(members, word.bytes + 1);
  text_add_char(members, '"');
  text_free(&word);
  while (history->count > before) history_undo(history);
  return true;
}

static bool take_turn(struct bot *bot, struct fault *fault) {
  struct text members = {0};
  bool played = true;
  if (bot->contestant.spec == NULL) {
    const char *newgame = bot->game.newgame.bytes + strlen("newgame");
    played = contestant_open(&bot->contestant, &bot->spec, newgame, draw_seed(), bot->stop, fault) == DRIVER_TURN;
  }
  played = played && choose(bot, &members, fault) && post_action(bot, members.bytes, fault);
  bot->answered = bot->game.count;
  text_free(&members);
  return played || atomic_load(bot->stop);
}

/* Reads lines until the stream ends. False with `*fault` if the bot cannot go on. */
static bool follow(struct bot *bot, bool *heard, struct fault *fault) {
  struct text line = {0};
  bool well = true;
  while (well && !bot->game.over && bot_link_line(bot->link, &line) == BOT_LINE) {
    *heard = true;
    const int before = bot->game.count;
    well = bot_game_line(&bot->game, (struct span){line.bytes, line.length}, fault);
    if (bot->game.count != before) bot->answered = -1;
    if (well && bot_game_is_turn(&bot->game, bot->seat) && bot->answered != bot->game.count)
      well = take_turn(bot, fault);
  }
  text_free(&line);
  return well;
}

/* Plays to the end, taking up the stream again as often as it breaks. */
static bool play(struct bot *bot, struct fault *fault) {
  int pause = FIRST_PAUSE;
  bool well = true;
  while (well && !bot->game.over && !atomic_load(bot->stop)) {
    struct text path = path_of(bot, "/events");
    bool heard = false;
    text_print(&path, "?since=%d", (int)bot->game.seq);
    bot_link_listen(bot->link, path.bytes);
    text_free(&path);
    well = follow(bot, &heard, fault);
    pause = heard ? FIRST_PAUSE : pause * 2;
    if (!bot->game.over) bot_link_pause(bot->link, pause < LONGEST_PAUSE ? pause : LONGEST_PAUSE);
  }
  return well;
}

static void tell_scores(const struct bot *bot) {
  const tess_game *game = bot->game.history == NULL ? NULL : bot->game.history->game;
  if (game == NULL || tess_game_phase(game) != TESS_PHASE_OVER) return;
  printf("over:");
  for (int side = 0; side < tess_game_sides(game); side++) printf(" %d", (int)tess_game_score(game, side));
  printf("\n");
}

static int bot_run(const struct arguments *arguments) {
  const char *url = argument_text(arguments, "url"), *words = argument_text(arguments, "engine");
  struct bot bot = {.table = argument_text(arguments, "table"), .stop = interrupts_heed(), .answered = -1};
  struct fault fault = {0};
  if (bot.table == NULL || !engine_spec_read(&bot.spec, NULL, words == NULL ? "level-5" : words, &fault)) {
    fprintf(stderr, "tessera bot: %s\n", bot.table == NULL ? "expected --table, the id of a table" : fault.text);
    return CODE_USAGE;
  }
  bot.link = bot_link_open(url == NULL ? "http://127.0.0.1:8080" : url, bot.stop, &fault);
  const bool well = bot.link != NULL && sit_down(&bot, arguments, &fault) && play(&bot, &fault);
  if (well)
    tell_scores(&bot);
  else
    fprintf(stderr, "tessera bot: %s\n", fault.text);
  contestant_close(&bot.contestant);
  bot_game_free(&bot.game);
  bot_link_close(bot.link);
  engine_spec_free(&bot.spec);
  return well ? CODE_DONE : CODE_FAILURE;
}

static const struct option_spec bot_options[] = {
    {"url", 'u', OPTION_TEXT, "URL", 0, 0, "the server (default: http://127.0.0.1:8080)"},
    {"table", 't', OPTION_TEXT, "ID", 0, 0, "the table to sit down at"},
    {"seat", 's', OPTION_NUMBER, "N", 1, TESS_MAX_PLAYERS, "the seat (default: the first that is open)"},
    {"engine", 'e', OPTION_TEXT, "WORDS", 0, 0, "who plays, as in match (default: level-5)"},
    {"name", 'n', OPTION_TEXT, "NAME", 0, 0, "under which it sits there (default: that of the engine)"},
    OPTIONS_END};

const struct command bot_command = {
    .name = "bot",
    .operands = "",
    .summary = "sit down at a table of a server with an engine",
    .description =
        "Sits down at an open seat of a table that tessera serve keeps, and plays there to the end: with a player of "
        "ours, as in --engine greedy, or with a program that speaks the protocol of docs/protocol.md, as in --engine "
        "'cmd=\"python3 examples/bot.py\" st=1'.\nIt leaves the draw to the server, so that people keep the time to "
        "take back their turn, and goes on when the connection or the server was lost.",
    .options = bot_options,
    .run = bot_run,
};
