#include "club/passkey.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>

#include "base/encoding.h"
#include "notation/json_reader.h"
#include "store/store_passkeys.h"

/* The data of an authenticator: the hash of the site's name, flags, the count, and for a new passkey 16 bytes of its
 * model, the length of the id in two bytes, and the id. */
enum { HASH = 32, FLAGS = HASH, COUNT = FLAGS + 1, HEAD = COUNT + 4, ID_SIZE = HEAD + 16, ID = ID_SIZE + 2 };
enum { USER_PRESENT = 1, HAS_CREDENTIAL = 64 };
enum { TIME = 8 /* bytes of a challenge before its proof */, SIGNATURE_MOST = 512 /* bytes: RSA of 4,096 bits */ };

/* ---- Challenges ---- */

/* A challenge is its time, and a part of a keyed hash that proves it to be this server's. */
struct credential passkey_challenge(const uint8_t key[CREDENTIAL_KEY], int64_t now) {
  uint8_t time[TIME], bytes[CREDENTIAL_HASH];
  struct credential challenge;
  struct text word = {0};
  for (int i = 0; i < TIME; i++) time[i] = (uint8_t)((uint64_t)now >> (8 * (TIME - 1 - i)));
  credential_make_bytes(key, CREDENTIAL_CHALLENGE, (struct span){"", 0}, (struct span){(const char *)time, TIME},
                        bytes);
  memcpy(bytes, time, TIME);
  base64url_write(bytes, sizeof bytes, &word);
  memcpy(challenge.word, word.bytes, sizeof challenge.word);
  text_free(&word);
  return challenge;
}

/* Reads the time of a challenge that this server made. */
static bool read_challenge(struct span word, const uint8_t key[CREDENTIAL_KEY], int64_t *time) {
  uint8_t bytes[CREDENTIAL_HASH], have[CREDENTIAL_HASH], want[CREDENTIAL_HASH];
  size_t size;
  uint64_t number = 0;
  if (!base64url_read(word, bytes, sizeof bytes, &size) || size != sizeof bytes) return false;
  for (int i = 0; i < TIME; i++) number = number << 8 | bytes[i];
  *time = (int64_t)number;
  credential_hash(word, have);
  credential_hash(span_of(passkey_challenge(key, *time).word), want);
  return credential_same(have, want);
}

/* ---- Answers ---- */

static bool read_bytes(const json_t *json, const char *name, size_t most, struct passkey_bytes *bytes,
                       struct fault *fault) {
  struct span text = {0};
  bytes->size = 0;
  return member_text(json, name, &text, fault) &&
         (base64url_read(text, bytes->bytes, most, &bytes->size) ||
          fault_say(fault, "%s: expected at most %d bytes in base64url", name, (int)most));
}

bool passkey_read(const json_t *json, struct passkey_answer *answer, struct fault *fault) {
  return read_bytes(json, "credential", STORE_CREDENTIAL_MOST, &answer->credential, fault) &&
         read_bytes(json, "key", STORE_KEY_MOST, &answer->key, fault) &&
         read_bytes(json, "client", PASSKEY_MOST, &answer->client, fault) &&
         read_bytes(json, "authenticator", PASSKEY_MOST, &answer->authenticator, fault) &&
         read_bytes(json, "signature", SIGNATURE_MOST, &answer->signature, fault);
}

/* The name of the site of an origin: its host. */
static struct span site_of(const char *origin) {
  const char *host = strstr(origin, "://") + 3;
  return (struct span){host, strcspn(host, ":/")};
}

