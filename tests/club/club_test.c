/* The players of a server: after any sequence of requests, a name belongs to one player and a token to one device. */
#define _GNU_SOURCE
#include "club/club.h"

#include "base/encoding.h"
#include "base/json_writer.h"
#include "club/mails.h"
#include "club/passkey.h"
#include "club/people.h"
#include "club/words.h"
#include "notation/json_reader.h"
#include "store/place.h"

static const int64_t day = 24 * 60 * 60 * 1000;

static struct club open_club(void **state) {
  return (struct club){.store = open_store(state), .now = 1700000000000, .origin = "https://games.example"};
}

/* ---- Asking ---- */

/* An answer and its JSON object. */
struct heard {
  enum answer_code code;
  json_t *json;
};

static struct heard hear(const struct club *club, struct answer *answer) {
  struct fault fault;
  commit(club->store);
  struct heard heard = {answer->code, members_read(text_span(&answer->body), &fault)};
  if (heard.json == NULL) fail_msg("%s", answer->body.bytes);
  answer_free(answer);
  return heard;
}

static const char *word_of(const struct heard *heard, const char *member) {
  const char *word = json_string_value(json_object_get(heard->json, member));
  if (word == NULL) fail_msg("%s is missing: %s", member, json_dumps(heard->json, 0));
  return word;
}

static int number_of(const struct heard *heard, const char *member) {
  return (int)json_integer_value(json_object_get(heard->json, member));
}

static struct heard create(const struct club *club, const char *id, const char *name) {
  struct answer answer = {0};
  struct text body = {0};
  text_print(&body, "{\"id\":\"%s\",\"name\":\"%s\",\"figure\":{\"shape\":1,\"colour\":2,\"hat\":3},\"label\":\"one\"}",
             id, name);
  club_create(club, text_span(&body), &answer);
  text_free(&body);
  return hear(club, &answer);
}

static struct heard sign_in(const struct club *club, const char *id, const char *words) {
  struct answer answer = {0};
  struct text body = {0};
  text_print(&body, "{\"id\":\"%s\",\"words\":\"%s\",\"label\":\"two\"}", id, words);
  club_sign_in(club, text_span(&body), &answer);
  text_free(&body);
  return hear(club, &answer);
}

/* Sends a body, which has ' for ". */
static struct heard act(const struct club *club, const char *token, const char *words) {
  struct answer answer = {0};
  struct club_asker asker;
  struct text body = {0};
  text_add_string(&body, words);
  for (char *at = body.bytes; (at = strchr(at, '\'')) != NULL;) *at = '"';
  if (club_find(club, span_of(token), &asker, &answer)) club_act(club, &asker, text_span(&body), &answer);
  text_free(&body);
  return hear(club, &answer);
}

static enum answer_code code_of(struct heard heard) {
  json_decref(heard.json);
  return heard.code;
}

/* Creates a player with this name; returns the token of the first device, which the caller frees. */
static char *token_of(const struct club *club, const char *name) {
  char id[64];
  snprintf(id, sizeof id, "request-of-%s", name);
  for (char *at = id; *at != '\0'; at++)
    if (strchr("\\\"", *at) != NULL) *at = '_';
  struct heard heard = create(club, id, name);
  assert_int_equal(heard.code, ANSWER_CREATED);
  char *token = strdup(word_of(&heard, "token"));
  json_decref(heard.json);
  return token;
}

static struct club_asker asker_of(const struct club *club, const char *token) {
  struct club_asker asker = {0};
  struct answer answer = {0};
  assert_true(club_find(club, span_of(token), &asker, &answer));
  answer_free(&answer);
  return asker;
}

static struct heard profile_of(const struct club *club, const char *token) {
  struct answer answer = {0};
  struct store_player player;
  const struct club_asker asker = asker_of(club, token);
  assert_true(club_find_player(club, span_of("me"), &asker, &player, &answer));
  club_tell(club, &asker, &player, &answer);
  return hear(club, &answer);
}

static bool is_known(const struct club *club, const char *token) {
  struct club_asker asker;
  struct answer answer = {0};
  const bool known = club_find(club, span_of(token), &asker, &answer);
  assert_true(known || answer.code == ANSWER_WRONG_TOKEN);
  answer_free(&answer);
  return known;
}

/* ---- Names and tokens ---- */

