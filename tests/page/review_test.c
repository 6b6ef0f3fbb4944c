/* What the page asks for a review: docs/lookup/page-module.md. */
#include "page/ask.h"

static double number_of(const json_t *object, const char *key, const char *inner) {
  return json_number_value(json_object_get(json_object_get(object, key), inner));
}

TEST_WITH(judge_a_turn, open_page, close_page) {
  char hash[64];
  expect_ok("newgame game=classic");
  expect_error("judge V@1,0r1=none 20 1", "bad-phase");
  expect_ok("draw V");
  snprintf(hash, sizeof hash, "%s", ask("hash"));
  json_t *judged = ask_json("judge V@1,0r1=none 60 1");
  expect("hash", hash);
  assert_true(json_is_boolean(json_object_get(judged, "counted")));
  const json_int_t rank = json_integer_value(json_object_get(judged, "rank"));
  const json_t *own = json_array_get(json_object_get(judged, "candidates"), (size_t)rank - 1);
  assert_string_equal(string_of(own, "move"), "V@1,0r1=none");
  assert_true(number_of(judged, "gave", "win") >= 0);
  json_decref(judged);
  expect_error("judge V@1,0r1 20 1", "syntax");
  expect_error("judge V@5,5r1=none 20 1", "bad-placement");
  expect_error("judge V@1,0r1=none 0 1", "syntax");
  expect_error("judge V@1,0r1=none 20 1 1", "syntax");
  expect("hash", hash);
}

TEST_WITH(luck_and_performance, open_page, close_page) {
  expect_ok("newgame game=classic");
  expect_ok("position startpos moves V V@1,0r1=none");
  json_t *luck = ask_json("luck"), *sides = json_object_get(luck, "sides");
  assert_int_equal(json_array_size(json_object_get(luck, "turns")), 1);
  assert_int_equal(json_array_size(sides), 2);
  assert_true(json_is_null(json_object_get(json_array_get(sides, 0), "adjusted")));
  assert_true(number_of(json_array_get(json_object_get(luck, "turns"), 0), "draw", "diff") ==
              number_of(json_array_get(sides, 0), "draws", "diff"));
  json_decref(luck);
  json_t *performance = ask_json("performance 300 1000 0 200");
  assert_int_equal(json_integer_value(json_object_get(performance, "counted")), 3);
  assert_true(json_number_value(json_object_get(performance, "rating")) == 40);
  json_decref(performance);
  performance = ask_json("performance 300");
  assert_true(json_is_null(json_object_get(performance, "rating")));
  json_decref(performance);
  expect_error("performance 300 10001", "syntax");
  expect_error("luck 1", "syntax");
}

TEST_WITH(roll_out_turns, open_page, close_page) {
  expect_ok("newgame game=classic");
  expect_ok("draw V");
  json_t *rollout = ask_json("rollout 16 1 V@1,0r1=none V@1,0r0=none");
  assert_int_equal(json_integer_value(json_object_get(rollout, "trials")), 16);
  assert_int_equal(json_array_size(json_object_get(rollout, "turns")), 2);
  json_decref(rollout);
  expect_error("rollout 16 1 V@1,0r1=none", "syntax");
  expect_error("rollout 0 1 V@1,0r1=none V@1,0r0=none", "syntax");
  expect_error("rollout 16 1 V@1,0r1=none V@9,9r1=none", "bad-placement");
}

TEST_WITH(lab_links, open_page, close_page) {
  const char *link = "https://www.carcassonnelab.com/#/0/0/CEP/21112210?players=1,2&colors=red,blue";
  const size_t length = strlen(link);
  expect_ok("newgame game=classic fields=on colours=red,blue");
  expect_ok("position startpos moves V V@1,0r0=meeple:road.S U U@1,1r1=none");
  json_t *written = ask_json("lab-link");
  assert_string_equal(json_string_value(written), link);
  json_decref(written);
  memcpy(page_buffer(page, length), link, length);
  const char *reply = page_read_record(page, length);
  if (strstr(reply, "V@1,0r0=meeple:road.S") == NULL || strcmp(strrchr(reply, '}'), "}\nok\n") != 0)
    fail_msg("%s", reply);
  char *buffer = memcpy(page_buffer(page, length), link, length);
  buffer[strlen("https://www.carcassonnelab.com/#/0/0/CEP/21")] = '3';
  reply = page_read_record(page, length);
  if (strstr(reply, "error bad-placement move 1: ") != reply) fail_msg("%s", reply);
  expect_ok("newgame game=star-wars");
  expect_error("lab-link", "syntax");
}

TEST_WITH(saves_of_jcloisterzone, open_page, close_page) {
  static const char save[] = "JSON\n.setup.sets.basic:1 1\n.players.0.name Anna\n.players.1.name Ben\n"
                             ".replay.0.type PLACE_TILE\n.replay.0.payload.tileId BA/Rr\n"
                             ".replay.0.payload.position.0 1\n.replay.0.payload.position.1 0\n";
  const size_t length = sizeof save - 1;
  memcpy(page_buffer(page, length), save, length);
  const char *reply = page_read_record(page, length);
  if (strstr(reply, "V@1,0r0") == NULL || strstr(reply, "Anna") == NULL) fail_msg("%s", reply);
  char *buffer = memcpy(page_buffer(page, length), save, length);
  buffer[length - 2] = '7';
  reply = page_read_record(page, length);
  if (strstr(reply, "error bad-placement move 1: ") != reply) fail_msg("%s", reply);
}

RUN_TESTS(NULL, NULL)
