#include "cli/game_file.h"

#include <stdio.h>
#include <string.h>

#include "cli/files.h"

static const char position_mark[] = "tessera1";

static bool is_position(struct span text) {
  return text.length >= strlen(position_mark) && memcmp(text.bytes, position_mark, strlen(position_mark)) == 0;
}

bool game_file_load_set(struct tile_shelf *shelf, const struct arguments *arguments, struct fault *fault) {
  const char *path = argument_text(arguments, "set");
  return path == NULL || tile_shelf_load(shelf, path, tile_set_load, fault);
}

static bool open_position(struct game_file *file, const struct arguments *arguments, struct span line,
                          struct fault *fault) {
  if (argument_flag(arguments, "number") || argument_flag(arguments, "step"))
    return fault_say(fault, "--number and --step are for records, not for positions");
  while (line.length > 0 && (line.bytes[line.length - 1] == '\n' || line.bytes[line.length - 1] == '\r')) line.length--;
  file->history = history_resume(line, file->shelf, 0, fault);
  return file->history != NULL;
}

/* Reads games up to number `wanted` of the file. */
static bool find_record(struct record *record, struct span bytes, uint64_t wanted, struct fault *fault) {
  struct record_source source = record_source_of(bytes);
  for (uint64_t number = 1;; number++) {
    int found = record_read(&source, record, fault);
    if (found < 0) return false;
    if (found == 0) return fault_say(fault, "there is no game %llu in the file", (unsigned long long)wanted);
    if (number == wanted) return true;
    record_free(record);
    *record = (struct record){0};
  }
}

static bool open_file(struct game_file *file, const struct arguments *arguments, struct span bytes,
                      struct fault *fault) {
  if (is_position(bytes)) return open_position(file, arguments, bytes, fault);
  if (!find_record(&file->record, bytes, argument_number(arguments, "number", 1), fault)) return false;
  file->history = record_open(&file->record, file->shelf, fault);
  return file->history != NULL;
}

bool game_file_read(struct game_file *file, const struct arguments *arguments, struct fault *fault) {
  const char *operand = arguments->operands[0];
  *file = (struct game_file){.shelf = tile_shelf_open()};
  if (!game_file_load_set(file->shelf, arguments, fault)) return false;
  if (is_position(span_of(operand))) return open_position(file, arguments, span_of(operand), fault);
  struct text text = {0};
  bool opened = file_read(operand, &text, fault) && open_file(file, arguments, text_span(&text), fault);
  text_free(&text);
  return opened;
}

bool game_file_play(struct game_file *file, const struct arguments *arguments, history_listener *listener,
                    void *context, struct fault *fault) {
  const struct record *record = &file->record;
  uint64_t moves = argument_number(arguments, "step", UINT64_MAX);
  if (record->result == NULL) return true;
  file->history->listener = listener;
  file->history->context = context;
  for (int i = 0; i < record->word_count; i++) {
    if ((uint64_t)record->words[i].turn >= moves) return true;
    if (!record_play(record, i, file->history, fault)) return false;
  }
  return record_check_result(record, file->history, fault);
}

void game_file_close(struct game_file *file) {
  history_free(file->history);
  record_free(&file->record);
  tile_shelf_close(file->shelf);
}

const char *game_file_name(const struct arguments *arguments) {
  const char *operand = arguments->operands[0];
  return is_position(span_of(operand)) ? "the position" : operand;
}

const char *game_file_player(const struct game_file *file, int seat) {
  char tag[24];
  snprintf(tag, sizeof tag, "Player%d", seat + 1);
  return record_tag_value(&file->record, tag);
}
