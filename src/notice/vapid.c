#include "notice/vapid.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/guard.h"
#include "base/json_writer.h"

enum { NUMBER = 32, POINT = 2 * NUMBER + 1, SIGNATURE = 2 * NUMBER, MOST_DER = 80 };

struct vapid {
  EVP_PKEY *key;
  char public_key[VAPID_KEY_SIZE];
};

/* ---- The key ---- */

/* Derives the private number from a secret: its hash, hashed again until it is a valid number of the curve. */
static bool find_number(const uint8_t secret[VAPID_SECRET], const EC_GROUP *group, BIGNUM *number) {
  uint8_t hash[NUMBER];
  memcpy(hash, secret, sizeof hash);
  do {
    if (EVP_Digest(hash, sizeof hash, hash, NULL, EVP_sha256(), NULL) != 1 ||
        BN_bin2bn(hash, sizeof hash, number) == NULL)
      return false;
  } while (BN_is_zero(number) || BN_cmp(number, EC_GROUP_get0_order(group)) >= 0);
  return true;
}

struct vapid *vapid_open(const uint8_t secret[VAPID_SECRET], struct fault *fault) {
  uint8_t bytes[POINT];
  struct vapid *vapid = memory_new(sizeof *vapid);
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  EC_POINT *point = group == NULL ? NULL : EC_POINT_new(group);
  BIGNUM *number = BN_secure_new();
  *vapid = (struct vapid){0};
  if (point != NULL && number != NULL && find_number(secret, group, number) &&
      EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
      EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, bytes, sizeof bytes, NULL) == sizeof bytes) {
    /* The key pair of the number; its public point is `bytes`. */
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params = NULL;
    if (build != NULL && context != NULL && OSSL_PARAM_BLD_push_utf8_string(build, "group", "prime256v1", 0) == 1 &&
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, bytes, POINT) == 1 &&
        (params = OSSL_PARAM_BLD_to_param(build)) != NULL && EVP_PKEY_fromdata_init(context) == 1)
      EVP_PKEY_fromdata(context, &vapid->key, EVP_PKEY_KEYPAIR, params);
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_BLD_free(build);
  }
  BN_clear_free(number);
  EC_POINT_free(point);
  EC_GROUP_free(group);
  if (vapid->key != NULL) {
    struct text written = {0};
    base64url_write(bytes, sizeof bytes, &written);
    memcpy(vapid->public_key, written.bytes, sizeof vapid->public_key);
    text_free(&written);
    return vapid;
  }
  fault_say(fault, "the key for push services cannot be made");
  vapid_close(vapid);
  return NULL;
}

void vapid_close(struct vapid *vapid) {
  if (vapid == NULL) return;
  EVP_PKEY_free(vapid->key);
  free(vapid);
}

const char *vapid_key(const struct vapid *vapid) { return vapid->public_key; }

/* ---- Signing ---- */

bool vapid_authorize(const struct vapid *vapid, const char *origin, const char *contact, int64_t expires,
                     struct text *text) {
  static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
  uint8_t signature[SIGNATURE];
  struct text claims = {0}, token = {0};
  json_open_object(&claims, NULL);
  json_put_string(&claims, "aud", origin);
  json_put_int(&claims, "exp", expires);
  json_put_string(&claims, "sub", contact);
  json_close_object(&claims);
  base64url_write((const uint8_t *)head, sizeof head - 1, &token);
  text_add_char(&token, '.');
  base64url_write((const uint8_t *)claims.bytes, claims.length, &token);
  /* The ECDSA signature of the bytes as two numbers (ES256). */
  const struct span bytes = text_span(&token);
  uint8_t der[MOST_DER];
  const uint8_t *at = der;
  size_t length = sizeof der;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool good = context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, vapid->key) == 1 &&
              EVP_DigestSign(context, der, &length, (const uint8_t *)bytes.bytes, bytes.length) == 1;
  EVP_MD_CTX_free(context);
  ECDSA_SIG *pair = good ? d2i_ECDSA_SIG(NULL, &at, (long)length) : NULL;
  good = pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, NUMBER) == NUMBER &&
         BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + NUMBER, NUMBER) == NUMBER;
  ECDSA_SIG_free(pair);
  if (good) {
    text_add_char(&token, '.');
    base64url_write(signature, sizeof signature, &token);
    text_print(text, "vapid t=%s, k=%s", token.bytes, vapid->public_key);
  }
  text_free(&token);
  text_free(&claims);
  return good;
}
