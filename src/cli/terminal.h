/*
 * Between the program and a person at a terminal: text in the locale's encoding, how wide it is, lines that are typed,
 * and the signals by which a person or a system asks a long command to end.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

/* ---- Text: the program knows UTF-8 alone ---- */

/* True if the locale names UTF-8. */
bool locale_is_utf8(void);

/* Writes UTF-8 in the locale's encoding (ASCII where it names none); what that does not have is spelled with ASCII. */
void locale_write(FILE *out, const char *bytes, size_t length);

/* Appends bytes of the locale's encoding as UTF-8; what is no text in it becomes U+FFFD. */
void locale_read(const char *bytes, size_t length, struct text *text);

/* The columns that UTF-8 takes up on a terminal: two for a wide character, none for one that is put on another. */
int text_columns(const char *bytes, size_t length);

/* Appends words with line breaks between them in place of spaces, so that no line is wider than `width` unless a single
 * word is; 0: without breaks. */
void text_wrap(const char *words, int width, struct text *out);

/* ---- Lines that a person types ---- */

/* A line as it was typed, without the blanks around it. */
struct prompt_line {
  struct text words; /* UTF-8; in place of control characters and of what is no text stands '?' */
  struct text bytes; /* the same in the locale's encoding, as the names of files are; never NULL when read */
  bool plain;        /* nothing was replaced */
};

/* The place where lines are typed. Where input and output are one terminal that can move its cursor, a line is edited
 * with arrows, and earlier ones come back with the arrow up (libedit; its file ~/.editrc holds); elsewhere lines are
 * read as they come. */
struct prompt;

/* Lines come from `in`; `sign` ("> ") is written to `out` before each. All three outlive the prompt, which is released
 * with prompt_close(). */
struct prompt *prompt_open(FILE *in, FILE *out, const char *sign);
void prompt_close(struct prompt *prompt);

/* Reads a line; false at the end of the input or when a signal came. Released with prompt_line_free() in every case. */
bool prompt_read(struct prompt *prompt, struct prompt_line *line);
void prompt_line_free(struct prompt_line *line);

/* ---- How far a long command is ---- */

/* What is shown of it; all zero before the first call. */
struct progress {
  int64_t begun, shown; /* milliseconds of the steady clock; 0: not yet */
};

/* Shows on standard error, where that is a terminal, which part (0 to 1) is done: a bar, `words`, and the time that the
 * rest takes at this pace. At most ten times a second, and not in the first second. */
void progress_show(struct progress *progress, double part, const char *words);
/* Wipes what is shown; the next call of progress_show() begins anew. */
void progress_end(struct progress *progress);

/* ---- Signals ---- */

/* From now on SIGINT and SIGTERM set the flag that is given, and do not end the program; so does SIGHUP, by which a
 * terminal tells that it is closed, unless the program was started to outlive it (nohup). */
const atomic_bool *interrupts_heed(void);

/* Around a read that waits for a person: one of these signals that comes between the two calls ends the read with
 * EINTR, also if it comes before the read has begun; then within a second. The first gives false if a signal has come
 * before: do not read. SIGALRM is taken for it. */
bool interrupts_wait_begin(void);
void interrupts_wait_end(void);

#endif
