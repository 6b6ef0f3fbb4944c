/* Decimal numbers as text, the same in every locale. */
#ifndef TESSERA_BASE_DECIMAL_H
#define TESSERA_BASE_DECIMAL_H

#include "base/reader.h"
#include "base/text.h"

/*
 * Appends a number rounded to `digits` (0 to 9) decimals. "null", as JSON has no word for that, if it is not finite or
 * so large that |number| * 10^digits is 9e18 or more.
 */
void text_add_decimal(struct text *text, double number, int digits);

/* Reads a number like `-12.5` that takes up the whole span and lies between `low` and `high`; false if it is none. */
bool decimal_read(struct span span, double low, double high, double *number);

#endif
