#include "notation/move.h"

/* Cells of a game lie within 255 steps of the start tile; numbers beyond need not be told apart. */
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

static tess_placement placement_take(struct reader *reader) {
  tess_placement placement = {0};
  cell_take(reader, &placement.x, &placement.y);
  reader_expect(reader, 'r');
  placement.rotation = (uint8_t)reader_int(reader, 0, 3);
  return placement;
}

bool placement_read(struct span word, tess_placement *placement, struct fault *fault) {
  struct reader reader = reader_of(word);
  *placement = placement_take(&reader);
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

/* Reads `REALM[@x,y]`. */
static bool choice_read_realm(struct span word, struct choice *choice, struct fault *fault) {
  struct span cell = word;
  struct span realm;
  span_split(&cell, '@', &realm);
  if (!realm_name_read(realm, &choice->realm))
    return fault_say(fault, "expected a realm such as route.E, field.NL or planet, found %s",
                     quote(realm.bytes, realm.length).text);
  choice->elsewhere = cell.bytes != NULL;
  return !choice->elsewhere || cell_read(cell, &choice->x, &choice->y, fault);
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
  return rest.bytes == NULL || choice_read_realm(rest, choice, fault);
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
