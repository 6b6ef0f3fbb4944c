/* Logs of Board Game Arena: read, and refused with the move. */
#include "notation/library.h"

#include "notation/foreign.h"
#include "notation/json_lines.h"
#include "notation/json_reader.h"

#define EVENT(type, args) "{\"uid\":\"5f\",\"type\":\"" type "\",\"log\":\"\",\"args\":" args "}"
#define TILE(player, type, at)                                                                                         \
  EVENT("playTile", "{\"player_id\":\"" player "\",\"player_name\":\"P " player "\",\"type\":\"" type "\"," at "}")
#define PACKET(events) "{\"packet_type\":\"history\",\"data\":[" events "]}"
#define LOG(packets) "{\"status\":1,\"data\":{\"valid\":1,\"data\":[" packets "]}}"
#define FIRST TILE("11", "17", "\"x\":\"1\",\"y\":\"0\",\"ori\":\"1\"")
#define SECOND TILE("22", "11", "\"x\":0,\"y\":-1,\"ori\":3")

static bool read_log(const char *json, struct text *record, struct fault *fault) {
  struct text lines = {0};
  json_t *log = members_read(span_of(json), fault);
  assert_non_null(log);
  text_add_string(&lines, JSON_LINES_HEAD "\n");
  members_write_lines(log, &lines);
  json_decref(log);
  assert_true(foreign_is(text_span(&lines)));
  const bool good = foreign_read(text_span(&lines), library, record, fault);
  text_free(&lines);
  return good;
}

TEST(test_by_hand) {
  /* The city of the start tile is closed, so that the tile with four sides of a city fits nowhere. The last event has a
   * list around its arguments, and its type after them. */
  static const char *const words[] = {
      "Options \"fields\"", "Player1 \"P 11\"", "Player2 \"P 22\"",     "1. V@1,0r0=meeple:road.S",
      "2. E@0,-1r2=none",   "3. (C)",           "U@1,1r1=meeple:field", NULL};
  struct text record = {0};
  struct fault fault = {0};
  const char *json = LOG(PACKET(EVENT("gameStateChange", "{\"type\":\"activeplayer\"}") "," EVENT(
      "pickTile",
      "{\"id\":48,\"type\":"
      "17}")) "," PACKET(FIRST
                         "," EVENT(
                             "playPartisan",
                             "{\"id\":48,\"x\":1,\"y\":0,\"pos\":\"1\"}")) "," PACKET(SECOND) "," PACKET(EVENT("cantPla"
                                                                                                               "y",
                                                                                                               "{\"tile"
                                                                                                               "_id\":"
                                                                                                               "68}")) "," PACKET("{\"args\":[{\"player_id\":11,\"type\":16,\"x\":"
                                                                                                                                  "1,\"y\":1,\"ori\":1}],\"type\":\"playTile\"}"
                                                                                                                                  "," EVENT(
                                                                                                                                      "playPartisan",
                                                                                                                                      "[{\"pos\":3}]")));
  if (!read_log(json, &record, &fault)) fail_msg("move %d: %s", fault.move, fault.text);
  for (const char *const *word = words; *word != NULL; word++)
    if (strstr(record.bytes, *word) == NULL) fail_msg("%s is not in %s", *word, record.bytes);
  text_free(&record);
}

static void refused(const char *json, int move, const char *reason) {
  struct text record = {0};
  struct fault fault = {0};
  assert_false(read_log(json, &record, &fault));
  if (fault.move != move || strstr(fault.text, reason) == NULL)
    fail_msg("%s: move %d: %s", json, fault.move, fault.text);
  assert_int_equal(record.length, 0);
  text_free(&record);
}

TEST(test_refused) {
#define AFTER(event) LOG(PACKET(FIRST "," SECOND "," event))
  refused("{\"status\":0,\"data\":{\"error\":\"none\"}}", 0, "expected a log of Board Game Arena");
  refused(LOG(PACKET(FIRST)), 0, "two players");
  refused(LOG(PACKET(EVENT("playTile", "{\"type\":17}"))), 0, "player_id is missing");
  refused(AFTER(TILE("33", "3", "\"x\":1.5")), 0, "whole number");
  refused(AFTER(TILE("11", "31", "\"x\":1,\"y\":1,\"ori\":1")), 3, "tiles of type 31");
  refused(AFTER(TILE("11", "17", "\"x\":1,\"y\":1")), 3, "expected x, y and ori");
  refused(AFTER(TILE("11", "17", "\"x\":9,\"y\":9,\"ori\":1")), 3, "V");
  refused(AFTER(EVENT("cantPlay", "{\"tile_id\":73}")), 2, "number 73");
  refused(AFTER(EVENT("cantPlay", "{\"tile_id\":48}")), 2, "number 48 can be laid");
  refused(AFTER(EVENT("playPartisan", "{\"pos\":1}") "," EVENT("playPartisan", "{\"pos\":1}")), 2,
          "a meeple is placed");
  refused(AFTER(EVENT("playPartisan", "{\"pos\":8}")), 2, "no place 8");
}

RUN_TESTS(open_library, close_library)