SQLITE(a_request_that_comes_twice_makes_one_player) {
  const struct club club = open_club(state);
  struct heard first = create(&club, "request-1", "Ann"), again = create(&club, "request-1", "Ann");
  assert_true(first.code == ANSWER_CREATED && again.code == ANSWER_CREATED);
  assert_string_equal(word_of(&first, "token"), word_of(&again, "token"));
  assert_string_equal(word_of(&first, "player"), word_of(&again, "player"));
  assert_true(club_is_device(span_of(word_of(&first, "token"))));
  assert_int_equal(strlen(word_of(&first, "token")), CLUB_TOKEN_SIZE - 1);
  struct heard profile = profile_of(&club, word_of(&first, "token"));
  assert_string_equal(word_of(&profile, "name"), "Ann");
  assert_int_equal(json_integer_value(json_object_get(json_object_get(profile.json, "figure"), "hat")), 3);
  json_decref(profile.json), json_decref(first.json), json_decref(again.json);
  assert_false(is_known(&club, "player.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  assert_false(club_is_device(span_of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")));
  store_close(club.store);
}

SQLITE(names_that_look_the_same_have_one_player) {
  const struct club club = open_club(state);
  free(token_of(&club, "Anna"));
  assert_int_equal(code_of(create(&club, "request-2", "ANNA")), ANSWER_NAME_TAKEN);
  assert_int_equal(code_of(create(&club, "request-3", "Аnnа")), ANSWER_NAME_TAKEN);
  assert_int_equal(code_of(create(&club, "request-4", "Anne")), ANSWER_CREATED);
  assert_int_equal(code_of(create(&club, "request-5", "Player-1234")), ANSWER_BAD_REQUEST);
  assert_int_equal(code_of(create(&club, "request-6", "PLАYER-1234")), ANSWER_BAD_REQUEST);
  assert_int_equal(code_of(create(&club, "request-7", "a\xe2\x80\x8b")), ANSWER_BAD_REQUEST);
  assert_int_equal(code_of(create(&club, "short", "Ben")), ANSWER_BAD_REQUEST);
  store_close(club.store);
}

SQLITE(a_name_changes_once_in_thirty_days) {
  struct club club = open_club(state);
  char *ann = token_of(&club, "Ann"), *ben = token_of(&club, "Ben");
  assert_int_equal(code_of(act(&club, ann, "{'id':'change-1','type':'rename','name':'Ben'}")), ANSWER_NAME_TAKEN);
  assert_int_equal(code_of(act(&club, ann, "{'id':'change-2','type':'rename','name':'Anna'}")), ANSWER_OK);
  assert_int_equal(code_of(act(&club, ann, "{'id':'change-3','type':'rename','name':'Annie'}")), ANSWER_NOT_NOW);
  /* The same request again, as from a device that has not received the answer. */
  assert_int_equal(code_of(act(&club, ann, "{'id':'change-2','type':'rename','name':'Anna'}")), ANSWER_OK);
  club.now += CLUB_RENAME_DAYS * day;
  assert_int_equal(code_of(act(&club, ben, "{'id':'change-4','type':'rename','name':'Ann'}")),
                   ANSWER_NAME_TAKEN); /* Ann had it */
  assert_int_equal(code_of(act(&club, ann, "{'id':'change-5','type':'rename','name':'Ann'}")), ANSWER_OK);
  free(ann), free(ben);
  store_close(club.store);
}

/* ---- Devices ---- */

SQLITE(six_words_sign_a_device_in) {
  const struct club club = open_club(state);
  char *one = token_of(&club, "Ann"), *two, typed[128];
  struct heard words = act(&club, one, "{'id':'change-1','type':'words'}");
  struct heard same = act(&club, one, "{'id':'change-1','type':'words'}");
  assert_string_equal(word_of(&words, "six_words"), word_of(&same, "six_words"));

  /* The words as people may type them. */
  snprintf(typed, sizeof typed, "  %s", word_of(&words, "six_words"));
  for (char *at = typed; *at != '\0'; at++) *at = (char)(*at == ' ' ? '-' : *at - 32);
  struct heard device = sign_in(&club, "sign-in-1", typed), again = sign_in(&club, "sign-in-1", typed);
  assert_int_equal(device.code, ANSWER_CREATED);
  assert_string_equal(word_of(&device, "token"), word_of(&again, "token"));
  two = strdup(word_of(&device, "token"));
  assert_string_not_equal(two, one);
  assert_true(asker_of(&club, two).player == asker_of(&club, one).player);
  struct heard profile = profile_of(&club, two);
  assert_int_equal(json_array_size(json_object_get(profile.json, "devices")), 2);
  json_decref(profile.json);

  /* New words replace the previous ones; the device stays signed in. */
  struct heard renewed = act(&club, two, "{'id':'change-2','type':'words'}");
  assert_int_equal(code_of(sign_in(&club, "sign-in-2", word_of(&words, "six_words"))), ANSWER_WRONG_TOKEN);
  assert_int_equal(code_of(sign_in(&club, "sign-in-3", "bala bala bala bala bala bala")), ANSWER_WRONG_TOKEN);
  assert_int_equal(code_of(sign_in(&club, "sign-in-4", "bala bala bala bala bala")), ANSWER_BAD_REQUEST);
  assert_int_equal(code_of(sign_in(&club, "sign-in-5", "bala bala bala bala bala quux")), ANSWER_BAD_REQUEST);
  assert_int_equal(code_of(sign_in(&club, "sign-in-6", word_of(&renewed, "six_words"))), ANSWER_CREATED);
  assert_true(is_known(&club, one) && is_known(&club, two));
  json_decref(words.json), json_decref(same.json), json_decref(device.json), json_decref(again.json);
  json_decref(renewed.json);
  free(one), free(two);
  store_close(club.store);
}

