#include "notation/move.h"

#include <assert.h>

/* Cells of a game lie within 255 steps of the start tile; larger numbers are refused. */
enum { CELL_LIMIT = 999 };

static void cell_take(struct reader *reader, int16_t *x, int16_t *y) {
  *x = (int16_t)reader_int(reader, -CELL_LIMIT, CELL_LIMIT);
  reader_expect(reader, ',');
  *y = (int16_t)reader_int(reader, -CELL_LIMIT, CELL_LIMIT);
}

bool cell_read(struct span word, int16_t *x, int16_t *y, struct fault *fault) {
  struct reader reader = reader_of(word);
  cell_take(&reader, x, y);
  if (reader_done(&reader)) return true;
  return fault_say(fault, "expected a cell x,y, found %s", quote(word.bytes, word.length).text);
}

void cell_write(int x, int y, struct text *text) { text_print(text, "%d,%d", x, y); }

bool placement_read(struct span word, tess_placement *placement, struct fault *fault) {
  struct reader reader = reader_of(word);
  *placement = (tess_placement){0};
  cell_take(&reader, &placement->x, &placement->y);
  reader_expect(&reader, 'r');
  placement->rotation = (uint8_t)reader_int(&reader, 0, 3);
  if (reader_done(&reader)) return true;
  return fault_say(fault, "expected a placement x,yrR with R from 0 to 3, found %s",
                   quote(word.bytes, word.length).text);
}

void placement_write(tess_placement placement, struct text *text) {
  text_print(text, "%d,%dr%d", placement.x, placement.y, placement.rotation);
}

static bool piece_takes_realm(int piece) {
  return piece == TESS_PIECE_SMALL || piece == TESS_PIECE_LARGE || piece == TESS_PIECE_ABBOT;
}

bool choice_read(struct span word, tess_rules rules, struct choice *choice, struct fault *fault) {
  struct span rest = word;
  struct span piece_word;
  span_split(&rest, ':', &piece_word);
  int piece = piece_named(rules, piece_word);
  *choice = (struct choice){0};
  if (piece < 0 || piece_takes_realm(piece) != (rest.bytes != NULL)) {
    const char *pieces = rules == TESS_RULES_STAR_WARS ? "small:REALM or large:REALM" : "meeple:REALM or abbot:REALM";
    return fault_say(fault, "expected none, return, %s, found %s", pieces, quote(word.bytes, word.length).text);
  }
  choice->piece = (uint8_t)piece;
  if (rest.bytes == NULL) return true;
  struct span realm;
  span_split(&rest, '@', &realm);
  if (!realm_name_read(realm, &choice->realm))
    return fault_say(fault, "expected a realm such as route.E, field.NL or planet, found %s",
                     quote(realm.bytes, realm.length).text);
  choice->elsewhere = rest.bytes != NULL;
  return !choice->elsewhere || cell_read(rest, &choice->x, &choice->y, fault);
}

void choice_write(struct choice choice, tess_rules rules, struct text *text) {
  text_add_string(text, name_of_piece(rules, (tess_piece)choice.piece));
  if (!piece_takes_realm(choice.piece)) return;
  text_add_char(text, ':');
  realm_name_write(choice.realm, text);
  if (choice.elsewhere) text_print(text, "@%d,%d", choice.x, choice.y);
}

struct choice choice_of(const tess_game *game, tess_decision decision) {
  struct choice choice = {.piece = decision.piece};
  if (!piece_takes_realm(decision.piece)) return choice;
  choice.realm = realm_name_of(game, decision.spot);
  if (decision.spot.tile == tess_game_tiles(game) - 1) return choice;
  tess_tile tile = tess_game_tile(game, decision.spot.tile);
  choice.elsewhere = true;
  choice.x = tile.x;
  choice.y = tile.y;
  return choice;
}

bool choice_decide(struct choice choice, const tess_game *game, tess_decision *decision, struct fault *fault) {
  *decision = (tess_decision){.piece = choice.piece};
  if (!piece_takes_realm(choice.piece)) return true;
  int index = choice.elsewhere ? tess_game_at(game, choice.x, choice.y) : tess_game_tiles(game) - 1;
  if (index < 0) return fault_refuse(fault, TESS_ERROR_BAD_DECISION, "no tile lies at %d,%d", choice.x, choice.y);
  tess_tile tile = tess_game_tile(game, index);
  int feature = realm_name_feature(tess_game_set(game), tile.kind, tile.rotation, choice.realm);
  if (feature >= 0) {
    decision->spot = (tess_spot){(uint8_t)index, (uint8_t)feature};
    return true;
  }
  struct text realm = {0};
  realm_name_write(choice.realm, &realm);
  fault_refuse(fault, TESS_ERROR_BAD_DECISION, "the tile %s at %d,%d has no %s",
               tess_set_tile(tess_game_set(game), tile.kind)->id, tile.x, tile.y, realm.bytes);
  text_free(&realm);
  return false;
}

