/* `legal`, `realms`, `state json`, events and perft. */
#include "notation/library.h"
#include "notation/play.h"
#include "notation/state.h"
#include <stdio.h>
#include <stdlib.h>

static void hear(void *context, const tess_game *game, const tess_events *events) {
  struct text *text = context;
  for (uint32_t i = 0; i < events->count; i++) {
    event_json_write(&events->at[i], game, text);
    text_add_char(text, '\n');
  }
}

/* A game of the mix in which these words were played; their events are in `*events`. */
static struct history *played(int mix, const char *words, struct text *events) {
  struct fault fault;
  struct history *history = play_new(library, mix, 1);
  struct reader reader = reader_of(span_of(words));
  history->listener = hear;
  history->context = events;
  text_clear(events);
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader))
    if (!history_word(history, word, &fault)) fail_msg("%.*s: %s", (int)word.length, word.bytes, fault.text);
  return history;
}

static void check_line(const struct text *lines, const char *line) {
  const char *found = strstr(lines->bytes, line);
  if (found == NULL || found[strlen(line)] != '\n') fail_msg("%s not in\n%s", line, lines->bytes);
}

TEST(test_battle_events) {
  struct text events = {0};
  struct history *history = played(0,
                                   "R2S@0,1r0=small:route.E R2S@1,0r0=small:route.E R2S@1,1r0=none R2C@2,0r0=none "
                                   "R2C@2,1r1=none [1:3;2:3] [1:5;2:2]",
                                   &events);
  check_line(&events, "{\"event\":\"drawn\",\"seat\":1,\"tile\":\"R2S\"}");
  check_line(&events, "{\"event\":\"placed\",\"seat\":1,\"tile\":\"R2C\",\"x\":2,\"y\":1,\"rotation\":1}");
  check_line(&events, "{\"event\":\"meeple\",\"seat\":2,\"piece\":\"small\",\"realm\":\"route.E\",\"x\":1,\"y\":0}");
  check_line(&events, "{\"event\":\"battle\",\"realm\":\"route.N\",\"x\":2,\"y\":1,\"dice\":{\"1\":1,\"2\":1}}");
  check_line(&events, "{\"event\":\"throw\",\"realm\":\"route.N\",\"x\":2,\"y\":1,\"dice\":{\"1\":[3],\"2\":[3]}}");
  check_line(&events, "{\"event\":\"tie\",\"realm\":\"route.N\",\"x\":2,\"y\":1,\"sides\":[1,2],\"points\":1}");
  check_line(&events, "{\"event\":\"lost\",\"realm\":\"route.N\",\"x\":2,\"y\":1,\"side\":2,\"points\":1}");
  check_line(&events, "{\"event\":\"returned\",\"seat\":2,\"piece\":\"small\",\"realm\":\"route.E\",\"x\":1,\"y\":0}");
  text_free(&events);
  history_free(history);
}

TEST(test_scored_event) {
  struct text events = {0};
  struct history *history = played(5, "U@1,0r0=meeple:road.E A@2,0r1=none A@-1,0r3=none", &events);
  check_line(&events, "{\"event\":\"scored\",\"kind\":\"road\",\"realm\":\"road.E\",\"x\":-1,\"y\":0,\"complete\":true,"
                      "\"final\":false,\"tiles\":4,\"symbols\":0,\"cities\":0,\"points\":4,\"sides\":[1]}");
  check_line(&events, "{\"event\":\"returned\",\"seat\":1,\"piece\":\"meeple\",\"realm\":\"road.E\",\"x\":1,\"y\":0}");
  text_free(&events);
  history_free(history);
}

/* Every type of event occurs in random games, each as one object in one line. */
TEST(test_all_events) {
  struct text events = {0};
  text_clear(&events);
  for (int i = 0; i < 4 * PLAY_MIXES; i++) {
    uint64_t random = (uint64_t)i;
    struct history *history = play_new(library, i % PLAY_MIXES, (uint64_t)i + 1000);
    history->listener = hear;
    history->context = &events;
    play_to_end(history, &random);
    history_free(history);
  }
  for (int type = TESS_EVENT_DRAWN; type <= TESS_EVENT_OVER; type++) {
    char start[64];
    snprintf(start, sizeof start, "{\"event\":\"%s\",", name_of_event((tess_event_type)type));
    if (strstr(events.bytes, start) == NULL) fail_msg("no event %s", start);
  }
  assert_null(strstr(events.bytes, ",,"));
  assert_null(strstr(events.bytes, "}{"));
  text_free(&events);
}

static void check_legal(const struct history *history, const char *expected) {
  struct text text = {0};
  text_clear(&text);
  legal_write(history->game, &text);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
}

