#include "hall/acting.h"

#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/json_writer.h"
#include "hall/asking.h"
#include "hall/importing.h"
#include "hall/pairing.h"
#include "hall/rounds.h"
#include "hall/times.h"

/* The entries of a log that a player adds who is no organizer. */
enum { SHARE = 64, SHARE_OF_ENCOUNTER = 16 };

/* ---- Opening ---- */

static bool refuse_body(const struct fault *fault, struct answer *answer) {
  return answer_refuse(answer, ANSWER_BAD_REQUEST, fault->text);
}

/* Reads a request for a new tournament, with what is in its file. Returns false with `*fault`. */
static bool read_opening(const struct acting *acting, const json_t *json, struct tournament_settings *settings,
                         struct filed_tournament *filed, struct fault *fault) {
  char id[REQUEST_ID_SIZE];
  const json_t *file = json_object_get(json, "file"), *wanted = json_object_get(json, "settings");
  const bool own = json_is_object(file);
  if (!members_known(json, own ? "id file" : "id settings", own ? "" : "file", fault) ||
      !request_read_id(json, id, fault))
    return false;
  if (own) wanted = json_object_get(file, "settings");
  if (own && !filing_read_json(file, filed, fault)) return fault_within(fault, "file");
  if (!settings_read(wanted, acting->sets, settings, fault)) return fault_within(fault, "settings");
  if (own || file == NULL) return true;
  if (!json_is_string(file))
    return fault_say(fault,
                     "file: expected a tournament as JSON, or the text of a table of comma-separated values or of "
                     "a report of FIDE");
  if (settings->seats > 2 || settings->form == FORM_ARENA || settings->best_of > 1)
    return fault_say(fault,
                     "file: such a text has no arena, no games of three to five and no best of %d: expected JSON",
                     settings->best_of > 1 ? settings->best_of : 3);
  return filing_read_table((struct span){json_string_value(file), json_string_length(file)}, filed, fault) ||
         fault_within(fault, "file");
}

bool acting_open(struct acting *acting, struct span body, struct answer *answer) {
  struct tournament_settings settings;
  struct filed_tournament filed = {0};
  struct fault fault;
  uint8_t commitment[CREDENTIAL_HASH];
  struct blake2b hash;
  json_t *json = members_read(body, &fault);
  bool good = json != NULL && read_opening(acting, json, &settings, &filed, &fault);
  json_decref(json);
  if (!good) {
    filing_free(&filed);
    return refuse_body(&fault, answer);
  }
  blake2b_begin(&hash, sizeof commitment, NULL, 0);
  blake2b_add(&hash, acting->secret, CREDENTIAL_HASH);
  blake2b_finish(&hash, commitment);
  writing_begin(acting, "opened", true);
  settings_write(&settings, "settings", &acting->entries);
  json_put_hex(&acting->entries, "commitment", commitment, sizeof commitment);
  writing_end(acting);
  acting->joined = acting->player;
  good = importing_play(acting, &filed, &fault);
  filing_free(&filed);
  if (!good) fault_within(&fault, "file");
  return good || refuse_body(&fault, answer);
}

/* ---- Actions ---- */

static bool is_organizer(const struct acting *acting) {
  return competition_is_organizer(acting->competition, acting->player);
}

static bool needs_organizer(const struct acting *acting, struct answer *answer) {
  return is_organizer(acting) || answer_refuse(answer, ANSWER_WRONG_TOKEN, "only an organizer may do this");
}

static bool not_now(struct answer *answer, const char *why) { return answer_refuse(answer, ANSWER_NOT_NOW, why); }

/* Finds the encounter of a request, which is not a bye, by its number from 1. NULL with the refusal. */
static const struct bout *find_bout(const struct acting *acting, int encounter, struct answer *answer) {
  const struct competition *competition = acting->competition;
  if (encounter < 1 || encounter > competition->bout_count) {
    char why[64];
    snprintf(why, sizeof why, "encounter: expected 1 to %d", competition->bout_count);
    answer_refuse(answer, ANSWER_BAD_REQUEST, why);
    return NULL;
  }
  const struct bout *bout = &competition->bouts[encounter - 1];
  if (bout->second != NOBODY) return bout;
  answer_refuse(answer, ANSWER_BAD_REQUEST, "encounter: nothing is played for a bye");
  return NULL;
}

/* Returns the side of the asker in an encounter, 1 or 2; 0: none. */
static int side_of(const struct acting *acting, const struct bout *bout) {
  const int own = competition_find(acting->competition, acting->player);
  return bout_side(bout, own);
}

/* ---- Entrants ---- */

