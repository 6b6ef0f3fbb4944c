/* Tiles and boards drawn with characters. */
#include "cli/cmocka_base.h"

#include "cli/terminal_board.h"
#include "notation/state.h"

static const struct screen plain = {.ascii = true};

static const tess_tile_def *tile_of(const char *set, const char *id) {
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles(set, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(tiles[i].id, id) == 0) return &tiles[i];
  fail_msg("no tile %s", id);
  return NULL;
}

static void expect_tile(tess_rules rules, const char *set, const char *id, int rotation, const char *expected) {
  struct tile_size size = tile_size_large();
  struct canvas canvas = canvas_new(size.width, size.height);
  struct text out = {0};
  tile_picture_draw(&canvas, (struct tile_frame){.size = size, .rotation = rotation}, rules, tile_of(set, id));
  canvas_print(&canvas, &plain, 0, canvas.width, &out);
  assert_string_equal(out.bytes, expected);
  text_free(&out);
  canvas_free(&canvas);
}

TEST(test_tiles) {
  expect_tile(TESS_RULES_STAR_WARS, "star-wars", "START", 0, ".%%%%%%%.\n\n---------\n\n.       .\n");
  expect_tile(TESS_RULES_STAR_WARS, "star-wars", "START", 1, ".   |   .\n    |  %%\n    |  %%\n    |  %%\n.   |   .\n");
  expect_tile(TESS_RULES_STAR_WARS, "star-wars", "P1_E", 0, ".       .\n\n   (E)\n    |\n.   |   .\n");
  expect_tile(TESS_RULES_STAR_WARS, "star-wars", "R3", 0, ".       .\n\n----*----\n    |\n.   |   .\n");
  expect_tile(TESS_RULES_CLASSIC, "classic", "C", 0, "#########\n####$####\n#########\n#########\n#########\n");
  expect_tile(TESS_RULES_CLASSIC, "classic", "B", 0, ".       .\n\n   (A)\n\n.       .\n");
  expect_tile(TESS_RULES_CLASSIC, "river", "RIV_J", 0, ".       .\n\n====.\n    ! &\n.   !   .\n");
  expect_tile(TESS_RULES_CLASSIC, "river-20", "R20_S", 0, ".       .\n\n~~~~~~~~~\n\n.       .\n");
  expect_tile(TESS_RULES_CLASSIC, "arrows-20", "AR_1", 0, ".    ^+ .\n\n---------\n\n.       .\n");
  expect_tile(TESS_RULES_CLASSIC, "arrows-20", "AE_1", 1, ".   |   .\n    |\n    |\n    |\n.   |vo .\n");
}

TEST(test_meeples) {
  const tess_tile_def *tile = tile_of("classic", "A");
  struct tile_frame frame = {.size = tile_size_large()};
  struct canvas canvas = canvas_new(9, 5);
  struct text out = {0};
  tile_picture_draw(&canvas, frame, TESS_RULES_CLASSIC, tile);
  tile_picture_meeple(&canvas, frame, tile, 0, 0, TESS_COLOUR_RED, TESS_PIECE_SMALL);
  tile_picture_meeple(&canvas, frame, tile, 1, 1, TESS_COLOUR_BLUE, TESS_PIECE_ABBOT);
  tile_picture_meeple(&canvas, frame, tile, 2, 4, TESS_COLOUR_BLACK, TESS_PIECE_SMALL);
  canvas_print(&canvas, &plain, 0, 9, &out);
  assert_string_equal(out.bytes, ". 5     .\n\n   <2>\n    |\n.   1   .\n");
  text_free(&out);
  canvas_free(&canvas);
}

