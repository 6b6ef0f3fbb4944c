#include "notation/event_json.h"
#include "notation/names.h"

/* `,"realm":"route.E","x":1,"y":0` */
static void write_spot(const tess_game *game, tess_spot spot, struct text *text) {
  tess_tile tile = tess_game_tile(game, spot.tile);
  text_add_string(text, ",\"realm\":\"");
  realm_name_write(realm_name_of(game, spot), text);
  text_print(text, "\",\"x\":%d,\"y\":%d", tile.x, tile.y);
}

static void write_tile(const tess_event *event, const tess_game *game, struct text *text) {
  text_print(text, ",\"seat\":%d,\"tile\":\"%s\"", event->seat + 1,
             tess_set_tile(tess_game_set(game), event->kind)->id);
  if (event->type != TESS_EVENT_PLACED) return;
  tess_tile tile = tess_game_tile(game, event->spot.tile);
  text_print(text, ",\"x\":%d,\"y\":%d,\"rotation\":%d", tile.x, tile.y, tile.rotation);
}

static void write_piece(const tess_event *event, const tess_game *game, struct text *text) {
  tess_rules rules = tess_set_rules(tess_game_set(game));
  text_print(text, ",\"seat\":%d,\"piece\":\"%s\"", event->seat + 1, name_of_piece(rules, (tess_piece)event->piece));
  write_spot(game, event->spot, text);
}

static void write_sides(uint8_t sides, struct text *text) {
  const char *before = "";
  text_add_string(text, ",\"sides\":[");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (!(sides >> side & 1)) continue;
    text_print(text, "%s%d", before, side + 1);
    before = ",";
  }
  text_add_char(text, ']');
}

static void write_faces(const tess_throw *thrown, int side, struct text *text) {
  for (int i = 0; i < thrown->dice[side]; i++) text_print(text, "%c%d", i == 0 ? '[' : ',', thrown->faces[side][i]);
  text_add_char(text, ']');
}

static void write_dice(const tess_event *event, const tess_game *game, struct text *text) {
  const char *before = "";
  write_spot(game, event->spot, text);
  text_add_string(text, ",\"dice\":{");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (event->thrown.dice[side] == 0) continue;
    text_print(text, "%s\"%d\":", before, side + 1);
    before = ",";
    if (event->type == TESS_EVENT_THROW)
      write_faces(&event->thrown, side, text);
    else
      text_add_int(text, event->thrown.dice[side]);
  }
  text_add_char(text, '}');
}

static void write_tie(const tess_event *event, const tess_game *game, struct text *text) {
  write_spot(game, event->spot, text);
  write_sides(event->sides, text);
  text_print(text, ",\"points\":%d", event->points);
}

static void write_lost(const tess_event *event, const tess_game *game, struct text *text) {
  int side = 0;
  while (side < TESS_MAX_PLAYERS - 1 && !(event->sides >> side & 1)) side++;
  write_spot(game, event->spot, text);
  text_print(text, ",\"side\":%d,\"points\":%d", side + 1, event->points);
}

static void write_scored(const tess_event *event, const tess_game *game, struct text *text) {
  text_print(text, ",\"kind\":\"%s\"", name_of_type((tess_type)event->realm));
  write_spot(game, event->spot, text);
  text_print(text, ",\"complete\":%s,\"final\":%s,\"tiles\":%d,\"symbols\":%d,\"cities\":%d,\"points\":%d",
             event->complete ? "true" : "false", event->final ? "true" : "false", event->tiles, event->symbols,
             event->cities, event->points);
  write_sides(event->sides, text);
}

static void write_over(const tess_game *game, struct text *text) {
  for (int side = 0; side < tess_game_sides(game); side++)
    text_print(text, "%s%d", side == 0 ? ",\"scores\":[" : ",", tess_game_score(game, side));
  text_add_char(text, ']');
}

void event_json_write(const tess_event *event, const tess_game *game, struct text *text) {
  text_print(text, "{\"event\":\"%s\"", name_of_event((tess_event_type)event->type));
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
  text_add_char(text, '}');
}
