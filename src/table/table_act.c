/* What those who sit at a table ask of it; declared in table/table.h. */
#include <stdio.h>
#include <string.h>

#include "base/guard.h"
#include "table/table_memory.h"

enum { AWAY_MS = 60000 };

struct wish {
  struct table *table;
  int seat; /* 0-based; -1: someone watching */
  const struct request *request;
  const char *next;
  int64_t now;
  struct answer *answer;
};

static bool not_now(const struct wish *wish, const char *text) {
  return answer_refuse(wish->answer, ANSWER_NOT_NOW, text);
}

static struct text begin(const struct wish *wish, enum entry_type type) {
  struct text entry = entry_begin(wish->table, wish->now, type);
  json_put_int(&entry, "seat", wish->seat + 1);
  return entry;
}

/* Another seat of the table, which the request names, 0-based; -1 with a refusal. */
static int other_seat(const struct wish *wish) {
  const int other = wish->request->seat - 1;
  if (other < wish->table->setup.players && other != wish->seat) return other;
  answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "seat: expected the number of another seat of the table");
  return -1;
}

/* Whether a seat may still add an entry with this text to the log that is not play; false with the refusal. */
static bool may_talk(const struct wish *wish, const char *text) {
  const struct table *table = wish->table;
  const bool waits = table->state == TABLE_WAITING;
  const int64_t bytes = (int64_t)strlen(text) + TABLE_TALK_ENTRY;
  if (waits && table->memory->talk_before + bytes > TABLE_MOST_TALK_BEFORE)
    return answer_refuse(wish->answer, ANSWER_TOO_MUCH, "as much was said here before the start as may be");
  return table->memory->talk[wish->seat] + bytes <= (waits ? TABLE_MOST_TALK_WAITING : TABLE_MOST_TALK) ||
         answer_refuse(wish->answer, ANSWER_TOO_MUCH, "this seat has said as much as it may");
}

/* The same for who watches under this name. */
static bool watcher_may_talk(const struct wish *wish, const char *name, const char *text) {
  const struct table *table = wish->table;
  if (!table->setup.watchers_talk || table->hushed)
    return answer_refuse(wish->answer, ANSWER_SILENT, "who watches does not talk at this table");
  if (table_silenced(table, name) >= 0)
    return answer_refuse(wish->answer, ANSWER_SILENT, "who opened the table has silenced this name");
  return table->memory->watchers_talk + (int64_t)strlen(text) + TABLE_TALK_ENTRY <= TABLE_MOST_WATCHERS_TALK ||
         answer_refuse(wish->answer, ANSWER_TOO_MUCH, "those who watch have said as much as they may");
}

static bool is_away(const struct table *table, int seat, int64_t now) {
  return !table->memory->present[seat] && now - table->memory->seen[seat] >= AWAY_MS;
}

/* Each of these checks, and writes the entry if what is asked is granted. */

/* Seals what the seat contributes to chance, or tells it. */
static bool act_contribute(const struct wish *wish, bool seals) {
  struct table *table = wish->table;
  const struct table_seat *seat = &table->seats[wish->seat];
  if (table->state != TABLE_WAITING) return not_now(wish, "the game has begun");
  if (seals) {
    if (seat->sealed) return not_now(wish, "this seat has sealed its contribution");
    struct text entry = begin(wish, ENTRY_SEALED);
    entry_put_hex(&entry, "seal", wish->request->seal, FAIR_HASH);
    entry_end(table, &entry);
    return true;
  }
  uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
  if (!table_reveals(table)) return not_now(wish, "not every seat has sealed its contribution yet");
  if (seat->contribution.given) return not_now(wish, "this seat has contributed");
  fair_commitment(table->memory->secret, commitment);
  fair_seal(commitment, wish->seat, wish->request->contribution.bytes, seal);
  if (memcmp(seal, seat->seal, FAIR_HASH) != 0)
    return answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "contribution: is not the one that this seat has sealed");
  struct text entry = begin(wish, ENTRY_CONTRIBUTED);
  entry_put_hex(&entry, "contribution", wish->request->contribution.bytes, FAIR_CONTRIBUTION);
  entry_end(table, &entry);
  return true;
}