SQLITE(a_device_is_shut_out) {
  const struct club club = open_club(state);
  char *one = token_of(&club, "Ann");
  struct heard words = act(&club, one, "{'id':'change-1','type':'words'}");
  struct heard device = sign_in(&club, "sign-in-1", word_of(&words, "six_words"));
  const char *two = word_of(&device, "token");
  assert_int_equal(code_of(act(&club, two, "{'id':'change-2','type':'shut-out','device':1}")), ANSWER_OK);
  assert_false(is_known(&club, one));
  assert_true(is_known(&club, two));
  /* Neither the request that created the player nor its token gives access again. */
  assert_int_equal(code_of(create(&club, "request-of-Ann", "Ann")), ANSWER_WRONG_TOKEN);
  assert_int_equal(code_of(act(&club, one, "{'id':'change-3','type':'words'}")), ANSWER_WRONG_TOKEN);
  assert_int_equal(code_of(sign_in(&club, "sign-in-2", word_of(&words, "six_words"))), ANSWER_WRONG_TOKEN);
  json_decref(words.json), json_decref(device.json);
  free(one);
  store_close(club.store);
}

SQLITE(a_player_has_so_many_devices) {
  const struct club club = open_club(state);
  char *one = token_of(&club, "Ann"), id[32];
  struct heard words = act(&club, one, "{'id':'change-1','type':'words'}");
  for (int i = 2; i <= STORE_MOST_DEVICES; i++) {
    snprintf(id, sizeof id, "sign-in-%d", i);
    assert_int_equal(code_of(sign_in(&club, id, word_of(&words, "six_words"))), ANSWER_CREATED);
  }
  assert_int_equal(code_of(sign_in(&club, "sign-in-99", word_of(&words, "six_words"))), ANSWER_NOT_NOW);
  assert_int_equal(code_of(act(&club, one, "{'id':'change-2','type':'shut-out','device':7}")), ANSWER_OK);
  struct heard renewed = act(&club, one, "{'id':'change-3','type':'words'}");
  assert_int_equal(code_of(sign_in(&club, "sign-in-99", word_of(&renewed, "six_words"))), ANSWER_CREATED);
  json_decref(words.json), json_decref(renewed.json);
  free(one);
  store_close(club.store);
}

SQLITE(when_a_device_asked_is_known_to_the_day) {
  struct club club = open_club(state);
  char *one = token_of(&club, "Ann");
  const int64_t before = asker_of(&club, one).seen;
  assert_true(before % day == 0 && before <= club.now);
  club.now += 2 * day;
  json_decref(profile_of(&club, one).json);
  assert_true(asker_of(&club, one).seen == before + 2 * day);
  free(one);
  store_close(club.store);
}

static enum answer_code go_away(const struct club *club, const char *token, int64_t until) {
  char body[128];
  snprintf(body, sizeof body, "{\"id\":\"vacation-1\",\"type\":\"vacation\",\"until\":%lld}", (long long)until);
  return code_of(act(club, token, body));
}

static void expect_days(const struct club *club, const char *token, int days, bool is_away) {
  struct heard profile = profile_of(club, token);
  assert_int_equal(number_of(&profile, "vacation_days"), days);
  assert_int_equal(json_object_get(profile.json, "vacation_until") != NULL, is_away);
  json_decref(profile.json);
}

