/* The key with which a server identifies itself to push services (RFC 8292, VAPID). */
#ifndef NOTICE_VAPID_H
#define NOTICE_VAPID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/text.h"

/* Bytes of the secret from which the key is derived; characters of the public key in base64url, with the final zero. */
enum { VAPID_SECRET = 32, VAPID_KEY_SIZE = 88 };

struct vapid;

/* Derives the key pair from a secret; the same secret gives the same pair. Returns NULL with `*fault` filled if that
 * fails. */
struct vapid *vapid_open(const uint8_t secret[VAPID_SECRET], struct fault *fault);
/* NULL is allowed. */
void vapid_close(struct vapid *vapid);

/* The public key in the form that a page passes to its browser: 65 bytes in base64url. */
const char *vapid_key(const struct vapid *vapid);
/* Appends the value of the header Authorization for a push service. Its URL has the origin `origin`
 * ("https://push.example"), and `contact` is a mailto: or https: address of the operator. The header is valid until
 * `expires`, in seconds since 1970, at most a day from now. False if the key cannot sign. */
bool vapid_authorize(const struct vapid *vapid, const char *origin, const char *contact, int64_t expires,
                     struct text *text);

#endif