/* Draws the tile, or makes the turn with it. */
static bool act_play(const struct wish *wish, bool draws) {
  struct table *table = wish->table;
  const struct request *request = wish->request;
  struct fault fault;

  /* 1. The game is on, and it is up to this seat. */
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer moves for this seat: return first");
  if (table_seat_to_move(table) != wish->seat) return not_now(wish, "it is not this seat's turn");
  if (table->paused) return not_now(wish, "the game is paused: resume first");

  /* 2. A draw. */
  const bool drawn = table_phase(table) != TESS_PHASE_DRAW;
  if (draws && drawn) return not_now(wish, "the tile is already drawn");
  if (draws) {
    table_draw(table, wish->now);
    return true;
  }

  /* 3. A turn, for the game as it is, in time. */
  if (!drawn) return not_now(wish, "the tile is not yet drawn");
  if (request->at != table->words) return not_now(wish, "at: the game has gone on since");
  if (table_deadline(table) <= table_time(table, wish->now)) return not_now(wish, "the time has run out");
  if (table_move(table, span_of(request->move), "person", wish->now, &fault)) return true;
  return answer_refuse(wish->answer, ANSWER_BAD_MOVE, fault.text);
}

/* Whether a seat may ask for a pause or a take-back that was refused to it or that it withdrew: once its next turn has
 * begun. False with the refusal. */
static bool may_ask_again(const struct wish *wish, bool pause) {
  const struct table *table = wish->table;
  const struct table_memory *memory = table->memory;
  const int next = memory->refused[wish->seat][pause]; /* turns that stood before the one after that */
  if (next == 0 || (memory->turn_count >= next && table_seat_to_move(table) == wish->seat)) return true;
  for (int i = next; i < memory->turn_count; i++)
    if (memory->turns[i].seat == wish->seat) return true;
  return answer_refuse(wish->answer, ANSWER_ASKED_BEFORE,
                       "this seat has asked for it and was refused, or withdrew it: again in its next turn");
}

/* Whether a seat may still add an entry to the log that asks the others for something; false with the refusal. */
static bool may_ask(const struct wish *wish) {
  return wish->table->memory->taken_back[wish->seat] < TABLE_MOST_TAKEN_BACK ||
         answer_refuse(wish->answer, ANSWER_TOO_MUCH, "this seat has asked and taken back as much as it may in a game");
}

static bool act_take_back(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table->setup.takebacks) return not_now(wish, "this table plays without take-backs");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer moves for this seat: return first");
  const int words = table_back(table, wish->seat);
  if (words < 0) return not_now(wish, "this seat has made no turn yet");
  if (table->paused) return not_now(wish, "the game is paused: resume first");
  if (table->asking >= 0) return not_now(wish, "a question waits for its answer already");
  if (!may_ask(wish)) return false;
  if (!table_has_time_back(table, wish->seat, wish->now)) return not_now(wish, "no time would be left for the turn");
  if (table_has_shown_nothing(table, wish->seat)) {
    table_undo(table, wish->seat, words, wish->now);
    return true;
  }
  for (int other = 0; other < table->setup.players; other++)
    if (other != wish->seat && table_refuses(table, other))
      return not_now(wish,
                     "tiles or dice were seen since, and a computer or program here does not agree to take them back");
  if (!may_ask_again(wish, false)) return false;
  struct text entry = begin(wish, ENTRY_ASKED);
  json_put_string(&entry, "what", "take-back");
  entry_end(table, &entry);
  return true;
}

/* True if a program moves for itself at another seat. */
static bool plays_program(const struct wish *wish) {
  bool plays = false;
  for (int other = 0; other < wish->table->setup.players; other++)
    plays |= other != wish->seat && wish->table->seats[other].holder == TABLE_PROGRAM &&
             table_moves_itself(wish->table, other);
  return plays;
}

