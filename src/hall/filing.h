/* A tournament as a file has it: as JSON as the server shows it, as a table of comma-separated values, or as a report
 * of FIDE. Only what is in the file is checked here; importing.h plays it. */
#ifndef HALL_FILING_H
#define HALL_FILING_H

#include "hall/bout.h"

/* An entrant of the file, a guest here. */
struct filed_entrant {
  char name[NAME_SIZE];
  int rating;
  int64_t lot; /* -1: the file has none */
  bool away, expelled;
};

/* An encounter of the file, in the order of the rounds. */
struct filed_bout {
  int round;
  int seats; /* 1: a bye */
  int entrants[GATHERING_MOST];
  bool decided;
  struct bout_result result;
};

/* All zero is an empty one; filing_free() releases it. */
struct filed_tournament {
  struct filed_entrant *entrants;
  int entrant_count;
  struct filed_bout *bouts;
  int bout_count;
  bool closed;
};

void filing_free(struct filed_tournament *filed);
/* Reads the object that telling_tournament() writes, without its settings. Returns false with `*fault`. */
bool filing_read_json(const json_t *file, struct filed_tournament *filed, struct fault *fault);
/* Reads the text that telling_csv() or telling_trf() writes for games of two. Points are those of one game; a report of
 * FIDE has none. Returns false with `*fault` and its line. */
bool filing_read_table(struct span file, struct filed_tournament *filed, struct fault *fault);

#endif
