#include "notation/bga_log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "notation/json_lines.h"
#include "notation/lab_link.h"
#include "notation/record.h"

/* The events of a game that count. */
enum bga_type { BGA_OTHER, BGA_TILE, BGA_MEEPLE, BGA_PUT_OUT };

/* An event, with -1 for what it lacks. The types of tiles, and the places on them, are those of CarcassonneLab. */
struct bga_event {
  enum bga_type type;
  struct span player, name;
  int seat;                    /* the seat of the player who lays a tile */
  int tile, x, y, orientation; /* orientation: from 1 */
  int place;
  int copy; /* the number of the tile in the box, from 1 */
};

struct bga_log {
  struct bga_event *events;
  int count;
  struct span players[TESS_MAX_PLAYERS]; /* their numbers at Board Game Arena, in the order of their first turns */
  struct text names[TESS_MAX_PLAYERS];
  int player_count;
};

bool bga_log_is(struct span lines) {
  struct span path, value;
  return json_line_next(&lines, ".data.", &path, &value);
}

static enum bga_type type_named_by(struct span word) {
  if (span_is(word, "playTile")) return BGA_TILE;
  if (span_is(word, "playPartisan")) return BGA_MEEPLE;
  return span_is(word, "cantPlay") ? BGA_PUT_OUT : BGA_OTHER;
}

static bool take_argument(struct bga_event *event, struct span name, struct span value, struct fault *fault) {
  struct span rest;
  if (path_after(name, "0.", &rest)) name = rest; /* some logs have a list of one around the arguments */
  if (span_is(name, "player_id")) event->player = value;
  if (span_is(name, "player_name")) event->name = value;
  if (span_is(name, "type")) return whole_read(value, &event->tile, fault);
  if (span_is(name, "x")) return whole_read(value, &event->x, fault);
  if (span_is(name, "y")) return whole_read(value, &event->y, fault);
  if (span_is(name, "ori")) return whole_read(value, &event->orientation, fault);
  if (span_is(name, "pos")) return whole_read(value, &event->place, fault);
  if (span_is(name, "tile_id")) return whole_read(value, &event->copy, fault);
  return true;
}

/* Reads the events that count. The type of an event may follow its arguments, so that these are read twice. */
static bool read_events(struct bga_log *log, struct span lines, struct fault *fault) {
  int packet = -1, number = -1;
  for (int pass = 0; pass < 2; pass++) {
    struct span rest = lines, path, value, inner;
    int at = -1;
    packet = number = -1;
    while (json_line_next(&rest, ".data.", &path, &value)) {
      int in_packet, in_event;
      if (!path_after(path, "logs.", &inner) && !path_after(path, "data.", &inner)) continue;
      if (!path_number(inner, INT32_MAX, &in_packet, &inner) || !path_after(inner, "data.", &inner) ||
          !path_number(inner, INT32_MAX, &in_event, &inner))
        continue;
      if (in_packet != packet || in_event != number) {
        packet = in_packet;
        number = in_event;
        if (++at >= log->count) {
          log->events = memory_resize(log->events, (size_t)(at + 1) * sizeof *log->events);
          log->count = at + 1;
          log->events[at] =
              (struct bga_event){.tile = -1, .x = -1001, .y = -1001, .orientation = -1, .place = -1, .copy = -1};
        }
      }
      assert(log->events != NULL); /* the first event of a pass is never the one before */
      struct bga_event *event = &log->events[at];
      if (pass == 0 && span_is(inner, "type")) event->type = type_named_by(value);
      if (pass == 1 && event->type != BGA_OTHER && path_after(inner, "args.", &inner) &&
          !take_argument(event, inner, value, fault))
        return false;
    }
  }
  int kept = 0;
  for (int i = 0; i < log->count; i++)
    if (log->events[i].type != BGA_OTHER) log->events[kept++] = log->events[i];
  log->count = kept;
  return true;
}

