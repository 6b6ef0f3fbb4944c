#include "table/request.h"

#include <limits.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/json_writer.h"

enum { LEAST_ID = 8, MOST_TEXT = 500, MOST_WORDS = 100000 };

#define X(name, word) " " word
static const char action_words[] = REQUEST_ACTIONS(X); /* with a blank before each */
#undef X

/* The members of the body of each action. */
static const struct {
  const char *needed, *optional;
} action_members[] = {
    [REQUEST_SET_UP] = {"id type options clock", "seen"},
    [REQUEST_SEAL] = {"id type seal", "seen"},
    [REQUEST_CONTRIBUTE] = {"id type contribution", ""},
    [REQUEST_DRAW] = {"id type", "seen"},
    [REQUEST_MOVE] = {"id type move at", "seen"},
    [REQUEST_TAKE_BACK] = {"id type", "seen"},
    [REQUEST_PAUSE] = {"id type", ""},
    [REQUEST_RESUME] = {"id type", "seen"},
    [REQUEST_ANSWER] = {"id type asked yes", ""},
    [REQUEST_SAY] = {"id type text", "name"},
    [REQUEST_REACT] = {"id type reaction", "name"},
    [REQUEST_RENAME] = {"id type name", ""},
    [REQUEST_MUTE] = {"id type seat yes", "seen"},
    [REQUEST_SILENCE] = {"id type yes", "entry remove"},
    [REQUEST_LEAVE] = {"id type", "seen"},
    [REQUEST_FREE] = {"id type seat", "seen"},
    [REQUEST_RETURN] = {"id type", ""},
    [REQUEST_REPLACE] = {"id type seat", "level"},
    [REQUEST_REMATCH] = {"id type", ""},
};

/* ---- Answers ---- */

const char *answer_word(enum answer_code code) {
  static const char *const words[] = {
#define X(name, word) word,
      ANSWER_CODES(X)
#undef X
  };
  return words[code];
}

void answer_free(struct answer *answer) {
  text_free(&answer->body);
  *answer = (struct answer){0};
}

void answer_begin(struct answer *answer, enum answer_code code) {
  answer->code = code;
  answer->waits = answer->later = false;
  text_clear(&answer->body);
}

bool answer_refuse(struct answer *answer, enum answer_code code, const char *text) {
  answer_begin(answer, code);
  json_open_object(&answer->body, NULL);
  json_put_string(&answer->body, "error", answer_word(code));
  json_put_string(&answer->body, "text", text);
  json_close_object(&answer->body);
  return false;
}

bool answer_refuse_fault(struct answer *answer, const struct fault *fault) {
  return answer_refuse(answer, ANSWER_NOT_STORED, fault->text);
}

void answer_not_stored(struct answer *answer) {
  answer_refuse(answer, ANSWER_NOT_STORED, "the database refused to store this: nothing has changed, try again");
}

bool answer_later(struct answer *answer) {
  answer_refuse(answer, ANSWER_NOT_STORED, "the table is being read from the database: try again");
  answer->later = true;
  return false;
}

bool answer_put_item(struct answer *answer, struct span item) {
  struct fault unheard;
  json_t *json = item.length > 0 && item.bytes[0] == '{' ? members_read(item, &unheard) : NULL;
  if (json != NULL) json_put_raw(&answer->body, NULL, item);
  json_decref(json);
  return json != NULL;
}

/* ---- Members of bodies ---- */

bool request_read_id(const json_t *json, char id[REQUEST_ID_SIZE], struct fault *fault) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  struct span text = {0};
  if (!member_text(json, "id", &text, fault)) return false;
  bool good = text.length >= LEAST_ID && text.length < REQUEST_ID_SIZE;
  for (size_t i = 0; good && i < text.length; i++) good = memchr(letters, text.bytes[i], sizeof letters - 1) != NULL;
  if (!good) return fault_say(fault, "id: expected 8 to 64 characters of A-Z a-z 0-9 _ -");
  memcpy(id, text.bytes, text.length);
  id[text.length] = '\0';
  return true;
}