/* Nobody takes more than 28 days in 365, in whatever pieces; a request that comes again takes nothing. */
SQLITE(vacations_have_their_share) {
  struct club club = open_club(state);
  char *ann = token_of(&club, "Ann");
  expect_days(&club, ann, 28, false);
  assert_int_equal(go_away(&club, ann, club.now + day / 2 - 1), ANSWER_BAD_REQUEST);
  assert_int_equal(go_away(&club, ann, club.now + 28 * day + 1), ANSWER_BAD_REQUEST);
  const int64_t until = club.now + 10 * day;
  assert_int_equal(go_away(&club, ann, until), ANSWER_OK);
  club.now += day;
  assert_int_equal(go_away(&club, ann, until), ANSWER_OK);
  expect_days(&club, ann, 18, true);
  assert_int_equal(go_away(&club, ann, until - 2 * day), ANSWER_OK); /* it gets no shorter */
  expect_days(&club, ann, 18, true);
  assert_int_equal(go_away(&club, ann, until + 5 * day), ANSWER_OK);
  expect_days(&club, ann, 13, true);
  club.now += 30 * day;
  expect_days(&club, ann, 13, false);
  assert_int_equal(go_away(&club, ann, club.now + 14 * day), ANSWER_TOO_MUCH);
  assert_int_equal(go_away(&club, ann, club.now + 13 * day), ANSWER_OK);
  expect_days(&club, ann, 0, true);
  club.now += 335 * day; /* 366 days after the first began: its first day counts no longer */
  expect_days(&club, ann, 1, false);
  free(ann);
  store_close(club.store);
}

/* What of a turn was vacation counts once. */
SQLITE(vacations_count_from_a_time_on) {
  struct club club = open_club(state);
  char *ann = token_of(&club, "Ann");
  const int64_t player = asker_of(&club, ann).player, began = club.now;
  struct club_vacation vacation;
  struct fault fault;
  assert_int_equal(go_away(&club, ann, began + 2 * day), ANSWER_OK);
  club.now += 5 * day;
  assert_int_equal(go_away(&club, ann, club.now + 3 * day), ANSWER_OK);
  assert_true(club_find_vacation(&club, player, began, &vacation, &fault) && vacation.length == 5 * day);
  assert_true(club_find_vacation(&club, player, began + day, &vacation, &fault) && vacation.length == 4 * day);
  assert_true(vacation.since == began + 5 * day && vacation.until == began + 8 * day);
  assert_true(club_find_vacation(&club, player, began + 8 * day, &vacation, &fault) && vacation.length == 0);
  assert_int_equal(code_of(act(&club, ann, "{'id':'delete-1','type':'delete','name':'Ann'}")), ANSWER_OK);
  assert_true(club_find_vacation(&club, player, 0, &vacation, &fault) && vacation.length == 0);
  free(ann);
  store_close(club.store);
}

/* All words of the list differ, and have only letters that people can type everywhere. */
SQLITE(words_are_told_apart) {
  static char words[WORDS_LIST][WORDS_SIZE];
  struct text text = {0};
  struct fault fault;
  for (int i = 0; i < WORDS_LIST; i++) {
    words_write(i, words[i]);
    assert_true(strlen(words[i]) >= 4 && strspn(words[i], "abcdefghijklmnopqrstuvwxyz") == strlen(words[i]));
    for (int k = 0; k < i; k++)
      if (strcmp(words[i], words[k]) == 0) fail_msg("%d and %d are both %s", k, i, words[i]);
  }
  /* All of the 66 bits count. */
  for (int bit = 0; bit < 66; bit++) {
    struct text one = {0}, other = {0};
    uint8_t bits[CREDENTIAL_HASH] = {0};
    words_draw(bits, &one);
    bits[bit / 8] = (uint8_t)(128 >> bit % 8);
    words_draw(bits, &other);
    assert_string_not_equal(one.bytes, other.bytes);
    text_free(&one), text_free(&other);
  }
  assert_false(words_read(span_of(""), &text, &fault));
  text_free(&text);
}

/* ---- History ---- */

static void add_game(const struct club *club, const char *id, int64_t ended, int64_t player, int64_t points,
                     int place) {
  const struct store_game game = {
      .id = span_of(id), .ended = ended, .rules = span_of("classic"), .variant = span_of("fields"), .speed = CLUB_LIVE};
  const struct store_result own = {
      .seat = 1, .player = player, .name = span_of("Ann"), .side = 0, .points = points, .place = place};
  const struct store_result other = {
      .seat = 2, .name = span_of(""), .side = 1, .level = 5, .points = 30, .place = 3 - place};
  store_add_game(club->store, 0, &game);
  store_add_result(club->store, 0, game.id, &own);
  store_add_result(club->store, 0, game.id, &other);
  commit(club->store);
}