/* Asks for a pause, or ends it. The others agree to one as to a take-back, but for those that mind no pause: computers,
 * and programs where no game is lost by the clock. Whose time
 * ran out may end one, too: the computer, for which they would wait to return, waits itself. */
static bool act_pause(const struct wish *wish, bool pauses) {
  struct table *table = wish->table;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table_moves_itself(table, wish->seat) && (pauses || table->seats[wish->seat].why != TABLE_CLOCK))
    return not_now(wish, "the computer moves for this seat: return first");
  if (table->setup.clock == SETUP_NO_CLOCK) return not_now(wish, "this table has no clock that a pause could stop");
  if (pauses == table->paused) return not_now(wish, pauses ? "the game is paused" : "the game is not paused");
  if (pauses && table->setup.loses && plays_program(wish))
    return not_now(wish, "at this table the clock decides: a program agrees to no pause");
  if (pauses && table->asking >= 0) return not_now(wish, "a question waits for its answer already");
  if (pauses && (!may_ask(wish) || !may_ask_again(wish, true))) return false;
  struct text entry = begin(wish, pauses ? ENTRY_ASKED : ENTRY_RESUMED);
  if (pauses) json_put_string(&entry, "what", "pause");
  entry_end(table, &entry);
  return true;
}

/* Agrees or refuses; who has asked withdraws the question. */
static bool act_answer(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->asking < 0) return not_now(wish, "nothing is asked");
  if (wish->request->asked != table->asked) return not_now(wish, "asked: another question waits for its answer");
  const bool withdraws = table->asking == wish->seat && !wish->request->yes;
  if (table->asking == wish->seat && !withdraws) return not_now(wish, "this is for the others to answer");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer moves for this seat: return first");
  if (table->seats[wish->seat].consents) return not_now(wish, "this seat has answered");
  if (wish->request->yes && !table->asks_pause && !table_has_time_back(table, table->asking, wish->now))
    return not_now(wish, "a clock would have no time left after it");
  struct text entry = begin(wish, ENTRY_ANSWERED);
  json_put_bool(&entry, "yes", wish->request->yes);
  entry_end(table, &entry);
  return true;
}

/* Says something to everybody, in a text or by a reaction. */
static bool act_say(const struct wish *wish) {
  struct table *table = wish->table;
  const bool watches = wish->seat < 0;
  char apart[NAME_SIZE] = "";
  const char *name = watches ? apart : table->seats[wish->seat].name;
  const bool reacts = wish->request->type == REQUEST_REACT;
  if (watches) table_name_apart(table, -1, wish->request->name, apart);
  if (name[0] == '\0') return answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "name: is missing");
  const char *said = wish->request->text;
  if (watches ? !watcher_may_talk(wish, name, said) : !may_talk(wish, said)) return false;
  struct text entry = begin(wish, reacts ? ENTRY_REACTED : ENTRY_SAID);
  json_put_string(&entry, "name", name);
  json_put_string(&entry, reacts ? "reaction" : "text", said);
  entry_end(table, &entry);
  return true;
}

/* Has another name from now on. */
static bool act_rename(const struct wish *wish) {
  struct table *table = wish->table;
  char name[NAME_SIZE];
  table_name_apart(table, wish->seat, wish->request->name, name);
  if (strcmp(name, table->seats[wish->seat].name) == 0) return not_now(wish, "this seat has this name already");
  if (!may_talk(wish, name)) return false;
  struct text entry = begin(wish, ENTRY_NAMED);
  json_put_string(&entry, "name", name);
  entry_end(table, &entry);
  return true;
}

/* Hears no more of what another seat, or who watches, says; or hears it again. */
static bool act_mute(const struct wish *wish) {
  if (wish->request->seat > 0 && other_seat(wish) < 0) return false;
  if (!may_talk(wish, "")) return false;
  struct text entry = begin(wish, ENTRY_MUTED);
  json_put_int(&entry, "muted", wish->request->seat);
  json_put_bool(&entry, "yes", wish->request->yes);
  entry_end(wish->table, &entry);
  return true;
}

