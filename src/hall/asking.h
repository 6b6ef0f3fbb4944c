/* What a request asks for in a tournament: its action, with what belongs to it. */
#ifndef HALL_ASKING_H
#define HALL_ASKING_H

#include "hall/competition.h"
#include "table/request.h"

enum hall_action {
  HALL_ENTER,
  HALL_LEAVE,
  HALL_RETURN,
  HALL_RATE,
  HALL_EXPEL,
  HALL_PAIR,
  HALL_RESULT,
  HALL_VOID,
  HALL_MEET,
  HALL_READY,
  HALL_ORGANIZER,
  HALL_SETTINGS,
  HALL_RENAME,
  HALL_CLOSE
};

/* An action as it was read. */
struct hall_request {
  int action;
  bool named; /* `name` holds the name of a guest */
  char name[NAME_SIZE];
  int rating, entrant, encounter, round; /* 0 (`rating`: -1): not given */
  int64_t player, date;
  bool yes;
  char reason[REASON_SIZE];
  char title[TITLE_SIZE];
  struct bout_result result;
  struct tournament_settings settings;
};

/* Reads the body of a request. Returns false with `*fault` naming the member and what was expected. */
bool asking_read(const json_t *json, const struct set_library *sets, struct hall_request *request, struct fault *fault);

#endif
