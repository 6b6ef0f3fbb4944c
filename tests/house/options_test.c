/* One row of OPTION_ROWS is an option: every reader and writer of the program knows each row, and the documents, the
 * interface's description and the page's words name it. */
#include "cli/cmocka_base.h"

#include <jansson.h>

#include "arena/engine.h"
#include "cli/game_setup.h"
#include "notation/library.h"
#include "notation/record.h"
#include "notation/state.h"
#include "session/session.h"
#include "table/setup.h"

/* A word as it stands somewhere: `print("[%s=on|off]", "fields")`. Overwritten by the next but three. */
static const char *print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *print(const char *format, ...) {
  static char texts[4][256];
  static int next;
  char *text = texts[next++ % 4];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof *texts, format, arguments);
  va_end(arguments);
  return text;
}

static void assert_within(const char *text, const char *part) {
  if (strstr(text, part) == NULL) fail_msg("%s: not found in: %s", part, text);
}

static int values_of(const struct option_row *row) {
  int count = 0;
  struct span rest = span_of(row->values), value;
  while (span_split(&rest, '|', &value)) count++;
  return count;
}

/* What `newgame` calls a value that an option is on with. */
static const char *newgame_word(const struct option_row *row, int value) {
  const struct option_item item = option_item(row, value);
  return value == 1 ? print("%s=on", row->word) : print("%s", item.text);
}

/* The option's game for four, by the key and value of `newgame`. */
static bool settle(const struct option_row *row, tess_rules rules, const char *value, struct game_setup *setup,
                   struct fault *fault) {
  struct game_request request = {0};
  return game_request_set(&request, span_of("game"), span_of(name_of_rules(rules)), fault) &&
         game_request_set(&request, span_of("players"), span_of("4"), fault) &&
         game_request_set(&request, span_of(row->word), span_of(value), fault) &&
         game_request_settle(&request, library, setup, fault);
}

TEST(newgame_takes_each_option_for_its_game_alone) {
  for (int i = 0; i < OPTION_COUNT; i++) {
    const struct option_row *row = &option_rows[i];
    struct game_setup setup;
    struct fault fault;
    assert_true(settle(row, row->rules, "off", &setup, &fault));
    assert_int_equal(option_value(&setup.options, i), 0);
    assert_true(settle(row, row->rules, "on", &setup, &fault));
    assert_int_equal(option_value(&setup.options, i), 1);
    struct span rest = span_of(row->values), value;
    for (int number = 1; span_split(&rest, '|', &value); number++) {
      assert_true(settle(row, row->rules, print("%.*s", (int)value.length, value.bytes), &setup, &fault));
      assert_int_equal(option_value(&setup.options, i), number);
    }
    assert_false(settle(row, row->rules, "maybe", &setup, &fault));
    assert_within(fault.text, print("expected %s or off", row->values));
    assert_false(settle(row, row->rules == TESS_RULES_CLASSIC ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC, "on", &setup,
                        &fault));
    assert_within(fault.text, print("%s: ", row->word));
    assert_within(SESSION_NEWGAME_ARGUMENTS, print("[%s=%s|off] ", row->word, row->values));
  }
}

/* What is written of a game with the option at this value, and read again. */
static void write_and_read(int option, int value) {
  const struct option_row *row = &option_rows[option];
  const struct option_item item = option_item(row, value);
  struct game_setup setup;
  struct fault fault;
  struct text text = {0};
  assert_true(settle(row, row->rules, value == 1 ? "on" : strchr(item.text, '=') + 1, &setup, &fault));
  struct history *history = history_new(setup.set, &setup.options, &fault);
  assert_non_null(history);
  const tess_options played = tess_game_options(history->game);
  assert_int_equal(option_value(&played, option), value);

  /* 1. The hash of the position. */
  tess_game *other = malloc(tess_game_size());
  tess_options without = setup.options;
  options_take(&without, &(tess_options){0});
  assert_int_equal(tess_game_new(other, setup.set->set, &without), TESS_ERROR_NONE);
  assert_true(tess_game_hash(other) != tess_game_hash(history->game));
  free(other);

  /* 2. The position line. */
  position_write(history->game, setup.set, &text);
  assert_within(text.bytes, print(" options=%s ", item.text));
  struct history *again = history_resume(text_span(&text), library, 0, &fault);
  assert_non_null(again);
  const tess_options resumed = tess_game_options(again->game);
  assert_true(options_agree(&resumed, &played));
  history_free(again);

  /* 3. The record. */
  text_clear(&text);
  record_write(history, NULL, &text);
  assert_within(text.bytes, print("[Options \"%s\"]", item.text));
  struct record_source source = record_source_of(text_span(&text));
  struct record record = {0};
  assert_int_equal(record_read(&source, &record, &fault), 1);
  again = record_open(&record, library, &fault);
  assert_non_null(again);
  const tess_options recorded = tess_game_options(again->game);
  assert_true(options_agree(&recorded, &played));
  history_free(again);
  record_free(&record);

  /* 4. The state, and the words of `newgame`. */
  text_clear(&text);
  state_json_write(history->game, setup.set, &text);
  assert_within(text.bytes, print("\"options\":[\"%s\"]", item.text));
  text_clear(&text);
  options_write_newgame(&played, &text);
  assert_string_equal(text.bytes, print(" %s", newgame_word(row, value)));
  history_free(history);
  text_free(&text);
}