/* Rated games that were visited. */
struct rated_games {
  struct rated_game games[4];
  int count, most;
};

static bool note_rated(void *context, const struct rated_game *game, struct fault *fault) {
  struct rated_games *noted = context;
  if (noted->count == noted->most) return fault_say(fault, "enough");
  noted->games[noted->count++] = *game;
  return true;
}

static void add_rated(const struct club *club, const char *id, const char *rules, int64_t flags, int seats) {
  const struct store_game game = {.id = span_of(id),
                                  .ended = 1700000000000,
                                  .rules = span_of(rules),
                                  .variant = span_of(""),
                                  .speed = CLUB_DAYS,
                                  .flags = flags};
  store_add_game(club->store, 0, &game);
  for (int i = 0; i < seats; i++) {
    const struct store_result result = {.seat = i + 1,
                                        .player = i == 0 ? 0 : 70 + i,
                                        .name = span_of("x"),
                                        .side = i,
                                        .level = i == 0 ? 3 : 0,
                                        .place = i + 1};
    store_add_result(club->store, 0, game.id, &result);
  }
}

/* The stored games are the input of the ratings; an invalid game is refused. */
SQLITE(rated_games_are_gathered) {
  const struct club club = open_club(state);
  const struct store_folder *place = *state;
  struct rated_games noted = {.most = 4};
  struct fault fault = {0};
  add_rated(&club, "AAAAAAAAAAAAAAAA", "classic", STORE_GAME_RATED, 3);
  add_rated(&club, "BBBBBBBBBBBBBBBB", "classic", 0, 2);
  add_rated(&club, "CCCCCCCCCCCCCCCC", "star-wars", STORE_GAME_RATED | STORE_GAME_VOID, 2);
  commit(club.store);
  store_close(club.store);
  if (!club_each_rated(place->path, note_rated, &noted, &fault)) fail_msg("%s", fault.text);
  assert_int_equal(noted.count, 2);
  const struct rated_game *first = &noted.games[0], *second = &noted.games[1];
  assert_true(first->number == 1 && second->number == 3 && first->ended == 1700000000000);
  assert_true(first->rules == TESS_RULES_CLASSIC && second->rules == TESS_RULES_STAR_WARS);
  assert_true(first->speed == RATING_DAYS && !first->voided && second->voided);
  assert_true(first->seats == 3 && second->seats == 2);
  assert_true(first->seat[0].level == 3 && first->seat[0].player == 0 && first->seat[2].player == 72);
  assert_true(first->seat[2].side == 2 && first->seat[2].place == 3);

  noted = (struct rated_games){.most = 1};
  assert_false(club_each_rated(place->path, note_rated, &noted, &fault));
  assert_string_equal(fault.text, "enough");

  execute(state, "UPDATE results SET player = 0 WHERE game = 1 AND seat = 2");
  noted = (struct rated_games){.most = 4};
  assert_false(club_each_rated(place->path, note_rated, &noted, &fault));
  assert_non_null(strstr(fault.text, "game 1: seat 2: expected a player"));
  execute(state, "UPDATE games SET rules = 'chess' WHERE number = 1");
  assert_false(club_each_rated(place->path, note_rated, &noted, &fault));
  assert_non_null(strstr(fault.text, "game 1: expected the rules star-wars or classic"));
}

