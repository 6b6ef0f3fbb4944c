#include "players/hands.h"

void hands_begin(struct hands *hands, const struct outlooks *outlooks) {
  hands->weights = outlooks->weights;
  hands->share = outlooks->share;
  hands->supply[0] = 0.0f;
  for (int i = 0; i < SLOTS; i++) hands->supply[i + 1] = hands->supply[i] + hands->weights->supply[i] * outlooks->share;
  hands->supply[SLOTS + 1] = hands->supply[SLOTS];
}

float hands_worth(const struct hands *hands, const struct hand *hand) {
  const float now = hands->supply[hand->meeples], next = hands->supply[hand->meeples + 1];
  return now + hand->back * (next - now) + hands->share * hand->extra;
}

/* The extra worth of a piece. */
static float extra_of(const struct hands *hands, tess_piece piece) {
  return piece == TESS_PIECE_ABBOT ? hands->weights->abbot : piece == TESS_PIECE_LARGE ? hands->weights->large : 0.0f;
}

/* Adds `share` of a piece to a hand: 1 for one that is there, less for one that may come back. */
static void hand_add(const struct hands *hands, struct hand *hand, tess_piece piece, float share) {
  hand->extra += share * extra_of(hands, piece);
  if (piece == TESS_PIECE_ABBOT) return;
  if (share == 1.0f) {
    hand->meeples++;
    hand->large += piece == TESS_PIECE_LARGE;
  } else {
    hand->back += share;
  }
}

/* Meeples in the supply, and those on the board that have come back or are likely to. */
static struct hand hand_of(const struct hands *hands, const struct outlooks *outlooks, const struct tess_game *game,
                           unsigned seat) {
  const uint8_t *supply = game->core.supply[seat];
  struct hand hand = {
      .meeples = supply[TESS_PIECE_SMALL] + supply[TESS_PIECE_LARGE],
      .large = supply[TESS_PIECE_LARGE],
      .extra = supply[TESS_PIECE_LARGE] * hands->weights->large + supply[TESS_PIECE_ABBOT] * hands->weights->abbot,
  };
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    if (game->core.slot[seat][slot] == NO_SLOT) continue;
    const struct outlook *outlook = &outlooks->at[outlooks->of_slot[seat][slot]];
    hand_add(hands, &hand, slot_piece(game->set->rules, slot),
             outlook->complete ? 1.0f : hands->weights->back * outlook->chance);
  }
  return hand;
}

void hands_count(struct hands *hands, const struct outlooks *outlooks, const tess_game *game) {
  for (unsigned seat = 0; seat < game->players; seat++) hands->of[seat] = hand_of(hands, outlooks, game, seat);
}

struct hand hands_after(const struct hands *hands, unsigned seat, tess_piece piece, float chance) {
  const float back = hands->weights->back * chance;
  struct hand after = hands->of[seat];
  if (piece == TESS_PIECE_RETURN) {
    hand_add(hands, &after, TESS_PIECE_ABBOT, 1.0f - back);
  } else {
    after.meeples -= piece != TESS_PIECE_ABBOT;
    after.large -= piece == TESS_PIECE_LARGE;
    after.extra -= extra_of(hands, piece);
    hand_add(hands, &after, piece, back);
  }
  return after;
}
