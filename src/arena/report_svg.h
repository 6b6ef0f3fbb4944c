/* A match's report as a picture: ratings with their intervals, and how far ahead games ended. */
#ifndef ARENA_REPORT_SVG_H
#define ARENA_REPORT_SVG_H

#include "base/fault.h"

/* Appends one SVG document, drawn from a report in JSON. False with `*fault` if it is none. */
bool report_svg_write(const char *json, size_t length, struct text *svg, struct fault *fault);

#endif
