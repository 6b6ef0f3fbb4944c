/*
 * The module of the page (docs/lookup/page-module.md): a session of the protocol with what a browser needs besides.
 * The caller writes a line or a file into the buffer and reads the reply; nothing else passes between them.
 */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include <stddef.h>

struct page;

/* A session without a game; page_close() releases it. */
struct page *page_open(void);
void page_close(struct page *page);

/* Room for `length` bytes of input, until the next call. */
char *page_buffer(struct page *page, size_t length);

/* Answers the line in the buffer as session_line() does. Gives the reply, until the next call. */
const char *page_line(struct page *page, size_t length);

/*
 * Reads the file of records in the buffer, checking every step. Gives a line of JSON for each game and the closing line
 * `ok`, or the line `error CODE text` alone, which tells line and reason.
 */
const char *page_read_record(struct page *page, size_t length);

/* Checks the chance of the finished records in the buffer (proof/proof.h). Gives a line of JSON, which says whether it
 * is right, and `ok`. */
const char *page_verify(struct page *page, size_t length);

/* The bytes of the reply given last. */
size_t page_reply_length(const struct page *page);

#endif
