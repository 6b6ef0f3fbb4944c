/* Requests of docs/lookup/http.md, read from their JSON bodies, and their answers. */
#ifndef TABLE_REQUEST_H
#define TABLE_REQUEST_H

#include <stdbool.h>

#include "base/reader.h"
#include "base/text.h"
#include "chance/fair_chance.h"
#include "table/name.h"
#include "table/setup.h"

/* ---- Answers: a code, and the body in JSON ---- */

/* The codes of answers, those of success first. X(name, word): `word` stands in the member `error` of a refusal. */
#define ANSWER_CODES(X)                                                                                                \
  X(OK, "ok")                                                                                                          \
  X(CREATED, "created")                                                                                                \
  X(BAD_REQUEST, "bad-request")                                                                                        \
  X(NO_TOKEN, "no-token")                                                                                              \
  X(WRONG_TOKEN, "wrong-token")                                                                                        \
  X(NO_TABLE, "no-table")                                                                                              \
  X(NO_PLAYER, "no-player")                                                                                            \
  X(NO_TOURNAMENT, "no-tournament")                                                                                    \
  X(NO_SUCH_PATH, "no-such-path")                                                                                      \
  X(WRONG_METHOD, "wrong-method")                                                                                      \
  X(NOT_NOW, "not-now")                                                                                                \
  X(TOO_LARGE, "too-large")                                                                                            \
  X(BAD_MOVE, "bad-move")                                                                                              \
  X(TOO_MANY, "too-many")                                                                                              \
  X(SILENT, "silent")                                                                                                  \
  X(REMOVED, "removed")                                                                                                \
  X(PLAYERS_ONLY, "players-only")                                                                                      \
  X(AHEAD, "ahead")                                                                                                    \
  X(ASKED_BEFORE, "asked-before")                                                                                      \
  X(NAME_TAKEN, "name-taken")                                                                                          \
  X(TOO_MUCH, "too-much")                                                                                              \
  X(TOO_OFTEN, "too-often")                                                                                            \
  X(TOO_MANY_TABLES, "too-many-tables")                                                                                \
  X(TOO_MANY_SEATS, "too-many-seats")                                                                                  \
  X(FULL, "full")                                                                                                      \
  X(NOT_STORED, "not-stored")

/* The rows of ANSWER_CODES as constants. */
enum answer_code {
#define X(name, word) ANSWER_##name,
  ANSWER_CODES(X)
#undef X
};

/* All zero is an empty one. Released with answer_free(); can be used again without. */
struct answer {
  enum answer_code code;
  bool waits;       /* it may be sent only when the round is stored: see lobby_commit() */
  bool later;       /* nothing was decided yet, as a table is being read: see lobby_has_read() */
  struct text body; /* JSON; a record is plain text */
};

/* True if the code is not one of success. */
static inline bool answer_is_refusal(enum answer_code code) { return code > ANSWER_CREATED; }
/* The word of a code. */
const char *answer_word(enum answer_code code);
/* Releases the body; the answer is an empty one then. */
void answer_free(struct answer *answer);

/* Makes `*answer` an empty one of this code that waits for nothing; its body is then to be written. */
void answer_begin(struct answer *answer, enum answer_code code);
/* Makes it `{"error":WORD,"text":...}`; `text` is UTF-8, and zero-terminated in the second. Gives false. */
bool answer_refuse(struct answer *answer, enum answer_code code, const char *text);
/* Makes it a refusal because the store has failed. Gives false. */
bool answer_refuse_fault(struct answer *answer, const struct fault *fault);
/* Makes it the answer of a round that could not be stored. */
void answer_not_stored(struct answer *answer);
/* Makes it one that comes later. Gives false. */
bool answer_later(struct answer *answer);
/* Appends a stored item, an object, to a list of the body. Returns false for a damaged one, which would damage the list
 * and is left out. */
bool answer_put_item(struct answer *answer, struct span item);

/* ---- Requests: everything is copied, nothing is to be released ---- */

/* Bytes of the texts of a request. */
enum {
  REQUEST_ID_SIZE = 65, /* with the final zero, as the others */
  REQUEST_TEXT_SIZE = 500 * 4 + 1,
  REQUEST_MOVE_SIZE = 129,
  REQUEST_RECOVERY_SIZE = 65
};

/* The actions of docs/lookup/http.md. X(name, word): request_read_action() reads what its body has besides `id` and
 * `type`; table_act() checks it, and writes its entry; seen_since() of table_act.c says which entry the sender must
 * have seen. */
