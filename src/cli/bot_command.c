/* `tessera bot`: sits down at a table of a server and plays there with any engine. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "arena/engine.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "base/new_file.h"
#include "cli/bot.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/server_url.h"
#include "cli/terminal.h"
#include "notation/options.h"
#include "tessera/tessera.h"

/* ---- The seat and its file ---- */

enum { BOT_TABLE_SIZE = 33, BOT_TOKEN_SIZE = 65 };

struct bot_seat {
  char table[BOT_TABLE_SIZE];
  int seat; /* from 1; 0: none is held */
  char token[BOT_TOKEN_SIZE];
  struct bot_share share; /* of the chance, once it is made */
};

static bool take_word(const json_t *json, const char *name, char *word, size_t size) {
  return bot_take_id(json_string_value(json_object_get(json, name)), word, size);
}

/* The share of chance that is kept with a seat, if there is one. */
static void take_share(const json_t *json, struct bot_share *share) {
  const char *commitment = json_string_value(json_object_get(json, "commitment"));
  const char *contribution = json_string_value(json_object_get(json, "contribution"));
  share->given = commitment != NULL && contribution != NULL &&
                 hex_read(span_of(commitment), share->commitment, FAIR_HASH) &&
                 hex_read(span_of(contribution), share->bytes, FAIR_CONTRIBUTION);
}

/* Takes the seat from what the server answered to a request for one, or from its file. False with `*fault` if it is not
 * that. */
static bool bot_seat_read(struct bot_seat *seat, struct span bytes, struct fault *fault) {
  struct bot_seat found = {0};
  json_t *json = json_loadb(bytes.bytes, bytes.length, 0, NULL);
  const json_int_t number = json_integer_value(json_object_get(json, "seat"));
  const bool good = number >= 1 && number <= TESS_MAX_PLAYERS &&
                    take_word(json, "table", found.table, sizeof found.table) &&
                    take_word(json, "token", found.token, sizeof found.token);
  take_share(json, &found.share);
  json_decref(json);
  if (!good) return fault_say(fault, "expected JSON with a table, a seat and a token");
  found.seat = (int)number;
  *seat = found;
  return true;
}

static void put_hex(struct text *text, const char *name, const uint8_t *bytes, size_t size) {
  json_open_string(text, name);
  hex_write(bytes, size, text);
  json_close_string(text);
}

/* Writes the file, for nobody else to read, in place of the one before. False with `*fault`. */
static bool bot_seat_save(const struct bot_seat *seat, const char *path, struct fault *fault) {
  struct text bytes = {0};
  json_open_object(&bytes, NULL);
  json_put_string(&bytes, "table", seat->table);
  json_put_int(&bytes, "seat", seat->seat);
  json_put_string(&bytes, "token", seat->token);
  if (seat->share.given) put_hex(&bytes, "commitment", seat->share.commitment, FAIR_HASH);
  if (seat->share.given) put_hex(&bytes, "contribution", seat->share.bytes, FAIR_CONTRIBUTION);
  json_close_object(&bytes);
  text_add_char(&bytes, '\n');
  bool saved = new_file_write(path, bytes.bytes, bytes.length, fault);
  if (!saved) {
    char where[208];
    snprintf(where, sizeof where, "%.200s", path);
    fault_within(fault, where);
  }
  text_free(&bytes);
  return saved;
}

/* ---- At the table ---- */

enum { ID_SIZE = 33, FIRST_PAUSE = 250, LONGEST_PAUSE = 8000, SERVER_WAIT = 600 };

/* A program at its seat. */
struct bot {
  struct bot_link *link;
  struct bot_game game;
  struct engine_spec spec;
  struct contestant contestant; /* from before it sits down on */
  struct text own_name;         /* the engine's, as far as a server takes it */
  bool begun;                   /* the contestant knows of the game */
  bool restarted;               /* the contestant failed in this game, and was started again */
  const atomic_bool *stop;
  const char *name;
  const char *keep; /* the file of the seat; NULL: none */
  bool rematches;   /* it stays for the next game */
  bool agrees;      /* to take-backs, when it is asked */
  struct bot_seat held;
  int64_t answered; /* entry after which the turn was sent, as the two following; 0: none */
  int64_t returned; /* entry after which it has asked to move again itself */
  int64_t agreed;   /* entry that asked for the take-back to which it has agreed */
  int64_t shared;   /* entry after which it has sealed or told its share of chance */
};