TEST(test_legal) {
  struct text events = {0};
  struct history *history = played(0, "R2S", &events);
  check_legal(history, "place -1,0r0\nplace 1,0r0\nplace 0,1r0\n");
  history_free(history);
  history = played(0, "P0_R@0,1r0", &events);
  check_legal(history, "meeple none\nmeeple small:planet\nmeeple large:planet\n");
  history_free(history);
  history = played(0, "P1_R@0,1r0=none A1@0,-1r2", &events);
  check_legal(history, "meeple none\nmeeple small:asteroids.S\nmeeple large:asteroids.S\n");
  history_free(history);
  history = played(0, "P1_R@0,1r0=none P0_E@1,1r0=none R2S@1,0r0", &events);
  check_legal(history, "meeple none\nmeeple small:route.E\nmeeple large:route.E\nmeeple small:planet@0,1\n"
                       "meeple large:planet@0,1\nmeeple small:planet@1,1\nmeeple large:planet@1,1\n");
  history_free(history);
  text_free(&events);
}

TEST(test_legal_battle_and_draw) {
  struct text events = {0}, text = {0};
  struct history *history = played(0, "P1_R@0,1r0=large:planet R2S@1,0r0=small:planet@0,1", &events);
  check_legal(history, "throw 1:3d6 2:1d6\n");
  history_free(history);
  history = played(5 + 3 * 4 + 16, "", &events);
  legal_write(history->game, &text);
  assert_memory_equal(text.bytes, "draw RIV_B*1\ndraw RIV_C*1\ndraw RIV_DF*2\n", 39);
  history_free(history);
  text_free(&events), text_free(&text);
}

TEST(test_legal_abbot) {
  struct text events = {0};
  struct history *history = played(5 + 3 * 4, "B@0,1r0=abbot:monastery U@1,0r0=none V@0,2r0", &events);
  check_legal(history, "meeple none\nmeeple return\nmeeple meeple:road.S\nmeeple meeple:field.NL\n"
                       "meeple meeple:field.SR\n");
  history_free(history);
  text_free(&events);
}

TEST(test_realms) {
  struct text events = {0}, text = {0};
  struct history *history = played(0, "AR_R@1,0r0=large:route.E P0_E@0,1r0=small:planet", &events);
  realms_write(history->game, &text);
  assert_string_equal(text.bytes,
                      "realm asteroids.N@0,0 open tiles=1 symbols=0 open=1 cities=0 worth=1\n"
                      "realm route.E@0,0 open tiles=2 symbols=1 open=2 cities=0 worth=4 factions=rebels meeples=1:0+1\n"
                      "realm asteroids.N@1,0 open tiles=1 symbols=0 open=1 cities=0 worth=1\n"
                      "realm planet@0,1 open tiles=3 symbols=1 open=6 cities=0 worth=5 factions=empire meeples=2:1\n");
  text_free(&events), text_free(&text);
  history_free(history);
}

/* Cuts the value of a key out of an object: it is replaced by three points. */
static void shorten(struct text *text, const char *key, const char *end) {
  char *value = strstr(text->bytes, key);
  assert_non_null(value);
  value += strlen(key);
  char *rest = strstr(value, end);
  assert_non_null(rest);
  memcpy(value, "...", 3);
  memmove(value + 3, rest, strlen(rest) + 1);
}

TEST(test_state) {
  struct text events = {0}, text = {0};
  struct history *history = played(0, "AR_R@1,0r0=large:route.E", &events);
  state_json_write(history->game, history->set, &text);
  shorten(&text, "\"set_hash\":\"", "\",");
  shorten(&text, "\"bag\":{", "},");
  shorten(&text, "\"legal\":[", "],");
  shorten(&text, "\"hash\":\"", "\"}");
  assert_string_equal(
      text.bytes,
      "{\"game\":\"star-wars\",\"set\":\"star-wars\",\"set_hash\":\"...\",\"options\":[],\"colours\":[\"red\","
      "\"black\"],"
      "\"first\":1,\"phase\":\"draw\",\"seat\":2,\"tile\":null,\"last\":null,\"scores\":[0,0],"
      "\"supply\":[{\"small\":4,\"large\":0},{\"small\":4,\"large\":1}],"
      "\"board\":[{\"tile\":\"START\",\"x\":0,\"y\":0,\"rotation\":0},{\"tile\":\"AR_R\",\"x\":1,\"y\":0,\"rotation\":"
      "0}],"
      "\"meeples\":[{\"seat\":1,\"piece\":\"large\",\"realm\":\"route.E\",\"x\":1,\"y\":0}],"
      "\"realms\":[{\"realm\":\"asteroids.N\",\"x\":0,\"y\":0,\"complete\":false,\"tiles\":1,\"symbols\":0,\"open\":1,"
      "\"cities\":0,\"worth\":1,\"factions\":[],\"meeples\":[],\"sides\":[]},"
      "{\"realm\":\"route.E\",\"x\":0,\"y\":0,\"complete\":false,\"tiles\":2,\"symbols\":1,\"open\":2,\"cities\":0,"
      "\"worth\":4,\"factions\":[\"rebels\"],\"meeples\":[{\"seat\":1,\"small\":0,\"large\":1}],\"sides\":[1]},"
      "{\"realm\":\"asteroids.N\",\"x\":1,\"y\":0,\"complete\":false,\"tiles\":1,\"symbols\":0,\"open\":1,\"cities\":0,"
      "\"worth\":1,\"factions\":[],\"meeples\":[],\"sides\":[]}],"
      "\"bag\":{...},\"out\":{},\"legal\":[...],\"hash\":\"...\"}");
  text_free(&events), text_free(&text);
  history_free(history);
}