TEST(games_positions_records_and_json_tell_each_value) {
  for (int i = 0; i < OPTION_COUNT; i++)
    for (int value = 1; value <= values_of(&option_rows[i]); value++) write_and_read(i, value);
}

TEST(a_table_is_set_up_with_each_value) {
  for (int i = 0; i < OPTION_COUNT; i++)
    for (int value = 1; value <= values_of(&option_rows[i]); value++) {
      const struct option_row *row = &option_rows[i];
      const struct option_item item = option_item(row, value);
      struct setup setup;
      struct fault fault;
      struct text text = {0};
      json_t *json =
          json_pack("{s:s, s:[s], s:[{s:s}, {s:s}, {s:s}, {s:s}]}", "game", name_of_rules(row->rules), "options",
                    item.text, "seats", "kind", "person", "kind", "open", "kind", "open", "kind", "open");
      assert_non_null(json);
      if (!setup_read(json, library, &setup, &fault)) fail_msg("%s", fault.text);
      setup_write(&setup, &text);
      assert_within(text.bytes, print("\"options\":[\"%s\"]", item.text));
      text_clear(&text);
      setup_write_newgame(&setup, 0, &text);
      assert_within(text.bytes, print(" %s ", newgame_word(row, value)));
      json_decref(json);
      text_free(&text);
    }
}

TEST(an_engine_tells_each_value_that_it_plays) {
  for (int i = 0; i < OPTION_COUNT; i++)
    for (int value = 1; value <= values_of(&option_rows[i]); value++) {
      const struct option_row *row = &option_rows[i];
      const struct option_item item = option_item(row, value);
      const char *newgame = print("game=%s players=4 %s", name_of_rules(row->rules), newgame_word(row, value));
      const struct engine_games all = engine_games_all();
      struct engine_games games;
      struct fault fault;
      char words[ENGINE_GAMES_WORDS];
      assert_true(engine_games_play(&all, newgame, &fault));
      assert_true(engine_games_read(span_of("star-wars classic"), &games, &fault));
      assert_false(engine_games_play(&games, newgame, &fault));
      assert_within(fault.text, print("it does not play with %s", item.text));
      assert_true(engine_games_read(span_of(print("star-wars classic %s", item.text)), &games, &fault));
      assert_true(engine_games_play(&games, newgame, &fault));
      if (row->rules != TESS_RULES_CLASSIC) continue;
      engine_games_words(&games, "classic", true, words);
      assert_within(words, newgame_word(row, value));
    }
}

TEST(every_command_that_begins_a_game_has_each_option) {
  const struct command *commands[] = {&play_command, &simulate_command, &match_command, &bench_command, &perft_command};
  for (int i = 0; i < OPTION_COUNT; i++) {
    const struct option_row *row = &option_rows[i];
    assert_within(GAME_OPTION_NAMES, print("|%s", row->word));
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
      const struct option_spec *spec = commands[c]->options;
      while (spec->name != NULL && strcmp(spec->name, row->word) != 0) spec++;
      assert_non_null(spec->name);
      assert_within(spec->help, print("%s: ", name_of_rules(row->rules)));
      struct arguments arguments;
      struct game_request request = {0};
      struct fault fault;
      char name[] = "test", *argv[] = {name, (char *)print("--%s", row->word), NULL};
      assert_true(arguments_read("test", commands[c]->options, 2, argv, &arguments, &fault));
      assert_true(game_request_read(&request, &arguments, &fault));
      assert_int_equal(option_value(&request.options, i), 1);
    }
  }
}

