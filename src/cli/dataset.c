#include "cli/dataset.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "cli/output_file.h"
#include "notation/options.h"

/* Bytes: size of the header of the array of steps, which is written when their number is known; size of a step. */
enum { STEPS_HEAD = 192, STEP_SIZE = 3 };
#define MOST_BYTES UINT32_MAX /* the numbers of a plain zip file have 32 bits */

struct dataset {
  struct output_file output;
  int sides;
  uint64_t steps, games;
  struct text ends, seeds, scores; /* columns with one row for each game */
  struct text directory;           /* central directory of the zip file */
  int members;
};

/* Appends the low bytes of a number, the lowest first. */
static void add_number(struct text *text, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; i++) text_add_char(text, (char)(number >> 8 * i & 0xff));
}

/* ---- An array of numpy ---- */

/* Appends the header of an array (NEP 1, version 1.0), padded to `size` bytes; if `size` is 0, as short as possible. */
static void add_head(struct text *text, const char *descr, const char *shape, size_t size) {
  struct text words = {0};
  text_print(&words, "{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape);
  if (size == 0) size = (10 + words.length + 1 + 63) / 64 * 64;
  while (10 + words.length + 1 < size) text_add_char(&words, ' ');
  text_add_char(&words, '\n');
  text_add(text, "\x93NUMPY\x01\x00", 8);
  add_number(text, words.length, 2);
  text_add(text, words.bytes, words.length);
  text_free(&words);
}

/* ---- A member of a zip file, stored as it is ---- */

/* Continues the checksum of a zip member (CRC-32, polynomial 0xedb88320) with further bytes. */
static uint32_t crc(uint32_t sum, const char *bytes, size_t length) {
  static const uint32_t of_half[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  sum = ~sum;
  for (size_t i = 0; i < length; i++) {
    sum ^= (uint8_t)bytes[i];
    sum = sum >> 4 ^ of_half[sum & 15];
    sum = sum >> 4 ^ of_half[sum & 15];
  }
  return ~sum;
}

/* Appends the fields that a member's header and its directory entry have in common. */
static void add_member(struct text *text, const char *name, uint32_t sum, uint64_t size) {
  add_number(text, 20, 2); /* version 2.0 is needed to read it */
  add_number(text, 0, 2);
  add_number(text, 0, 2);
  add_number(text, 0x00210000, 4); /* 1 January 1980, always, so that the same games make the same file */
  add_number(text, sum, 4);
  add_number(text, size, 4);
  add_number(text, size, 4);
  add_number(text, strlen(name), 2);
  add_number(text, 0, 2);
}

/* Appends the header of a member, and its entry in the directory. */
static void open_member(struct dataset *dataset, const char *name, uint64_t at, uint32_t sum, uint64_t size,
                        struct text *head) {
  add_number(head, 0x04034b50, 4);
  add_member(head, name, sum, size);
  text_add_string(head, name);
  struct text *directory = &dataset->directory;
  add_number(directory, 0x02014b50, 4);
  add_number(directory, 20, 2);
  add_member(directory, name, sum, size);
  add_number(directory, 0, 6); /* no comment, first disk, binary */
  add_number(directory, 0, 4);
  add_number(directory, at, 4);
  text_add_string(directory, name);
  dataset->members++;
}

/* Size of a member's header in bytes. */
static uint64_t head_size(const char *name) { return 30 + strlen(name); }

/* ---- The file ---- */

static const char steps_name[] = "steps.npy";

struct dataset *dataset_open(const char *path, struct fault *fault) {
  struct dataset *dataset = memory_zeroed(sizeof *dataset);
  const long first = (long)head_size(steps_name) + STEPS_HEAD;
  if (output_file_open(&dataset->output, path, fault)) {
    if (fseek(dataset->output.file, first, SEEK_SET) == 0) return dataset;
    output_file_failed(&dataset->output, fault);
  }
  dataset_close(dataset);
  return NULL;
}

bool dataset_add(struct dataset *dataset, const struct trace *trace, uint64_t seed, const tess_game *game,
                 struct fault *fault) {
  struct text rows = {0};
  for (int i = 0; i < trace->count; i++) {
    add_number(&rows, (uint8_t)trace->steps[i].actor, 1);
    add_number(&rows, trace->steps[i].action, 2);
  }
  const bool written = output_file_write(&dataset->output, rows.bytes, rows.length, fault);
  text_free(&rows);
  if (!written) return false;
  dataset->steps += (uint64_t)trace->count;
  dataset->games++;
  dataset->sides = tess_game_sides(game);
  add_number(&dataset->ends, dataset->steps, 8);
  add_number(&dataset->seeds, seed, 8);
  for (int side = 0; side < dataset->sides; side++)
    add_number(&dataset->scores, (uint32_t)tess_game_score(game, side), 4);
  const uint64_t bytes = dataset->steps * STEP_SIZE + dataset->games * 64;
  return bytes < MOST_BYTES || fault_say(fault, "%s: more games than one file of 4 GiB can hold", dataset->output.path);
}

/* Writes the header of the steps, and computes their checksum. */
static bool end_steps(struct dataset *dataset, uint64_t *end) {
  char shape[32], chunk[1 << 16];
  struct text head = {0}, array = {0};
  snprintf(shape, sizeof shape, "(%" PRIu64 ",)", dataset->steps);
  add_head(&array, "[('actor', '|i1'), ('action', '<u2')]", shape, STEPS_HEAD);
  const long first = (long)head_size(steps_name) + STEPS_HEAD;
  uint64_t left = dataset->steps * STEP_SIZE;
  uint32_t sum = crc(0, array.bytes, array.length);
  *end = (uint64_t)first + left;
  bool good = fseek(dataset->output.file, first, SEEK_SET) == 0;
  while (good && left > 0) {
    const size_t length = left < sizeof chunk ? (size_t)left : sizeof chunk;
    good = fread(chunk, 1, length, dataset->output.file) == length;
    if (good) sum = crc(sum, chunk, length);
    left -= length;
  }
  open_member(dataset, steps_name, 0, sum, STEPS_HEAD + dataset->steps * STEP_SIZE, &head);
  text_add(&head, array.bytes, array.length);
  good = good && fseek(dataset->output.file, 0, SEEK_SET) == 0 &&
         fwrite(head.bytes, 1, head.length, dataset->output.file) == head.length &&
         fseek(dataset->output.file, (long)*end, SEEK_SET) == 0;
  text_free(&head);
  text_free(&array);
  return good;
}

/* Appends a whole array to the rest of the file, which begins at offset `start`. */
static void add_array(struct dataset *dataset, const char *name, const char *descr, const char *shape,
                      struct span elements, uint64_t start, struct text *rest) {
  struct text array = {0};
  add_head(&array, descr, shape, 0);
  text_add(&array, elements.bytes, elements.length);
  open_member(dataset, name, start + rest->length, crc(0, array.bytes, array.length), array.length, rest);
  text_add(rest, array.bytes, array.length);
  text_free(&array);
}

bool dataset_end(struct dataset *dataset, const struct game_setup *setup, const struct seats *seats,
                 struct fault *fault) {
  uint64_t start;
  if (!end_steps(dataset, &start)) return output_file_failed(&dataset->output, fault);
  char shape[48], descr[24];
  struct text rest = {0}, words = {0};

  /* 1. The arrays about every game. */
  snprintf(shape, sizeof shape, "(%" PRIu64 ",)", dataset->games);
  add_array(dataset, "ends.npy", "'<u8'", shape, text_span(&dataset->ends), start, &rest);
  add_array(dataset, "seeds.npy", "'<u8'", shape, text_span(&dataset->seeds), start, &rest);
  snprintf(shape, sizeof shape, "(%" PRIu64 ", %d)", dataset->games, dataset->sides);
  add_array(dataset, "scores.npy", "'<i4'", shape, text_span(&dataset->scores), start, &rest);

  /* 2. The values that all games share: first the words of `newgame`, without the seed. */
  const tess_options *options = &setup->options;
  text_print(&words, "game=%s set=%s players=%d", name_of_rules(tess_set_rules(setup->set->set)), setup->set->id,
             options->players);
  options_write_newgame(options, &words);
  if (options->first == TESS_FIRST_RANDOM)
    text_add_string(&words, " first=random");
  else
    text_print(&words, " first=%d", options->first + 1);
  snprintf(descr, sizeof descr, "'|S%zu'", words.length);
  add_array(dataset, "game.npy", descr, "()", text_span(&words), start, &rest);
  text_clear(&words);
  for (int seat = 0; seat < seats->count; seat++) text_add(&words, seats->at[seat].name, SEAT_NAME_SIZE);
  snprintf(descr, sizeof descr, "'|S%d'", SEAT_NAME_SIZE);
  snprintf(shape, sizeof shape, "(%d,)", seats->count);
  add_array(dataset, "players.npy", descr, shape, text_span(&words), start, &rest);

  /* 3. The directory. */
  const uint64_t at = start + rest.length;
  text_add(&rest, dataset->directory.bytes, dataset->directory.length);
  add_number(&rest, 0x06054b50, 4);
  add_number(&rest, 0, 4);
  add_number(&rest, (uint64_t)dataset->members, 2);
  add_number(&rest, (uint64_t)dataset->members, 2);
  add_number(&rest, dataset->directory.length, 4);
  add_number(&rest, at, 4);
  add_number(&rest, 0, 2);
  const bool written = output_file_write(&dataset->output, rest.bytes, rest.length, fault);
  text_free(&rest);
  text_free(&words);
  return written && output_file_end(&dataset->output, fault);
}

void dataset_close(struct dataset *dataset) {
  if (dataset == NULL) return;
  output_file_drop(&dataset->output);
  text_free(&dataset->ends);
  text_free(&dataset->seeds);
  text_free(&dataset->scores);
  text_free(&dataset->directory);
  free(dataset);
}
