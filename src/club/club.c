/* Players and their devices: this file finds the device of a request, creates players, signs devices in, writes
 * profiles, and changes and deletes players. */
#include "club/club.h"

#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "club/passkeys.h"
#include "club/words.h"
#include "notation/json_reader.h"
#include "store/store_mails.h"
#include "store/store_order.h"

#define TOKEN_BEGIN "player."
#define PSEUDONYM_BEGIN "Player-"

enum { FIGURE_KINDS = 8 /* shapes, colours, hats */ };

/* ---- The device of a request ---- */

bool club_is_device(struct span token) {
  const size_t length = sizeof TOKEN_BEGIN - 1;
  return token.length > length && memcmp(token.bytes, TOKEN_BEGIN, length) == 0;
}

/* Finds the device whose token has a hash. Returns false with the refusal. */
static bool find_hash(const struct club *club, const uint8_t hash[STORE_HASH], struct club_asker *asker,
                      struct answer *answer) {
  struct store_device device;
  struct fault fault;
  const enum store_found found = store_find_device(club->store, hash, &device, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  if (found == STORE_MISSING)
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "this device is no player's here, or no longer: sign in again");
  *asker = (struct club_asker){.player = device.player, .device = device.device, .seen = device.seen};
  memcpy(asker->token, device.token, sizeof asker->token);
  return true;
}

bool club_find(const struct club *club, struct span token, struct club_asker *asker, struct answer *answer) {
  uint8_t hash[CREDENTIAL_HASH];
  credential_hash(token, hash);
  return find_hash(club, hash, asker, answer);
}

