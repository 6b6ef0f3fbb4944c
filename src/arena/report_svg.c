/* Draws the report of a match, read from its JSON. */
#include "arena/report.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/svg.h"

/* Sizes in units of the picture; 1000 units are PIXELS pixels. */
enum {
  PIXELS = 100,
  WIDTH = 8000,
  MARGIN = 400,
  NAME_WIDTH = 1800,
  ROW = 360,
  TITLE = 700,
  CHART = 1100, /* height of one distribution */
  GAP = 500,
  ENGINES_MOST = 64,
  BIN = 5, /* points that one bar covers */
  BINS = 161
};

static const char *const colours[] = {"#3465a4", "#c4a000", "#4e9a06", "#a40000", "#75507b", "#ce5c00"};

enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

/* What the picture shows of an engine. */
struct bar {
  const char *name;
  double rating, error;
  uint64_t bins[BINS]; /* games by lead, BIN points a bin, 0 in the middle */
  uint64_t most, games;
};

struct chart {
  int count;
  struct bar bars[ENGINES_MOST];
  double least, most; /* Elo at the left and right edge */
  int span;           /* points at the left and right edge of the distributions */
};

/* ---- Reading ---- */

/* Reads an engine from the report. Returns false if a value is missing or far out of range. */
static bool read_bar(const json_t *engine, struct bar *bar) {
  /* 1. Its rating. */
  const json_t *rating = json_object_get(engine, "rating"), *error = json_object_get(engine, "rating_error");
  bar->name = json_string_value(json_object_get(engine, "name"));
  bar->rating = json_number_value(rating);
  bar->error = json_number_value(error);
  if (!(fabs(bar->rating) < 1e5 && bar->error >= 0 && bar->error < 1e5)) return false;
  if (bar->name == NULL || !json_is_number(rating) || !(json_is_number(error) || json_is_null(error))) return false;

  /* 2. Its games by lead. */
  const json_t *margins = json_object_get(engine, "margins");
  for (size_t i = 0; i < json_array_size(margins); i++) {
    const json_t *pair = json_array_get(margins, i);
    const json_t *margin = json_array_get(pair, 0), *count = json_array_get(pair, 1);
    if (!json_is_integer(margin) || !json_is_integer(count)) return false;
    const json_int_t points = json_integer_value(margin), games = json_integer_value(count);
    if (points < -1000000 || points > 1000000 || games < 0 || games > 1000000000) return false;
    int bin = (int)floor((double)points / BIN + 0.5) + BINS / 2;
    bin = bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
    bar->bins[bin] += (uint64_t)games;
    bar->games += (uint64_t)games;
    if (bar->bins[bin] > bar->most) bar->most = bar->bins[bin];
  }
  return json_is_array(margins);
}

/* Reads everything that is drawn, and determines the edges of the picture. */
static bool read_chart(const json_t *report, struct chart *chart, struct fault *fault) {
  const json_t *engines = json_object_get(report, "engines");
  const char *format = json_string_value(json_object_get(report, "format"));
  if (format == NULL || strcmp(format, "tessera-match/1") != 0)
    return fault_say(fault, "expected a match report: \"format\" is not \"tessera-match/1\"");
  const size_t count = json_array_size(engines);
  if (count < 2 || count > ENGINES_MOST) return fault_say(fault, "expected 2 to %d engines", ENGINES_MOST);
  for (; chart->count < (int)count; chart->count++)
    if (!read_bar(json_array_get(engines, (size_t)chart->count), &chart->bars[chart->count]))
      return fault_say(fault, "engine %d: expected name, rating, rating_error and margins", chart->count + 1);

  /* The edges, with some room. */
  chart->least = -10;
  chart->most = 10;
  chart->span = 4 * BIN;
  for (int i = 0; i < chart->count; i++) {
    const struct bar *bar = &chart->bars[i];
    chart->least = fmin(chart->least, bar->rating - 2.2 * bar->error);
    chart->most = fmax(chart->most, bar->rating + 2.2 * bar->error);
    for (int bin = 0; bin < BINS; bin++)
      if (bar->bins[bin] > 0 && abs(bin - BINS / 2) * BIN + BIN > chart->span)
        chart->span = abs(bin - BINS / 2) * BIN + BIN;
  }
  return true;
}

/* ---- Drawing ---- */

static void put_label(struct svg_writer *svg, int x, int y, const char *anchor, const char *text) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y, anchor);
  svg_text(svg, text, 28);
  svg_put(svg, "</text>\n");
}

