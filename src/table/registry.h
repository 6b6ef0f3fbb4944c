/* What the files of the registry share; its users see tables.h. */
#ifndef TABLE_REGISTRY_H
#define TABLE_REGISTRY_H

#include "table/lives.h"
#include "table/thinkers.h"

enum {
  REGISTRY_IDLE = 5 * 60 * 1000, /* ms after which a table that nobody asks for leaves the memory */
  REGISTRY_SWEEP = 30 * 1000,    /* ms between two looks for such tables */
  REGISTRY_RETRY = 1000,         /* ms after which a table that could not be read or stored is tried again */
  REGISTRY_LOADS = 20            /* tables that one round reads because of the clock, so that requests go on */
};

struct tables {
  struct tables_settings settings;
  struct tile_shelf *shelf;
  struct store *store;
  struct thinkers *thinkers;
  struct lives lives;
  struct live *touched; /* in this round */
  size_t unfinished;
  int64_t swept, failed; /* when the memory was last looked through; when a round last failed (0: it did not) */
  struct fault failure;  /* of that round */
  int64_t started;       /* when the server began to serve the tables */
  int64_t ahead, latest; /* by how much its time is ahead of the clock; the latest time it told */
  struct tables_figures figures;
};

/* The time, which never goes back: when the clock does, the time goes on from where it was. A table whose last entry is
 * later than that has a time of its own, live_time(). */
int64_t registry_now(struct tables *tables);

/* The table with this id with its state in memory. NULL with the refusal in `*answer`. */
struct live *registry_find(struct tables *tables, struct span id, struct answer *answer);
/* Brings a known table into memory. False with `*fault`. */
bool registry_load(struct tables *tables, struct live *live, struct fault *fault);

/* Hands what a table has become to the store, and notes when it has something to do next. To be called whenever it may
 * have changed; `granted` as in live_append(). */
void registry_keep(struct tables *tables, struct live *live, const struct store_entry *granted);
/* Renders what the list of tables tells of a table in memory, if it is listed. */
void lobby_item(struct live *live);

/* Asks a computer player if it is one's turn. */
void registry_think(struct tables *tables, struct live *live);

#endif
