#include "club/passkeys.h"

#include <stdio.h>
#include <string.h>

#include "base/encoding.h"
#include "base/json_writer.h"

_Static_assert((int)STORE_CREDENTIAL_MOST <= (int)PASSKEY_MOST && (int)STORE_KEY_MOST <= (int)PASSKEY_MOST,
               "the bytes of a stored passkey fit into an answer");

static struct span bytes_of(const struct passkey_bytes *bytes) {
  return (struct span){(const char *)bytes->bytes, bytes->size};
}

static bool is_offered(const struct club *club, struct answer *answer) {
  return club->origin != NULL ||
         answer_refuse(answer, ANSWER_NOT_NOW, "this server offers no passkeys: see --base-url");
}

bool passkeys_find(const struct club *club, const struct passkey_answer *given, struct store_passkey *passkey,
                   struct passkey_claim *claim, struct answer *answer) {
  struct fault fault;
  if (!is_offered(club, answer)) return false;
  const enum store_found found = store_find_passkey(club->store, bytes_of(&given->credential), passkey, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  if (found == STORE_MISSING)
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "this passkey is no player's, or no longer");
  if (!passkey_check(given, false, club->origin, store_key(club->store), club->now, claim, &fault))
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, fault.text);
  return passkey_verifies(given, passkey->key, passkey->key_size) ||
         answer_refuse(answer, ANSWER_WRONG_TOKEN, "signature: it is not that of this passkey");
}

bool passkeys_use(const struct club *club, struct store_passkey *passkey, const struct passkey_claim *claim,
                  struct answer *answer) {
  if (claim->challenged <= passkey->challenged)
    return answer_refuse(answer, ANSWER_WRONG_TOKEN, "client: this challenge was answered before");
  if ((claim->count != 0 || passkey->count != 0) && claim->count <= passkey->count)
    return answer_refuse(answer, ANSWER_WRONG_TOKEN,
                         "authenticator: its count says that there is a copy of the passkey");
  passkey->challenged = claim->challenged;
  passkey->count = claim->count;
  store_use_passkey(club->store, passkey);
  return true;
}

/* Sets the first free number of a passkey of a player. Returns false with the refusal if there is none, or if another
 * passkey has answered this challenge or a later one. */
static bool number_passkey(const struct club *club, struct store_passkey *fresh, struct answer *answer) {
  struct store_rows *rows = store_passkeys(club->store, fresh->player);
  bool taken[STORE_MOST_PASSKEYS + 1] = {false}, late = false;
  struct fault fault;
  for (struct store_passkey passkey; store_next_passkey(rows, &passkey);) {
    taken[passkey.passkey] = true;
    late = late || fresh->challenged <= passkey.challenged;
  }
  if (!store_close_rows(rows, &fault)) return answer_refuse_fault(answer, &fault);
  if (late) return answer_refuse(answer, ANSWER_BAD_REQUEST, "client: this challenge was answered before");
  for (fresh->passkey = 1; fresh->passkey <= STORE_MOST_PASSKEYS; fresh->passkey++)
    if (!taken[fresh->passkey]) return true;
  return answer_refuse(answer, ANSWER_NOT_NOW, "this player has as many passkeys as may be: remove one first");
}

bool passkeys_add(const struct club *club, const struct club_asker *asker, const char *label,
                  const struct passkey_answer *given, struct answer *answer) {
  struct fault fault;
  struct passkey_claim claim;
  struct store_passkey fresh = {.credential_size = given->credential.size,
                                .key_size = given->key.size,
                                .player = asker->player,
                                .device = asker->device,
                                .created = club->now},
                       known;

  /* 1. Check the answer. */
  if (!is_offered(club, answer)) return false;
  if (!passkey_check(given, true, club->origin, store_key(club->store), club->now, &claim, &fault))
    return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  if (!passkey_takes(given->key.bytes, given->key.size))
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "key: expected a public key for ES256, RS256 or EdDSA");

  /* 2. A credential belongs to one player. */
  const enum store_found found = store_find_passkey(club->store, bytes_of(&given->credential), &known, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  if (found == STORE_FOUND)
    return known.player == asker->player ||
           answer_refuse(answer, ANSWER_BAD_REQUEST, "credential: it belongs to another player");

  /* 3. Add the passkey. */
  fresh.challenged = claim.challenged;
  fresh.count = claim.count;
  memcpy(fresh.credential, given->credential.bytes, fresh.credential_size);
  memcpy(fresh.key, given->key.bytes, fresh.key_size);
  snprintf(fresh.label, sizeof fresh.label, "%s", label);
  if (!number_passkey(club, &fresh, answer)) return false;
  store_add_passkey(club->store, &fresh);
  return true;
}

bool passkeys_put(const struct club *club, int64_t player, struct text *text, struct fault *fault) {
  json_open_array(text, "passkeys");
  struct store_rows *rows = store_passkeys(club->store, player);
  for (struct store_passkey passkey; store_next_passkey(rows, &passkey);) {
    struct text credential = {0};
    base64url_write(passkey.credential, passkey.credential_size, &credential);
    json_open_object(text, NULL);
    json_put_int(text, "passkey", passkey.passkey);
    json_put_span(text, "credential", text_span(&credential));
    json_put_string(text, "label", passkey.label);
    json_put_int(text, "created", passkey.created);
    json_put_int(text, "used", passkey.challenged);
    json_close_object(text);
    text_free(&credential);
  }
  json_close_array(text);
  return store_close_rows(rows, fault);
}