/* Leaves it empty if there is none. */
static bool read_name(const json_t *json, struct request *request, struct fault *fault) {
  struct span text = {0};
  return member_text(json, "name", &text, fault) && (text.bytes == NULL || name_read(text, request->name, fault));
}

/* A request to create a table or to sit down has no contribution yet. */
static bool lacks_contribution(const json_t *json, struct fault *fault) {
  return json_object_get(json, "contribution") == NULL ||
         fault_say(fault,
                   "contribution: expected nothing here; it is sealed first, by the actions seal and contribute");
}

/* A string of plain ASCII that fits `size` bytes with its zero. */
static bool read_word(const json_t *json, const char *name, char *out, size_t size, struct fault *fault) {
  struct span text = {0};
  if (!member_text(json, name, &text, fault)) return false;
  for (size_t i = 0; i < text.length; i++)
    if (text.bytes[i] < '!' || text.bytes[i] > '~') return fault_say(fault, "%s: expected a word", name);
  if (text.length == 0 || text.length >= size)
    return fault_say(fault, "%s: expected 1 to %d characters", name, (int)size - 1);
  memcpy(out, text.bytes, text.length);
  return true;
}

/* Whether a watcher is to be removed; an entry must then name them, and silence them. */
static bool read_remove(const json_t *json, struct request *request, struct fault *fault) {
  if (!member_switch(json, "remove", &request->remove, fault)) return false;
  return !request->remove || (request->entry > 0 && request->yes) ||
         fault_say(fault, "remove: expected the number of an entry, and yes to be true");
}

static bool read_reaction(const json_t *json, struct request *request, struct fault *fault) {
  int index = 0;
  struct span word = {0};
  if (!member_choice(json, "reaction", REQUEST_REACTIONS, &index, fault) ||
      !member_text(json, "reaction", &word, fault))
    return false;
  memcpy(request->text, word.bytes, word.length);
  return true;
}

/* ---- Bodies ---- */

/* The object in a body, released with close_body(); NULL with `*fault`. */
static json_t *open_body(struct span body, struct request *request, struct fault *fault) {
  *request = (struct request){0};
  return members_read(body, fault);
}

/* Releases the object; what is wrong becomes a refusal. */
static bool close_body(json_t *json, bool good, const struct fault *fault, struct answer *answer) {
  json_decref(json);
  return good || answer_refuse(answer, ANSWER_BAD_REQUEST, fault->text);
}

bool request_read_create(struct span body, const struct set_library *library, struct request *request,
                         struct answer *answer) {
  struct fault fault;
  json_t *json = open_body(body, request, &fault);
  bool good = json != NULL && lacks_contribution(json, &fault) && members_known(json, "id name setup", "", &fault) &&
              request_read_id(json, request->id, &fault) && read_name(json, request, &fault);
  if (good && !setup_read(json_object_get(json, "setup"), library, &request->setup, &fault))
    good = fault_within(&fault, "setup");
  return close_body(json, good, &fault, answer);
}

bool request_read_sit(struct span body, struct request *request, struct answer *answer) {
  struct fault fault;
  int kind = 0;
  json_t *json = open_body(body, request, &fault);
  bool good = json != NULL && lacks_contribution(json, &fault) &&
              members_known(json, "id name", "seat kind answers", &fault) &&
              request_read_id(json, request->id, &fault) && read_name(json, request, &fault) &&
              member_whole(json, "seat", 1, TESS_MAX_PLAYERS, &request->seat, &fault) &&
              member_choice(json, "kind", "person program", &kind, &fault) &&
              member_switch(json, "answers", &request->answers, &fault);
  request->program = kind == 1;
  if (good && request->answers && !request->program)
    good = fault_say(&fault, "answers: only a program says so; people are asked");
  return close_body(json, good, &fault, answer);
}

bool request_read_recover(struct span body, struct request *request, struct answer *answer) {
  struct fault fault;
  json_t *json = open_body(body, request, &fault);
  const bool good = json != NULL && members_known(json, "id recovery", "", &fault) &&
                    request_read_id(json, request->id, &fault) &&
                    read_word(json, "recovery", request->recovery, REQUEST_RECOVERY_SIZE, &fault);
  return close_body(json, good, &fault, answer);
}