/* Finds the players by their first turns, and the seat that lays each tile. */
static bool find_players(struct bga_log *log, struct fault *fault) {
  for (int i = 0; i < log->count; i++) {
    struct bga_event *event = &log->events[i];
    int seat = 0;
    if (event->type != BGA_TILE) continue;
    if (event->player.bytes == NULL) return fault_say(fault, "a tile is laid by nobody: player_id is missing");
    while (seat < log->player_count &&
           (log->players[seat].length != event->player.length ||
            memcmp(log->players[seat].bytes, event->player.bytes, event->player.length) != 0))
      seat++;
    event->seat = seat;
    if (seat < log->player_count) continue;
    if (seat == TESS_MAX_PLAYERS) return fault_say(fault, "the game has more than %d players", TESS_MAX_PLAYERS);
    if (event->name.bytes != NULL && !span_is_plain(event->name, false))
      return fault_say(fault, "the name of player %d is no text", seat + 1);
    log->players[log->player_count++] = event->player;
    if (event->name.bytes != NULL) text_add(&log->names[seat], event->name.bytes, event->name.length);
  }
  return log->player_count >= 2 || fault_say(fault, "expected a log of Board Game Arena with the turns of two players");
}

static bool put_out(struct history *history, int copy, struct fault *fault) {
  const int type = lab_type_of_copy(history->set, copy),
            kind = type == 0 ? -1 : lab_kind(history->game, history->set, type);
  if (kind < 0) return fault_refuse(fault, TESS_ERROR_BAD_TILE, "no tile is left that cannot be laid: number %d", copy);
  return history_draw(history, kind, fault) &&
         (history->steps[history->count - 1].put_out ||
          fault_refuse(fault, TESS_ERROR_BAD_TILE, "the tile with number %d can be laid", copy));
}

/* Lays the tile of an event with the meeple on `place`; 0: with none. */
static bool lay(struct history *history, const struct bga_event *event, int place, struct fault *fault) {
  const int seat = tess_game_seat(history->game);
  if (event->seat != seat)
    return fault_say(fault, "player %d lays the tile, and it is the turn of player %d", event->seat + 1, seat + 1);
  if (event->tile < 1 || event->tile > LAB_TYPES)
    return fault_say(fault, "the game has tiles of type %d, which Tessera lacks", event->tile);
  if (event->x < -1000 || event->y < -1000 || event->orientation < 1 || event->orientation > 4)
    return fault_say(fault, "expected x, y and ori of the tile");
  const int kind = lab_kind(history->game, history->set, event->tile);
  if (kind < 0) return fault_refuse(fault, TESS_ERROR_BAD_TILE, "no tile of type %d is left", event->tile);
  return history_draw(history, kind, fault) &&
         lab_turn(history, event->tile, event->x, event->y, event->orientation - 1, place, fault);
}

bool bga_log_read(struct span lines, const struct set_library *library, struct text *record, struct fault *fault) {
  struct bga_log log = {0};
  struct history *history = NULL;
  bool good = read_events(&log, lines, fault) && find_players(&log, fault);
  if (good) {
    tess_options options = tess_options_default(TESS_RULES_CLASSIC);
    options.fields = true;
    options.players = (uint8_t)log.player_count;
    history = history_new(set_library_find(library, span_of("classic")), &options, fault);
    good = history != NULL;
  }
  int move = 0;
  for (int i = 0; good && i < log.count; i++) {
    const struct bga_event *event = &log.events[i];
    if (event->type == BGA_PUT_OUT) {
      good = put_out(history, event->copy, fault);
    } else if (event->type == BGA_TILE) {
      move++;
      const bool meeple = i + 1 < log.count && event[1].type == BGA_MEEPLE;
      good = lay(history, event, meeple ? event[1].place : 0, fault);
      i += meeple;
    } else {
      good = fault_refuse(fault, TESS_ERROR_BAD_DECISION, "a meeple is placed when none is to be placed");
    }
    if (!good) fault->move = move;
  }
  if (good) record_write_players(history, log.names, record);
  history_free(history);
  free(log.events);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) text_free(&log.names[seat]);
  return good;
}
