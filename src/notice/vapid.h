/* The key by which a server shows push services who it is (RFC 8292, VAPID). */
#ifndef NOTICE_VAPID_H
#define NOTICE_VAPID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/text.h"

/* Bytes of the secret from which the key follows; letters of the public key in base64url, with the final zero. */
enum { VAPID_SECRET = 32, VAPID_KEY_SIZE = 88 };

struct vapid;

/* The key pair that follows from a secret, always the same. NULL with `*fault`. */
struct vapid *vapid_open(const uint8_t secret[VAPID_SECRET], struct fault *fault);
/* NULL is allowed. */
void vapid_close(struct vapid *vapid);

/* The public key, as pages give it to their browser: 65 bytes in base64url. */
const char *vapid_key(const struct vapid *vapid);
/* Appends the value of the header Authorization for a push service: `origin` is that of its address
 * ("https://push.example"), `contact` tells whom to ask (a mailto: or https: address), and it holds until `expires`, in
 * seconds since 1970, a day ahead at most. False if the key cannot sign. */
bool vapid_authorize(const struct vapid *vapid, const char *origin, const char *contact, int64_t expires,
                     struct text *text);

#endif
