/* A tournament as a page of HTML without scripts, which other sites may frame. */
#ifndef HALL_FRAMING_H
#define HALL_FRAMING_H

#include "hall/telling.h"

/* Appends the page: the last round and the standings. `language`: 0 is English, 1 German, 2 Italian. */
void framing_page(const struct shown_competition *shown, int language, struct text *text);

#endif