static void draw_bytes(void *bytes, size_t size) {
  if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}

static void draw_id(char id[ID_SIZE]) {
  uint8_t bytes[ID_SIZE / 2];
  draw_bytes(bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes; i++) snprintf(id + 2 * i, 3, "%02x", (unsigned)bytes[i]);
}

/* The path of something of the table; to be freed. */
static struct text path_of(const struct bot *bot, const char *what) {
  struct text path = {0};
  text_print(&path, "/tables/%s%s", bot->held.table, what);
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

/* ---- Sitting down ---- */

/* Writes the words of `newgame` that tell what is played at a table, with a blank before each: its game, options and
 * number of players. False with `*fault` if its setup is not as the server's interface lays down. */
static bool game_of_setup(const json_t *setup, struct text *words, struct fault *fault) {
  const char *game = json_string_value(json_object_get(setup, "game"));
  tess_options options = {0};
  size_t index;
  const json_t *item;
  if (game == NULL) return fault_say(fault, "game: expected a text");
  json_array_foreach(json_object_get(setup, "options"), index, item) {
    const struct span word = {json_string_value(item), json_string_length(item)};
    if (!json_is_string(item) || !options_add(&options, word, "strings", fault)) return false;
  }
  text_print(words, " game=%s players=%d", game, (int)json_array_size(json_object_get(setup, "seats")));
  options_write_newgame(&options, words);
  return true;
}

/* Looks at the table, and has the engine begin a game as it is set up there. False with `*fault` if it refuses. */
static bool look_at_table(struct bot *bot, struct fault *fault) {
  struct text path = path_of(bot, ""), reply = {0}, words = {0};
  const int status = bot_link_get(bot->link, path.bytes, &reply, fault);
  bool suits = false;
  if (status == 200) {
    json_t *json = json_loadb(reply.bytes, reply.length, 0, NULL);
    suits = game_of_setup(json_object_get(json, "setup"), &words, fault) || fault_within(fault, "setup of the table");
    suits = suits && (contestant_begin(&bot->contestant, words.bytes, bot->stop, fault) == DRIVER_TURN ||
                      fault_within(fault, bot->spec.name));
    json_decref(json);
  } else if (status != 0)
    say_refusal(fault, "looking at the table", status, &reply);
  text_free(&path);
  text_free(&reply);
  text_free(&words);
  return suits;
}

/* Asks for the seat of this number, 0: the first that is open, and keeps it. */
static bool take_seat(struct bot *bot, int number, struct fault *fault) {
  struct text path = path_of(bot, "/seats"), body = {0}, reply = {0};
  char id[ID_SIZE];
  draw_id(id);
  json_open_object(&body, NULL);
  json_put_string(&body, "id", id);
  json_put_string(&body, "kind", "program");
  json_put_string(&body, "name", bot->name);
  if (number > 0) json_put_int(&body, "seat", number);
  if (bot->agrees) json_put_bool(&body, "answers", true);
  json_close_object(&body);
  const int status = bot_link_post(bot->link, path.bytes, body.bytes, &reply, fault);
  bool taken = false;
  if (status == 201)
    taken = bot_seat_read(&bot->held, text_span(&reply), fault);
  else if (status != 0)
    say_refusal(fault, "sitting down", status, &reply);
  text_free(&path);
  text_free(&body);
  text_free(&reply);
  return taken && (bot->keep == NULL || bot_seat_save(&bot->held, bot->keep, fault));
}

/* Starts the engine. False with `*fault`. */
static bool open_engine(struct bot *bot, struct fault *fault) {
  uint64_t seed;
  draw_bytes(&seed, sizeof seed);
  bot->begun = false;
  return contestant_open(&bot->contestant, &bot->spec, NULL, seed, bot->stop, fault) == DRIVER_TURN ||
         fault_within(fault, bot->spec.name);
}

/* Takes a seat, unless it holds one, with an engine that is ready and plays what is played there. */
static bool sit_down(struct bot *bot, int number, struct fault *fault) {
  if (!open_engine(bot, fault)) return false;
  const bool external = bot->spec.kind == NULL; /* players of ours play everything */
  if (bot->held.seat == 0 && external && !look_at_table(bot, fault)) return false;
  if (bot->held.seat == 0 && !take_seat(bot, number, fault)) return false;
  bot_link_identify(bot->link, bot->held.token);
  bot->game.own = bot->held.seat;
  bot->game.chance.own = bot->held.share;
  printf("seat %d at table %s\n", bot->held.seat, bot->held.table);
  fflush(stdout);
  return true;
}

/* ---- Playing ---- */

/* The body of an action, to which further members are to be added. */
static struct text begin_action(const char *type) {
  struct text body = {0};
  char id[ID_SIZE];
  draw_id(id);
  json_open_object(&body, NULL);
  json_put_string(&body, "id", id);
  json_put_string(&body, "type", type);
  return body;
}

/* Ends the body of an action, posts it and frees it. What is no longer due is refused by 409, and the stream tells why.
 * False with `*fault` on any other refusal. */
static bool post_action(struct bot *bot, struct text *body, struct fault *fault) {
  struct text path = path_of(bot, "/actions"), reply = {0};
  json_close_object(body);
  const int status = bot_link_post(bot->link, path.bytes, body->bytes, &reply, fault);
  const bool granted = status == 200 || status == 409 || atomic_load(bot->stop);
  if (!granted && status != 0) say_refusal(fault, body->bytes, status, &reply);
  text_free(&path);
  text_free(body);
  text_free(&reply);
  return granted;
}

/* Says on standard error what is wrong, and what the engine said last if it is to blame. */
static void say_fault(struct bot *bot, const char *where, const struct fault *fault) {
  struct text last_words = {0};
  bad_input("bot", where, fault);
  if (bot->contestant.failed) contestant_last_words(&bot->contestant, &last_words);
  errors_write(last_words.bytes, last_words.length);
  text_free(&last_words);
}

/* Has the engine play its turn on the game, of which it knows nothing yet if it was just started. */
static bool ask_engine(struct bot *bot, struct fault *fault) {
  const char *newgame = bot->game.newgame.bytes + strlen("newgame");
  if (!bot->begun) bot->begun = contestant_begin(&bot->contestant, newgame, bot->stop, fault) == DRIVER_TURN;
  return (bot->begun && contestant_play(&bot->contestant, bot->game.history, bot->stop, fault) == DRIVER_TURN) ||
         fault_within(fault, bot->spec.name);
}

/* Lets the engine choose on the game, which is then as before, and sends the turn. An engine that fails is started
 * again, once in a game. */
static bool take_turn(struct bot *bot, struct fault *fault) {
  struct history *history = bot->game.history;
  const int before = history->count;
  bool played = ask_engine(bot, fault);
  if (!played && !bot->restarted && !atomic_load(bot->stop)) {
    say_fault(bot, "the engine is started again", fault);
    contestant_close(&bot->contestant);
    bot->restarted = true;
    played = open_engine(bot, fault) && ask_engine(bot, fault);
  }
  if (played) {
    struct text move = {0}, body = begin_action("move");
    for (int i = before; i < history->count; i++) history_word_write(history, i, ';', &move);
    while (history->count > before) history_undo(history);
    json_put_int(&body, "at", bot->game.count);
    json_put_int(&body, "seen", bot->game.seq);
    json_put_string(&body, "move", move.bytes + 1);
    played = post_action(bot, &body, fault);
    text_free(&move);
  }
  bot->answered = bot->game.position;
  return played || atomic_load(bot->stop);
}

/* Gives its share of chance: sealed when all sit, told when all have sealed. It is kept before it is sealed, as who
 * cannot tell it loses the seat. */
static bool give_share(struct bot *bot, struct fault *fault) {
  struct bot_chance *chance = &bot->game.chance;
  const int seat = bot->held.seat;
  const bool seals = bot_chance_must_seal(chance, seat);
  if (bot->shared == bot->game.seq || (!seals && !bot_chance_must_tell(chance, seat))) return true;
  bot->shared = bot->game.seq;
  if (!seals) {
    if (!bot_chance_has_sealed(chance, seat))
      return fault_say(fault, "the server tells another seal than the one that was sent");
    struct text body = begin_action("contribute");
    put_hex(&body, "contribution", chance->own.bytes, FAIR_CONTRIBUTION);
    return post_action(bot, &body, fault);
  }
  uint8_t bytes[FAIR_CONTRIBUTION], hash[FAIR_HASH];
  draw_bytes(bytes, sizeof bytes);
  if (!bot_chance_share(chance, bytes, fault)) return false;
  bot->held.share = chance->own;
  if (bot->keep != NULL && !bot_seat_save(&bot->held, bot->keep, fault)) return false;
  struct text body = begin_action("seal");
  bot_chance_seal(chance, seat, hash);
  put_hex(&body, "seal", hash, FAIR_HASH);
  return post_action(bot, &body, fault);
}

/* Does what is up to the bot. */
static bool react(struct bot *bot, struct fault *fault) {
  const struct bot_game *game = &bot->game;
  if (!game->chance.begun) return give_share(bot, fault);

  /* 1. It agrees to a take-back for which somebody else has asked. */
  if (bot->agrees && game->asked != bot->agreed && game->asked != 0 && game->asking != bot->held.seat) {
    bot->agreed = game->asked;
    struct text body = begin_action("answer");
    json_put_int(&body, "asked", game->asked);
    json_put_bool(&body, "yes", true);
    if (!post_action(bot, &body, fault)) return false;
  }

  /* 2. Where the computer took over, because the bot was slow or away, it asks for its seat again. */
  if (bot_game_is_replaced(game, bot->held.seat)) {
    if (bot->returned == game->position) return true;
    bot->returned = game->position;
    struct text body = begin_action("return");
    return post_action(bot, &body, fault);
  }

  /* 3. Its turn. */
  if (!bot_game_is_turn(game, bot->held.seat) || bot->answered == game->position) return true;
  return take_turn(bot, fault);
}

/* True if nothing is to be waited for at this table. */
static bool is_done(const struct bot *bot) {
  const struct bot_game *game = &bot->game;
  return game->over && (!bot->rematches || game->closed || game->next[0] != '\0');
}

/* Forgets the game, so that another one can begin, or this one anew. */
static void forget_game(struct bot *bot) {
  bot->answered = bot->returned = bot->agreed = bot->shared = 0;
  contestant_close(&bot->contestant);
  bot->begun = bot->restarted = false;
  bot_game_free(&bot->game);
}

/* Leaves the table, where an engine that fails would keep all waiting, and puts that into `*fault`. */
static void leave(struct bot *bot, struct fault *fault) {
  struct text body = begin_action("leave"), outcome = {0};
  struct fault unheard;
  text_add_string(&outcome, "the bot has left the table");
  if (!post_action(bot, &body, &unheard)) {
    text_clear(&outcome);
    text_print(&outcome, "the bot could not leave the table (%s)", unheard.text);
  }
  fault_within(fault, outcome.bytes);
  text_free(&outcome);
}

/* Plays to the end, taking up the stream again as often as it breaks. False with `*fault` if the bot cannot go on. */
static bool play(struct bot *bot, struct fault *fault) {
  int pause = FIRST_PAUSE;
  bool well = true;
  while (well && !is_done(bot) && !atomic_load(bot->stop)) {
    struct text path = path_of(bot, "/events"), line = {0};
    enum bot_read read = BOT_LINE;
    bool heard = false;
    text_print(&path, "?since=%d&at=", (int)bot->game.seq);
    text_add_int(&path, bot->game.at);
    bot_link_listen(bot->link, path.bytes);
    text_free(&path);
    while (well && !is_done(bot) && (read = bot_link_line(bot->link, &line)) == BOT_LINE) {
      if (!heard) bot_link_there(bot->link);
      heard = true;
      well = bot_game_line(&bot->game, text_span(&line), fault) && react(bot, fault);
    }
    text_free(&line);
    if (read == BOT_AHEAD) { /* the seat is held still */
      fprintf(stderr, "the server has put back an older copy of table %s: it is read anew\n", bot->held.table);
      const struct bot_seals settled = bot_chance_settled(&bot->game.chance);
      forget_game(bot);
      heard = true;
      well = sit_down(bot, bot->held.seat, fault);
      bot->game.chance.before = settled;
    }
    if (read == BOT_REFUSED)
      well = fault_say(fault, "the server has no seat for this token at table %s", bot->held.table);
    if (read == BOT_ENDLESS) well = fault_say(fault, "the server's stream has a line longer than any table's");
    if (well && read == BOT_ENDED && !heard) well = bot_link_wait(bot->link, fault);
    pause = heard ? FIRST_PAUSE : pause < LONGEST_PAUSE ? pause * 2 : LONGEST_PAUSE;
    if (well && !is_done(bot)) bot_link_pause(bot->link, pause);
  }
  if (!well && bot->contestant.failed) leave(bot, fault);
  return well;
}

/* Whether the game that is over is what chance made of it, and the server's record, if it gives one, tells the same. */
static bool check_chance(struct bot *bot, struct fault *fault) {
  const struct bot_game *game = &bot->game;
  struct proof_count count = {0};
  struct fault unheard;
  if (!bot_chance_check(&game->chance, bot->held.seat, game->history, &count, fault)) return false;
  struct text path = path_of(bot, "/record"), record = {0};
  const bool told = bot_link_get(bot->link, path.bytes, &record, &unheard) == 200;
  const bool same = !told || bot_chance_compare(&game->chance, game->history, text_span(&record), game->sets, fault);
  text_free(&path);
  text_free(&record);
  return same;
}

/* One game after the other, from the seat of this number. */
static bool play_all(struct bot *bot, int number, struct fault *fault) {
  for (;;) {
    if (!sit_down(bot, number, fault) || !play(bot, fault)) return false;
    const tess_game *game = bot->game.history == NULL ? NULL : bot->game.history->game;
    if (game != NULL && tess_game_phase(game) == TESS_PHASE_OVER) {
      printf("over:");
      for (int side = 0; side < tess_game_sides(game); side++) printf(" %d", (int)tess_game_score(game, side));
      printf("\n");
    }

    /* Once the secret is told, what the bot saw of the chance must follow from it. */
    if (bot->game.chance.seen.revealed && game != NULL && !check_chance(bot, fault))
      return fault_within(fault, "the chance of this game is not what was promised");
    if (game == NULL || bot->game.next[0] == '\0' || !bot->rematches) break;

    /* At the table of the rematch everybody has moved on by a seat. */
    number = bot->held.seat == 1 ? tess_game_options(game).players : bot->held.seat - 1;
    bot->held = (struct bot_seat){0};
    memcpy(bot->held.table, bot->game.next, strlen(bot->game.next) + 1);
    forget_game(bot);
  }
  if (bot->game.over && bot->keep != NULL) remove(bot->keep);
  return true;
}

/* Characters of a name at a table. */
enum { NAME_MOST = 24 };

/* What the options say, and the seat of an earlier time in its file; `*bot` is to be freed in every case. */
static bool set_up(struct bot *bot, const struct arguments *arguments, struct fault *fault) {
  const char *words = argument_text(arguments, "engine"), *name = argument_text(arguments, "name");
  const char *table = argument_text(arguments, "table");
  bot->keep = argument_text(arguments, "keep");
  bot->rematches = argument_flag(arguments, "rematch");
  bot->agrees = argument_flag(arguments, "agree");
  if (!engine_spec_read(&bot->spec, NULL, words == NULL ? "level-5" : words, fault)) return false;

  /* 1. Its name: the one given, or the beginning of the engine's name that a server takes. */
  const struct span given = span_of(name == NULL ? "-" : name);
  if (!span_is_plain(given, false) || given.length == 0 || utf8_count(given.bytes, given.length) > NAME_MOST)
    return fault_say(fault, "name: expected 1 to %d characters, not %s", NAME_MOST, quote(name, given.length).text);
  struct text *own = &bot->own_name;
  text_add_string(own, bot->spec.name);
  while (utf8_count(own->bytes, own->length) > NAME_MOST || own->bytes[own->length - 1] == ' ')
    text_cut(own, own->length - 1);
  bot->name = name == NULL ? own->bytes : name;

  /* 2. The seat that it held before. */
  if (bot->keep != NULL && (access(bot->keep, F_OK) == 0 || errno != ENOENT)) {
    struct text bytes = {0};
    const bool loaded = file_read(bot->keep, &bytes, fault) && bot_seat_read(&bot->held, text_span(&bytes), fault);
    text_free(&bytes);
    if (!loaded) return fault_within(fault, bot->keep);
  }
  if (bot->held.seat > 0) return true;

  /* 3. Else the table at which it is to sit down. */
  return bot_take_id(table, bot->held.table, sizeof bot->held.table) ||
         fault_say(fault, "expected --table, the id of a table");
}

static int bot_run(const struct arguments *arguments) {
  const char *url = argument_text(arguments, "url");
  struct bot bot = {.stop = interrupts_heed()};
  struct fault fault = {0};
  int code = CODE_USAGE;
  if (url == NULL) url = "http://127.0.0.1:8080";
  if (server_url_check("url", url, &fault) && set_up(&bot, arguments, &fault)) {
    const int wait = (int)argument_number(arguments, "wait", SERVER_WAIT);
    bot.link = bot_link_open(url, wait, bot.stop, &fault);
    const int number = (int)argument_number(arguments, "seat", 0);
    code = bot.link != NULL && play_all(&bot, number, &fault) ? CODE_DONE : CODE_FAILURE;
  }
  if (code != CODE_DONE) say_fault(&bot, NULL, &fault);
  contestant_close(&bot.contestant);
  bot_game_free(&bot.game);
  bot_link_close(bot.link);
  text_free(&bot.own_name);
  engine_spec_free(&bot.spec);
  return code;
}

static const struct option_spec bot_options[] = {
    {"url", 'u', OPTION_TEXT, "URL", 0, 0, "the server (default: http://127.0.0.1:8080)"},
    {"table", 't', OPTION_TEXT, "ID", 0, 0, "the table to sit down at"},
    {"seat", 's', OPTION_NUMBER, "N", 1, TESS_MAX_PLAYERS, "the seat (default: the first that is open)"},
    {"engine", 'e', OPTION_PLAYER, "WORDS", 0, 0, "who plays, as in match (default: level-5)"},
    {"name", 'n', OPTION_TEXT, "NAME", 0, 0, "under which it sits there (default: that of the engine)"},
    {"keep", 'k', OPTION_FILE, "FILE", 0, 0,
     "keep the seat in a file until the game is over, and take it again from there"},
    {"wait", 'w', OPTION_NUMBER, "SECONDS", 1, 86400,
     "give up when the server cannot be reached for so long during a game (default: 600)"},
    {"agree", 'a', OPTION_FLAG, NULL, 0, 0, "agree when others ask to take back a turn (default: refuse)"},
    {"rematch", 'r', OPTION_FLAG, NULL, 0, 0, "stay after the game, and play the next one of the same people"},
    OPTIONS_END};

const struct command bot_command = {
    .name = "bot",
    .operands = "",
    .summary = "sit down at a table of a server with an engine",
    .description =
        "Sits down at an open seat of a table that tessera serve keeps, and plays there to the end: with a player of "
        "ours, as in --engine greedy, or with a program that speaks the protocol of docs/lookup/protocol.md, as in "
        "--engine "
        "'cmd=\"python3 examples/bot.py\" st=1'.\nIt leaves the draw to the server, so that people keep the time to "
        "take back their turn, and goes on when the connection or the server was lost. It gives up when the server "
        "does not answer for a minute before the game, or during it for as long as --wait says. With --keep it takes "
        "its seat "
        "again after it was ended "
        "itself: if the file is there, its table and seat come before --table and --seat.",
    .options = bot_options,
    .run = bot_run,
};
