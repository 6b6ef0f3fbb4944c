/* Stores passkeys. */
#include "store/store_passkeys.h"

#include "store/store_round.h"

bool store_next_passkey(struct store_rows *rows, struct store_passkey *passkey) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (row[0].type != VALUE_BYTES || row[0].bytes.length > STORE_CREDENTIAL_MOST || !is_number(&row[1], 1, INT64_MAX) ||
      !is_number(&row[2], 1, STORE_MOST_PASSKEYS) || !is_number(&row[3], 1, STORE_MOST_DEVICES) ||
      row[4].type != VALUE_BYTES || row[4].bytes.length > STORE_KEY_MOST || !is_number(&row[5], 0, UINT32_MAX) ||
      !is_number(&row[6], 0, INT64_MAX) || !is_number(&row[7], 0, INT64_MAX) || !is_text(&row[8], STORE_LABEL_SIZE))
    return store_refuse_row(rows, "a passkey");
  *passkey = (struct store_passkey){.credential_size = row[0].bytes.length,
                                    .key_size = row[4].bytes.length,
                                    .player = row[1].number,
                                    .passkey = (int)row[2].number,
                                    .device = (int)row[3].number,
                                    .count = row[5].number,
                                    .created = row[6].number,
                                    .challenged = row[7].number};
  value_bytes(&row[0], passkey->credential, sizeof passkey->credential);
  value_bytes(&row[4], passkey->key, sizeof passkey->key);
  value_bytes(&row[8], passkey->label, sizeof passkey->label - 1);
  return true;
}

struct store_rows *store_passkeys(struct store *store, int64_t player) {
  return store_open_rows(store, STORE_PASSKEYS, STORE_VALUES(number_value(player)));
}

enum store_found store_find_passkey(struct store *store, struct span credential, struct store_passkey *passkey,
                                    struct fault *fault) {
  struct store_rows *rows =
      store_open_rows(store, STORE_FIND_PASSKEY, STORE_VALUES(bytes_value(credential.bytes, credential.length)));
  const bool found = store_next_passkey(rows, passkey);
  if (!store_close_rows(rows, fault)) return STORE_FAILED;
  return found ? STORE_FOUND : STORE_MISSING;
}

void store_add_passkey(struct store *store, const struct store_passkey *passkey) {
  store_carry_out(store, STORE_ADD_PASSKEY,
                  STORE_VALUES(bytes_value(passkey->credential, passkey->credential_size),
                               number_value(passkey->player), number_value(passkey->passkey),
                               number_value(passkey->device), bytes_value(passkey->key, passkey->key_size),
                               number_value(passkey->count), number_value(passkey->created),
                               number_value(passkey->challenged), text_value(span_of(passkey->label))));
}

void store_use_passkey(struct store *store, const struct store_passkey *passkey) {
  store_carry_out(store, STORE_USE_PASSKEY,
                  STORE_VALUES(number_value(passkey->count), number_value(passkey->challenged),
                               number_value(passkey->player), number_value(passkey->passkey)));
}

void store_drop_passkey(struct store *store, int64_t player, int passkey) {
  store_carry_out(store, STORE_DROP_PASSKEY, STORE_VALUES(number_value(player), number_value(passkey)));
}

void store_drop_passkeys_of(struct store *store, int64_t player, int device) {
  store_carry_out(store, STORE_DROP_PASSKEYS_OF, STORE_VALUES(number_value(player), number_value(device)));
}
