/*
 * The connection between the program and a person at a terminal: text in the encoding of the locale, its width, typed
 * lines, and the signals by which a person or the system ends a long command.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

/* ---- Text: inside the program all text is UTF-8 ---- */

/* True if the locale names UTF-8. */
bool locale_is_utf8(void);

/* Writes UTF-8 in the encoding of the locale (ASCII if it names none); characters that the encoding lacks are spelled
 * with ASCII. */
void locale_write(FILE *out, const char *bytes, size_t length);

/* Appends bytes in the encoding of the locale as UTF-8; invalid bytes become U+FFFD. */
void locale_read(const char *bytes, size_t length, struct text *text);

/* The columns that UTF-8 occupies on a terminal: two for a wide character, none for a combining one. */
int text_columns(const char *bytes, size_t length);

/* Appends words with line breaks instead of spaces, so that no line is wider than `width` unless a single word is. With
 * `width` 0 there are no breaks. */
void text_wrap(const char *words, int width, struct text *out);

/* ---- Lines that a person types ---- */

/* A typed line, without leading and trailing blanks. */
struct prompt_line {
  struct text words; /* UTF-8; '?' replaces control characters and invalid bytes */
  struct text bytes; /* the same in the encoding of the locale, as names of files are; never NULL after reading */
  bool plain;        /* nothing was replaced */
};

/* A prompt for typed lines. If input and output are one terminal that can move its cursor, lines can be edited with the
 * arrow keys, and arrow up brings earlier lines back (libedit, which obeys ~/.editrc). Otherwise lines are read as they
 * come. */
struct prompt;

/* Opens a prompt that reads from `in` and writes `sign` ("> ") to `out` before each line. All three must outlive the
 * prompt. prompt_close() frees it. */
struct prompt *prompt_open(FILE *in, FILE *out, const char *sign);
void prompt_close(struct prompt *prompt);

/* Reads a line. Returns false at the end of the input or after a signal. prompt_line_free() must be called in every
 * case. */
bool prompt_read(struct prompt *prompt, struct prompt_line *line);
void prompt_line_free(struct prompt_line *line);

/* ---- Progress of a long command ---- */

/* A progress display; all zero before the first call. */
struct progress {
  int64_t begun, shown; /* milliseconds of the steady clock; 0: not yet */
};

/* Shows on standard error, if that is a terminal, which part (0 to 1) is done: a bar, `words`, and the time that the
 * rest takes at this pace. It is updated at most ten times a second, and not in the first second. */
void progress_show(struct progress *progress, double part, const char *words);
/* Clears the display; the next call of progress_show() starts a new one. */
void progress_end(struct progress *progress);

/* ---- Signals ---- */

/* From now on SIGINT and SIGTERM set the returned flag instead of ending the program. So does SIGHUP, which a closing
 * terminal sends, unless the program was started to survive it (nohup). */
const atomic_bool *interrupts_heed(void);

/* Call these around a read that waits for a person. A signal between the two calls makes the read fail with EINTR; if
 * the signal comes before the read has begun, within a second. The first returns false if a signal has already come: do
 * not read then. SIGALRM is used for this. */
bool interrupts_wait_begin(void);
void interrupts_wait_end(void);

#endif
