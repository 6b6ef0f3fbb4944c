/* The stored passkeys of players (docs/understand/players-and-results.md). A change is made at once in the round, as
 * those of store_players.h. */
#ifndef STORE_STORE_PASSKEYS_H
#define STORE_STORE_PASSKEYS_H

#include "store/store_players.h"

/* Bytes of the longest credential id, and of the longest public key; maximum number of passkeys of a player (numbered
 * from 1). */
enum { STORE_CREDENTIAL_MOST = 512, STORE_KEY_MOST = 600, STORE_MOST_PASSKEYS = 16 };

/* A passkey. */
struct store_passkey {
  uint8_t credential[STORE_CREDENTIAL_MOST], key[STORE_KEY_MOST]; /* the id that its authenticator chose; its public key
                                                                   * (SubjectPublicKeyInfo in DER) */
  size_t credential_size, key_size;
  int64_t player;
  int passkey;                 /* from 1 */
  int device;                  /* the device that made it */
  int64_t count;               /* the authenticator's last sign count; 0: it does not count */
  int64_t created, challenged; /* `challenged`: the time of the last challenge that it answered */
  char label[STORE_LABEL_SIZE];
};

/* Finds a passkey by the id of its credential. */
enum store_found store_find_passkey(struct store *store, struct span credential, struct store_passkey *passkey,
                                    struct fault *fault);
/* Add a passkey; record an answer of it, with its count; remove it, or all that a device made. */
void store_add_passkey(struct store *store, const struct store_passkey *passkey);
void store_use_passkey(struct store *store, const struct store_passkey *passkey);
void store_drop_passkey(struct store *store, int64_t player, int passkey);
void store_drop_passkeys_of(struct store *store, int64_t player, int device);
/* Finds the passkeys of a player in the order of their numbers. */
struct store_rows *store_passkeys(struct store *store, int64_t player);
bool store_next_passkey(struct store_rows *rows, struct store_passkey *passkey);

#endif
