#include "table/request.h"

#include <limits.h>
#include <string.h>

#include "proof/proof.h"

enum { LEAST_ID = 8, MOST_NAME = 24, MOST_TEXT = 500, MOST_WORDS = 100000 };

#define X(name, word, read, act) " " word
static const char action_words[] = REQUEST_ACTIONS(X); /* with a blank before each */
#undef X

static bool is_id(struct span text) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  for (size_t i = 0; i < text.length; i++)
    if (memchr(letters, text.bytes[i], sizeof letters - 1) == NULL) return false;
  return text.length >= LEAST_ID && text.length < REQUEST_ID_SIZE;
}

static bool read_id(const json_t *json, struct request *request, struct fault *fault) {
  struct span text = {0};
  if (!member_needed(json, "id", fault) || !member_text(json, "id", &text, fault)) return false;
  if (!is_id(text)) return fault_say(fault, "id: expected 8 to 64 characters of A-Z a-z 0-9 _ -");
  memcpy(request->id, text.bytes, text.length);
  return true;
}

static bool read_name(const json_t *json, struct request *request, struct fault *fault) {
  return member_needed(json, "name", fault) && member_line(json, "name", MOST_NAME, request->name, fault);
}

/* Who creates a table or sits down has nothing to contribute yet. */
static bool lacks_contribution(const json_t *json, struct fault *fault) {
  return json_object_get(json, "contribution") == NULL ||
         fault_say(fault,
                   "contribution: expected nothing here; it is sealed first, by the actions seal and contribute");
}

/* A string of plain ASCII that fits `size` bytes with its zero. */
static bool read_word(const json_t *json, const char *name, char *out, size_t size, struct fault *fault) {
  struct span text = {0};
  if (!member_needed(json, name, fault) || !member_text(json, name, &text, fault)) return false;
  for (size_t i = 0; i < text.length; i++)
    if (text.bytes[i] < '!' || text.bytes[i] > '~') return fault_say(fault, "%s: expected a word", name);
  if (text.length == 0 || text.length >= size)
    return fault_say(fault, "%s: expected 1 to %d characters", name, (int)size - 1);
  memcpy(out, text.bytes, text.length);
  return true;
}

/* ---- Actions ---- */

/* Each reads what its action has besides `id` and `type`. */
typedef bool action_reader(const json_t *json, struct request *request, struct fault *fault);

static bool read_nothing(const json_t *json, struct request *request, struct fault *fault) {
  (void)json, (void)request, (void)fault;
  return true;
}

/* Bytes in hexadecimal digits. */
static bool read_hex(const json_t *json, const char *name, uint8_t *bytes, int size, struct fault *fault) {
  struct span text = {0};
  return member_needed(json, name, fault) && member_text(json, name, &text, fault) &&
         (hex_read(text, bytes, (size_t)size) ||
          fault_say(fault, "%s: expected %d hexadecimal digits", name, 2 * size));
}

static bool read_seal(const json_t *json, struct request *request, struct fault *fault) {
  return read_hex(json, "seal", request->seal, FAIR_HASH, fault);
}

static bool read_contribute(const json_t *json, struct request *request, struct fault *fault) {
  request->contribution.given = true;
  return read_hex(json, "contribution", request->contribution.bytes, FAIR_CONTRIBUTION, fault);
}

static bool read_move(const json_t *json, struct request *request, struct fault *fault) {
  return read_word(json, "move", request->move, REQUEST_MOVE_SIZE, fault) && member_needed(json, "at", fault) &&
         member_whole(json, "at", 0, MOST_WORDS, &request->at, fault) &&
         member_whole(json, "seen", 1, INT_MAX, &request->seen, fault);
}

static bool read_yes(const json_t *json, struct request *request, struct fault *fault) {
  return member_needed(json, "yes", fault) && member_switch(json, "yes", &request->yes, fault);
}

static bool read_say(const json_t *json, struct request *request, struct fault *fault) {
  return member_line(json, "name", MOST_NAME, request->name, fault) && member_needed(json, "text", fault) &&
         member_line(json, "text", MOST_TEXT, request->text, fault);
}

static bool read_seat(const json_t *json, struct request *request, struct fault *fault) {
  return member_needed(json, "seat", fault) && member_whole(json, "seat", 1, TESS_MAX_PLAYERS, &request->seat, fault);
}

static bool read_mute(const json_t *json, struct request *request, struct fault *fault) {
  return read_seat(json, request, fault) && read_yes(json, request, fault);
}

static bool read_replace(const json_t *json, struct request *request, struct fault *fault) {
  request->level = SETUP_LEVEL_DEFAULT;
  return read_seat(json, request, fault) && member_whole(json, "level", 1, SETUP_LEVELS, &request->level, fault);
}

static action_reader *const readers[] = {
#define X(name, word, read, act) read,
    REQUEST_ACTIONS(X)
#undef X
};

static bool read_action(const json_t *json, struct request *request, struct fault *fault) {
  int type = 0;
  if (!read_id(json, request, fault) || !member_needed(json, "type", fault) ||
      !member_choice(json, "type", action_words + 1, &type, fault))
    return false;
  request->type = (uint8_t)type;
  return readers[type](json, request, fault);
}

/* ---- Bodies ---- */

static bool read_sit(const json_t *json, struct request *request, struct fault *fault) {
  int kind = 0;
  if (!read_id(json, request, fault) || !read_name(json, request, fault) || !lacks_contribution(json, fault) ||
      !member_whole(json, "seat", 1, TESS_MAX_PLAYERS, &request->seat, fault) ||
      !member_choice(json, "kind", "person program", &kind, fault) ||
      !member_switch(json, "answers", &request->answers, fault))
    return false;
  request->program = kind == 1;
  return request->program || !request->answers || fault_say(fault, "answers: only a program says so; people are asked");
}

static bool read_recover(const json_t *json, struct request *request, struct fault *fault) {
  return read_word(json, "recovery", request->recovery, REQUEST_RECOVERY_SIZE, fault);
}

/* Reads a body by `reader`; what is wrong becomes a refusal. */
static bool read_body(struct span body, action_reader *reader, struct request *request, struct answer *answer) {
  struct fault fault;
  *request = (struct request){0};
  json_t *json = members_read(body, &fault);
  const bool good = json != NULL && reader(json, request, &fault);
  json_decref(json);
  return good || answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
}

bool request_read_sit(struct span body, struct request *request, struct answer *answer) {
  return read_body(body, read_sit, request, answer);
}

bool request_read_recover(struct span body, struct request *request, struct answer *answer) {
  return read_body(body, read_recover, request, answer);
}

bool request_read_action(struct span body, struct request *request, struct answer *answer) {
  return read_body(body, read_action, request, answer);
}

bool request_read_create(struct span body, const struct tile_shelf *shelf, struct request *request,
                         struct answer *answer) {
  struct fault fault;
  *request = (struct request){0};
  json_t *json = members_read(body, &fault);
  bool good = json != NULL && read_id(json, request, &fault) && read_name(json, request, &fault) &&
              lacks_contribution(json, &fault) && member_needed(json, "setup", &fault);
  if (good && !setup_read(json_object_get(json, "setup"), shelf, &request->setup, &fault))
    good = fault_within(&fault, "setup");
  json_decref(json);
  return good || answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
}
