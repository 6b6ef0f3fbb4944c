/* `tessera bot`: takes a seat at a table of a server and plays there with any engine. */
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
  int seat; /* 1-based; 0: the bot holds no seat */
  char token[BOT_TOKEN_SIZE];
  struct bot_contribution contribution; /* the contribution, once it is made */
};

static bool take_word(const json_t *json, const char *name, char *word, size_t size) {
  return bot_take_id(json_string_value(json_object_get(json, name)), word, size);
}

/* Reads the seat from the server's answer to a request for a seat, or from the seat's file. Returns false with `*fault`
 * filled if the bytes are neither. */
static bool bot_seat_read(struct bot_seat *seat, struct span bytes, struct fault *fault) {
  struct bot_seat found = {0};
  json_t *json = json_loadb(bytes.bytes, bytes.length, 0, NULL);
  const json_int_t number = json_integer_value(json_object_get(json, "seat"));
  const bool good = number >= 1 && number <= TESS_MAX_PLAYERS &&
                    take_word(json, "table", found.table, sizeof found.table) &&
                    take_word(json, "token", found.token, sizeof found.token);
  /* Read the contribution that is kept with a seat, if there is one. */
  const char *commitment = json_string_value(json_object_get(json, "commitment"));
  const char *contribution = json_string_value(json_object_get(json, "contribution"));
  found.contribution.given = commitment != NULL && contribution != NULL &&
                             hex_read(span_of(commitment), found.contribution.commitment, FAIR_HASH) &&
                             hex_read(span_of(contribution), found.contribution.bytes, FAIR_CONTRIBUTION);
  json_decref(json);
  if (!good) return fault_say(fault, "expected JSON with a table, a seat and a token");
  found.seat = (int)number;
  *seat = found;
  return true;
}

/* Writes the seat's file, readable by the owner only, and replaces the old one. Returns false with `*fault` filled if
 * that fails. */
static bool bot_seat_save(const struct bot_seat *seat, const char *path, struct fault *fault) {
  struct text bytes = {0};
  json_open_object(&bytes, NULL);
  json_put_string(&bytes, "table", seat->table);
  json_put_int(&bytes, "seat", seat->seat);
  json_put_string(&bytes, "token", seat->token);
  if (seat->contribution.given) json_put_hex(&bytes, "commitment", seat->contribution.commitment, FAIR_HASH);
  if (seat->contribution.given) json_put_hex(&bytes, "contribution", seat->contribution.bytes, FAIR_CONTRIBUTION);
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
  struct contestant contestant; /* the engine; it runs before the bot takes a seat */
  struct text own_name;         /* the engine's name, shortened to what a server accepts */
  bool begun;                   /* the contestant has been sent the game */
  bool restarted;               /* the contestant failed in this game and was restarted */
  const atomic_bool *stop;
  const char *name;
  const char *keep; /* the file of the seat; NULL: none */
  bool rematches;   /* the bot plays rematches */
  bool agrees;      /* the bot agrees to take-backs */
  struct bot_seat held;
  int64_t answered;    /* the entry after which the bot sent its last turn; 0: none, also below */
  int64_t returned;    /* the entry after which it asked to take its seat back from the computer */
  int64_t agreed;      /* the entry of the last take-back request to which it agreed */
  int64_t contributed; /* the entry after which it sealed or revealed its contribution */
};

static void draw_bytes(void *bytes, size_t size) {
  if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}

static void draw_id(char id[ID_SIZE]) {
  uint8_t bytes[ID_SIZE / 2];
  draw_bytes(bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes; i++) snprintf(id + 2 * i, 3, "%02x", (unsigned)bytes[i]);
}

/* Returns the path of a resource of the table; the caller frees it. */
static struct text path_of(const struct bot *bot, const char *what) {
  struct text path = {0};
  text_print(&path, "/tables/%s%s", bot->held.table, what);
  return path;
}

/* Fills `*fault` with the server's reason for a refusal. */
static bool say_refusal(struct fault *fault, const char *what, int status, const struct text *reply) {
  json_t *json = json_loadb(reply->bytes, reply->length, 0, NULL);
  const char *text = json_string_value(json_object_get(json, "text"));
  fault_say(fault, "%s: %s (%d)", what, text == NULL ? "the server refused" : text, status);
  json_decref(json);
  return false;
}

/* ---- Sitting down ---- */

/* Writes the words of `newgame` for a table, each with a blank before it: the game, its options and the number of
 * players. Returns false with `*fault` filled if the set-up does not follow the server's interface. */
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

/* Reads the set-up of the table, and starts such a game in the engine. Returns false with `*fault` filled if the engine
 * refuses it. */
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

/* ---- Actions ---- */

/* Begins the JSON body of an action; the caller adds further members. */
static struct text begin_action(const char *type) {
  struct text body = {0};
  char id[ID_SIZE];
  draw_id(id);
  json_open_object(&body, NULL);
  json_put_string(&body, "id", id);
  json_put_string(&body, "type", type);
  return body;
}

/* Completes the body of an action, posts it and frees it. A 409 is no failure: the game has moved on, and the stream
 * shows how. Returns false with `*fault` filled on any other refusal. */
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

