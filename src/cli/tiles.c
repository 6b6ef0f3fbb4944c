/* `tessera tiles`: lists, validates and shows tile sets. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/terminal.h"
#include "cli/terminal_board.h"
#include "notation/names.h"
#include "notation/tile_set.h"

static int copies(const struct tile_set *set) {
  int sum = 0;
  for (size_t i = 0; i < set->count; i++) sum += set->tiles[i].count;
  return sum;
}

static void print_set(const struct tile_set *set) {
  printf("%-12s %-10s %3zu kinds %4d tiles  %016" PRIx64 "\n", set->id, name_of_rules(tess_set_rules(set->set)),
         set->count, copies(set), tess_set_hash(set->set));
}

static void write_set(const struct tile_set *set, const char *key, struct text *json) {
  json_open_object(json, key);
  json_put_string(json, "id", set->id);
  json_put_string(json, "game", name_of_rules(tess_set_rules(set->set)));
  json_put_int(json, "kinds", (int64_t)set->count);
  json_put_int(json, "tiles", copies(set));
  json_put_hash(json, "hash", tess_set_hash(set->set));
  json_close_object(json);
}

static int list_sets(const struct arguments *arguments) {
  const bool json = argument_flag(arguments, "json");
  struct text line = {0};
  json_open_array(&line, NULL);
  for (int i = 0; tess_builtin_name(i) != NULL; i++) {
    struct tile_set *set = tile_set_builtin(tess_builtin_name(i));
    if (json)
      write_set(set, NULL, &line);
    else
      print_set(set);
    tile_set_free(set);
  }
  json_close_array(&line);
  if (json) puts(line.bytes);
  text_free(&line);
  return CODE_DONE;
}

static int validate_sets(const struct arguments *arguments) {
  bool json = argument_flag(arguments, "json");
  int code = CODE_DONE;
  for (int i = 1; i < arguments->operand_count; i++) {
    struct fault fault = {0};
    const char *path = arguments->operands[i];
    struct tile_set *set = tile_set_load(path, &fault);
    if (set == NULL) code = bad_input("tiles", NULL, &fault);
    if (json) {
      struct text line = {0};
      json_open_object(&line, NULL);
      json_put_string(&line, "file", path);
      json_put_bool(&line, "ok", set != NULL);
      if (set != NULL)
        write_set(set, "set", &line);
      else
        json_put_string(&line, "text", fault.text);
      json_close_object(&line);
      puts(line.bytes);
      text_free(&line);
    } else if (set != NULL) {
      printf("%s: ok: ", path);
      print_set(set);
    }
    tile_set_free(set);
  }
  return code;
}

static int show_set(const struct arguments *arguments) {
  struct fault fault = {0};
  struct screen screen = screen_of(arguments);
  const char *name = arguments->operands[1];
  struct tile_set *set = tile_set_builtin(name);
  if (set == NULL) set = tile_set_load(name, &fault);
  if (set == NULL) return bad_input("tiles", NULL, &fault);

  /* 1. Count the copies of each kind: those whose ids are given, or all. */
  const bool all = arguments->operand_count == 2;
  int counts[TESS_MAX_KINDS], code = CODE_DONE;
  for (size_t kind = 0; kind < set->count; kind++) counts[kind] = all ? set->tiles[kind].count : 0;
  for (int i = 2; i < arguments->operand_count && code == CODE_DONE; i++) {
    size_t at = 0;
    while (at < set->count && strcmp(set->tiles[at].id, arguments->operands[i]) != 0) at++;
    if (at < set->count) {
      counts[at] = set->tiles[at].count;
      continue;
    }
    fault_say(&fault, "the set '%s' has no tile '%s'", set->id, arguments->operands[i]);
    code = bad_input("tiles", NULL, &fault);
  }

  /* 2. Print their pictures. */
  if (code == CODE_DONE) {
    struct text out = {0};
    sheet_print(set->set, counts, &screen, &out);
    locale_write(stdout, out.bytes, out.length);
    text_free(&out);
  }
  tile_set_free(set);
  return code;
}

static const struct action {
  const char *name, *expected;
  int least, most;
  const char *options;
  int (*run)(const struct arguments *arguments);
} actions[] = {{"list", "nothing more", 1, 1, "json", list_sets},
               {"validate", "one or more files", 2, ANY_NUMBER, "json", validate_sets},
               {"show", "a set's name or file, then tile ids", 2, ANY_NUMBER, "color|ascii", show_set}};

static int tiles_run(const struct arguments *arguments) {
  struct fault fault = {0};
  for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
    if (strcmp(actions[i].name, arguments->operands[0]) != 0) continue;
    if (!arguments_only(arguments, actions[i].name, actions[i].options, &fault)) return usage_refused("tiles", &fault);
    if (arguments->operand_count >= actions[i].least && arguments->operand_count <= actions[i].most)
      return actions[i].run(arguments);
    return usage_wrong("tiles", "after %s is expected: %s", actions[i].name, actions[i].expected);
  }
  return usage_wrong("tiles", "expected list, validate or show, not '%s'", arguments->operands[0]);
}

static const struct option_spec tiles_options[] = {
    SCREEN_OPTIONS,
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "list: one line of JSON; validate: one for each file"},
    OPTIONS_END};

const struct command tiles_command = {
    .name = "tiles",
    .operands = "list | validate FILE... | show SET|FILE [TILE]...",
    .operand_kind = OPERAND_CHOICE,
    .operand_choices = "list|validate|show",
    .least_operands = 1,
    .most_operands = ANY_NUMBER,
    .summary = "list, validate or show tile sets",
    .description =
        "list: the sets that are built in.\nvalidate: checks sets in the format of docs/lookup/notation.md; an error "
        "names file, tile and what is wrong.\nshow: draws the tiles of a set.",
    .options = tiles_options,
    .run = tiles_run,
};