SQLITE(games_are_counted) {
  const struct club club = open_club(state);
  char *token = token_of(&club, "Ann"), *other = token_of(&club, "Ben");
  const struct club_asker ann = asker_of(&club, token), ben = asker_of(&club, other), nobody = {0};
  struct answer answer = {0};
  struct store_player player;
  const struct store_search all = {0};
  add_game(&club, "AAAAAAAAAAAAAAAA", 1700000000000, ann.player, 50, 1);
  add_game(&club, "BBBBBBBBBBBBBBBB", 1700000001000, ann.player, 60, 1);
  add_game(&club, "CCCCCCCCCCCCCCCC", 1703000000000, ann.player, 20, 2);
  assert_true(club_find_player(&club, span_of("me"), &ann, &player, &answer));

  /* Only the player can read the history, until they open it. */
  assert_false(club_games(&club, &ben, &player, &all, &answer));
  assert_false(club_statistics(&club, &nobody, &player, &answer));
  assert_int_equal(answer.code, ANSWER_WRONG_TOKEN);
  assert_int_equal(code_of(act(&club, token, "{'id':'change-1','type':'open','yes':true}")), ANSWER_OK);
  assert_true(club_find_player(&club, span_of("me"), &ann, &player, &answer));
  assert_true(club_games(&club, &nobody, &player, &all, &answer));
  struct heard games = hear(&club, &answer);
  const json_t *list = json_object_get(games.json, "games"), *newest = json_array_get(list, 0);
  assert_int_equal(json_array_size(list), 3);
  assert_int_equal(json_integer_value(json_object_get(newest, "game")), 3);
  assert_null(json_object_get(newest, "table")); /* it is not public, as it is not there */
  assert_int_equal(json_array_size(json_object_get(newest, "seats")), 2);
  assert_null(json_object_get(games.json, "next"));

  assert_true(club_statistics(&club, &ann, &player, &answer));
  struct heard counted = hear(&club, &answer);
  assert_int_equal(number_of(&counted, "games"), 3);
  assert_int_equal(number_of(&counted, "won"), 2);
  assert_int_equal(number_of(&counted, "best"), 60);
  assert_int_equal(number_of(&counted, "streak"), 0);
  assert_int_equal(number_of(&counted, "longest"), 2);
  assert_string_equal(word_of(&counted, "best_table"), "BBBBBBBBBBBBBBBB");
  assert_int_equal(json_array_size(json_object_get(counted.json, "months")), 2);
  assert_int_equal(json_array_size(json_object_get(counted.json, "variants")), 1);
  const json_t *level = json_array_get(json_object_get(counted.json, "opponents"), 0);
  assert_int_equal(json_integer_value(json_object_get(level, "level")), 5);
  assert_int_equal(json_integer_value(json_object_get(level, "won")), 2);

  club_file(&club, &ann, &answer);
  struct heard file = hear(&club, &answer);
  list = json_object_get(file.json, "games"), newest = json_array_get(list, 0);
  assert_int_equal(json_array_size(list), 3);
  assert_string_equal(json_string_value(json_object_get(newest, "table")), "CCCCCCCCCCCCCCCC");
  assert_non_null(json_object_get(json_object_get(file.json, "player"), "devices"));
  json_decref(games.json), json_decref(counted.json), json_decref(file.json);
  free(token), free(other);
  store_close(club.store);
}

/* A shared first place is counted apart from a win, and ends a row of wins. */
SQLITE(a_shared_place_is_no_win) {
  const struct club club = open_club(state);
  char *token = token_of(&club, "Ann");
  const struct club_asker ann = asker_of(&club, token);
  struct answer answer = {0};
  struct store_player player;
  const struct store_game game = {
      .id = span_of("BBBBBBBBBBBBBBBB"), .rules = span_of("classic"), .variant = span_of("-")};
  const struct store_result own = {.seat = 1,
                                   .player = ann.player,
                                   .name = span_of("Ann"),
                                   .points = 9,
                                   .place = 1,
                                   .flags = CLUB_SHARED | CLUB_HELPED};
  const struct store_result other = {.seat = 2, .name = span_of(""), .side = 1, .place = 2, .flags = CLUB_LOST};
  add_game(&club, "AAAAAAAAAAAAAAAA", 1700000000000, ann.player, 50, 1);
  store_add_game(club.store, 0, &game);
  store_add_result(club.store, 0, game.id, &own);
  store_add_result(club.store, 0, game.id, &other);
  commit(club.store);
  assert_true(club_find_player(&club, span_of("me"), &ann, &player, &answer));
  assert_true(club_statistics(&club, &ann, &player, &answer));
  struct heard counted = hear(&club, &answer);
  assert_true(number_of(&counted, "won") == 1 && number_of(&counted, "shared") == 1);
  assert_true(number_of(&counted, "streak") == 0 && number_of(&counted, "longest") == 1);
  assert_true(club_games(&club, &ann, &player, &(struct store_search){0}, &answer));
  struct heard games = hear(&club, &answer);
  const json_t *seats = json_object_get(json_array_get(json_object_get(games.json, "games"), 0), "seats");
  assert_true(json_is_true(json_object_get(json_array_get(seats, 0), "helped")));
  assert_true(json_is_true(json_object_get(json_array_get(seats, 1), "lost")));
  assert_null(json_object_get(json_array_get(seats, 1), "helped"));
  json_decref(counted.json), json_decref(games.json);
  free(token);
  store_close(club.store);
}

