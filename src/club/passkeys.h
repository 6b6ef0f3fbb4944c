/* The passkeys of players: a further way to sign a device in. */
#ifndef CLUB_PASSKEYS_H
#define CLUB_PASSKEYS_H

#include "club/club.h"
#include "club/passkey.h"
#include "store/store_passkeys.h"

/* Finds the passkey that has given an answer, and checks the answer; `*claim` receives what it says. Returns false with
 * the refusal. */
bool passkeys_find(const struct club *club, const struct passkey_answer *given, struct store_passkey *passkey,
                   struct passkey_claim *claim, struct answer *answer);
/* Stores that a passkey has given an answer. Returns false with the refusal if the passkey has answered this challenge
 * or a later one before, or its count says that there is a copy of it. */
bool passkeys_use(const struct club *club, struct store_passkey *passkey, const struct passkey_claim *claim,
                  struct answer *answer);
/* Adds the new passkey that has given an answer to the player of `asker`; one that the player has stays as it is.
 * Returns false with the refusal. */
bool passkeys_add(const struct club *club, const struct club_asker *asker, const char *label,
                  const struct passkey_answer *given, struct answer *answer);
/* Appends the passkeys of a player as the member `passkeys`. Returns false with `*fault`. */
bool passkeys_put(const struct club *club, int64_t player, struct text *text, struct fault *fault);

#endif
