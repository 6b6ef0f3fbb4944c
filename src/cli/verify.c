/* `tessera verify`: proves from finished records that chance was not steered. */
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/game_file.h"
#include "proof/proof.h"

static void print_json(const char *path, const struct proof_count *found, const struct fault *fault) {
  struct text line = {0};
  json_open_object(&line, NULL);
  json_put_string(&line, "file", path);
  json_put_bool(&line, "ok", fault == NULL);
  json_put_int(&line, "games", found->games);
  json_put_int(&line, "draws", found->draws);
  json_put_int(&line, "throws", found->throws);
  json_put_int(&line, "firsts", found->firsts);
  if (fault != NULL) {
    json_put_int(&line, "line", fault->line);
    json_put_int(&line, "move", fault->move);
    json_put_string(&line, "text", fault->text);
  }
  json_close_object(&line);
  puts(line.bytes);
  text_free(&line);
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static void print_words(const char *path, const struct proof_count *found) {
  printf("%s: ok: %d game%s, %d draw%s, %d throw%s, %d first player%s by chance\n", path, found->games,
         plural(found->games), found->draws, plural(found->draws), found->throws, plural(found->throws), found->firsts,
         plural(found->firsts));
}

static int check_file(const struct arguments *arguments, const char *path) {
  struct tile_shelf *shelf = tile_shelf_open();
  struct text bytes = {0};
  struct fault fault = {0};
  struct proof_count found = {0};
  const bool json = argument_flag(arguments, "json");
  const bool good = game_file_load_set(shelf, arguments, &fault) && file_read(path, &bytes, &fault) &&
                    proof_check_file(text_span(&bytes), shelf, &found, &fault);
  if (json) print_json(path, &found, good ? NULL : &fault);
  if (good && !json) print_words(path, &found);
  const int code = good ? CODE_DONE : bad_input("verify", path, &fault);
  text_free(&bytes);
  tile_shelf_close(shelf);
  return code;
}

static int verify_run(const struct arguments *arguments) {
  int code = CODE_DONE;
  for (int i = 0; i < arguments->operand_count; i++) {
    const int found = check_file(arguments, arguments->operands[i]);
    if (found != CODE_DONE) code = found;
  }
  return code;
}

static const struct option_spec verify_options[] = {
    {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "tell what was found as one line of JSON a file"},
    OPTIONS_END};

const struct command verify_command = {
    .name = "verify",
    .operands = "RECORD...",
    .operand_kind = OPERAND_FILE,
    .least_operands = 1,
    .most_operands = ANY_NUMBER,
    .summary = "prove from finished records that no draw and no throw was steered",
    .description =
        "Replays every game of the files and checks that the server's secret is the one to which it committed itself, "
        "and that the first player, every tile drawn and every throw of dice follow from this secret and from what "
        "the players contributed. An error names the first number that differs. Records come from 'tessera serve', "
        "after the end of a game; - is standard input.",
    .options = verify_options,
    .run = verify_run,
};
