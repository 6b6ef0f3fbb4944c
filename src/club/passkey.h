/*
 * Checks the answer of an authenticator (WebAuthn, level 2): that it is for a challenge of this server, comes from the
 * server's own page, and is signed by the key of a passkey. It does not check the maker of the authenticator
 * (attestation). The browser passes the public key as SubjectPublicKeyInfo and the data of the authenticator as bytes,
 * so no CBOR is read.
 */
#ifndef CLUB_PASSKEY_H
#define CLUB_PASSKEY_H

#include <jansson.h>

#include "base/fault.h"
#include "store/credentials.h"

/* Bytes of the longest member of an answer; milliseconds for which a challenge is valid. */
enum { PASSKEY_MOST = 2048, PASSKEY_VALID = 5 * 60 * 1000 };

/* A member of an answer. */
struct passkey_bytes {
  size_t size;
  uint8_t bytes[PASSKEY_MOST];
};

/* An answer. Only a new passkey has a `key`; only a known one has a `signature`. */
struct passkey_answer {
  struct passkey_bytes credential, key, client, authenticator, signature;
};

/* What an answer says. */
struct passkey_claim {
  int64_t challenged; /* time of its challenge, in milliseconds since 1970 */
  uint32_t count;     /* how often the authenticator has signed; 0: it does not count */
};

/* Makes the challenge of the time `now`, in milliseconds since 1970. */
struct credential passkey_challenge(const uint8_t key[CREDENTIAL_KEY], int64_t now);
/* Reads the members of an answer, in base64url: `credential`, `client` and `authenticator`, and `key` of a new passkey
 * or `signature` of a known one. Returns false with `*fault`. */
bool passkey_read(const json_t *json, struct passkey_answer *answer, struct fault *fault);
/* Checks an answer to a challenge that was made with `key`, at the page of this origin (`https://example.org`).
 * `fresh`: it is that of a new passkey. Returns false with `*fault` if it is for something else, or comes too late. */
bool passkey_check(const struct passkey_answer *answer, bool fresh, const char *origin,
                   const uint8_t key[CREDENTIAL_KEY], int64_t now, struct passkey_claim *claim, struct fault *fault);
/* Returns true if these bytes are a public key for ES256, RS256 or EdDSA. */
bool passkey_takes(const uint8_t *key, size_t size);
/* Returns true if the public key of these bytes verifies the signature of an answer. */
bool passkey_verifies(const struct passkey_answer *answer, const uint8_t *key, size_t size);

#endif
