/* Passes the requests of tournaments to the hall, with the player who asks, and opens the tables of encounters. */
#include <string.h>

#include "base/json_writer.h"
#include "club/order.h"
#include "lobby/holders.h"
#include "lobby/lobby_find.h"

/* Finds the player of a device's token; 0 without a token. Returns false with the refusal. */
static bool find_player(struct lobby *lobby, struct span token, int64_t *player, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker = {0};
  if (token.length > 0 && !club_find(&club, token, &asker, answer)) return false;
  *player = asker.player;
  return true;
}

/* The asker pays for what was read, and what comes later is asked again in the next round. */
static void conclude(struct lobby *lobby, const struct answer *answer) {
  lobby->warmth.cost += hall_take_cost(lobby->hall);
  if (answer->later) lobby->has_read = true;
}

void lobby_tournaments(struct lobby *lobby, struct span token, struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  int64_t player;
  if (find_player(lobby, token, &player, answer)) hall_list(&hall, player, answer);
  conclude(lobby, answer);
}

void lobby_open_tournament(struct lobby *lobby, struct span token, struct span body, struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  const struct club club = lobby_club(lobby);
  const struct lobby_asker address = shares_asker(lobby->shares);
  int64_t player;
  if (lobby_is_full(lobby)) {
    answer_refuse(answer, ANSWER_FULL, "this server has no room for new tournaments; those that have begun go on");
  } else if (find_player(lobby, token, &player, answer) &&
             order_may_talk(&club, player, answer) && /* all read its name */
             players_take(lobby->players, PLAYERS_TOURNAMENT, address, hall.now, answer)) {
    hall_open(&hall, player, body, answer);
    if (answer->later || answer->code != ANSWER_CREATED)
      players_return(lobby->players, PLAYERS_TOURNAMENT, address, hall.now);
  }
  conclude(lobby, answer);
}

void lobby_act_in_tournament(struct lobby *lobby, struct span tournament, struct span token, struct span body,
                             struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  const struct club club = lobby_club(lobby);
  int64_t player;
  if (find_player(lobby, token, &player, answer) && (!hall_says(body) || order_may_talk(&club, player, answer)))
    hall_act(&hall, tournament, player, body, answer);
  conclude(lobby, answer);
}

static void show(struct lobby *lobby, struct span tournament, enum hall_view view, struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  hall_show(&hall, tournament, view, answer);
  conclude(lobby, answer);
}

void lobby_tournament(struct lobby *lobby, struct span tournament, struct answer *answer) {
  show(lobby, tournament, HALL_TOURNAMENT, answer);
}

void lobby_standings(struct lobby *lobby, struct span tournament, struct answer *answer) {
  show(lobby, tournament, HALL_STANDINGS, answer);
}

void lobby_standings_csv(struct lobby *lobby, struct span tournament, struct answer *answer) {
  show(lobby, tournament, HALL_CSV, answer);
}

void lobby_tournament_trf(struct lobby *lobby, struct span tournament, struct answer *answer) {
  show(lobby, tournament, HALL_TRF, answer);
}

void lobby_tournament_frame(struct lobby *lobby, struct span tournament, int language, struct answer *answer) {
  show(lobby, tournament, (enum hall_view)(HALL_FRAME + language), answer);
}

void lobby_tournament_log(struct lobby *lobby, struct span tournament, struct answer *answer) {
  show(lobby, tournament, HALL_LOG, answer);
}

int64_t lobby_tournament_version(struct lobby *lobby, struct span tournament) {
  const struct hall_now hall = lobby_hall(lobby);
  return hall_version(&hall, tournament);
}

/* ---- Tables of encounters ---- */

/* Writes the request for a new table, or for the seat at one that is there. */
static void write_request(const struct hall_game *game, bool is_new, struct text *body) {
  json_open_object(body, NULL);
  json_put_string(body, "id", game->request);
  json_put_string(body, "name", "Player"); /* a player sits down by their own name */
  if (is_new)
    json_put_raw(body, "setup", text_span(&game->setup));
  else
    json_put_int(body, "seat", game->seat);
  json_close_object(body);
}

/* The table of the encounter: none that can be used; one at which the player sits, or may sit down; the answer says
 * why nothing can be done now. */
enum encounter_table { ENCOUNTER_NO_TABLE, ENCOUNTER_HELD, ENCOUNTER_FREE, ENCOUNTER_NOT_NOW };

static enum encounter_table look_at_table(struct lobby *lobby, struct hall_game *game, int64_t player,
                                          struct answer *answer) {
  struct table_result results[TESS_MAX_PLAYERS];
  if (game->table[0] == '\0') return ENCOUNTER_NO_TABLE;
  struct slot *slot = lobby_find(lobby, span_of(game->table), answer);
  if (slot == NULL) return answer->code == ANSWER_NO_TABLE && !answer->later ? ENCOUNTER_NO_TABLE : ENCOUNTER_NOT_NOW;
  if (slot->stored.state != STORE_FINISHED)
    return holders_find_player(slot, player) > 0 ? ENCOUNTER_HELD : ENCOUNTER_FREE;
  if (!table_results(slot->table, results)) {
    /* Players who began with a deck know what came of it. */
    if (slot->table->history != NULL && slot->table->deck.number >= game->deck.number) game->deck.number = 0;
    return ENCOUNTER_NO_TABLE;
  }
  answer_refuse(answer, ANSWER_NOT_NOW, "this game is over: its result is just being taken over");
  return ENCOUNTER_NOT_NOW;
}

static void play(struct lobby *lobby, struct span tournament, struct span token, int64_t player, struct hall_game *game,
                 struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  struct text body = {0};
  char id[CREDENTIAL_ID_SIZE];
  memcpy(id, game->table, sizeof id);
  switch (look_at_table(lobby, game, player, answer)) {
  case ENCOUNTER_NOT_NOW: return;
  case ENCOUNTER_HELD:
    answer_begin(answer, ANSWER_CREATED);
    json_open_object(&answer->body, NULL);
    json_put_string(&answer->body, "table", game->table);
    json_put_int(&answer->body, "seat", game->seat);
    json_put_span(&answer->body, "token", token);
    json_put_hash(&answer->body, "player", (uint64_t)player);
    json_close_object(&answer->body);
    break;
  case ENCOUNTER_NO_TABLE:
    write_request(game, true, &body);
    credential_make_id(store_key(lobby->store), text_span(&body), id);
    if (game->deck.number > 0)
      lobby_create_paired(lobby, token, text_span(&body), &game->deck, game->secret, answer);
    else
      lobby_create(lobby, token, text_span(&body), answer);
    break;
  case ENCOUNTER_FREE:
    write_request(game, false, &body);
    lobby_ask(lobby, lobby_sit_paired, span_of(id), token, text_span(&body), answer);
    break;
  }
  text_free(&body);
  /* If the tournament cannot note the seat now, the same request finds the player at the table, and notes it later. */
  if (answer->code == ANSWER_CREATED && !answer->later) hall_sit(&hall, tournament, player, game, span_of(id), answer);
}

void lobby_play_encounter(struct lobby *lobby, struct span tournament, struct span token, struct span body,
                          struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  struct hall_game game = {0};
  int64_t player;
  if (find_player(lobby, token, &player, answer) && hall_find_game(&hall, tournament, player, body, &game, answer))
    play(lobby, tournament, token, player, &game, answer);
  text_free(&game.setup);
  conclude(lobby, answer);
}