bool club_find_number(const struct club *club, int64_t number, struct store_player *player, struct answer *answer) {
  struct fault fault;
  const enum store_found found = store_find_player(club->store, number, player, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  return found == STORE_FOUND || answer_refuse(answer, ANSWER_NO_PLAYER, "there is no player of this id");
}

bool club_find_player(const struct club *club, struct span id, const struct club_asker *asker,
                      struct store_player *player, struct answer *answer) {
  uint64_t number = 0;
  const bool own = span_is(id, "me");
  if (own && asker->player == 0)
    return answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a device: Authorization: Bearer TOKEN");
  if (!own && (!span_hash(id, &number) || number == 0 || number > INT64_MAX))
    return answer_refuse(answer, ANSWER_NO_PLAYER, "there is no player of this id");
  return club_find_number(club, own ? asker->player : (int64_t)number, player, answer);
}

bool club_name(const struct club *club, int64_t player, char name[NAME_SIZE], struct answer *answer) {
  struct store_player found;
  if (!club_find_number(club, player, &found, answer)) return false;
  memcpy(name, found.name, NAME_SIZE);
  return true;
}

bool club_lock(const struct club *club, struct answer *answer) {
  struct fault fault;
  const enum store_found found = store_lock_players(club->store, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  return found == STORE_FOUND || answer_later(answer);
}

bool club_lock_for(const struct club *club, const struct club_asker *asker, struct answer *answer) {
  struct club_asker present;
  return club_lock(club, answer) && find_hash(club, asker->token, &present, answer);
}

/* ---- Members of bodies ---- */

json_t *club_open_body(struct span body, const char *needed, const char *optional, struct answer *answer) {
  struct fault fault;
  char id[REQUEST_ID_SIZE];
  json_t *json = members_read(body, &fault);
  if (json != NULL && members_known(json, needed, optional, &fault) && request_read_id(json, id, &fault)) return json;
  answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  json_decref(json);
  return NULL;
}

bool club_read_id(const json_t *json, int64_t *player, struct fault *fault) {
  struct span id = {0};
  uint64_t number = 0;
  if (json_object_get(json, "player") == NULL) return true;
  if (!member_text(json, "player", &id, fault)) return false;
  if (!span_hash(id, &number) || number == 0 || number > INT64_MAX)
    return fault_say(fault, "player: expected the id of a player");
  *player = (int64_t)number;
  return true;
}

bool club_read_table(const json_t *json, const char *name, char table[STORE_ID_SIZE], struct fault *fault) {
  struct span id = {0};
  if (json_object_get(json, name) == NULL) return true;
  if (!member_text(json, name, &id, fault)) return false;
  bool sound = id.length == STORE_ID_SIZE - 1;
  for (size_t i = 0; sound && i < id.length; i++)
    sound = (id.bytes[i] >= 'a' && id.bytes[i] <= 'z') || (id.bytes[i] >= '2' && id.bytes[i] <= '7');
  if (!sound) return fault_say(fault, "%s: expected the id of a %s", name, name);
  memcpy(table, id.bytes, id.length);
  return true;
}

/* Reads a player's name: it follows the rule of names at tables, and does not look like a pseudonym. */
static bool read_name(const json_t *json, char name[NAME_SIZE], struct fault *fault) {
  struct span text = {0};
  char begin[NAME_SIZE] = "";
  if (!member_text(json, "name", &text, fault) || !name_read(text, name, fault)) return false;
  size_t end = 0;
  uint32_t code;
  for (size_t i = 0; i < sizeof PSEUDONYM_BEGIN - 1 && name[end] != '\0'; i++)
    end += utf8_read(name + end, strlen(name + end), &code);
  memcpy(begin, name, end);
  return !name_looks_like(begin, PSEUDONYM_BEGIN) ||
         fault_say(fault, "name: names that begin with %s are for players who are gone", PSEUDONYM_BEGIN);
}

static bool read_figure(const json_t *json, int64_t *figure, struct fault *fault) {
  const json_t *object = NULL;
  int shape = 0, colour = 0, hat = 0;
  if (!member_object(json, "figure", &object, fault)) return false;
  if (object == NULL) return true;
  if (!members_known(object, "shape colour hat", "", fault) ||
      !member_whole(object, "shape", 0, FIGURE_KINDS - 1, &shape, fault) ||
      !member_whole(object, "colour", 0, FIGURE_KINDS - 1, &colour, fault) ||
      !member_whole(object, "hat", 0, FIGURE_KINDS - 1, &hat, fault))
    return fault_within(fault, "figure");
  *figure = shape + FIGURE_KINDS * colour + FIGURE_KINDS * FIGURE_KINDS * hat;
  return true;
}

static bool read_label(const json_t *json, char label[STORE_LABEL_SIZE], struct fault *fault) {
  return member_line(json, "label", CLUB_LABEL_CHARACTERS, label, fault) && talk_is_seen(span_of(label), fault);
}

/* ---- Names ---- */

/* The likenesses of a name. */
struct likenesses {
  uint8_t hashes[NAME_SKELETONS][STORE_HASH];
};

static struct likenesses likenesses_of(const char *name) {
  struct likenesses likenesses;
  for (int i = 0; i < NAME_SKELETONS; i++) {
    struct text skeleton = {0};
    name_skeleton(name, i, &skeleton);
    credential_hash(text_span(&skeleton), likenesses.hashes[i]);
    text_free(&skeleton);
  }
  return likenesses;
}

bool club_find_named(const struct club *club, struct span name, int64_t *player, struct answer *answer) {
  struct fault fault;
  char read[NAME_SIZE];
  *player = 0;
  if (!name_read(name, read, &fault)) return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  const struct likenesses likenesses = likenesses_of(read);
  return store_find_name(club->store, likenesses.hashes[0], player, &fault) || answer_refuse_fault(answer, &fault);
}

/* Reserves a name for a player. Returns false with the refusal if another player has or had a name that looks like it.
 */
static bool take_name(const struct club *club, int64_t player, const char *name, struct answer *answer) {
  const struct likenesses likenesses = likenesses_of(name);
  struct fault fault;
  int64_t holder;
  for (int i = 0; i < NAME_SKELETONS; i++) {
    if (!store_find_name(club->store, likenesses.hashes[i], &holder, &fault))
      return answer_refuse_fault(answer, &fault);
    if (holder != 0 && holder != player)
      return answer_refuse(answer, ANSWER_NAME_TAKEN, "name: another player of this server has or had one like it");
  }
  for (int i = 0; i < NAME_SKELETONS; i++) store_keep_name(club->store, likenesses.hashes[i], player);
  return true;
}

/* ---- New players and devices ---- */

/* Derives the token of a device, and its hash, from the request for the device. */
static void make_token(const struct club *club, struct span body, char token[CLUB_TOKEN_SIZE],
                       uint8_t hash[STORE_HASH]) {
  const struct credential word = credential_make(store_key(club->store), CREDENTIAL_DEVICE, (struct span){"", 0}, body);
  snprintf(token, CLUB_TOKEN_SIZE, "%s%s", TOKEN_BEGIN, word.word);
  credential_hash(span_of(token), hash);
}

void club_put_player(struct text *text, int64_t player, struct span name) {
  if (player != 0) json_put_hash(text, "player", (uint64_t)player);
  json_put_span(text, "name", name);
}

void club_put_figure(struct text *text, int64_t figure) {
  json_open_object(text, "figure");
  json_put_int(text, "shape", figure % FIGURE_KINDS);
  json_put_int(text, "colour", figure / FIGURE_KINDS % FIGURE_KINDS);
  json_put_int(text, "hat", figure / (FIGURE_KINDS * FIGURE_KINDS) % FIGURE_KINDS);
  json_close_object(text);
}

static void tell_token(const struct store_player *player, const char *token, enum answer_code code,
                       struct answer *answer) {
  answer_begin(answer, code);
  answer->waits = true;
  json_open_object(&answer->body, NULL);
  club_put_player(&answer->body, player->number, span_of(player->name));
  club_put_figure(&answer->body, player->figure);
  json_put_string(&answer->body, "token", token);
  json_close_object(&answer->body);
}

/* Derives the number of a new player from the request. */
static int64_t make_number(const struct club *club, struct span body) {
  uint8_t bytes[CREDENTIAL_HASH];
  uint64_t number = 0;
  credential_make_bytes(store_key(club->store), CREDENTIAL_PLAYER, (struct span){"", 0}, body, bytes);
  for (int i = 0; i < 8; i++) number = number << 8 | bytes[i];
  number &= INT64_MAX;
  return number == 0 ? 1 : (int64_t)number;
}

void club_create(const struct club *club, struct span body, struct answer *answer) {
  struct fault fault;
  char token[CLUB_TOKEN_SIZE];
  struct store_player player = {.number = make_number(club, body), .created = club->now}, known;
  struct store_device device = {
      .player = player.number, .device = 1, .created = club->now, .seen = club->now / DAY_MS * DAY_MS};

  /* 1. Read the request. */
  json_t *json = club_open_body(body, "id name", "figure label", answer);
  if (json == NULL) return;
  const bool good = read_name(json, player.name, &fault) && read_figure(json, &player.figure, &fault) &&
                    read_label(json, device.label, &fault);
  json_decref(json);
  if (!good) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }

  /* 2. If the same request has come before, its player exists. */
  make_token(club, body, token, device.token);
  if (!club_lock(club, answer)) return;
  const enum store_found found = store_find_player(club->store, player.number, &known, &fault);
  if (found == STORE_FAILED) {
    answer_refuse_fault(answer, &fault);
    return;
  }
  if (found == STORE_FOUND) {
    struct club_asker asker;
    if (club_find(club, span_of(token), &asker, answer)) tell_token(&known, token, ANSWER_CREATED, answer);
    return;
  }

  /* 3. Otherwise add a new player. */
  if (!take_name(club, player.number, player.name, answer)) return;
  store_add_player(club->store, &player);
  store_add_device(club->store, &device);
  tell_token(&player, token, ANSWER_CREATED, answer);
}

/* Computes the stored hash of six words that words_draw() or words_read() wrote. */
static void hash_words(const struct club *club, struct span words, uint8_t hash[STORE_HASH]) {
  credential_make_bytes(store_key(club->store), CREDENTIAL_SIGN_IN, (struct span){"", 0}, words, hash);
}

/* Returns the first free number for a device; 0 with the refusal if there is none. */
static int free_device(const struct club *club, int64_t player, struct answer *answer) {
  struct store_rows *rows = store_devices(club->store, player);
  bool taken[STORE_MOST_DEVICES + 1] = {false};
  struct fault fault;
  for (struct store_device device; store_next_device(rows, &device);) taken[device.device] = true;
  if (!store_close_rows(rows, &fault)) {
    answer_refuse_fault(answer, &fault);
    return 0;
  }
  for (int device = 1; device <= STORE_MOST_DEVICES; device++)
    if (!taken[device]) return device;
  answer_refuse(answer, ANSWER_NOT_NOW, "this player has as many devices as may be: shut one out first");
  return 0;
}

void club_passkey_challenge(const struct club *club, struct answer *answer) {
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_put_string(&answer->body, "challenge", passkey_challenge(store_key(club->store), club->now).word);
  json_close_object(&answer->body);
}

/* What signs a device in: the hash of six words, or the answer of a passkey. */
struct sign_in {
  bool by_passkey;
  uint8_t words[STORE_HASH];
  struct passkey_answer given;
};

static bool read_sign_in(const struct club *club, const json_t *json, struct sign_in *sign_in, struct fault *fault) {
  struct text words = {0};
  struct span typed = {0};
  sign_in->by_passkey = json_object_get(json, "credential") != NULL;
  if (sign_in->by_passkey)
    return members_known(json, "id credential client authenticator signature", "label", fault) &&
           passkey_read(json, &sign_in->given, fault);
  const bool good = members_known(json, "id words", "label", fault) && member_text(json, "words", &typed, fault) &&
                    words_read(typed, &words, fault);
  if (good) hash_words(club, text_span(&words), sign_in->words);
  text_free(&words);
  return good;
}

/* Finds the player of six words. Returns false with the refusal. */
static bool find_by_words(const struct club *club, const uint8_t words[STORE_HASH], int64_t *player,
                          struct answer *answer) {
  struct fault fault;
  const enum store_found found = store_find_words(club->store, words, player, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  return found == STORE_FOUND || answer_refuse(answer, ANSWER_WRONG_TOKEN, "these words are no player's, or no longer");
}

void club_sign_in(const struct club *club, struct span body, struct answer *answer) {
  struct fault fault;
  char token[CLUB_TOKEN_SIZE];
  struct sign_in sign_in;
  struct store_passkey passkey;
  struct passkey_claim claim;
  struct store_player player;
  struct store_device device = {.created = club->now, .seen = club->now / DAY_MS * DAY_MS};
  struct club_asker asker;

  /* 1. Read the request. */
  json_t *json = club_open_body(body, "id", "words credential client authenticator signature label", answer);
  if (json == NULL) return;
  const bool good = read_sign_in(club, json, &sign_in, &fault) && read_label(json, device.label, &fault);
  json_decref(json);
  if (!good) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }

  /* 2. Find the player. */
  if (!club_lock(club, answer)) return;
  if (sign_in.by_passkey ? !passkeys_find(club, &sign_in.given, &passkey, &claim, answer)
                         : !find_by_words(club, sign_in.words, &device.player, answer))
    return;
  if (sign_in.by_passkey) device.player = passkey.player;
  asker = (struct club_asker){.player = device.player};
  if (!club_find_player(club, span_of("me"), &asker, &player, answer)) return;
  if (player.ended != 0) { /* another version of the server, which knows no passkeys, has deleted the player */
    answer_refuse(answer, ANSWER_WRONG_TOKEN, "this player is deleted");
    return;
  }

  /* 3. Add the device, unless the same request has come before. */
  make_token(club, body, token, device.token);
  if (!club_find(club, span_of(token), &asker, answer)) {
    if (answer->code != ANSWER_WRONG_TOKEN) return;
    device.device = free_device(club, device.player, answer);
    if (device.device == 0 || (sign_in.by_passkey && !passkeys_use(club, &passkey, &claim, answer))) return;
    store_add_device(club->store, &device);
  }
  tell_token(&player, token, ANSWER_CREATED, answer);
}

/* ---- The profile ---- */

/* Returns the time from which on the player may change the name; 0: at once. */
static int64_t renamed_until(const struct store_player *player) {
  return player->renamed == 0 ? 0 : player->renamed + CLUB_RENAME_DAYS * DAY_MS;
}

bool club_put_profile(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                      struct answer *answer) {
  struct fault fault;
  struct text *text = &answer->body;
  club_put_player(text, player->number, span_of(player->name));
  club_put_figure(text, player->figure);
  json_put_int(text, "created", player->created);
  json_put_bool(text, "open", player->open);
  if (player->ended != 0) json_put_bool(text, "deleted", true);
  if (player->ended == 0 && !club_put_ratings(club, player->number, text, &fault))
    return answer_refuse_fault(answer, &fault);
  if (asker->player != player->number) return true;
  /* The day on which the device asks is recorded. If another server has the lock, the next request does it. */
  struct answer unheard = {0};
  const int64_t today = club->now / DAY_MS * DAY_MS;
  if (asker->seen < today && club_lock(club, &unheard))
    store_see_device(club->store, asker->player, asker->device, today);
  answer_free(&unheard);
  json_put_bool(text, "words", player->has_words);
  if (player->warning[0] != '\0') json_put_string(text, "warning", player->warning);
  if (player->silenced > club->now) json_put_int(text, "silenced_until", player->silenced);
  if (player->suspended > club->now) json_put_int(text, "suspended_until", player->suspended);
  if (renamed_until(player) > club->now) json_put_int(text, "renamed_until", renamed_until(player));
  if (!club_put_vacation(club, player->number, true, text, &fault)) return answer_refuse_fault(answer, &fault);
  json_open_array(text, "devices");
  struct store_rows *rows = store_devices(club->store, player->number);
  for (struct store_device device; store_next_device(rows, &device);) {
    json_open_object(text, NULL);
    json_put_int(text, "device", device.device);
    json_put_string(text, "label", device.label);
    json_put_int(text, "created", device.created);
    json_put_int(text, "seen", device.seen);
    if (device.device == asker->device) json_put_bool(text, "own", true);
    json_close_object(text);
  }
  if (!store_close_rows(rows, &fault)) return answer_refuse_fault(answer, &fault);
  json_close_array(text);
  return passkeys_put(club, player->number, text, &fault) || answer_refuse_fault(answer, &fault);
}

void club_tell(const struct club *club, const struct club_asker *asker, const struct store_player *player,
               struct answer *answer) {
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  if (club_put_profile(club, asker, player, answer)) json_close_object(&answer->body);
}

void club_places(const struct club *club, const struct club_asker *asker, struct answer *answer) {
  struct store_rows *rows = store_places(club->store, asker->player, CLUB_MOST_PLACES);
  struct text *text = &answer->body;
  struct fault fault;
  answer_begin(answer, ANSWER_OK);
  json_open_object(text, NULL);
  json_open_array(text, "tables");
  for (struct store_place place; store_next_place(rows, &place);) {
    json_open_object(text, NULL);
    json_put_span(text, "table", place.table);
    json_put_int(text, "seat", place.seat);
    json_put_string(text, "state", place.state == STORE_WAITING ? "waiting" : "playing");
    json_close_object(text);
  }
  json_close_array(text);
  json_close_object(text);
  if (!store_close_rows(rows, &fault)) answer_refuse_fault(answer, &fault);
}

/* ---- Actions of a player ---- */

/* The actions, and the members of the body of each. */
#define CLUB_ACTIONS "rename figure open words shut-out delete heed vacation passkey drop-passkey"
enum club_action {
  CLUB_RENAME,
  CLUB_FIGURE,
  CLUB_OPEN,
  CLUB_WORDS,
  CLUB_SHUT_OUT,
  CLUB_DELETE,
  CLUB_HEED,
  CLUB_VACATION,
  CLUB_PASSKEY,
  CLUB_DROP_PASSKEY
};
#define CLUB_PASSKEY_MEMBERS "credential key client authenticator"
static const char *const action_members[] = {[CLUB_RENAME] = "id type name",
                                             [CLUB_FIGURE] = "id type figure",
                                             [CLUB_OPEN] = "id type yes",
                                             [CLUB_WORDS] = "id type",
                                             [CLUB_SHUT_OUT] = "id type device",
                                             [CLUB_DELETE] = "id type name",
                                             [CLUB_HEED] = "id type",
                                             [CLUB_VACATION] = "id type until",
                                             [CLUB_PASSKEY] = ("id type label " CLUB_PASSKEY_MEMBERS),
                                             [CLUB_DROP_PASSKEY] = "id type passkey"};

/* An action. */
struct change {
  int action;
  char name[NAME_SIZE];
  int64_t figure;
  bool open;
  int device, passkey;
  char label[STORE_LABEL_SIZE];
  struct passkey_answer given;
  int64_t until;
};

static bool read_change(const json_t *json, struct change *change, struct fault *fault) {
  struct span name = {0};
  *change = (struct change){0};
  if (!member_choice(json, "type", CLUB_ACTIONS, &change->action, fault) ||
      !members_known(json, action_members[change->action], "", fault))
    return false;
  switch ((enum club_action)change->action) {
  case CLUB_RENAME: return read_name(json, change->name, fault);
  case CLUB_FIGURE: return read_figure(json, &change->figure, fault);
  case CLUB_OPEN: return member_switch(json, "yes", &change->open, fault);
  case CLUB_SHUT_OUT: return member_whole(json, "device", 1, STORE_MOST_DEVICES, &change->device, fault);
  case CLUB_DELETE: return member_text(json, "name", &name, fault) && name_read(name, change->name, fault);
  case CLUB_VACATION: return member_long(json, "until", &change->until, fault);
  case CLUB_PASSKEY: return passkey_read(json, &change->given, fault) && read_label(json, change->label, fault);
  case CLUB_DROP_PASSKEY: return member_whole(json, "passkey", 1, STORE_MOST_PASSKEYS, &change->passkey, fault);
  case CLUB_WORDS:
  case CLUB_HEED: break;
  }
  return true;
}

/* Carries an action out, and appends new words to `words`. Returns false with the refusal. */
static bool carry_out(const struct club *club, const struct club_asker *asker, struct store_player *player,
                      const struct change *change, struct span body, struct text *words, struct answer *answer) {
  uint8_t bytes[CREDENTIAL_HASH];
  switch ((enum club_action)change->action) {
  case CLUB_RENAME: {
    if (strcmp(player->name, change->name) != 0) {
      if (player->silenced > club->now || player->suspended > club->now)
        return answer_refuse(answer, ANSWER_SILENT, "the host of this server has silenced this player for a time");
      if (renamed_until(player) > club->now)
        return answer_refuse(answer, ANSWER_NOT_NOW, "a name can be changed once in 30 days");
      if (!take_name(club, player->number, change->name, answer)) return false;
      memcpy(player->name, change->name, sizeof player->name);
      player->renamed = club->now;
    }
  } break;
  case CLUB_FIGURE: player->figure = change->figure; break;
  case CLUB_OPEN: player->open = change->open; break;
  case CLUB_WORDS: {
    struct text asked = {0};
    text_print(&asked, "%016llx ", (unsigned long long)player->number);
    text_add(&asked, body.bytes, body.length);
    credential_make_bytes(store_key(club->store), CREDENTIAL_WORDS, (struct span){"", 0}, text_span(&asked), bytes);
    text_free(&asked);
    words_draw(bytes, words);
    hash_words(club, text_span(words), bytes);
    store_set_words(club->store, player->number, bytes);
    player->has_words = true;
    return true;
  }
  case CLUB_SHUT_OUT:
    store_drop_device(club->store, player->number, change->device);
    store_drop_passkeys_of(club->store, player->number, change->device);
    if (change->device == asker->device) return true;
    store_set_words(club->store, player->number, NULL); /* the other device may have made or seen them, */
    store_drop_mail(club->store, player->number);       /* or named the address */
    player->has_words = false;
    return true;
  case CLUB_DELETE:
    if (strcmp(change->name, player->name) != 0)
      return answer_refuse(answer, ANSWER_BAD_REQUEST, "name: expected the name of the player who is to be deleted");
    snprintf(player->name, sizeof player->name, "%s%08x", PSEUDONYM_BEGIN, (unsigned)((uint64_t)player->number >> 32));
    player->ended = club->now;
    player->figure = 0;
    player->open = false;
    store_end_player(club->store, player);
    return true;
  case CLUB_HEED:
    player->warning[0] = '\0';
    store_set_standing(club->store, player);
    return true;
  case CLUB_VACATION: return club_take_vacation(club, player->number, change->until, answer);
  case CLUB_PASSKEY: return passkeys_add(club, asker, change->label, &change->given, answer);
  case CLUB_DROP_PASSKEY: store_drop_passkey(club->store, player->number, change->passkey); return true;
  }
  store_set_player(club->store, player);
  return true;
}

bool club_act(const struct club *club, const struct club_asker *asker, struct span body, struct answer *answer) {
  struct change change;
  struct fault fault;
  struct store_player player;
  struct text words = {0};

  /* 1. Read the request. */
  json_t *json =
      club_open_body(body, "id type", "name figure yes device until passkey label " CLUB_PASSKEY_MEMBERS, answer);
  if (json == NULL) return false;
  const bool good = read_change(json, &change, &fault);
  json_decref(json);
  if (!good) return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);

  /* 2. Change the player as they are stored now. */
  if (!club_lock_for(club, asker, answer) || !club_find_player(club, span_of("me"), asker, &player, answer) ||
      !carry_out(club, asker, &player, &change, body, &words, answer)) {
    text_free(&words);
    return false;
  }

  /* 3. A device that acts no longer may have named addresses for notices or prepared turns, and may have streams open
   * at other servers, which read the seats of the player anew. */
  const bool ends = change.action == CLUB_SHUT_OUT || change.action == CLUB_DELETE;
  if (ends) {
    uint8_t token[CREDENTIAL_HASH];
    credential_make_bytes(store_key(club->store), CREDENTIAL_SEAT, span_of("shut out"), body, token);
    store_renew_seats(club->store, player.number, token);
  }

  /* 4. Answer with the changed profile. */
  answer_begin(answer, ANSWER_OK);
  answer->waits = true;
  json_open_object(&answer->body, NULL);
  const bool shown = club_put_profile(club, asker, &player, answer);
  if (shown) {
    if (words.length > 0) json_put_span(&answer->body, "six_words", text_span(&words));
    json_close_object(&answer->body);
  }
  text_free(&words);
  return shown && ends;
}