bool table_watcher_said(const struct table *table, int64_t seq, char name[NAME_SIZE]) {
  struct fault fault;
  char words[32];
  int seat = 1, type = 0;
  if (seq > table->seq) return false;
  snprintf(words, sizeof words, "%s %s", entry_word(ENTRY_SAID), entry_word(ENTRY_REACTED));
  json_t *json = members_read(table_entry(table, seq), &fault);
  const bool said = member_choice(json, "type", words, &type, &fault) &&
                    member_whole(json, "seat", 0, 0, &seat, &fault) &&
                    member_line(json, "name", NAME_MOST, name, &fault) && seat == 0;
  json_decref(json);
  return said;
}

/* By who opened the table: nobody who watches talks, or the one who has said this entry does not; or they may again. */
static bool act_hush(const struct wish *wish) {
  struct table *table = wish->table;
  const bool yes = wish->request->yes;
  char name[NAME_SIZE] = "";
  if (wish->seat != table->opener) return not_now(wish, "only who opened the table silences those who watch");
  if (wish->request->entry > 0 && !table_watcher_said(table, wish->request->entry, name))
    return answer_refuse(wish->answer, ANSWER_BAD_REQUEST,
                         "entry: expected the number of what somebody who watches has said");
  const bool is_one = name[0] != '\0', removes = wish->request->remove;
  const int at = is_one ? table_silenced(table, name) : -1;
  const bool is_silenced = is_one ? at >= 0 : table->hushed;
  if (is_silenced == yes && !(removes && at >= 0 && !table->memory->silenced[at].removed))
    return not_now(wish, "it is so already");
  if (is_one && at < 0 && table->memory->silenced_count == TABLE_MOST_SILENCED)
    return answer_refuse(wish->answer, ANSWER_TOO_MUCH, "as many are silenced as may be: silence all who watch");
  if (!may_talk(wish, name)) return false;
  struct text entry = begin(wish, ENTRY_HUSHED);
  if (is_one) json_put_string(&entry, "name", name);
  json_put_bool(&entry, "yes", yes);
  if (removes) json_put_bool(&entry, "removed", true);
  entry_end(table, &entry);
  return true;
}

static bool act_leave(const struct wish *wish) {
  struct table *table = wish->table;

  /* 1. Before the game the seat is open again. */
  if (table->state == TABLE_WAITING) {
    table_empty(table, wish->seat, NULL, wish->now);
    return true;
  }

  /* 2. In the game the seat loses, or the computer plays on. */
  if (table->state != TABLE_PLAYING) return not_now(wish, "the game is over");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer already moves for this seat");
  if (table->setup.loses)
    table_lose(table, wish->seat, false, wish->now);
  else
    table_computer_takes(table, wish->seat, SETUP_LEVEL_DEFAULT, "left", wish->now);
  return true;
}

/* Before the game, by who opened the table: the seat of somebody else is open again. */
static bool act_free(const struct wish *wish) {
  struct table *table = wish->table;
  const int other = other_seat(wish);
  if (other < 0) return false;
  if (table->state != TABLE_WAITING) return not_now(wish, "the game has begun");
  if (wish->seat != table->opener) return not_now(wish, "only who opened the table frees seats");
  const uint8_t holder = table->seats[other].holder;
  if (holder != TABLE_PERSON && holder != TABLE_PROGRAM && !table_keeps(table, other, wish->now))
    return not_now(wish, "nobody sits there");
  table_empty(table, other, "freed", wish->now);
  return true;
}

static bool act_return(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  const struct table_seat *seat = &table->seats[wish->seat];
  if (seat->why == TABLE_NOT) return not_now(wish, "this seat moves itself");
  if (seat->why == TABLE_CLOCK && !table_may_return(table, wish->seat))
    return not_now(wish, "the time of this seat has run out for the whole game");
  if (seat->why == TABLE_CLOCK && table_phase(table) == TESS_PHASE_PLACE && table_seat_to_move(table) == wish->seat)
    return not_now(wish, "the computer makes this move: return after it");
  if (!table_may_return(table, wish->seat))
    return answer_refuse(wish->answer, ANSWER_TOO_MUCH, "this seat has left and returned as often as it may in a game");
  table_return(table, wish->seat, wish->now);
  return true;
}