/* ---- Kinds ---- */

TEST(an_option_of_several_values_has_a_word_for_each) {
  const struct option_row row = {"river", "river-1|river-20", TESS_RULES_CLASSIC, 0};
  assert_int_equal(option_read_value(&row, span_of("off")), 0);
  assert_int_equal(option_read_value(&row, span_of("on")), 1);
  assert_int_equal(option_read_value(&row, span_of("river-1")), 1);
  assert_int_equal(option_read_value(&row, span_of("river-20")), 2);
  assert_int_equal(option_read_value(&row, span_of("river-2")), -1);
  assert_int_equal(option_read_value(&row, span_of("")), -1);
  assert_string_equal(option_item(&row, 1).text, "river");
  assert_string_equal(option_item(&row, 2).text, "river=river-20");
}

TEST(an_item_has_one_form) {
  int value;
  for (int i = 0; i < OPTION_COUNT; i++) {
    assert_int_equal(option_item_read(span_of(option_rows[i].word), &value), i);
    assert_int_equal(value, 1);
    assert_int_equal(option_item_read(span_of(print("%s=on", option_rows[i].word)), &value), -1);
    assert_int_equal(option_item_read(span_of(print("%s=off", option_rows[i].word)), &value), -1);
    assert_int_equal(option_item_read(span_of(print("%s=", option_rows[i].word)), &value), -1);
  }
}

/* ---- What people read ---- */

static char *file_of(const char *name) {
  FILE *file = fopen(print(TESSERA_SOURCE_DIR "/%s", name), "rb");
  if (file == NULL) fail_msg("%s cannot be read", name);
  struct text text = {0};
  char bytes[4096];
  for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) > 0;) text_add(&text, bytes, length);
  fclose(file);
  return text.bytes;
}

TEST(documents_and_words_name_each_option) {
  char *protocol = file_of("docs/lookup/protocol.md"), *notation = file_of("docs/lookup/notation.md");
  struct text list = {0};
  for (int i = 0; i < OPTION_COUNT; i++) {
    const struct option_row *row = &option_rows[i];
    assert_within(protocol, print("[%s=%s|off]", row->word, row->values));
    text_print(&list, "%s%s", i > 0 ? "," : "", row->word);
    for (int l = 0; l < 3; l++) {
      char *words = file_of(print("web/messages/setup.%s.json", (const char *const[]){"en", "de", "it"}[l]));
      assert_within(words, print("\"setup.option.%s\"", row->word));
      assert_within(words, print("\"setup.option.%s.text\"", row->word));
      struct span rest = span_of(row->values), value;
      while (strchr(row->values, '|') != NULL && span_split(&rest, '|', &value))
        assert_within(words, print("\"setup.option.%s.%.*s\"", row->word, (int)value.length, value.bytes));
      free(words);
    }
  }
  assert_within(notation, print("in the order `%s`", list.bytes));
  text_free(&list);
  free(protocol);
  free(notation);
}

/* An item of a list of strings, or what is missing. */
static const char *item_of(const json_t *items, size_t at) {
  const char *item = json_string_value(json_array_get(items, at));
  return item == NULL ? "(the schema Option of openapi.json has no more)" : item;
}

TEST(the_description_of_the_interface_has_each_item) {
  char *bytes = file_of("src/server/openapi.json");
  json_t *openapi = json_loads(bytes, 0, NULL), *items = NULL;
  assert_int_equal(json_unpack(openapi, "{s:{s:{s:{s:o}}}}", "components", "schemas", "Option", "enum", &items), 0);
  size_t at = 0;
  for (int i = 0; i < OPTION_COUNT; i++)
    for (int value = 1; value <= values_of(&option_rows[i]); value++)
      assert_string_equal(item_of(items, at++), option_item(&option_rows[i], value).text);
  assert_int_equal(json_array_size(items), at);
  json_decref(openapi);
  free(bytes);
}

RUN_TESTS(open_library, close_library)