static bool enter(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  if ((request->named || request->rating >= 0) && !is_organizer(acting))
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "only an organizer enters guests and says ratings");
  const bool swiss = competition->settings.form == FORM_SWISS;
  const bool more = competition->settings.seasons > 1 && competition->season < competition->settings.seasons;
  const bool arena = competition->settings.form == FORM_ARENA && acting->now < times_round_end(competition);
  if (competition->round > 0 && !swiss && !more && !arena)
    return not_now(
        answer, "this tournament has begun: only a Swiss one takes late comers, an arena until its end, and a league "
                "for its next season");
  if (competition->round > 0 && swiss && competition->round >= competition->settings.rounds)
    return not_now(answer, "the last round is paired: nobody can enter any more");
  if (competition->competitor_count == ENTRANTS_MOST) return not_now(answer, "as many have entered as may");
  if (!request->named && competition_find(competition, acting->player) != NOBODY)
    return not_now(answer, "this player has entered already: one who has left returns by `return`");
  for (int i = 0; i < competition->competitor_count && request->named; i++)
    if (competition->competitors[i].player == 0 && name_looks_like(competition->competitors[i].name, request->name))
      return not_now(answer, "name: a guest of this name, or one that looks like it, has entered already");
  writing_entered(acting, request->named ? request->name : NULL, request->rating < 0 ? RATING_DEFAULT : request->rating,
                  -1);
  if (!request->named) acting->joined = acting->player;
  return true;
}

/* Finds the competitor whom a request names, or the asker, from 0. NOBODY with the refusal. */
static int find_competitor(const struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  const int own = competition_find(competition, acting->player);
  if (request->entrant == 0 && own == NOBODY) {
    not_now(answer, "this player has not entered");
    return NOBODY;
  }
  if (request->entrant > competition->competitor_count) {
    char why[64];
    snprintf(why, sizeof why, "entrant: expected 1 to %d", competition->competitor_count);
    answer_refuse(answer, ANSWER_BAD_REQUEST, why);
    return NOBODY;
  }
  const int which = request->entrant == 0 ? own : request->entrant - 1;
  return which == own || needs_organizer(acting, answer) ? which : NOBODY;
}

static void write_entrant(struct acting *acting, const char *type, int competitor, const char *reason) {
  writing_begin(acting, type, true);
  json_put_int(&acting->entries, "entrant", competitor + 1);
  if (reason[0] != '\0') json_put_string(&acting->entries, "reason", reason);
  writing_end(acting);
}

/* An entrant who leaves or is expelled loses the encounters that are open. */
static bool leave(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  const bool expels = request->action == HALL_EXPEL;
  const int which = find_competitor(acting, request, answer);
  if (which == NOBODY) return false;
  const struct competitor *competitor = &competition->competitors[which];
  if (expels ? competitor->expelled : competitor->away)
    return not_now(answer, expels ? "this entrant is expelled already" : "this entrant has left already");
  write_entrant(acting, expels ? "expelled" : "left", which, request->reason);
  if (competition->settings.seats > 2) return true; /* the others play on */
  for (int open; !writing_is_full(acting) && (open = competition_find_open(competition, which)) != NOBODY;)
    writing_forfeit(acting, open, competition->bouts[open].first == which ? FORFEIT_FIRST : FORFEIT_SECOND);
  return true;
}

static bool come_back(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const int which = find_competitor(acting, request, answer);
  if (which == NOBODY) return false;
  if (acting->competition->competitors[which].expelled) return not_now(answer, "this entrant is expelled");
  if (!acting->competition->competitors[which].away) return not_now(answer, "this entrant has not left");
  write_entrant(acting, "returned", which, "");
  return true;
}

static bool rate(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const int which = find_competitor(acting, request, answer);
  if (which == NOBODY) return false;
  if (acting->competition->round > 0) return not_now(answer, "the first round is paired: ratings stand");
  writing_begin(acting, "rated", true);
  json_put_int(&acting->entries, "entrant", which + 1);
  json_put_int(&acting->entries, "rating", request->rating);
  writing_end(acting);
  return true;
}

/* ---- Rounds ---- */

static bool pair(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  struct fault fault;
  if (request->round != acting->competition->round + 1) {
    char why[64];
    snprintf(why, sizeof why, "round: the next round is %d", acting->competition->round + 1);
    return not_now(answer, why);
  }
  return pairing_next(acting, true, &fault) || not_now(answer, fault.text);
}

/* ---- Results ---- */

/* True if a knock-out or a later season stands on the result of an encounter. */
static bool is_stood_on(const struct competition *competition, const struct bout *bout) {
  return bout->round <= competition->season_base ||
         (competition->round > bout->round && rounds_is_knockout(competition, competition->round));
}

