/* Decimal numbers as text, the same in every locale. */
#ifndef ARENA_DECIMAL_H
#define ARENA_DECIMAL_H

#include "notation/text.h"

/* Appends a number rounded to `digits` (0 to 9) decimals; "null" if it is not finite, as JSON has no word for that. */
void text_add_decimal(struct text *text, double number, int digits);

#endif