TEST(test_state_within_a_turn) {
  struct text events = {0}, text = {0};
  struct history *history = played(5 + 3 * 4, "B@0,1r0=abbot:monastery U", &events);
  state_json_write(history->game, history->set, &text);
  assert_non_null(strstr(text.bytes, "\"options\":[\"fields\",\"abbot\"]"));
  assert_non_null(strstr(text.bytes, "\"phase\":\"place\",\"seat\":2,\"tile\":\"U\",\"last\":null"));
  assert_non_null(strstr(text.bytes, "\"supply\":[{\"meeple\":7,\"abbot\":0},{\"meeple\":7,\"abbot\":1}]"));
  assert_non_null(strstr(text.bytes, "\"meeples\":[{\"seat\":1,\"meeples\":1}],\"sides\":[1]"));
  text_clear(&text);
  struct fault fault;
  assert_true(history_word(history, span_of("U@1,0r0"), &fault));
  state_json_write(history->game, history->set, &text);
  assert_non_null(strstr(text.bytes, "\"phase\":\"meeple\",\"seat\":2,\"tile\":null,\"last\":{\"x\":1,\"y\":0}"));
  text_free(&events), text_free(&text);
  history_free(history);
}

struct perft_case {
  const char *set, *tiles;
  int flags, depth; /* flags: fields 1, abbot 2, river 4 */
  uint64_t nodes;
};

static uint64_t perft(const struct perft_case *count, struct fault *fault) {
  const struct tile_set *set = set_library_find(library, span_of(count->set));
  tess_options options = tess_options_default(tess_set_rules(set->set));
  options.fields = count->flags & 1;
  options.abbot = count->flags >> 1 & 1;
  options.river = count->flags >> 2 & 1;
  *fault = (struct fault){0};
  struct history *history = history_new(set, &options, fault);
  int kinds[16], number = 0;
  struct reader reader = reader_of(span_of(count->tiles));
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader))
    kinds[number++] = kind_read(word, set->set, fault);
  uint64_t nodes = 0, hash = tess_game_hash(history->game);
  assert_true(perft_count(history->game, count->depth, kinds, number, &nodes, fault) == (fault->text[0] == '\0'));
  assert_true(tess_game_hash(history->game) == hash);
  history_free(history);
  return nodes;
}

/* The numbers are those of tests/reference/perft.py. */
TEST(test_perft) {
  static const struct perft_case counts[] = {{"star-wars", "AR_R R3 P0_R", 0, 3, 10328},
                                             {"star-wars", "P0_R P0_E P0_B", 0, 3, 1599},
                                             {"classic", "U V", 1, 2, 426},
                                             {"classic", "E_G C U", 3, 3, 757},
                                             {"classic", "", 0, 5, 1},
                                             {"classic", "U", 0, 0, 1}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    struct fault fault;
    assert_int_equal(perft(&counts[i], &fault), counts[i].nodes);
    assert_string_equal(fault.text, "");
  }
}

TEST(test_perft_after_the_end) {
  uint64_t random = 1, nodes = 0;
  int kind = 0;
  struct history *history = play_new(library, 0, 1);
  play_to_end(history, &random);
  struct fault fault;
  assert_true(perft_count(history->game, 3, &kind, 1, &nodes, &fault));
  assert_int_equal(nodes, 1);
  history_free(history);
}

TEST(test_perft_of_missing_tiles) {
  struct fault fault;
  perft(&(struct perft_case){"star-wars", "R4 R4", 0, 2, 0}, &fault);
  assert_int_equal(fault.error, TESS_ERROR_BAD_TILE);
  perft(&(struct perft_case){"classic+river", "RIV_L", 4, 1, 0}, &fault);
  assert_int_equal(fault.error, TESS_ERROR_BAD_TILE);
}

RUN_TESTS(open_library, close_library)