/* True if a game of three to five is played at a table of the server. More than half of its players could otherwise
 * agree on a result against the others. */
static bool is_table_alone(const struct competition *competition, const struct bout *bout) {
  bool players = bout->seats > 2 && competition->settings.setup[0] != '\0';
  for (int side = 1; side <= bout->seats; side++)
    players = players && competition->competitors[bout_competitor(bout, side)].player != 0;
  return players;
}

static bool say_result(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  const struct bout *bout = find_bout(acting, request->encounter, answer);
  if (bout == NULL) return false;
  const int side = side_of(acting, bout);
  const bool rules = is_organizer(acting);
  if (side == 0 && !rules)
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "only the players of an encounter and organizers say its result");
  const bool knockout = rounds_is_knockout(competition, bout->round);
  if (!bout_is_decisive(bout, &request->result, competition->settings.best_of, knockout)) {
    char why[160];
    if (bout->seats > 2) {
      snprintf(why, sizeof why, "points: expected those of %d seats", bout->seats);
      return answer_refuse(answer, ANSWER_BAD_REQUEST, why);
    }
    snprintf(why, sizeof why, "games: expected those of a best of %d, up to the one that decides it%s",
             competition->settings.best_of, knockout ? "; a knock-out needs a winner" : "");
    return answer_refuse(answer, ANSWER_BAD_REQUEST, why);
  }
  if (!rules && is_table_alone(competition, bout))
    return not_now(answer, "this game is played at a table of the server: only an organizer says another result");
  if (bout->decided && !rules) return not_now(answer, "this encounter is decided: ask an organizer to correct it");
  if (!rules && bout->reported[side - 1] && acting->now >= times_round_end(competition))
    return not_now(answer, "the time of the round is over: only the other side can still say a result");
  if (bout->decided && request->reason[0] == '\0')
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "reason: expected one, as the encounter is decided already");
  if (is_stood_on(competition, bout))
    return not_now(answer, "a round of the knock-out, or a season, stands on this result");
  writing_begin(acting, rules ? "decided" : "reported", true);
  json_put_int(&acting->entries, "encounter", request->encounter);
  if (!rules) json_put_int(&acting->entries, "side", side);
  bout_result_write(&request->result, &acting->entries);
  if (request->reason[0] != '\0') json_put_string(&acting->entries, "reason", request->reason);
  writing_end(acting);
  return true;
}

static bool void_bout(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct bout *bout = find_bout(acting, request->encounter, answer);
  if (bout == NULL) return false;
  bool reported = false;
  for (int side = 0; side < bout->seats; side++) reported = reported || bout->reported[side];
  if (!bout->decided && !reported && bout->table[0] == '\0' && bout->result.count == 0)
    return not_now(answer, "nothing is played in this encounter yet");
  if (is_stood_on(acting->competition, bout))
    return not_now(answer, "a round of the knock-out, or a season, stands on this result");
  writing_begin(acting, "voided", true);
  json_put_int(&acting->entries, "encounter", request->encounter);
  json_put_string(&acting->entries, "reason", request->reason);
  writing_end(acting);
  return true;
}

/* A player of an encounter says when they want to play it; an organizer says it for both. */
static bool meet(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  const struct bout *bout = find_bout(acting, request->encounter, answer);
  if (bout == NULL) return false;
  const int side = side_of(acting, bout);
  if (side == 0 && !is_organizer(acting))
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "only the players of an encounter and organizers say its date");
  if (bout->seats > 2) return not_now(answer, "games of three and more have no dates");
  if (bout->decided) return not_now(answer, "this encounter is decided");
  const int64_t most = acting->now + TIMES_DATE_DAYS * DAY_MS;
  if (request->date <= acting->now || request->date > most || request->date > times_round_end(competition))
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "date: expected a time within 60 days and the time of the round");
  if (side != 0 && bout->dates[side - 1] == request->date) return not_now(answer, "this player has said this date");
  writing_begin(acting, "proposed", true);
  json_put_int(&acting->entries, "encounter", request->encounter);
  if (side != 0) json_put_int(&acting->entries, "side", side);
  json_put_int(&acting->entries, "date", request->date);
  writing_end(acting);
  return true;
}

