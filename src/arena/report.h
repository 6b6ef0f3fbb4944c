/* What is told of a match: its numbers, as a line for people, as JSON and as a picture. */
#ifndef ARENA_REPORT_H
#define ARENA_REPORT_H

#include "arena/arena.h"
#include "arena/statistics.h"
#include "base/fault.h"

/* The largest lead, in points, that is counted by itself. */
enum { MARGIN_MOST = 400 };

/* Below two rounds nothing can be told of errors and intervals: they, and `superiority`, are then NAN. */

/* Of one engine. Means are over rounds, of the means within each. */
struct engine_report {
  uint64_t games, wins, shared;
  uint64_t faults;                       /* games lost by one */
  struct mean score;                     /* what part of the wins it had, 0 to 1 */
  struct mean points;                    /* of its sides; this and the next from games without a fault */
  struct mean margin;                    /* of its sides ahead of the best other */
  double rating, rating_error;           /* Elo, 0 on average */
  uint32_t longest;                      /* milliseconds of its longest turn */
  uint32_t margins[2 * MARGIN_MOST + 1]; /* sides that ended ahead by i - MARGIN_MOST, or more at the ends */
};

/* What can be told of two engines: the first against the second. */
struct duel_report {
  double elo;                  /* infinite if one had every win */
  struct interval score_range; /* 95 %, 0 to 1 */
  struct interval elo_range;   /* 95 % */
  double superiority;          /* the likelihood that the first is the stronger one */
  double ratio;                /* of the sequential test */
};

/* The duel with luck taken off (contest.h): of the first engine, over rounds as above. */
struct fair_report {
  struct mean score;           /* 0 to 1 on average; a single one may lie outside */
  struct mean margin;          /* points ahead */
  struct interval score_range; /* 95 %, by the normal distribution */
  double elo;
  struct interval elo_range;
};

/* All that can be told of a match so far. */
struct report {
  const struct standings *standings;
  uint64_t rounds, games;
  struct duel_report duel; /* counts if match_is_duel() */
  struct fair_report fair; /* counts if report_is_fair() */
  struct engine_report engines[MATCH_ENGINES];
  struct mean pairs[MATCH_ENGINES][MATCH_ENGINES]; /* how often, in parts, row finished ahead of column; of those rounds
                                                      in which both played */
};

/* Owned by the caller, released with free(); `standings` must outlive it. */
struct report *report_of(const struct standings *standings);
/* The duel alone: quick enough for every round. */
struct duel_report duel_report_of(const struct standings *standings);

/* True for a duel that tells the luck of its games. */
bool report_is_fair(const struct match *match);

/* "finished", "stopped by sprt" or "interrupted". */
const char *report_state(const struct standings *standings);
/* Appends the report as one line of JSON (docs/lookup/protocol.md, Matches), without a line end. */
void report_write_json(const struct report *report, struct text *text);

/* ---- A line for people ---- */

/* How a match stands, in a line for people. */

/* Appends one line without its end: a bar if wanted, games played, and of a duel score, Elo difference and sequential
 * test so far. */
void progress_write(const struct standings *standings, bool bar, struct text *line);

/* Appends `+12.3`, `-4.0`, `inf` or `-inf`. */
void text_add_elo(struct text *text, double elo);

/* ---- A picture ---- */

/* A match's report as a picture: ratings with their intervals, and how far ahead games ended. */

/* Appends one SVG document, drawn from a report in JSON. False with `*fault` if it is none. */
bool report_svg_write(const char *json, size_t length, struct text *svg, struct fault *fault);

#endif