/* Leaves the table, because a bot that cannot go on would make all others wait, and adds this to `*fault`. */
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

/* ---- The seat ---- */

/* Requests the seat with this number (0: the first open one), and keeps it; a seat that cannot be kept is given back.
 */
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
  if (!taken) return false;
  bot_link_identify(bot->link, bot->held.token);
  if (bot->keep == NULL || bot_seat_save(&bot->held, bot->keep, fault)) return true;
  leave(bot, fault);
  remove(bot->keep); /* it may be there whole, and only not be safe on the disk */
  return false;
}

/* Starts the engine. Returns false with `*fault` filled if that fails. */
static bool open_engine(struct bot *bot, struct fault *fault) {
  uint64_t seed;
  draw_bytes(&seed, sizeof seed);
  bot->begun = false;
  return contestant_open(&bot->contestant, &bot->spec, NULL, seed, bot->stop, fault) == DRIVER_TURN ||
         fault_within(fault, bot->spec.name);
}

/* Takes a seat, unless the bot holds one, after checking that the engine runs and plays the game of the table. */
static bool sit_down(struct bot *bot, int number, struct fault *fault) {
  if (!open_engine(bot, fault)) return false;
  const bool external = bot->spec.kind == NULL; /* built-in players play every game */
  if (bot->held.seat == 0 && external && !look_at_table(bot, fault)) return false;
  if (bot->held.seat == 0 && !take_seat(bot, number, fault)) return false;
  bot_link_identify(bot->link, bot->held.token);
  bot->game.own = bot->held.seat;
  bot->game.chance.own = bot->held.contribution;
  printf("seat %d at table %s\n", bot->held.seat, bot->held.table);
  fflush(stdout);
  return true;
}

/* ---- Playing ---- */

/* Prints to standard error what went wrong and, if the engine caused it, the engine's last output. */
static void say_fault(struct bot *bot, const char *where, const struct fault *fault) {
  struct text last_words = {0};
  bad_input("bot", where, fault);
  if (bot->contestant.failed) contestant_last_words(&bot->contestant, &last_words);
  errors_write(last_words.bytes, last_words.length);
  text_free(&last_words);
}

/* Asks the engine for its turn; a newly started engine is first sent the game. */
static bool ask_engine(struct bot *bot, struct fault *fault) {
  const char *newgame = bot->game.newgame.bytes + strlen("newgame");
  if (!bot->begun) bot->begun = contestant_begin(&bot->contestant, newgame, bot->stop, fault) == DRIVER_TURN;
  return (bot->begun && contestant_play(&bot->contestant, bot->game.history, bot->stop, fault) == DRIVER_TURN) ||
         fault_within(fault, bot->spec.name);
}

/* Lets the engine choose a turn, and sends the turn; the game itself is unchanged afterwards. An engine that fails is
 * restarted, once in a game. */
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

/* Sends the bot's contribution: its seal when all seats are taken, and the contribution itself when all have sealed.
 * The contribution is saved to the seat's file first, because a player who cannot reveal it loses the seat. */
static bool contribute(struct bot *bot, struct fault *fault) {
  struct bot_chance *chance = &bot->game.chance;
  const int seat = bot->held.seat;
  const bool seals = bot_chance_must_seal(chance, seat);
  if (bot->contributed == bot->game.seq || (!seals && !bot_chance_must_tell(chance, seat))) return true;
  bot->contributed = bot->game.seq;
  if (!seals) {
    if (!bot_chance_has_sealed(chance, seat))
      return fault_say(fault, "the server tells another seal than the one that was sent");
    struct text body = begin_action("contribute");
    json_put_hex(&body, "contribution", chance->own.bytes, FAIR_CONTRIBUTION);
    return post_action(bot, &body, fault);
  }
  uint8_t bytes[FAIR_CONTRIBUTION], hash[FAIR_HASH];
  draw_bytes(bytes, sizeof bytes);
  if (!bot_chance_contribute(chance, bytes, fault)) return false;
  bot->held.contribution = chance->own;
  if (bot->keep != NULL && !bot_seat_save(&bot->held, bot->keep, fault)) return false;
  struct text body = begin_action("seal");
  bot_chance_seal(chance, seat, hash);
  json_put_hex(&body, "seal", hash, FAIR_HASH);
  return post_action(bot, &body, fault);
}

/* Does what the table waits for the bot to do. */
static bool react(struct bot *bot, struct fault *fault) {
  const struct bot_game *game = &bot->game;
  if (!game->chance.begun) return contribute(bot, fault);

  /* 1. Agree to a take-back that another seat has asked for. */
  if (bot->agrees && game->asked != bot->agreed && game->asked != 0 && game->asking != bot->held.seat) {
    bot->agreed = game->asked;
    struct text body = begin_action("answer");
    json_put_int(&body, "asked", game->asked);
    json_put_bool(&body, "yes", true);
    if (!post_action(bot, &body, fault)) return false;
  }

  /* 2. If the computer took over because the bot was slow or away, ask for the seat back. */
  if (bot_game_is_replaced(game, bot->held.seat)) {
    if (bot->returned == game->position) return true;
    bot->returned = game->position;
    struct text body = begin_action("return");
    return post_action(bot, &body, fault);
  }

  /* 3. Play the bot's turn. */
  if (!bot_game_is_turn(game, bot->held.seat) || bot->answered == game->position) return true;
  return take_turn(bot, fault);
}