/* Somebody in an arena is ready for a game, or no longer. Two who are ready play at once. */
static bool get_ready(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  const int own = find_competitor(acting, request, answer);
  if (own == NOBODY) return false;
  if (competition->settings.form != FORM_ARENA || competition->round == 0 ||
      acting->now >= times_round_end(competition))
    return not_now(answer, "no arena is played now");
  if (competition->competitors[own].away || competition_find_open(competition, own) != NOBODY)
    return not_now(answer, "this entrant has left, or has a game to play");
  if (competition->competitors[own].ready == request->yes) return not_now(answer, "this entrant has said so already");
  writing_begin(acting, "ready", true);
  json_put_int(&acting->entries, "entrant", own + 1);
  json_put_bool(&acting->entries, "yes", request->yes);
  writing_end(acting);
  const int other = request->yes ? competition_find_ready(competition, own) : NOBODY;
  if (other == NOBODY || competition->bout_count == BOUTS_MOST || competition->seq + WRITING_ROOM > LOG_MOST)
    return true;
  int ahead = 0; /* how much more often this entrant had the first seat than the other one */
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    ahead += (bout->first == own) - (bout->second == own) - (bout->first == other) + (bout->second == other);
  }
  pairing_in_arena(acting, ahead > 0 ? other : own, ahead > 0 ? own : other, false);
  return true;
}

/* ---- The tournament itself ---- */

/* An organizer invites a player, or ends that. The player becomes an organizer by accepting. */
static bool set_organizer(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  const struct competition *competition = acting->competition;
  const bool is_one = competition_is_organizer(competition, request->player);
  const bool invited = competition_is_invited(competition, request->player);
  const bool answers = invited && acting->player == request->player, accepts = answers && request->yes;
  if (!answers && !needs_organizer(acting, answer)) return false;
  if (request->player == competition->opener && !request->yes)
    return not_now(answer, "the one who opened the tournament stays an organizer");
  if (is_one ? request->yes : !request->yes && !invited)
    return not_now(answer, is_one ? "this player is an organizer" : "this player is none");
  if (invited && request->yes && !accepts) return not_now(answer, "this player is invited, and has not accepted yet");
  if (request->yes && !accepts && competition->organizer_count + competition->invited_count == ORGANIZERS_MOST)
    return not_now(answer, "there are as many organizers as may be, invited players included");
  writing_begin(acting, is_one || accepts ? "organizer" : "invited", true);
  json_put_hash(&acting->entries, "player", (uint64_t)request->player);
  json_put_bool(&acting->entries, "yes", request->yes);
  writing_end(acting);
  acting->joined = accepts ? request->player : 0;
  return true;
}

static bool set_settings(struct acting *acting, const struct hall_request *request, struct answer *answer) {
  if (acting->competition->round > 0) return not_now(answer, "the first round is paired: the settings stand");
  writing_begin(acting, "set", true);
  settings_write(&request->settings, "settings", &acting->entries);
  writing_end(acting);
  return true;
}

static void write_renamed(struct acting *acting, const char *name) {
  writing_begin(acting, "renamed", true);
  json_put_string(&acting->entries, "name", name);
  writing_end(acting);
}

void acting_host(struct acting *acting, const char *name) {
  if (acting->competition->state == STORE_FINISHED) return;
  if (name == NULL)
    writing_closed(acting);
  else if (acting->competition->seq + WRITING_ROOM <= LOG_MOST)
    write_renamed(acting, name);
}

/* Refuses a player who has added as much to the log as they may. */
static bool has_share(const struct acting *acting, bool closes, struct answer *answer) {
  const struct competition *competition = acting->competition;
  if (closes || (is_organizer(acting) && competition->seq + WRITING_ROOM <= LOG_MOST)) return true;
  const int own = competition_find(competition, acting->player);
  int64_t most = SHARE, made = 0;
  for (int i = 0; i < competition->bout_count && own != NOBODY; i++)
    if (bout_side(&competition->bouts[i], own) > 0) most += SHARE_OF_ENCOUNTER;
  /* Arenas pair without end: there the entrants share half of the log, the other half has what follows from it. */
  const int64_t shared = (LOG_MOST - WRITING_ROOM) / 2 / (competition->competitor_count + 1);
  if (competition->settings.form == FORM_ARENA && most > shared) most = shared > SHARE ? shared : SHARE;
  for (int64_t i = 0; i < competition->seq; i++) made += competition->authors[i] == acting->player;
  return (made < most && competition->seq + WRITING_ROOM <= LOG_MOST) ||
         answer_refuse(answer, ANSWER_TOO_MUCH, "this player, or all together, have added as much as may be");
}