static void put_line(struct svg_writer *svg, int x1, int y1, int x2, int y2, const char *colour, int width) {
  svg_format(svg, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"%d\"/>\n", x1, y1, x2, y2,
             colour, width);
}

static int left_edge(void) { return MARGIN + NAME_WIDTH; }

static int place(double value, double least, double most) {
  return left_edge() + (int)lround((value - least) / (most - least) * (WIDTH - MARGIN - left_edge()));
}

static void draw_axis(struct svg_writer *svg, double least, double most, int top, int bottom) {
  /* The step between the marks is 1, 2 or 5 times a power of ten, with at most eight marks. */
  int step = 1;
  for (int i = 0; (most - least) / step > 8; i++) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  for (int mark = (int)ceil(least / step) * step; mark <= most; mark += step) {
    const int x = place(mark, least, most);
    put_line(svg, x, top, x, bottom, mark == 0 ? "#888888" : "#dddddd", 12);
    char text[16];
    snprintf(text, sizeof text, "%+d", mark);
    put_label(svg, x, bottom + 220, "middle", mark == 0 ? "0" : text);
  }
}

static void append(void *user, const char *bytes, size_t length) { text_add(user, bytes, length); }

static void draw_chart(const struct chart *chart, struct text *text) {
  const int ratings_height = TITLE + chart->count * ROW + GAP;
  const int height = MARGIN + ratings_height + TITLE + chart->count * (CHART + GAP) + MARGIN;
  struct svg_writer svg;
  svg_open(&svg, append, text, (struct svg_box){0, 0, WIDTH, height}, PIXELS);
  svg_format(&svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, height);
  svg_put(&svg, "<g font-family=\"sans-serif\" font-size=\"170\" fill=\"#222222\">\n");

  /* 1. Draw the ratings with their intervals. */
  const int top = MARGIN + TITLE;
  put_label(&svg, MARGIN, MARGIN + 300, "start", "Elo, 95 % intervals");
  draw_axis(&svg, chart->least, chart->most, top - 200, top + chart->count * ROW);
  for (int i = 0; i < chart->count; i++) {
    const struct bar *bar = &chart->bars[i];
    const int y = top + i * ROW + ROW / 2;
    const char *colour = colours[i % COLOUR_COUNT];
    put_label(&svg, MARGIN, y + 60, "start", bar->name);
    put_line(&svg, place(bar->rating - 1.96 * bar->error, chart->least, chart->most), y,
             place(bar->rating + 1.96 * bar->error, chart->least, chart->most), y, colour, 50);
    svg_format(&svg, "<circle cx=\"%d\" cy=\"%d\" r=\"80\" fill=\"%s\"/>\n",
               place(bar->rating, chart->least, chart->most), y, colour);
  }

  /* 2. Below them, draw the leads with which each engine's games ended. */
  put_label(&svg, MARGIN, MARGIN + ratings_height + 400, "start", "Points ahead at the end");
  const int width = place(BIN, -chart->span, chart->span) - place(0, -chart->span, chart->span);
  for (int i = 0; i < chart->count; i++) {
    const struct bar *bar = &chart->bars[i];
    const int above = MARGIN + ratings_height + TITLE + i * (CHART + GAP), bottom = above + CHART;
    put_label(&svg, MARGIN, bottom - 100, "start", bar->name);
    draw_axis(&svg, -chart->span, chart->span, above, bottom);
    for (int bin = 0; bin < BINS; bin++) {
      if (bar->bins[bin] == 0) continue;
      const int tall = (int)((double)bar->bins[bin] / (double)bar->most * (CHART - 100));
      const int points = (bin - BINS / 2) * BIN;
      const int x = place(points - BIN / 2.0, -chart->span, chart->span);
      svg_format(&svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, bottom - tall,
                 width > 24 ? width - 12 : width, tall, colours[i % COLOUR_COUNT]);
    }
  }
  svg_put(&svg, "</g>\n");
  svg_close(&svg);
}

bool report_svg_write(const char *json, size_t length, struct text *svg, struct fault *fault) {
  json_error_t error;
  json_t *report = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
  if (report == NULL) {
    fault_say(fault, "expected JSON: %s", error.text);
    fault->line = error.line;
    return false;
  }
  struct chart *chart = memory_new(sizeof *chart);
  *chart = (struct chart){0};
  const bool read = read_chart(report, chart, fault);
  if (read) draw_chart(chart, svg);
  free(chart);
  json_decref(report);
  return read;
}