bool request_read_action(struct span body, struct request *request, struct answer *answer) {
  struct fault fault;
  int type = 0;
  json_t *json = open_body(body, request, &fault);
  const char *word = json_string_value(json_object_get(json, "type"));
  /* Clients of version 0.4 call `silence` so. */
  if (word != NULL && strcmp(word, "hush") == 0) json_object_set_new(json, "type", json_string("silence"));
  bool good = json != NULL && member_needed(json, "type", &fault) &&
              member_choice(json, "type", action_words + 1, &type, &fault) &&
              members_known(json, action_members[type].needed, action_members[type].optional, &fault) &&
              request_read_id(json, request->id, &fault) &&
              member_whole(json, "seen", 1, INT_MAX, &request->seen, &fault);
  if (!good) return close_body(json, false, &fault, answer);
  request->type = (uint8_t)type;
  /* A hash of all bytes of the body, from 1. */
  uint8_t bytes[8];
  uint64_t print = 0;
  struct blake2b hash;
  blake2b_begin(&hash, sizeof bytes, NULL, 0);
  blake2b_add(&hash, body.bytes, body.length);
  blake2b_finish(&hash, bytes);
  for (size_t i = 0; i < sizeof bytes; i++) print = print << 8 | bytes[i];
  print &= INT64_MAX;
  request->print = print == 0 ? 1 : (int64_t)print;

  /* What the action has besides `id`, `type` and `seen`. */
  switch ((enum request_type)type) {
  case REQUEST_SET_UP: good = setup_read_variants(json, &request->setup, &fault); break;
  case REQUEST_SEAL: good = member_hex(json, "seal", request->seal, FAIR_HASH, &fault); break;
  case REQUEST_CONTRIBUTE:
    request->contribution.given = true;
    good = member_hex(json, "contribution", request->contribution.bytes, FAIR_CONTRIBUTION, &fault);
    break;
  case REQUEST_MOVE:
    good = read_word(json, "move", request->move, REQUEST_MOVE_SIZE, &fault) &&
           member_whole(json, "at", 0, MOST_WORDS, &request->at, &fault);
    break;
  case REQUEST_ANSWER:
    good = member_whole(json, "asked", 1, INT_MAX, &request->asked, &fault) &&
           member_switch(json, "yes", &request->yes, &fault);
    break;
  case REQUEST_SILENCE:
    good = member_whole(json, "entry", 1, INT_MAX, &request->entry, &fault) &&
           member_switch(json, "yes", &request->yes, &fault) && read_remove(json, request, &fault);
    break;
  case REQUEST_SAY:
    good = read_name(json, request, &fault) && member_line(json, "text", MOST_TEXT, request->text, &fault) &&
           talk_is_seen(span_of(request->text), &fault);
    break;
  case REQUEST_REACT: good = read_name(json, request, &fault) && read_reaction(json, request, &fault); break;
  case REQUEST_RENAME: good = read_name(json, request, &fault); break;
  case REQUEST_MUTE:
    good = member_whole(json, "seat", 0, TESS_MAX_PLAYERS, &request->seat, &fault) &&
           member_switch(json, "yes", &request->yes, &fault);
    break;
  case REQUEST_FREE: good = member_whole(json, "seat", 1, TESS_MAX_PLAYERS, &request->seat, &fault); break;
  case REQUEST_REPLACE:
    request->level = SETUP_LEVEL_DEFAULT;
    good = member_whole(json, "seat", 1, TESS_MAX_PLAYERS, &request->seat, &fault) &&
           member_whole(json, "level", SETUP_LEVEL_DEFAULT, SETUP_LEVELS, &request->level, &fault);
    break;
  case REQUEST_DRAW:
  case REQUEST_TAKE_BACK:
  case REQUEST_PAUSE:
  case REQUEST_RESUME:
  case REQUEST_LEAVE:
  case REQUEST_RETURN:
  case REQUEST_REMATCH: break;
  }
  return close_body(json, good, &fault, answer);
}

bool request_is_talk(const struct request *request) {
  return request->type == REQUEST_SAY || request->type == REQUEST_REACT;
}
