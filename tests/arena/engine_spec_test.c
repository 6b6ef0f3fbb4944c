/* Parsing of the words that describe an engine. */
#include "cli/cmocka_base.h"

#include "arena/engine.h"

TEST(internal) {
  struct engine_spec spec;
  struct fault fault;
  assert_true(engine_spec_read(&spec, "tc=10+0.25 threads=2", "greedy st=0.5 name=\"my own\"", &fault));
  assert_ptr_equal(spec.kind, player_kind_find("greedy"));
  assert_string_equal(spec.name, "my own");
  assert_string_equal(spec.words, "tc=10+0.25 threads=2 greedy st=0.5 name=\"my own\"");
  assert_true(spec.limits.clock);
  assert_int_equal(spec.limits.base, 10000);
  assert_int_equal(spec.limits.increment, 250);
  assert_int_equal(spec.limits.movetime, 500);
  assert_int_equal(spec.limits.playouts, 0);
  assert_int_equal(spec.threads, 2);
  engine_spec_free(&spec);
  assert_true(engine_spec_read(&spec, NULL, "random", &fault));
  assert_string_equal(spec.name, "random");
  assert_int_equal(spec.limits.processor, 0);
  assert_int_equal(spec.limits.playouts, PLAYER_PLAYOUTS);
  engine_spec_free(&spec);
}

TEST(external) {
  struct engine_spec spec;
  struct fault fault;
  assert_true(
      engine_spec_read(&spec, NULL, "name=bot  cmd='python3 \"my bot.py\"' option.Hash=16 tc=60 level=3", &fault));
  assert_null(spec.kind);
  assert_string_equal(spec.command, "python3 \"my bot.py\"");
  assert_int_equal(spec.setting_count, 1);
  assert_string_equal(spec.settings[0].name, "Hash");
  assert_string_equal(spec.settings[0].value, "16");
  assert_int_equal(spec.limits.base, 60000);
  assert_int_equal(spec.limits.increment, 0);
  assert_int_equal(spec.limits.level, 3);
  assert_int_equal(spec.limits.margin, 200);
  engine_spec_free(&spec);
  assert_true(engine_spec_read(&spec, NULL, "cmd=./bot timemargin=0.05 patience=2.5", &fault));
  assert_int_equal(spec.limits.playouts, 0);
  assert_int_equal(spec.limits.margin, 50);
  assert_int_equal(spec.limits.patience, 2500);
  engine_spec_free(&spec);
}

/* The later word holds. */
TEST(words_of_each) {
  struct engine_spec spec;
  struct fault fault;
  assert_true(engine_spec_read(&spec, "playouts=50", "greedy ct=0.25 playouts=70", &fault));
  assert_int_equal(spec.limits.processor, 250);
  assert_int_equal(spec.limits.playouts, 70);
  engine_spec_free(&spec);
}

TEST(refusals) {
  static const struct {
    const char *words, *text;
  } bad[] = {
      {"", "expected one of the players random, greedy"},
      {"nobody", "not 'nobody'"},
      {"name=x", "or cmd=COMMAND"},
      {"greedy cmd=./bot", "not both"},
      {"greedy colour=red", "expected name, cmd, tc, st"},
      {"greedy tc=", "tc: expected seconds"},
      {"greedy tc=0", "tc: expected seconds"},
      {"greedy tc=5+", "tc: expected seconds"},
      {"greedy tc=5+1x", "tc: expected seconds"},
      {"greedy tc=99999999999999999999", "tc: expected seconds"},
      {"greedy st=0", "st: expected seconds above 0"},
      {"greedy st=0.0001", "st: expected seconds above 0"},
      {"greedy st=-1", "st: expected seconds above 0"},
      {"greedy st=1.", "st: expected seconds above 0"},
      {"greedy ct=0", "ct: expected seconds above 0"},
      {"greedy playouts=0", "playouts: expected a number from 1"},
      {"greedy playouts=1e3", "playouts: expected a number from 1"},
      {"greedy threads=0", "threads: expected a number from 1 to 64"},
      {"greedy threads=65", "threads: expected a number from 1 to 64"},
      {"greedy level=3", "level: expected for external engines only"},
      {"greedy option.A=1", "option.A: expected for external engines only"},
      {"greedy name=", "name: expected 1 to 47 bytes"},
      {"greedy name=\"x", "a quote is not closed"},
      {"cmd=", "cmd: expected a shell command"},
      {"cmd=./bot threads=2", "threads: expected for internal players only"},
      {"cmd=./bot option.=1", "option.: expected a name and a value"},
      {"cmd=./bot 'option.A=1 2'", "option.A: expected a name and a value"},
      {"cmd=./bot level=0", "level: expected a number from 1 to 100"},
      {"cmd=./bot patience=0", "patience: expected seconds above 0"},
      {"cmd=./bot restart=yes", "restart: expected on or off"},
      {"greedy restart=on", "restart: expected for external engines only"},
      {"cmd=./bot timemargin=x", "timemargin: expected seconds from 0.001 to 60"},
      {"cmd=./bot timemargin=200", "timemargin: expected seconds from 0.001 to 60"},
      {"cmd=./a-command-that-is-much-longer-than-any-name-may-be", "name: expected for a command"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct engine_spec spec;
    struct fault fault = {0};
    assert_false(engine_spec_read(&spec, NULL, bad[i].words, &fault));
    if (strstr(fault.text, bad[i].text) == NULL) fail_msg("%s: %s", bad[i].words, fault.text);
    assert_int_equal(strncmp(fault.text, "engine: ", 8), 0);
  }
}

RUN_TESTS(NULL, NULL)
