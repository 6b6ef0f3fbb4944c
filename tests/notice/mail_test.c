/* Mails as they go over the wire: what somebody wrote never becomes a header. */
#include "notice/mail.h"

#include <openssl/evp.h>
#include <string.h>

#include "cli/cmocka_base.h"

static struct text write(const char *subject, const char *body, const char *stop) {
  const struct mail mail = {.from = "tessera@games.example",
                            .to = "anna@games.example",
                            .subject = span_of(subject),
                            .body = span_of(body),
                            .stop = stop};
  struct text text = {0};
  mail_write(&mail, 1700000000, &text);
  return text;
}

TEST(a_mail_has_these_headers) {
  struct text text = write("Tessera: bestätigen", "Grüße\n", "https://games.example/#/mail?token=x");
  assert_string_equal(text.bytes, "Date: Tue, 14 Nov 2023 22:13:20 +0000\r\n"
                                  "From: Tessera <tessera@games.example>\r\n"
                                  "To: <anna@games.example>\r\n"
                                  "Subject: =?UTF-8?B?VGVzc2VyYTogYmVzdMOkdGlnZW4=?=\r\n"
                                  "Auto-Submitted: auto-generated\r\n"
                                  "MIME-Version: 1.0\r\n"
                                  "Content-Type: text/plain; charset=utf-8\r\n"
                                  "Content-Transfer-Encoding: base64\r\n"
                                  "List-Unsubscribe: <https://games.example/#/mail?token=x>\r\n"
                                  "\r\n"
                                  "R3LDvMOfZQo=\r\n");
  text_free(&text);
}

TEST(no_text_becomes_a_header_or_ends_the_mail) {
  struct text body = {0};
  for (int i = 0; i < 100; i++) text_print(&body, "\r\n.\r\nBcc: x%d@games.example\r\n", i);
  struct text text = write("x\r\nBcc: y@games.example", body.bytes, "");
  assert_null(strstr(text.bytes, "Bcc"));
  assert_null(strstr(text.bytes, "\n."));
  assert_null(strstr(text.bytes, "List-Unsubscribe"));
  unsigned char decoded[6000];
  struct text letters = {0};
  size_t longest = 0, line = 0;
  for (const char *at = strstr(text.bytes, "\r\n\r\n"); *at != '\0'; at++) {
    line = *at == '\n' ? 0 : line + 1;
    if (line > longest) longest = line;
    if (*at > ' ') text_add_char(&letters, *at);
  }
  assert_true(longest <= 77); /* with the carriage return */
  assert_true(EVP_DecodeBlock(decoded, (const unsigned char *)letters.bytes, (int)letters.length) >= (int)body.length);
  assert_memory_equal(decoded, body.bytes, body.length);
  text_free(&letters);
  text_free(&body);
  text_free(&text);
}

RUN_TESTS(NULL, NULL)
