/* Passes the requests about friends, blocks and challenges to the club, and sends notices of challenges. */
#include <string.h>

#include "base/json_writer.h"
#include "club/mails.h"
#include "club/people.h"
#include "lobby/lobby_find.h"
#include "lobby/lobby_notices.h"

/* Finds the device that asks for its own player. Returns false with the refusal. */
static bool find_own(const struct club *club, struct span id, struct span token, struct club_asker *asker,
                     struct answer *answer) {
  struct store_player player;
  *asker = (struct club_asker){0};
  if ((token.length > 0 && !club_find(club, token, asker, answer)) ||
      !club_find_player(club, id, asker, &player, answer))
    return false;
  return player.number == asker->player ||
         answer_refuse(answer, ANSWER_WRONG_TOKEN, "only the player may ask this of themselves");
}

void lobby_people(struct lobby *lobby, struct span player, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  if (find_own(&club, player, token, &asker, answer)) people_tell(&club, &asker, answer);
}

/* ---- Challenges ---- */

/* Notifies a player of a challenge. */
static void notify(struct lobby *lobby, int64_t player, const char *table) {
  const struct sentence sentence = {SENTENCE_CHALLENGE, table, 0};
  struct text body = {0};
  json_open_object(&body, NULL);
  json_put_string(&body, "table", table);
  json_put_string(&body, "task", "challenge");
  lobby_notify(lobby, player, text_span(&body), &sentence);
  text_free(&body);
}

void lobby_act_on_people(struct lobby *lobby, struct span player, struct span token, struct span body,
                         struct answer *answer) {
  const struct club club = lobby_club(lobby);
  const struct lobby_asker address = shares_asker(lobby->shares);
  struct club_asker asker;
  int64_t challenged;
  char table[STORE_ID_SIZE];
  if (!find_own(&club, player, token, &asker, answer) ||
      !players_take(lobby->players, PLAYERS_PEOPLE, address, club.now, answer))
    return;
  people_act(&club, &asker, body, &challenged, table, answer);
  if (challenged != 0) {
    struct club_vacation vacation;
    struct fault unheard;
    const bool known = club_find_vacation(&club, challenged, club.now, &vacation, &unheard);
    if (!known || vacation.until <= club.now) notify(lobby, challenged, table);
    mails_wake(&club, challenged);
  }
  if (!answer->later) return;
  players_return(lobby->players, PLAYERS_PEOPLE, address, club.now);
  lobby->has_read = true;
}

/* ---- The people of a table ---- */

void lobby_table_people(struct lobby *lobby, struct span table, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct slot *slot = lobby_find(lobby, table, answer);
  int seat;
  if (slot == NULL || !lobby_find_stored_seat(lobby, slot, token, &seat, answer)) return;
  if (seat == 0) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
    return;
  }
  const struct club_asker asker = {.player = slot->holders[seat - 1].player};
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_open_array(&answer->body, "seats");
  for (int i = 0; i < slot->table->setup.players; i++) {
    if (slot->holders[i].player == 0) continue;
    json_open_object(&answer->body, NULL);
    json_put_int(&answer->body, "seat", i + 1);
    if (!people_put_seat(&club, &asker, slot->holders[i].player, answer)) return;
    json_close_object(&answer->body);
  }
  json_close_array(&answer->body);
  json_close_object(&answer->body);
  answer->waits = slot->change > 0;
}