/* Checks what the browser says of itself. */
static bool check_client(const struct passkey_bytes *client, bool fresh, const char *origin,
                         const uint8_t key[CREDENTIAL_KEY], int64_t now, int64_t *challenged, struct fault *fault) {
  struct span type = {0}, challenge = {0}, at = {0};
  const struct span bytes = {(const char *)client->bytes, client->size};
  json_t *json = span_is_plain(bytes, true) ? members_read(bytes, fault) : NULL;
  if (json == NULL) return fault_say(fault, "client: expected a JSON object");
  bool good = member_text(json, "type", &type, fault) && member_text(json, "challenge", &challenge, fault) &&
              member_text(json, "origin", &at, fault);
  if (good && !span_is(type, fresh ? "webauthn.create" : "webauthn.get"))
    good = fault_say(fault, "client: expected the type %s", fresh ? "webauthn.create" : "webauthn.get");
  if (good && !span_is(at, origin)) good = fault_say(fault, "client: expected the origin %s", origin);
  if (good && !read_challenge(challenge, key, challenged))
    good = fault_say(fault, "client: this challenge is not this server's");
  if (good && (*challenged > now || now - *challenged > PASSKEY_VALID))
    good = fault_say(fault, "client: the challenge has expired");
  json_decref(json);
  return good;
}

bool passkey_check(const struct passkey_answer *answer, bool fresh, const char *origin,
                   const uint8_t key[CREDENTIAL_KEY], int64_t now, struct passkey_claim *claim, struct fault *fault) {
  uint8_t hash[HASH];
  const struct span site = site_of(origin);
  const uint8_t *data = answer->authenticator.bytes;
  const size_t size = answer->authenticator.size, id = answer->credential.size;
  if (!check_client(&answer->client, fresh, origin, key, now, &claim->challenged, fault)) return false;
  if (size < HEAD || EVP_Digest(site.bytes, site.length, hash, NULL, EVP_sha256(), NULL) != 1 ||
      memcmp(data, hash, sizeof hash) != 0)
    return fault_say(fault, "authenticator: expected data for %.*s", (int)site.length, site.bytes);
  if ((data[FLAGS] & USER_PRESENT) == 0) return fault_say(fault, "authenticator: expected that somebody was there");
  claim->count =
      (uint32_t)data[COUNT] << 24 | (uint32_t)data[COUNT + 1] << 16 | (uint32_t)data[COUNT + 2] << 8 | data[COUNT + 3];
  if (!fresh) return true;
  return (id > 0 && (data[FLAGS] & HAS_CREDENTIAL) != 0 && size >= ID + id &&
          ((size_t)data[ID_SIZE] << 8 | data[ID_SIZE + 1]) == id &&
          memcmp(data + ID, answer->credential.bytes, id) == 0) ||
         fault_say(fault, "authenticator: expected the credential");
}

/* ---- Keys and signatures ---- */

/* Reads a public key, which the caller frees. Returns NULL for other bytes. */
static EVP_PKEY *read_key(const uint8_t *bytes, size_t size) {
  const uint8_t *at = bytes;
  EVP_PKEY *key = d2i_PUBKEY(NULL, &at, (long)size);
  char group[32] = "";
  bool good = key != NULL && at == bytes + size;
  if (good && EVP_PKEY_is_a(key, "EC"))
    good = EVP_PKEY_get_group_name(key, group, sizeof group, NULL) == 1 && strcmp(group, "prime256v1") == 0;
  else if (good && EVP_PKEY_is_a(key, "RSA"))
    good = EVP_PKEY_get_bits(key) >= 2048;
  else
    good = good && EVP_PKEY_is_a(key, "ED25519");
  if (good) return key;
  EVP_PKEY_free(key);
  return NULL;
}

bool passkey_takes(const uint8_t *key, size_t size) {
  EVP_PKEY *read = read_key(key, size);
  EVP_PKEY_free(read);
  return read != NULL;
}

bool passkey_verifies(const struct passkey_answer *answer, const uint8_t *key, size_t size) {
  uint8_t signed_bytes[PASSKEY_MOST + HASH];
  const size_t data = answer->authenticator.size;
  EVP_PKEY *read = read_key(key, size);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  memcpy(signed_bytes, answer->authenticator.bytes, data);
  const bool good =
      read != NULL && context != NULL &&
      EVP_Digest(answer->client.bytes, answer->client.size, signed_bytes + data, NULL, EVP_sha256(), NULL) == 1 &&
      EVP_DigestVerifyInit(context, NULL, EVP_PKEY_is_a(read, "ED25519") ? NULL : EVP_sha256(), NULL, read) == 1 &&
      EVP_DigestVerify(context, answer->signature.bytes, answer->signature.size, signed_bytes, data + HASH) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(read);
  return good;
}
