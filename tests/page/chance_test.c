/* The page module's queries about chance; the example is in docs/understand/fairness.md. */
#include "page/ask.h"

#define COMMITMENT "94fd31ad6991e6f81e09c21c59a91dccf8d7aa16902ea7e93afbb13d2d4c8219"
#define SECRET "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define SHARE "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"

TEST_WITH(test_seal, open_page, close_page) {
  expect("seal " COMMITMENT " 1 " SHARE, "\"64708a112d7a4f852cd4473bf5c6e683e7f9ece65a5c97284efd8c4d17d75095\"\nok\n");
  expect_error("seal " COMMITMENT " 1", "syntax");
  expect_error("seal " COMMITMENT " 6 " SHARE, "syntax");
  expect_error("seal 00 1 " SHARE, "syntax");
}

TEST_WITH(test_proof, open_page, close_page) {
  expect_error("proof " COMMITMENT " " SECRET " chance " SHARE ",-", "no-game");
  expect_ok("newgame players=2 first=1");
  expect_ok("position startpos moves R2C");
  expect("proof " COMMITMENT " " SECRET " chance " SHARE ",-", "{\"draws\":1,\"throws\":0}\nok\n");
  expect_error("proof " COMMITMENT " " SECRET " chance -," SHARE, "syntax");
  expect_error("proof " COMMITMENT " " SHARE SHARE " chance " SHARE ",-", "syntax");
  expect_error("proof " COMMITMENT " " SECRET " somehow " SHARE ",-", "syntax");
  expect_error("proof " COMMITMENT " " SECRET " chance " SHARE, "syntax");
  expect_ok("position startpos moves R2S");
  const char *reply = ask("proof " COMMITMENT " " SECRET " chance " SHARE ",-");
  assert_non_null(strstr(reply, "draw 1 is R2S, and chance gave R2C"));
  expect_ok("newgame players=2 first=2");
  assert_non_null(strstr(ask("proof " COMMITMENT " " SECRET " chance " SHARE ",-"), "seat 2 begins"));
  expect("proof " COMMITMENT " " SECRET " choice " SHARE ",-", "{\"draws\":0,\"throws\":0}\nok\n");
}

RUN_TESTS(NULL, NULL)