/* True if the bot need not wait for anything more at this table. */
static bool is_done(const struct bot *bot) {
  const struct bot_game *game = &bot->game;
  return game->over && (!bot->rematches || game->closed || game->next[0] != '\0');
}

/* Forgets the game, so that another one can begin, or this one can be read again. */
static void forget_game(struct bot *bot) {
  bot->answered = bot->returned = bot->agreed = bot->contributed = 0;
  contestant_close(&bot->contestant);
  bot->begun = bot->restarted = false;
  bot_game_free(&bot->game);
}

/* Plays a game to its end, and reopens the stream whenever it breaks. Returns false with `*fault` filled if the bot
 * cannot continue. */
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
    if (read == BOT_AHEAD) { /* the bot still holds the seat */
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

/* True if the finished game follows from its chance, and the server's record, if there is one, agrees with it. */
static bool check_chance(struct bot *bot, struct fault *fault) {
  const struct bot_game *game = &bot->game;
  struct proof_count count = {0};
  struct fault unheard;
  if (!bot_chance_check(&game->chance, bot->held.seat, game->history, &count, fault)) return false;
  struct text path = path_of(bot, "/record"), record = {0};
  const bool has_record = bot_link_get(bot->link, path.bytes, &record, &unheard) == 200;
  const bool same =
      !has_record || bot_chance_compare(&game->chance, game->history, text_span(&record), game->sets, fault);
  text_free(&path);
  text_free(&record);
  return same;
}

/* Plays one game after the other, beginning at the seat with this number. */
static bool play_all(struct bot *bot, int number, struct fault *fault) {
  for (;;) {
    if (!sit_down(bot, number, fault) || !play(bot, fault)) return false;
    const tess_game *game = bot->game.history == NULL ? NULL : bot->game.history->game;
    if (game != NULL && tess_game_phase(game) == TESS_PHASE_OVER) {
      printf("over:");
      for (int side = 0; side < tess_game_sides(game); side++) printf(" %d", (int)tess_game_score(game, side));
      printf("\n");
    }

    /* Once the secret is revealed, all chance that the bot has seen must follow from it. */
    if (bot->game.chance.seen.revealed && game != NULL && !check_chance(bot, fault))
      return fault_within(fault, "the chance of this game is not what was promised");
    if (game == NULL || bot->game.next[0] == '\0' || !bot->rematches) break;

    /* At the table of the rematch every player has moved by one seat. */
    number = bot->held.seat == 1 ? tess_game_options(game).players : bot->held.seat - 1;
    bot->held = (struct bot_seat){0};
    memcpy(bot->held.table, bot->game.next, strlen(bot->game.next) + 1);
    forget_game(bot);
  }
  if (bot->game.over && bot->keep != NULL) remove(bot->keep);
  return true;
}

/* Maximum number of characters of a name at a table. */
enum { NAME_MOST = 24 };

/* Sets the bot up from the options, and from the file of a seat that it held before; the caller frees `*bot` in every
 * case. */
static bool set_up(struct bot *bot, const struct arguments *arguments, struct fault *fault) {
  const char *words = argument_text(arguments, "engine"), *name = argument_text(arguments, "name");
  const char *table = argument_text(arguments, "table");
  bot->keep = argument_text(arguments, "keep");
  bot->rematches = argument_flag(arguments, "rematch");
  bot->agrees = argument_flag(arguments, "agree");
  if (!engine_spec_read(&bot->spec, NULL, words == NULL ? "level-5" : words, fault)) return false;

  /* 1. Choose its name: the given one, or the engine's name shortened to what a server accepts. */
  const struct span given = span_of(name == NULL ? "-" : name);
  if (!span_is_plain(given, false) || given.length == 0 || utf8_count(given.bytes, given.length) > NAME_MOST)
    return fault_say(fault, "name: expected 1 to %d characters, not %s", NAME_MOST, quote(name, given.length).text);
  struct text *own = &bot->own_name;
  text_add_string(own, bot->spec.name);
  while (utf8_count(own->bytes, own->length) > NAME_MOST || own->bytes[own->length - 1] == ' ')
    text_cut(own, own->length - 1);
  bot->name = name == NULL ? own->bytes : name;

  /* 2. Read the seat that it held before. */
  if (bot->keep != NULL && (access(bot->keep, F_OK) == 0 || errno != ENOENT)) {
    struct text bytes = {0};
    const bool loaded = file_read(bot->keep, &bytes, fault) && bot_seat_read(&bot->held, text_span(&bytes), fault);
    text_free(&bytes);
    if (!loaded) return fault_within(fault, bot->keep);
  }
  if (bot->held.seat > 0) return true;

  /* 3. Otherwise find the table at which it takes a seat. */
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
