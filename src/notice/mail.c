#define _GNU_SOURCE
#include "notice/mail.h"

#include <openssl/evp.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"

enum { LINE = 57 /* bytes that make a line of 76 letters */ };

/* Appends at most LINE bytes in base64. */
static void put_base64(const char *bytes, size_t length, struct text *text) {
  unsigned char line[4 * LINE / 3 + 1];
  EVP_EncodeBlock(line, (const unsigned char *)bytes, (int)length);
  text_add_string(text, (const char *)line);
}

void mail_write(const struct mail *mail, int64_t now, struct text *text) {
  static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const time_t seconds = (time_t)now;
  struct tm tm;
  CHECK(mail->subject.length <= MAIL_SUBJECT && gmtime_r(&seconds, &tm) != NULL);
  text_print(text, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\nFrom: Tessera <%s>\r\nTo: <%s>\r\nSubject: =?UTF-8?B?",
             days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec,
             mail->from, mail->to);
  put_base64(mail->subject.bytes, mail->subject.length, text);
  text_add_string(text, "?=\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n");
  if (mail->stop[0] != '\0') text_print(text, "List-Unsubscribe: <%s>\r\n", mail->stop);
  for (size_t i = 0; i < mail->body.length; i += LINE) {
    const size_t left = mail->body.length - i;
    text_add_string(text, "\r\n");
    put_base64(mail->body.bytes + i, left < LINE ? left : LINE, text);
  }
  text_add_string(text, "\r\n");
}