/* ---- Deleted players ---- */

bool club_clear(const struct club *club, int most, club_cleared *hear, void *context) {
  enum { ROOM = 16 };
  struct {
    int64_t number;
    int seat;
    char name[STORE_NAME_SIZE], pseudonym[STORE_NAME_SIZE], table[STORE_ID_SIZE];
  } seats[ROOM]; /* seats whose logs are cleared */
  int count = 0;
  struct fault fault;
  struct answer unheard = {0};
  struct store_rows *rows = store_leftovers(club->store, most < ROOM ? most : ROOM);
  for (struct store_leftover leftover; store_next_leftover(rows, &leftover); count++) {
    const size_t length = leftover.name.length < STORE_NAME_SIZE ? leftover.name.length : STORE_NAME_SIZE - 1;
    seats[count].number = leftover.number;
    seats[count].seat = leftover.seat;
    snprintf(seats[count].name, STORE_NAME_SIZE, "%.*s", (int)length, leftover.name.bytes);
    snprintf(seats[count].pseudonym, STORE_NAME_SIZE, "%.*s", (int)leftover.pseudonym.length, leftover.pseudonym.bytes);
    snprintf(seats[count].table, STORE_ID_SIZE, "%.*s", (int)leftover.table.length, leftover.table.bytes);
  }
  if (!store_close_rows(rows, &fault)) return false;
  if (count == 0 || !club_lock(club, &unheard)) {
    answer_free(&unheard);
    return false;
  }
  for (int i = 0; i < count; i++) {
    if (seats[i].number == 0) continue;
    struct text old = {0}, cleared = {0};
    json_put_string(&old, "name", seats[i].name);
    json_put_string(&cleared, "name", seats[i].pseudonym);
    const struct store_leftover leftover = {
        .number = seats[i].number, .seat = seats[i].seat, .name = span_of(seats[i].name)};
    store_clear_leftover(club->store, &leftover, text_span(&old), text_span(&cleared));
    hear(context, span_of(seats[i].table));
    text_free(&old);
    text_free(&cleared);
  }
  store_clear_done(club->store);
  return true;
}
