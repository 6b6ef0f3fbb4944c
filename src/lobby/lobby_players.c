/* Passes the requests of players to the club, with the device that asks. */
#include "lobby/lobby_find.h"

#include <stdio.h>

#include "club/mails.h"
#include "lobby/holders.h"

/* Bytes that the asker pays for each game of the player: one that is looked at for a page, one that is counted. The
 * asker also pays for each player of a ladder before a page, MOST_SKIPPED at most. */
enum { BYTES_SEARCHED = 10, BYTES_COUNTED = 100, BYTES_SKIPPED = 32, MOST_SKIPPED = 1000000 };

/* ---- The device of a request ---- */

/* A request that the club answers later is carried out again in the next round. */
static void conclude(struct lobby *lobby, const struct answer *answer) {
  if (answer->later) lobby->has_read = true;
}

/* Finds the player of an id, and the device that asks. Returns false with the refusal. */
static bool find(const struct club *club, struct span id, struct span token, struct club_asker *asker,
                 struct store_player *player, struct answer *answer) {
  *asker = (struct club_asker){0};
  return (token.length == 0 || club_find(club, token, asker, answer)) &&
         club_find_player(club, id, asker, player, answer);
}

/* The same for a request that only the player may make. */
static bool find_own(const struct club *club, struct span id, struct span token, struct club_asker *asker,
                     struct answer *answer) {
  struct store_player player;
  if (!find(club, id, token, asker, &player, answer)) return false;
  return player.number == asker->player ||
         answer_refuse(answer, ANSWER_WRONG_TOKEN, "only the player may ask this of themselves");
}

/* The asker pays for each game of a player, because the database has read all of them. */
static void pay(struct lobby *lobby, int64_t player, int64_t bytes) {
  struct fault unheard;
  int64_t count;
  if (store_count_results(lobby->store, player, &count, &unheard)) lobby->warmth.cost += count * bytes;
}

/* ---- Requests ---- */

/* Carries out a request of which an address may make only a few. A request that the club answers later counts once. */
static void ask_rarely(struct lobby *lobby, enum players_habit habit,
                       void (*request)(const struct club *club, struct span body, struct answer *answer),
                       struct span body, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  const struct lobby_asker asker = shares_asker(lobby->shares);
  if (!players_take(lobby->players, habit, asker, club.now, answer)) return;
  request(&club, body, answer);
  if (answer->later) players_return(lobby->players, habit, asker, club.now);
  conclude(lobby, answer);
}

void lobby_create_player(struct lobby *lobby, struct span body, struct answer *answer) {
  ask_rarely(lobby, PLAYERS_BIRTH, club_create, body, answer);
}

void lobby_sign_in(struct lobby *lobby, struct span body, struct answer *answer) {
  ask_rarely(lobby, PLAYERS_TRY, club_sign_in, body, answer);
}

bool lobby_takes_passkeys(const struct lobby *lobby) { return lobby->origin[0] != '\0'; }

void lobby_passkey_challenge(struct lobby *lobby, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  club_passkey_challenge(&club, answer);
}

void lobby_player(struct lobby *lobby, struct span player, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  struct store_player found;
  if (find(&club, player, token, &asker, &found, answer)) club_tell(&club, &asker, &found, answer);
}

/* A device of a player acts no longer: its streams end, and the addresses for notices that it may have named go. The
 * club has removed them from the database. */
static void end_device(struct lobby *lobby, int64_t player) {
  presence_end_player(&lobby->presence, player);
  for (struct slot *slot = lobby->slots.newest; slot != NULL; slot = slot->older) {
    const int seat = slot->table == NULL ? 0 : holders_find_player(slot, player);
    if (seat == 0 || notices_count(lobby->notices, slot, seat) == 0) continue;
    notices_drop(lobby->notices, slot, seat);
    lobby_keep(lobby, slot, NULL);
  }
}

void lobby_act_as_player(struct lobby *lobby, struct span player, struct span token, struct span body,
                         struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  if (find_own(&club, player, token, &asker, answer) && club_act(&club, &asker, body, answer))
    end_device(lobby, asker.player);
  conclude(lobby, answer);
}

/* ---- Mails ---- */

bool lobby_sends_mails(const struct lobby *lobby) { return lobby->settings.smtp != NULL; }

void lobby_player_mail(struct lobby *lobby, struct span player, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  if (find_own(&club, player, token, &asker, answer)) mails_tell(&club, &asker, answer);
}

void lobby_act_on_mail(struct lobby *lobby, struct span player, struct span token, struct span body,
                       struct answer *answer) {
  const struct club club = lobby_club(lobby);
  const struct lobby_asker address = shares_asker(lobby->shares);
  struct club_asker asker;
  if (!find_own(&club, player, token, &asker, answer)) return;
  if (!lobby_sends_mails(lobby)) {
    answer_refuse(answer, ANSWER_NOT_NOW, "this server sends no mails: see --smtp");
    return;
  }
  if (!players_take(lobby->players, PLAYERS_MAIL, address, club.now, answer)) return;
  mails_act(&club, &asker, body, answer);
  if (answer->later) players_return(lobby->players, PLAYERS_MAIL, address, club.now);
  conclude(lobby, answer);
}

void lobby_take_mail(struct lobby *lobby, struct span body, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  mails_take(&club, body, answer);
  conclude(lobby, answer);
}

/* ---- What a player has ---- */

void lobby_player_tables(struct lobby *lobby, struct span player, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  if (find_own(&club, player, token, &asker, answer)) club_places(&club, &asker, answer);
}

void lobby_player_statistics(struct lobby *lobby, struct span player, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  struct store_player found;
  if (find(&club, player, token, &asker, &found, answer) && club_statistics(&club, &asker, &found, answer))
    pay(lobby, found.number, BYTES_COUNTED);
}

void lobby_player_file(struct lobby *lobby, struct span player, struct span token, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  if (find_own(&club, player, token, &asker, answer)) club_file(&club, &asker, answer);
  lobby->warmth.cost += (int64_t)answer->body.length;
}

void lobby_player_games(struct lobby *lobby, struct span player, struct span token, const struct store_search *search,
                        struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  struct store_player found;
  if (find(&club, player, token, &asker, &found, answer) && club_games(&club, &asker, &found, search, answer))
    pay(lobby, found.number, BYTES_SEARCHED);
}

void lobby_ladder(struct lobby *lobby, struct span pool, struct span season, int64_t skip, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  int which, when = season_at(club.now);
  char refusal[96];
  bool is_read;
  if (!rating_pool_read(pool, &which)) {
    snprintf(refusal, sizeof refusal, "pool: expected a name such as %s", rating_pool_name(0));
    answer_refuse(answer, ANSWER_BAD_REQUEST, refusal);
  } else if (season.length > 0 && !season_read(season, &when)) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, "season: expected a year and a quarter, as in 2026-4");
  } else {
    ladders_tell(&lobby->ladders, &club, which, when, skip, &is_read, answer);
    if (is_read) lobby->warmth.cost += BYTES_SKIPPED * (skip < MOST_SKIPPED ? skip : MOST_SKIPPED);
  }
}
