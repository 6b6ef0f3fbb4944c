/* What the files of the lobby share; its users see lobby.h. */
#ifndef LOBBY_LOBBY_MEMORY_H
#define LOBBY_LOBBY_MEMORY_H

#include "lobby/slots.h"
#include "lobby/thinkers.h"

enum {
  LOBBY_IDLE = 5 * 60 * 1000, /* ms after which a table that nobody asks for leaves the memory */
  LOBBY_SWEEP = 30 * 1000,    /* ms between two looks for such tables */
  LOBBY_RETRY = 1000,         /* ms after which a table that could not be read or stored is tried again */
  LOBBY_LOADS = 20            /* tables that one round reads because of the clock, so that requests go on */
};

struct lobby {
  struct lobby_settings settings;
  struct tile_shelf *shelf;
  struct store *store;
  struct thinkers *thinkers;
  struct slots slots;
  struct slot *touched; /* in this round */
  size_t unfinished;
  int64_t swept, failed; /* when the memory was last looked through; when a round last failed (0: it did not) */
  struct fault failure;  /* of that round */
  int64_t started;       /* when the server began to serve the tables */
  int64_t ahead, latest; /* by how much its time is ahead of the clock; the latest time it told */
  struct lobby_figures figures;
};

/* The time, which never goes back: when the clock does, the time goes on from where it was. A table whose last entry is
 * later than that has a time of its own, slot_time(). */
int64_t lobby_now(struct lobby *lobby);

/* The table with this id with its state in memory. NULL with the refusal in `*answer`. */
struct slot *lobby_find(struct lobby *lobby, struct span id, struct answer *answer);
/* Brings a known table into memory. False with `*fault`. */
bool lobby_load(struct lobby *lobby, struct slot *slot, struct fault *fault);

/* Hands what a table has become to the store, and notes when it has something to do next. To be called whenever it may
 * have changed; `granted` as in slot_append(). */
void lobby_keep(struct lobby *lobby, struct slot *slot, const struct store_entry *granted);
/* Renders what the list of tables tells of a table in memory, if it is listed. */
void lobby_item(struct slot *slot);

/* Asks a computer player if it is one's turn. */
void lobby_think(struct lobby *lobby, struct slot *slot);

#endif