static bool act_replace(const struct wish *wish) {
  struct table *table = wish->table;
  const int other = other_seat(wish);
  if (other < 0) return false;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table_moves_itself(table, other)) return not_now(wish, "the computer already moves for this seat");
  if (table->setup.loses || table->setup.clock == SETUP_DAYS_CLOCK)
    return not_now(wish, "at this table the clock decides for who is away");
  if (table->paused) return not_now(wish, "the game is paused: nobody has to be there");
  if (!is_away(table, other, wish->now)) return not_now(wish, "this person has not been away for a minute");
  table_computer_takes(table, other, wish->request->level, "asked", wish->now);
  return true;
}

static bool act_rematch(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state != TABLE_OVER) return not_now(wish, "the game is not over");
  if (table->memory->rematched) return not_now(wish, "the next table is already made");
  CHECK(wish->next != NULL);
  struct text entry = entry_begin(table, wish->now, ENTRY_REMATCH);
  json_put_string(&entry, "table", wish->next);
  entry_end(table, &entry);
  return true;
}

/* The entry since which that stands about which the request decides: who has not seen it decides about something else.
 * 0: it decides about nothing that changes, or names that itself. */
static int64_t seen_since(const struct wish *wish) {
  const struct table *table = wish->table;
  const struct table_memory *memory = table->memory;
  const int other = wish->request->seat - 1;
  switch ((enum request_type)wish->request->type) {
  case REQUEST_SEAL: return memory->commitment_seq;
  case REQUEST_DRAW:
  case REQUEST_MOVE:
  case REQUEST_TAKE_BACK: return table->position;
  case REQUEST_RESUME: return memory->paused_seq;
  case REQUEST_MUTE:
  case REQUEST_FREE: return other < 0 ? 0 : memory->sat_seq[other];
  case REQUEST_LEAVE: return memory->started_seq;
  case REQUEST_CONTRIBUTE: /* only what was sealed under this commitment is taken */
  case REQUEST_ANSWER:     /* names the question */
  case REQUEST_HUSH:       /* names the entry of whom it silences, or means all who watch */
  case REQUEST_PAUSE:
  case REQUEST_SAY:
  case REQUEST_REACT:
  case REQUEST_RENAME:
  case REQUEST_RETURN:
  case REQUEST_REPLACE: /* whether the other one is away is looked at when it comes */
  case REQUEST_REMATCH: return 0;
  }
  return 0;
}