/* A field that reaches no edge lies beside the middle, in a city too, and its farmer stands there. */
TEST(test_inner_fields) {
  const tess_tile_def tile = {
      "I",
      {2, 2, 2, 2},
      1,
      0,
      0,
      3,
      {{.type = TESS_TYPE_CITY, .edges = 15}, {.type = TESS_TYPE_FIELD}, {.type = TESS_TYPE_FIELD}},
      0,
      0};
  struct tile_frame frame = {.size = tile_size_large()};
  struct canvas canvas = canvas_new(9, 5);
  struct text out = {0};
  tile_picture_draw(&canvas, frame, TESS_RULES_CLASSIC, &tile);
  tile_picture_meeple(&canvas, frame, &tile, 2, 1, TESS_COLOUR_BLUE, TESS_PIECE_SMALL);
  canvas_print(&canvas, &plain, 0, 9, &out);
  assert_string_equal(out.bytes, "#########\n#########\n###.#2###\n#########\n#########\n");
  text_free(&out);
  canvas_free(&canvas);
}

TEST(test_colours) {
  const struct screen coloured = {.colour = true};
  struct canvas canvas = canvas_new(3, 1);
  struct text out = {0};
  canvas_write(&canvas, 0, 0, "a", 5, true);
  canvas_at(&canvas, 2, 0)->paper = 7;
  canvas_at(&canvas, 1, 0)->glyph = GLYPH_ROCKS;
  canvas_print(&canvas, &coloured, 0, 3, &out);
  assert_string_equal(out.bytes, "\033[0;1;38;5;5ma\033[0m▒\033[0;48;5;7m \033[0m\n");
  assert_null(canvas_at(&canvas, 3, 0));
  canvas_write(&canvas, 2, 0, "xyz", COLOUR_DEFAULT, false);
  text_free(&out);
  canvas_free(&canvas);
}

TEST(test_letters) {
  for (int index = 0; index < TESS_MAX_PLACEMENTS; index++) {
    char letters[4];
    cell_letters(index, letters);
    assert_int_equal(cell_of_letters(letters, strlen(letters)), index);
  }
  assert_int_equal(cell_of_letters("ab", 2), 27);
  assert_int_equal(cell_of_letters("A", 1), -1);
  assert_int_equal(cell_of_letters("", 0), -1);
  assert_int_equal(cell_of_letters("aaaa", 4), -1);
}

/* A new Star Wars game with this tile drawn; freed by the caller. */
static tess_game *game_with(struct set_library *library, const char *id) {
  const tess_set *set = set_library_find(library, span_of("star-wars"))->set;
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  tess_game *game = malloc(tess_game_size());
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  assert_int_equal(tess_game_draw(game, tess_set_find(set, id, strlen(id)), NULL, NULL), TESS_ERROR_NONE);
  return game;
}

TEST(test_board) {
  struct set_library *library = set_library_open();
  tess_game *game = game_with(library, "R2S");
  struct lettered_cells cells;
  struct text out = {0};
  lettered_cells_of(game, &cells);
  assert_int_equal(cells.count, 3);
  board_print(game, &cells, &plain, &out);
  assert_non_null(strstr(out.bytes, "  0     a    ---------    b\n        0                 0\n"));
  text_clear(&out);
  hand_print(game, 1u, &plain, &out);
  assert_string_equal(out.bytes, "        0\n    .       .\n\n    ---------\n\n    .       .\n");
  text_clear(&out);
  struct screen narrow = plain;
  narrow.columns = 12;
  board_print(game, &cells, &narrow, &out);
  assert_non_null(strstr(out.bytes, "%%%"));
  for (const char *line = out.bytes; *line != '\0'; line += strcspn(line, "\n") + 1)
    assert_true(strcspn(line, "\n") <= 12);
  text_free(&out);
  free(game);
  set_library_close(library);
}

TEST(test_choices) {
  struct set_library *library = set_library_open();
  tess_game *game = game_with(library, "R3");
  struct text out = {0};
  tess_decision decisions[TESS_MAX_DECISIONS];
  assert_int_equal(tess_game_place(game, (tess_placement){1, 0, 0}, NULL, NULL), TESS_ERROR_NONE);
  choices_print(game, decisions, tess_game_decisions(game, decisions), &plain, &out);
  assert_non_null(strstr(out.bytes, "\n    5---*---1\n"));
  text_free(&out);
  free(game);
  set_library_close(library);
}

RUN_TESTS(NULL, NULL)
