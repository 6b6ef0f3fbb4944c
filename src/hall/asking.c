#include "hall/asking.h"

/* The actions, and the members of the body of each besides `id` and `type`. */
static const char actions[] =
    "enter leave return rate expel pair result void meet ready organizer settings rename close";
static const struct {
  const char *needed, *optional;
} action_members[] = {[HALL_ENTER] = {"id type", "name rating"},
                      [HALL_LEAVE] = {"id type", "entrant"},
                      [HALL_RETURN] = {"id type", "entrant"},
                      [HALL_RATE] = {"id type entrant rating", ""},
                      [HALL_EXPEL] = {"id type entrant reason", ""},
                      [HALL_PAIR] = {"id type round", ""},
                      [HALL_RESULT] = {"id type encounter", "games points forfeit reason"},
                      [HALL_VOID] = {"id type encounter reason", ""},
                      [HALL_MEET] = {"id type encounter date", ""},
                      [HALL_READY] = {"id type yes", "entrant"},
                      [HALL_ORGANIZER] = {"id type player yes", ""},
                      [HALL_SETTINGS] = {"id type settings", ""},
                      [HALL_RENAME] = {"id type title", ""},
                      [HALL_CLOSE] = {"id type", ""}};

bool asking_read(const json_t *json, const struct set_library *sets, struct hall_request *request,
                 struct fault *fault) {
  char id[REQUEST_ID_SIZE];
  struct span name = {0}, player = {0};
  uint64_t number = 0;
  *request = (struct hall_request){.rating = -1};
  if (!member_needed(json, "type", fault) || !member_choice(json, "type", actions, &request->action, fault) ||
      !members_known(json, action_members[request->action].needed, action_members[request->action].optional, fault) ||
      !request_read_id(json, id, fault) || !member_text(json, "name", &name, fault) ||
      !member_whole(json, "rating", 0, RATING_MOST, &request->rating, fault) ||
      !member_whole(json, "entrant", 1, ENTRANTS_MOST, &request->entrant, fault) ||
      !member_whole(json, "encounter", 1, BOUTS_MOST, &request->encounter, fault) ||
      !member_whole(json, "round", 1, ROUNDS_MOST, &request->round, fault) ||
      !member_long(json, "date", &request->date, fault) || !member_text(json, "player", &player, fault) ||
      !member_switch(json, "yes", &request->yes, fault))
    return false;
  request->named = name.bytes != NULL;
  if (request->named && !name_read(name, request->name, fault)) return false;
  if (json_object_get(json, "reason") != NULL && (!member_line(json, "reason", REASON_MOST, request->reason, fault) ||
                                                  !talk_is_seen(span_of(request->reason), fault)))
    return false;
  if (json_object_get(json, "title") != NULL &&
      (!member_line(json, "title", TITLE_MOST, request->title, fault) || !talk_is_seen(span_of(request->title), fault)))
    return false;
  if (player.bytes != NULL && (!span_hash(player, &number) || number == 0 || number > INT64_MAX))
    return fault_say(fault, "player: expected the id of a player");
  request->player = (int64_t)number;
  if (request->action == HALL_RESULT && !bout_result_read(json, &request->result, fault)) return false;
  if (request->action == HALL_SETTINGS &&
      !settings_read(json_object_get(json, "settings"), sets, &request->settings, fault))
    return fault_within(fault, "settings");
  return true;
}