bool table_act(struct table *table, int seat, const struct request *request, const char *next, int64_t now,
               struct answer *answer) {
  const struct wish wish = {table, seat - 1, request, next, now, answer};
  CHECK(seat >= 0 && seat <= table->setup.players);
  if (!table_same_body(table, seat, request))
    return not_now(&wish, "id: another request had this one, expected a new one");
  if (table_recall(table, seat, request->id) > 0) return true;

  /* 1. What holds for every action. */
  if (table->state == TABLE_CLOSED) return not_now(&wish, "the table is closed");
  if (seat == 0 && !request_is_talk(request))
    return answer_refuse(answer, ANSWER_NO_TOKEN, "expected the token of a seat: Authorization: Bearer TOKEN");
  const uint8_t holder = seat == 0 ? TABLE_PERSON : table->seats[seat - 1].holder;
  if (holder != TABLE_PERSON && holder != TABLE_PROGRAM)
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "nobody holds this seat any more");

  if (request->seen > 0 && (request->seen < seen_since(&wish) || request->seen > table->seq))
    return not_now(&wish, "seen: the table has gone on since");

  /* 2. The action itself. */
  bool granted = false;
  switch ((enum request_type)request->type) {
  case REQUEST_SEAL: granted = act_contribute(&wish, true); break;
  case REQUEST_CONTRIBUTE: granted = act_contribute(&wish, false); break;
  case REQUEST_DRAW: granted = act_play(&wish, true); break;
  case REQUEST_MOVE: granted = act_play(&wish, false); break;
  case REQUEST_TAKE_BACK: granted = act_take_back(&wish); break;
  case REQUEST_PAUSE: granted = act_pause(&wish, true); break;
  case REQUEST_RESUME: granted = act_pause(&wish, false); break;
  case REQUEST_ANSWER: granted = act_answer(&wish); break;
  case REQUEST_SAY:
  case REQUEST_REACT: granted = act_say(&wish); break;
  case REQUEST_RENAME: granted = act_rename(&wish); break;
  case REQUEST_MUTE: granted = act_mute(&wish); break;
  case REQUEST_HUSH: granted = act_hush(&wish); break;
  case REQUEST_LEAVE: granted = act_leave(&wish); break;
  case REQUEST_FREE: granted = act_free(&wish); break;
  case REQUEST_RETURN: granted = act_return(&wish); break;
  case REQUEST_REPLACE: granted = act_replace(&wish); break;
  case REQUEST_REMATCH: granted = act_rematch(&wish); break;
  }
  if (!granted) return false;

  /* 3. What follows from it; the request is remembered, and its sender is there. */
  if (seat > 0 && now > table->memory->seen[seat - 1]) table->memory->seen[seat - 1] = now;
  table_follow_up(table, now);
  table_remember(table, seat, request->id, request->print, table->seq);
  return true;
}

/* What a seat, 0-based, has from the game that is over: 2 if it has won, 1 if it shares the first place. */
static int points_of(const struct table *table, int seat) {
  const tess_game *game = table->history->game;
  if (table->undecided) return 0;
  const int own = tess_game_side(game, seat), sides = tess_game_sides(game);
  if (table->lost >= 0) return seat == table->lost ? 0 : 2;
  int first = 0;
  for (int side = 0; side < sides; side++) {
    if (tess_game_score(game, side) > tess_game_score(game, own)) return 0;
    first += tess_game_score(game, side) == tess_game_score(game, own);
  }
  return first == 1 ? 2 : 1;
}

/* True if the game that is over was decided, and the computer made turns in it for who holds this seat, 0-based. */
static bool was_helped(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  bool helped = false;
  for (int i = 0; i < memory->turn_count; i++) helped |= memory->turns[i].seat == seat && memory->turns[i].instead;
  return helped && !table->undecided;
}

struct setup table_rematch(const struct table *table, int seat, int64_t now, struct former *former) {
  struct setup setup = table->setup;
  bool held[TESS_MAX_PLAYERS] = {0};
  *former = (struct former){0};
  memcpy(former->table, table->id, sizeof former->table);
  for (int i = 0; i < setup.players; i++) {
    const struct table_seat *at = &table->seats[i];
    const bool gone = (at->why == TABLE_LEFT || at->why == TABLE_ASKED) && is_away(table, i, now);
    held[i] = at->holder != TABLE_COMPUTER && (i == seat - 1 || !gone);
    if (held[i]) continue;
    setup.seats[i].kind = SETUP_COMPUTER;
    setup.seats[i].level = at->level;
  }
  for (int i = 0; i < setup.players; i++) {
    const int from = setup_rotated_from(&setup, i);
    if (held[from]) former->kept[i] = (uint8_t)(from + 1);
    const int points = table->former.points[from] + (table->state == TABLE_OVER ? points_of(table, from) : 0);
    former->points[i] = points < FORMER_MOST_POINTS ? points : FORMER_MOST_POINTS;
    const int helped = table->former.helped[from] + (table->state == TABLE_OVER && was_helped(table, from));
    former->helped[i] = helped < FORMER_MOST_POINTS ? helped : FORMER_MOST_POINTS;
  }
  return setup_rotate(&setup, held, seat - 1);
}
