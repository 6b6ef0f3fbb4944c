/* Reports a match: its figures as a line for people, as JSON and as a picture. */
#ifndef ARENA_REPORT_H
#define ARENA_REPORT_H

#include "arena/arena.h"
#include "arena/statistics.h"
#include "base/fault.h"

/* The largest lead, in points, that is counted separately. */
enum { MARGIN_MOST = 400 };

/* With fewer than two rounds there are no errors and intervals; they and `superiority` are then NAN. */

/* The results of one engine. Each mean is taken over rounds, of the means within each round. */
struct engine_report {
  uint64_t games, wins, shared;
  uint64_t faults;                       /* number of games that it lost by a fault */
  struct mean score;                     /* its share of the wins, 0 to 1 */
  struct mean points;                    /* points of its sides; this and the next only from games without a fault */
  struct mean margin;                    /* lead of its sides over the best other side */
  double rating, rating_error;           /* Elo; the average over all engines is 0 */
  uint32_t longest;                      /* milliseconds of its longest turn */
  uint32_t margins[2 * MARGIN_MOST + 1]; /* number of sides whose final lead is i - MARGIN_MOST; the first and last also
                                            count larger leads */
};

/* Comparison of two engines: the first against the second. */
struct duel_report {
  double elo;                  /* infinite if one of them won everything */
  struct interval score_range; /* 95 % interval, 0 to 1 */
  struct interval elo_range;   /* 95 % interval */
  double superiority;          /* probability that the first engine is the stronger one */
  double ratio;                /* log likelihood ratio of the sequential test */
};

/* The same duel minus luck (contest.h), for the first engine, over rounds as above. */
struct fair_report {
  struct mean score;           /* 0 to 1 on average; a single value may be outside */
  struct mean margin;          /* lead in points */
  struct interval score_range; /* 95 % interval, by the normal distribution */
  double elo;
  struct interval elo_range;
};

/* The report of a match so far. */
struct report {
  const struct standings *standings;
  uint64_t rounds, games;
  struct duel_report duel; /* valid if match_is_duel() */
  struct fair_report fair; /* valid if report_is_fair() */
  struct engine_report engines[MATCH_ENGINES];
  struct mean pairs[MATCH_ENGINES][MATCH_ENGINES]; /* how often, in parts, the engine of the row finished ahead of that
                                                      of the column, in rounds with both */
};

/* Computes a report, which the caller frees with free(); `standings` must outlive it. */
struct report *report_of(const struct standings *standings);
/* Computes the duel only; this is fast enough to be done after every round. */
struct duel_report duel_report_of(const struct standings *standings);

/* True for a duel whose games have their luck computed. */
bool report_is_fair(const struct match *match);

/* "finished", "stopped by sprt" or "interrupted". */
const char *report_state(const struct standings *standings);
/* Appends the report as one line of JSON (docs/lookup/protocol.md, Matches), without a line end. */
void report_write_json(const struct report *report, struct text *text);

/* ---- A line for people ---- */

/* The progress of a match, in a line for people. */

/* Appends one line without its end: a bar if `bar`, the games played, and for a duel the score, Elo difference and
 * sequential test so far. */
void progress_write(const struct standings *standings, bool bar, struct text *line);

/* Appends `+12.3`, `-4.0`, `inf` or `-inf`. */
void text_add_elo(struct text *text, double elo);

/* ---- A picture ---- */

/* A match's report as a picture: ratings with their intervals, and the leads with which games ended. */

/* Appends an SVG document drawn from a report in JSON. Returns false with `*fault` filled if `json` is no report. */
bool report_svg_write(const char *json, size_t length, struct text *svg, struct fault *fault);

#endif