#define REQUEST_ACTIONS(X)                                                                                             \
  X(SET_UP, "set-up")                                                                                                  \
  X(SEAL, "seal")                                                                                                      \
  X(CONTRIBUTE, "contribute")                                                                                          \
  X(DRAW, "draw")                                                                                                      \
  X(MOVE, "move")                                                                                                      \
  X(TAKE_BACK, "take-back")                                                                                            \
  X(PAUSE, "pause")                                                                                                    \
  X(RESUME, "resume")                                                                                                  \
  X(ANSWER, "answer")                                                                                                  \
  X(SAY, "say")                                                                                                        \
  X(REACT, "react")                                                                                                    \
  X(RENAME, "rename")                                                                                                  \
  X(MUTE, "mute")                                                                                                      \
  X(SILENCE, "silence")                                                                                                \
  X(LEAVE, "leave")                                                                                                    \
  X(FREE, "free")                                                                                                      \
  X(RETURN, "return")                                                                                                  \
  X(REPLACE, "replace")                                                                                                \
  X(REMATCH, "rematch")

/* The rows of REQUEST_ACTIONS as constants. */
enum request_type {
#define X(name, word) REQUEST_##name,
  REQUEST_ACTIONS(X)
#undef X
};

/* The game before that of a rematch: its table (empty: there is none), and for each seat here the seat there, from 1,
 * for whose holder it is kept; 0: for nobody. */
struct former {
  char table[24];
  uint8_t kept[TESS_MAX_PLAYERS];
  int points[TESS_MAX_PLAYERS]; /* by seat here, of all games before: 2 for one won, 1 for a first place shared */
  int helped[TESS_MAX_PLAYERS]; /* the games among them in which the computer made turns for the player of the seat */
};

/* The chance of a table that other tables of a round share (docs/understand/fairness.md, "Shared decks"). */
struct shared_deck {
  char tournament[24];
  int round, number; /* from 1; `number` 0: the chance is the table's own */
};

/* The reactions, as the member `reaction` has them. */
#define REQUEST_REACTIONS "hello well-played oh thanks"

/* What is not part of the request is zero. */
struct request {
  uint8_t type; /* enum request_type, for actions */
  char id[REQUEST_ID_SIZE];
  int64_t print; /* of an action: a hash of its whole body, from 1; else 0 */
  char name[NAME_SIZE];
  char text[REQUEST_TEXT_SIZE]; /* what is said; or the word of a reaction */
  char move[REQUEST_MOVE_SIZE];
  char recovery[REQUEST_RECOVERY_SIZE];
  uint8_t seal[FAIR_HASH];
  struct fair_contribution contribution;
  int seat;  /* from 1; 0: none was named */
  int level; /* of a computer player */
  int at;    /* number of words of the game that a move was made for */
  int seen;  /* entry up to which the sender knew the table; 0: the body does not say */
  int asked; /* of an answer: the entry whose question it answers */
  int entry; /* of what a watcher said who is to be silenced; 0: all watchers are meant */
  bool yes;
  bool remove;             /* the silenced one does not watch any longer either */
  bool program;            /* sits down as a program and not as a person */
  bool answers;            /* as a program that is to be asked about take-backs */
  struct setup setup;      /* of a table that is created; the variants of one that is set up anew, and else zero */
  struct former former;    /* of the table of a rematch; the following too is the caller's word, and not the body's */
  struct shared_deck deck; /* of the table of an encounter */
  int rating;              /* points of the player, at a rated table */
  bool provisional;        /* and whether they are uncertain */
  int former_seat;         /* the seat that the sender holds at the former table, from 1; 0: none */
};

/* Reads the member `id` of a body, of a request of any kind. False with `*fault`. */
bool request_read_id(const json_t *json, char id[REQUEST_ID_SIZE], struct fault *fault);
/* These read the body of one kind of request each. False with the refusal in `*answer`, which names the member that is
 * wrong and what was expected. `library` has the built-in sets. */
bool request_read_create(struct span body, const struct set_library *library, struct request *request,
                         struct answer *answer);
bool request_read_sit(struct span body, struct request *request, struct answer *answer);
bool request_read_recover(struct span body, struct request *request, struct answer *answer);
bool request_read_action(struct span body, struct request *request, struct answer *answer);

/* True for an action that is talk: watchers may send it, too, without a token. */
bool request_is_talk(const struct request *request);

#endif
