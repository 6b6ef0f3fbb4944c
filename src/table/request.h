/* Requests of docs/lookup/http.md, read from their JSON bodies. Everything is copied: nothing is to be released. */
#ifndef TABLE_REQUEST_H
#define TABLE_REQUEST_H

#include "chance/fair_chance.h"
#include "table/answer.h"
#include "table/setup.h"

enum {
  REQUEST_ID_SIZE = 65, /* with the final zero, as the others */
  REQUEST_NAME_SIZE = 24 * 4 + 1,
  REQUEST_TEXT_SIZE = 500 * 4 + 1,
  REQUEST_MOVE_SIZE = 129,
  REQUEST_RECOVERY_SIZE = 65
};

/* The actions of docs/lookup/http.md. X(name, word, read, act): `read` of request.c reads what its body has besides
 * `id` and `type`; `act` of table_act.c checks it, and writes its entry. */
#define REQUEST_ACTIONS(X)                                                                                             \
  X(SEAL, "seal", read_seal, act_seal)                                                                                 \
  X(CONTRIBUTE, "contribute", read_contribute, act_contribute)                                                         \
  X(DRAW, "draw", read_nothing, act_draw)                                                                              \
  X(MOVE, "move", read_move, act_move)                                                                                 \
  X(TAKE_BACK, "take-back", read_nothing, act_take_back)                                                               \
  X(ANSWER, "answer", read_yes, act_answer)                                                                            \
  X(SAY, "say", read_say, act_say)                                                                                     \
  X(MUTE, "mute", read_mute, act_mute)                                                                                 \
  X(LEAVE, "leave", read_nothing, act_leave)                                                                           \
  X(RETURN, "return", read_nothing, act_return)                                                                        \
  X(REPLACE, "replace", read_replace, act_replace)                                                                     \
  X(REMATCH, "rematch", read_nothing, act_rematch)

enum request_type {
#define X(name, word, read, act) REQUEST_##name,
  REQUEST_ACTIONS(X)
#undef X
};

/* What is not part of the request is zero. */
struct request {
  uint8_t type; /* enum request_type, for actions */
  char id[REQUEST_ID_SIZE];
  char name[REQUEST_NAME_SIZE];
  char text[REQUEST_TEXT_SIZE];
  char move[REQUEST_MOVE_SIZE];
  char recovery[REQUEST_RECOVERY_SIZE];
  uint8_t seal[FAIR_HASH];
  struct fair_contribution contribution;
  int seat;  /* from 1; 0: none was named */
  int level; /* of a computer player */
  int at;    /* number of words of the game that a move was made for */
  int seen;  /* entry up to which who made it knew the game; 0: not told */
  bool yes;
  bool program; /* sits down as a program and not as a person */
  bool answers; /* as a program that is to be asked about take-backs */
  struct setup setup;
};

/* These read the body of one kind of request each. False with the refusal in `*answer`, which names the member that is
 * wrong and what was expected. `shelf` has the built-in sets. */
bool request_read_create(struct span body, const struct tile_shelf *shelf, struct request *request,
                         struct answer *answer);
bool request_read_sit(struct span body, struct request *request, struct answer *answer);
bool request_read_recover(struct span body, struct request *request, struct answer *answer);
bool request_read_action(struct span body, struct request *request, struct answer *answer);

#endif