SQLITE(a_long_history_is_told_in_pages) {
  const struct club club = open_club(state);
  char *token = token_of(&club, "Ann"), id[20];
  const struct club_asker ann = asker_of(&club, token);
  struct store_search search = {0};
  struct answer answer = {0};
  struct store_player player;
  int told = 0;
  for (int i = 0; i < 2 * CLUB_GAMES_PAGE + 1; i++) {
    snprintf(id, sizeof id, "AAAAAAAAAAAAA%03d", i);
    add_game(&club, id, 1700000000000 + i, ann.player, i, 1);
  }
  assert_true(club_find_player(&club, span_of("me"), &ann, &player, &answer));
  do {
    assert_true(club_games(&club, &ann, &player, &search, &answer));
    struct heard page = hear(&club, &answer);
    told += (int)json_array_size(json_object_get(page.json, "games"));
    search.before = number_of(&page, "next");
    json_decref(page.json);
  } while (search.before != 0);
  assert_int_equal(told, 2 * CLUB_GAMES_PAGE + 1);
  free(token);
  store_close(club.store);
}

/* ---- Deletion ---- */

/* Counts the logs that are cleared: all are those of one table. */
static void count_cleared(void *count, struct span table) {
  assert_true(span_is(table, "AAAAAAAAAAAAAAAA"));
  ++*(int *)count;
}

SQLITE(who_is_deleted_leaves_no_name) {
  const struct club club = open_club(state);
  char *token = token_of(&club, "An\\\"n");
  const struct club_asker ann = asker_of(&club, token);
  struct text log = {0};
  struct fault fault;
  struct answer answer = {0};
  struct store_player player;
  const struct store_table table = add_table(club.store, "AAAAAAAAAAAAAAAA", STORE_FINISHED);
  const struct store_entry entry = {.seq = 1, .body = span_of("{\"type\":\"sat\",\"seat\":1,\"name\":\"An\\\"n\"}")};
  const struct store_seat seat = {.seat = 1, .player = ann.player, .name = span_of("An\"n")};
  store_add_entry(club.store, table.number, &entry);
  store_put_seat(club.store, table.number, &seat);
  add_game(&club, "AAAAAAAAAAAAAAAA", 1700000000000, ann.player, 50, 1);
  int cleared = 0;
  assert_false(club_clear(&club, 10, count_cleared, &cleared)); /* nobody is gone */

  assert_int_equal(code_of(act(&club, token, "{'id':'change-1','type':'delete','name':'Ann'}")), ANSWER_BAD_REQUEST);
  assert_int_equal(code_of(act(&club, token, "{\"id\":\"change-1\",\"type\":\"delete\",\"name\":\"An\\\"n\"}")),
                   ANSWER_OK);
  assert_false(is_known(&club, token));
  assert_true(club_find_player(&club, span_of("me"), &ann, &player, &answer));
  assert_int_equal(strncmp(player.name, "Player-", 7), 0);
  assert_true(player.ended == club.now);

  /* Nobody can get the name again, not even the same person. */
  assert_int_equal(code_of(create(&club, "request-of-An__n", "An\\\"n")), ANSWER_WRONG_TOKEN);
  assert_int_equal(code_of(create(&club, "request-2", "AN\\\"N")), ANSWER_NAME_TAKEN);

  /* The log is cleared step by step, and then nothing is left to do. */
  assert_true(club_clear(&club, 10, count_cleared, &cleared));
  commit(club.store);
  struct store_rows *rows = store_entries(club.store, table.number, 0, 10);
  for (struct store_entry stored; store_next_entry(rows, &stored);)
    text_add(&log, stored.body.bytes, stored.body.length);
  assert_true(store_close_rows(rows, &fault));
  assert_null(strstr(log.bytes, "An"));
  assert_non_null(strstr(log.bytes, "Player-"));
  assert_false(club_clear(&club, 10, count_cleared, &cleared));

  /* The same holds for a player who has sat nowhere. */
  struct heard ben = create(&club, "request-3", "Ben");
  assert_int_equal(
      code_of(act(&club, word_of(&ben, "token"), "{\"id\":\"change-2\",\"type\":\"delete\",\"name\":\"Ben\"}")),
      ANSWER_OK);
  json_decref(ben.json);
  assert_true(club_clear(&club, 10, count_cleared, &cleared));
  commit(club.store);
  assert_false(club_clear(&club, 10, count_cleared, &cleared));
  assert_int_equal(cleared, 1);
  text_free(&log);
  answer_free(&answer);
  free(token);
  store_close(club.store);
}

/* ---- Passkeys ---- */