bool decision_read(struct span word, const tess_game *game, tess_decision *decision, struct fault *fault) {
  struct choice choice;
  return choice_read(word, tess_set_rules(tess_game_set(game)), &choice, fault) &&
         choice_decide(choice, game, decision, fault);
}

void decision_write(tess_decision decision, const tess_game *game, struct text *text) {
  choice_write(choice_of(game, decision), tess_set_rules(tess_game_set(game)), text);
}

int kind_read(struct span word, const tess_set *set, struct fault *fault) {
  int kind = tess_set_find(set, word.bytes, word.length);
  if (kind < 0) fault_refuse(fault, TESS_ERROR_BAD_TILE, "the set has no tile %s", quote(word.bytes, word.length).text);
  return kind;
}

bool move_read(struct span word, const tess_set *set, struct move *move, struct fault *fault) {
  *move = (struct move){0};
  struct span rest = word;
  struct span id, placement;
  span_split(&rest, '@', &id);
  if (rest.bytes == NULL)
    return fault_say(fault, "expected a move TILE@x,yrR[=MEEPLE], found %s", quote(word.bytes, word.length).text);
  move->kind = kind_read(id, set, fault);
  span_split(&rest, '=', &placement);
  if (move->kind < 0 || !placement_read(placement, &move->placement, fault)) return false;
  move->decided = rest.bytes != NULL;
  return !move->decided || choice_read(rest, tess_set_rules(set), &move->choice, fault);
}

void move_write(const struct move *move, const tess_set *set, struct text *text) {
  text_print(text, "%s@", tess_set_tile(set, move->kind)->id);
  placement_write(move->placement, text);
  if (!move->decided) return;
  text_add_char(text, '=');
  choice_write(move->choice, tess_set_rules(set), text);
}

/* ---- Whole turns as moves ---- */

struct move turn_lay(const tess_game *game, tess_placement placement, tess_game *scratch) {
  tess_game_copy(scratch, game);
  const tess_error error = tess_game_place(scratch, placement, NULL, NULL);
  assert(error == TESS_ERROR_NONE);
  (void)error;
  const tess_tile tile = tess_game_tile(scratch, tess_game_tiles(game));
  return (struct move){.kind = tile.kind, .placement = {tile.x, tile.y, tile.rotation}, .decided = true};
}

struct move turn_move(const tess_game *game, tess_placement placement, tess_decision decision, tess_game *scratch) {
  struct move move = turn_lay(game, placement, scratch);
  move.choice = choice_of(scratch, decision);
  return move;
}

void turn_write(const tess_game *game, tess_turn turn, tess_game *scratch, struct text *text) {
  struct move move;
  if (tess_game_phase(game) == TESS_PHASE_PLACE) {
    move = turn_move(game, turn.placement, turn.decision, scratch);
  } else {
    const tess_tile tile = tess_game_tile(game, tess_game_tiles(game) - 1);
    move = (struct move){.kind = tile.kind,
                         .placement = {tile.x, tile.y, tile.rotation},
                         .decided = true,
                         .choice = choice_of(game, turn.decision)};
  }
  move_write(&move, tess_game_set(game), text);
}

/* ---- Throws ---- */

static bool is_gap(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';'; }

static void skip_gaps(struct reader *reader) {
  while (is_gap(reader_peek(reader))) reader->at++;
}

bool throw_read(struct span words, tess_throw *thrown, struct fault *fault) {
  struct reader reader = reader_of(words);
  *thrown = (tess_throw){0};
  skip_gaps(&reader);
  bool more = true;
  for (int next = 0; more;) {
    /* Read a side after the last one, `SIDE:n,n`. */
    const int side = reader_int(&reader, next + 1, TESS_MAX_PLAYERS) - 1;
    for (char before = ':'; before != '\0'; before = reader_peek(&reader) == ',' ? ',' : '\0') {
      reader_expect(&reader, before);
      const int face = reader_int(&reader, 1, 6);
      if (reader.failed || thrown->dice[side] == TESS_MAX_DICE) {
        reader.failed = true;
        break;
      }
      thrown->faces[side][thrown->dice[side]++] = (uint8_t)face;
    }
    next = side + 1;
    /* After a separator another side must follow. */
    const bool gap = is_gap(reader_peek(&reader));
    skip_gaps(&reader);
    more = gap && reader.at != reader.end;
  }
  if (reader_done(&reader)) return true;
  return fault_say(fault, "expected dice such as 1:5,3 2:6, sides ascending, found %s",
                   quote(words.bytes, words.length).text);
}

void throw_write(const tess_throw *thrown, char separator, struct text *text) {
  bool first = true;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (thrown->dice[side] == 0) continue;
    if (!first) text_add_char(text, separator);
    first = false;
    text_print(text, "%d:", side + 1);
    for (int i = 0; i < thrown->dice[side]; i++) text_print(text, "%s%d", i > 0 ? "," : "", thrown->faces[side][i]);
  }
}
