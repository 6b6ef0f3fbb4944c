#include "notation/event_json.h"
#include "base/json_writer.h"
#include "notation/names.h"

/* `"realm":"route.E","x":1,"y":0` */
static void write_spot(const tess_game *game, tess_spot spot, struct text *text) {
  tess_tile tile = tess_game_tile(game, spot.tile);
  json_open_string(text, "realm");
  realm_name_write(realm_name_of(game, spot), text);
  json_close_string(text);
  json_put_int(text, "x", tile.x);
  json_put_int(text, "y", tile.y);
}

static void write_tile(const tess_event *event, const tess_game *game, struct text *text) {
  json_put_int(text, "seat", event->seat + 1);
  json_put_string(text, "tile", tess_set_tile(tess_game_set(game), event->kind)->id);
  if (event->type != TESS_EVENT_PLACED) return;
  tess_tile tile = tess_game_tile(game, event->spot.tile);
  json_put_int(text, "x", tile.x);
  json_put_int(text, "y", tile.y);
  json_put_int(text, "rotation", tile.rotation);
}

static void write_piece(const tess_event *event, const tess_game *game, struct text *text) {
  tess_rules rules = tess_set_rules(tess_game_set(game));
  json_put_int(text, "seat", event->seat + 1);
  json_put_string(text, "piece", name_of_piece(rules, (tess_piece)event->piece));
  write_spot(game, event->spot, text);
}

static void write_sides(uint8_t sides, struct text *text) {
  json_open_array(text, "sides");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    if (sides >> side & 1) json_put_int(text, NULL, side + 1);
  json_close_array(text);
}

static void write_faces(const tess_throw *thrown, int side, const char *key, struct text *text) {
  json_open_array(text, key);
  for (int i = 0; i < thrown->dice[side]; i++) json_put_int(text, NULL, thrown->faces[side][i]);
  json_close_array(text);
}

static void write_dice(const tess_event *event, const tess_game *game, struct text *text) {
  write_spot(game, event->spot, text);
  json_open_object(text, "dice");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    const char key[] = {(char)('1' + side), '\0'};
    if (event->thrown.dice[side] == 0) continue;
    if (event->type == TESS_EVENT_THROW)
      write_faces(&event->thrown, side, key, text);
    else
      json_put_int(text, key, event->thrown.dice[side]);
  }
  json_close_object(text);
}

static void write_tie(const tess_event *event, const tess_game *game, struct text *text) {
  write_spot(game, event->spot, text);
  write_sides(event->sides, text);
  json_put_int(text, "points", event->points);
}

static void write_lost(const tess_event *event, const tess_game *game, struct text *text) {
  int side = 0;
  while (side < TESS_MAX_PLAYERS - 1 && !(event->sides >> side & 1)) side++;
  write_spot(game, event->spot, text);
  json_put_int(text, "side", side + 1);
  json_put_int(text, "points", event->points);
}

static void write_scored(const tess_event *event, const tess_game *game, struct text *text) {
  json_put_string(text, "kind", name_of_type((tess_type)event->realm));
  write_spot(game, event->spot, text);
  json_put_bool(text, "complete", event->complete);
  json_put_bool(text, "final", event->final);
  json_put_int(text, "tiles", event->tiles);
  json_put_int(text, "symbols", event->symbols);
  json_put_int(text, "cities", event->cities);
  json_put_int(text, "points", event->points);
  write_sides(event->sides, text);
}

static void write_over(const tess_game *game, struct text *text) {
  json_open_array(text, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_int(text, NULL, tess_game_score(game, side));
  json_close_array(text);
}

void event_json_write(const tess_event *event, const tess_game *game, struct text *text) {
  json_open_object(text, NULL);
  json_put_string(text, "event", name_of_event((tess_event_type)event->type));
  switch ((tess_event_type)event->type) {
  case TESS_EVENT_DRAWN:
  case TESS_EVENT_PUT_OUT:
  case TESS_EVENT_PLACED: write_tile(event, game, text); break;
  case TESS_EVENT_MEEPLE:
  case TESS_EVENT_RETURNED: write_piece(event, game, text); break;
  case TESS_EVENT_BATTLE:
  case TESS_EVENT_THROW: write_dice(event, game, text); break;
  case TESS_EVENT_TIE: write_tie(event, game, text); break;
  case TESS_EVENT_LOST: write_lost(event, game, text); break;
  case TESS_EVENT_SCORED: write_scored(event, game, text); break;
  case TESS_EVENT_OVER: write_over(game, text); break;
  }
  json_close_object(text);
}