/* Answers a challenge with a passkey that has no sound key; returns the refusal, which the caller frees. */
static char *refusal_of_passkey(const struct club *club, const char *token, const char *challenge) {
  struct text client = {0}, data = {0}, body = {0};
  text_print(&client, "{\"type\":\"webauthn.create\",\"challenge\":\"%s\",\"origin\":\"https://games.example\"}",
             challenge);
  base64url_write((const uint8_t *)client.bytes, client.length, &data);
  text_print(
      &body,
      "{\"id\":\"new-passkey-0001\",\"type\":\"passkey\",\"label\":\"x\",\"credential\":\"AAAA\",\"key\":\"AAAA\","
      "\"authenticator\":\"AAAA\",\"client\":\"%s\"}",
      data.bytes);
  struct heard heard = act(club, token, body.bytes);
  assert_int_equal(heard.code, ANSWER_BAD_REQUEST);
  char *refusal = strdup(word_of(&heard, "text"));
  json_decref(heard.json);
  text_free(&client);
  text_free(&data);
  text_free(&body);
  return refusal;
}

SQLITE(a_challenge_expires) {
  struct club club = open_club(state);
  char *token = token_of(&club, "Ann");
  const struct credential challenge = passkey_challenge(store_key(club.store), club.now);
  const struct {
    int64_t later;
    const char *refusal;
  } cases[] = {{0, "authenticator: expected"},
               {PASSKEY_VALID, "authenticator: expected"},
               {PASSKEY_VALID + 1, "has expired"},
               {-1, "has expired"}};
  const int64_t now = club.now;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    club.now = now + cases[i].later;
    char *refusal = refusal_of_passkey(&club, token, challenge.word);
    if (strstr(refusal, cases[i].refusal) == NULL) fail_msg("case %zu: %s", i, refusal);
    free(refusal);
  }
  free(token);
  store_close(club.store);
}

TEST(base64url_is_read_as_it_is_written) {
  uint8_t bytes[40], read[40];
  size_t size;
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 37 + 200);
  for (size_t length = 0; length <= sizeof bytes; length++) {
    struct text text = {0};
    base64url_write(bytes, length, &text);
    assert_true(base64url_read(text_span(&text), read, length, &size));
    assert_int_equal(size, length);
    assert_memory_equal(read, bytes, length);
    assert_true(length == 0 || !base64url_read(text_span(&text), read, length - 1, &size));
    text_free(&text);
  }
  static const char *const bad[] = {"A", "AB", "AAB", "AA=", "A+A", "A/AA", " AAA", "AAAAA"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(base64url_read(span_of(bad[i]), read, 9, &size));
}

/* Another server shuts a device out between the moment in which this one finds it and its act. */
SQLITE(a_device_that_was_shut_out_meanwhile_does_nothing) {
  const struct club club = open_club(state);
  char *own = token_of(&club, "Ann"), body[96];
  struct heard words = act(&club, own, "{'id':'words-01','type':'words'}");
  struct heard second = sign_in(&club, "sign-in-1", word_of(&words, "six_words"));
  const struct club_asker stolen = asker_of(&club, word_of(&second, "token"));
  snprintf(body, sizeof body, "{\"id\":\"shut-out-1\",\"type\":\"shut-out\",\"device\":%d}", stolen.device);
  assert_int_equal(code_of(act(&club, own, body)), ANSWER_OK);

  struct answer answer = {0};
  int64_t challenged;
  char table[STORE_ID_SIZE];
  club_act(&club, &stolen, span_of("{\"id\":\"words-02\",\"type\":\"words\"}"), &answer);
  assert_int_equal(code_of(hear(&club, &answer)), ANSWER_WRONG_TOKEN);
  people_act(&club, &stolen, span_of("{\"id\":\"shown-01\",\"type\":\"shown\",\"yes\":true}"), &challenged, table,
             &answer);
  assert_int_equal(code_of(hear(&club, &answer)), ANSWER_WRONG_TOKEN);
  mails_act(&club, &stolen, span_of("{\"id\":\"mail-001\",\"address\":\"eve@example.org\",\"language\":\"en\"}"),
            &answer);
  assert_int_equal(code_of(hear(&club, &answer)), ANSWER_WRONG_TOKEN);
  struct heard profile = profile_of(&club, own);
  assert_true(json_is_false(json_object_get(profile.json, "words")));
  json_decref(profile.json), json_decref(words.json), json_decref(second.json);
  free(own);
  store_close(club.store);
}

RUN_TESTS(NULL, NULL)
