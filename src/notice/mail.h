/* The text of a mail as it goes over the wire (RFC 5322, 2045, 2047). */
#ifndef NOTICE_MAIL_H
#define NOTICE_MAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reader.h"
#include "base/text.h"

/* A mail. The addresses are ASCII without blanks and brackets. */
struct mail {
  const char *from, *to;
  struct span subject, body; /* UTF-8; the subject has at most MAIL_SUBJECT bytes */
  const char *stop;          /* the link that ends such mails; empty: there is none */
};

enum { MAIL_SUBJECT = 45 };

/* Appends a mail of the time `now`, in seconds since 1970. Body and subject are encoded, so nothing in them becomes a
 * header. */
void mail_write(const struct mail *mail, int64_t now, struct text *text);

#endif