bool acting_act(struct acting *acting, struct span body, struct answer *answer) {
  struct hall_request request;
  struct fault fault;
  json_t *json = members_read(body, &fault);
  const bool good = json != NULL && asking_read(json, acting->sets, &request, &fault);
  json_decref(json);
  if (!good) return refuse_body(&fault, answer);
  if (acting->competition->state == STORE_FINISHED) return not_now(answer, "this tournament is closed");
  const enum hall_action action = (enum hall_action)request.action;
  if (!has_share(acting, action == HALL_CLOSE, answer)) return false;
  const bool is_for_organizers = action == HALL_EXPEL || action == HALL_RATE || action == HALL_PAIR ||
                                 action == HALL_VOID || action == HALL_SETTINGS || action == HALL_RENAME ||
                                 action == HALL_CLOSE;
  if (is_for_organizers && !needs_organizer(acting, answer)) return false;
  bool done = true;
  switch (action) {
  case HALL_ENTER: done = enter(acting, &request, answer); break;
  case HALL_LEAVE:
  case HALL_EXPEL: done = leave(acting, &request, answer); break;
  case HALL_RETURN: done = come_back(acting, &request, answer); break;
  case HALL_RATE: done = rate(acting, &request, answer); break;
  case HALL_PAIR: done = pair(acting, &request, answer); break;
  case HALL_RESULT: done = say_result(acting, &request, answer); break;
  case HALL_VOID: done = void_bout(acting, &request, answer); break;
  case HALL_MEET: done = meet(acting, &request, answer); break;
  case HALL_READY: done = get_ready(acting, &request, answer); break;
  case HALL_ORGANIZER: done = set_organizer(acting, &request, answer); break;
  case HALL_SETTINGS: done = set_settings(acting, &request, answer); break;
  case HALL_RENAME: write_renamed(acting, request.title); break;
  case HALL_CLOSE: writing_closed(acting); break;
  }
  if (done) pairing_goes_on(acting);
  return done;
}

/* ---- Tables of the server ---- */

bool acting_may_play(const struct acting *acting, int encounter, int *side, bool missing[GATHERING_MOST],
                     struct answer *answer) {
  const struct competition *competition = acting->competition;
  if (competition->state != STORE_PLAYING) return not_now(answer, "this tournament is not played now");
  const struct bout *bout = find_bout(acting, encounter, answer);
  if (bout == NULL) return false;
  *side = side_of(acting, bout);
  if (*side == 0) return answer_refuse(answer, ANSWER_WRONG_TOKEN, "only its players play an encounter");
  if (competition->settings.setup[0] == '\0')
    return not_now(answer, "this tournament is played elsewhere: its settings have no setup of tables");
  if (bout->decided) return not_now(answer, "this encounter is decided");
  /* An entrant who leaves loses an open game of two at once. In a game of more the entrant has no seat at its table. */
  for (int i = 0; i < GATHERING_MOST; i++) {
    missing[i] = bout->missing[i];
    if (i >= bout->seats) continue;
    const struct competitor *competitor = &competition->competitors[bout_competitor(bout, i + 1)];
    if (competitor->player == 0) return not_now(answer, "an opponent is a guest: say the result by hand");
    if (bout->table[0] == '\0' && bout->seats > 2) missing[i] = competitor->away;
  }
  if (missing[*side - 1]) return not_now(answer, "this player had left: the others play without them");
  if (bout_seat(missing, bout->seats) < 2) return not_now(answer, "all others have left: say the result by hand");
  return has_share(acting, false, answer);
}

void acting_sit(struct acting *acting, int encounter, int side, const bool missing[GATHERING_MOST], struct span table) {
  const struct bout *bout = &acting->competition->bouts[encounter - 1];
  const bool is_same = span_is(table, bout->table);
  if (is_same && bout->sat[side - 1]) return;
  writing_begin(acting, is_same ? "seated" : "table", true);
  json_put_int(&acting->entries, "encounter", encounter);
  json_put_int(&acting->entries, "side", side);
  json_put_span(&acting->entries, "table", table);
  int without[GATHERING_MOST], count = 0;
  for (int i = 0; i < bout->seats && !is_same; i++)
    if (missing[i]) without[count++] = i;
  if (count > 0) writing_numbers(acting, "missing", without, count);
  writing_end(acting);
}

void acting_take(struct acting *acting, int encounter, const struct bout_result *result) {
  const struct competition *competition = acting->competition;
  const struct bout *bout = &competition->bouts[encounter - 1];
  if (bout->decided || competition->seq + WRITING_ROOM > LOG_MOST) return;
  writing_begin(acting, "played", false);
  json_put_int(&acting->entries, "encounter", encounter);
  json_put_string(&acting->entries, "table", bout->table);
  bout_result_write(result, &acting->entries);
  writing_end(acting);
  pairing_goes_on(acting);
}
