/* Saves of JCloisterZone: read, and refused with the move. */
#include "notation/foreign_games.h"

#include "notation/record.h"

#define PLAYERS "'players':[{'name':'Anna','slot':3},{'name':'Ben','slot':0}]"
#define START "'start':[{'tile':'BA/RCr','x':0,'y':0,'rotation':0}]"
#define SETUP(sets, elements) "'setup':{'sets':{" sets "},'elements':{" elements "},'rules':{}," START "}"
#define MEN "'small-follower':7,'farmers':true"
#define SAVE(setup, replay) "{'appVersion':'5.11.0'," setup "," PLAYERS ",'replay':[" replay "]}"
#define TILE(id, rotation, at)                                                                                         \
  "{'type':'PLACE_TILE','payload':{'tileId':'BA/" id "','rotation':'" rotation "','position':[" at "]}}"
#define MEEPLE(place, at, piece)                                                                                       \
  "{'type':'DEPLOY_MEEPLE','payload':{'pointer':{'position':[" at "],'location':'" place "'},'meepleId':'" piece "'}}"
#define RETURN "{'type':'RETURN_MEEPLE','payload':{'pointer':{'meepleId':'0.abbot.1'},'source':'ABBOT_RETURN'}}"
#define PASS "{'type':'PASS','payload':{}}"
#define COMMIT "{'type':'COMMIT','payload':{'random':0.5}}"

TEST(test_by_hand) {
  const char *const classic[] = {"Player1 \"Anna\"",
                                 "Player2 \"Ben\"",
                                 "Options \"fields\"",
                                 "1. V@1,0r0=meeple:road.S",
                                 "2. U@1,1r1=none",
                                 "3. E@0,-1r2=meeple:field.NL",
                                 NULL};
#define ROAD TILE("Rr", "R0", "1,0") "," MEEPLE("SW", "1,0", "0.small.1") "," COMMIT
#define NOTHING TILE("RFr", "R90", "1,1") "," PASS "," COMMIT
#define FIELD TILE("C", "R180", "0,-1") "," MEEPLE("NL.NR.EL.ER.WL.WR", "0,-1", "0.small.2")
  expect(SAVE(SETUP("'basic:1':1", MEN), ROAD "," NOTHING "," FIELD), classic);
  /* The abbot stands in a garden, and comes back. */
  const char *const abbot[] = {"Options \"abbot\"", "1. U_G@1,0r0=abbot:garden", "3. B@0,1r0=return", NULL};
#define PLACE TILE("RFrG", "R0", "1,0") "," MEEPLE("I", "1,0", "0.abbot.1") "," COMMIT
#define COME_BACK TILE("L", "R0", "0,1") "," RETURN "," COMMIT
  expect(SAVE(SETUP("'basic:2':1,'river:1':0", "'small-follower':7,'abbot':1,'garden':1,'farmers':false"),
              PLACE "," TILE("RFr", "R0", "2,0") "," COMMIT "," COME_BACK),
         abbot);
}

/* The location of a feature, in the words of JCloisterZone. */
static void location(const tess_game *game, tess_spot spot, struct text *text) {
  static const char *const halves[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
  const tess_tile tile = tess_game_tile(game, spot.tile);
  const tess_feature_def *feature = &tess_set_tile(tess_game_set(game), tile.kind)->features[spot.feature];
  if (feature->edges == 0 && feature->halves == 0) text_add_string(text, "I");
  if (feature->edges == 11) text_print(text, "_%c", "NESW"[(2 + tile.rotation) % 4]); /* all sides but S */
  for (int i = 0; i < 8; i++)
    if (feature->halves >> ((i - 2 * tile.rotation + 8) % 8) & 1)
      text_print(text, "%s%s", text->length > 0 ? "." : "", halves[i]);
  for (int i = 0; i < 4; i++)
    if (text->length < 2 && feature->edges >> ((i - tile.rotation + 4) % 4) & 1) text_add_char(text, "NESW"[i]);
}

/* A whole game at random as a save, and the same game read again. */
TEST(test_random_games) {
  static const char *const words[][2] = {
      {"A", "LR"},    {"B", "L"},     {"C", "Cccc+"},  {"D", "RCr"},   {"E", "C"},     {"E_G", "CG"},  {"F", "CFc+"},
      {"G", "CFc.1"}, {"H", "CFC.2"}, {"H_G", "CFCG"}, {"I", "CC.2"},  {"I_G", "CCG"}, {"J", "CRr"},   {"K", "RrC"},
      {"L", "CRRR"},  {"M", "Cc+"},   {"M_G", "Cc+G"}, {"N", "Cc.1"},  {"N_G", "CcG"}, {"O", "CcRr+"}, {"P", "CcRr"},
      {"Q", "Ccc+"},  {"R", "Ccc"},   {"R_G", "CccG"}, {"S", "CccR+"}, {"T", "CccR"},  {"U", "RFr"},   {"U_G", "RFrG"},
      {"V", "Rr"},    {"V_G", "RrG"}, {"W", "RRR"},    {"X", "RRRR"}};
  static tess_turn turns[4096];
  for (uint64_t seed = 0; seed < 12; seed++) {
    struct fault fault = {0};
    tess_options options = tess_options_default(TESS_RULES_CLASSIC);
    options.seed = seed;
    options.fields = options.abbot = true;
    struct history *history = history_new(set_library_find(library, span_of("classic")), &options, &fault);
    struct text save = {0}, record = {0};
    uint64_t number = seed;
    int discarded = 0;
    text_add_string(&save, "{" SETUP("'basic:2':1", MEN ",'abbot':1") "," PLAYERS ",'replay':[");
    while (tess_game_phase(history->game) != TESS_PHASE_OVER) {
      if (tess_game_phase(history->game) == TESS_PHASE_DRAW) {
        assert_true(history_draw(history, TESS_RANDOM, &fault));
        discarded += history->steps[history->count - 1].put_out;
        continue;
      }
      number = number * 6364136223846793005u + 1442695040888963407u;
      const tess_turn turn = turns[(number >> 33) % (uint64_t)tess_game_turns(history->game, turns, 4096)];
      assert_true(history_place(history, turn.placement, &fault));
      const struct history_step *step = &history->steps[history->count - 1];
      size_t i = 0;
      while (strcmp(words[i][0], history->set->tiles[step->kind].id) != 0) i++;
      text_print(&save, "%s" TILE("%s", "R%d", "%d,%d"), save.bytes[save.length - 1] == '[' ? "" : ",", words[i][1],
                 90 * step->placement.rotation, step->placement.x, step->placement.y);
      struct text place = {0};
      if (turn.decision.piece == TESS_PIECE_SMALL || turn.decision.piece == TESS_PIECE_ABBOT) {
        location(history->game, turn.decision.spot, &place);
        text_print(&save, "," MEEPLE("%s", "%d,%d", "%d.%s.1"), step->placement.x, step->placement.y, place.bytes,
                   step->seat, turn.decision.piece == TESS_PIECE_SMALL ? "small" : "abbot");
      }
      text_free(&place);
      if (turn.decision.piece == TESS_PIECE_RETURN) text_add_string(&save, "," RETURN);
      text_add_string(&save, "," COMMIT);
      assert_true(history_meeple(history, turn.decision, &fault));
    }
    text_add_string(&save, "]}");
    if (!read_game(save.bytes, &record, &fault)) fail_msg("seed %d: move %d: %s", (int)seed, fault.move, fault.text);
    struct record_source source = record_source_of(text_span(&record));
    struct record read = {0};
    assert_int_equal(record_read(&source, &read, &fault), 1);
    struct history *again = record_replay(&read, library, &fault);
    assert_int_equal(tess_game_tiles(again->game), tess_game_tiles(history->game));
    for (int side = 0; side < 2 && discarded == 0; side++)
      assert_int_equal(tess_game_score(again->game, side), tess_game_score(history->game, side));
    if (discarded == 0) assert_int_equal(tess_game_phase(again->game), TESS_PHASE_OVER);
    record_free(&read);
    history_free(again);
    history_free(history);
    text_free(&save);
    text_free(&record);
  }
}

TEST(test_refused) {
#define PLAIN(replay) SAVE(SETUP("'basic:1':1", MEN), replay)
  refused("{}", 0, "expected a save of JCloisterZone 5");
  refused(SAVE(SETUP("'basic:1':1,'inns-and-cathedrals:2':1", MEN), PASS), 0, "tiles 'inns-and-cathedrals:2'");
  refused(SAVE(SETUP("'basic:1':2", MEN), PASS), 0, "tiles 'basic:1'");
  refused(SAVE(SETUP("'basic:1':1", MEN ",'big-follower':1"), PASS), 0, "element 'big-follower'");
  refused(SAVE(SETUP("'basic:1':1", "'small-follower':8"), PASS), 0, "another number of 'small-follower'");
  refused(SAVE(SETUP("'basic:1':1", MEN ",'abbot':1"), PASS), 0, "no gardens");
  refused("{'setup':{'sets':{'basic:1':1},'rules':{'tiny-city-scoring':'2'}}," PLAYERS "}", 0, "tiny-city");
  refused("{'setup':{'sets':{'basic:1':1},'start':[{'tile':'BA/L'}]}," PLAYERS "}", 0, "another tile");
  refused("{'setup':{'sets':{'basic:1':1}},'players':[{'name':'Anna'}]}", 0, "less than 2 players");
  refused("{'setup':{'sets':{'basic:1':1}},'players':[1,2,3,4,5,6]}", 0, "more than 5 players");
  refused(PLAIN(TILE("Rr", "R0", "1,0") "," COMMIT "," TILE("Rr", "R0", "5,5")), 2, "V");
  refused(PLAIN(TILE("XYZ", "R0", "1,0")), 1, "tile 'BA/XYZ'");
  refused(PLAIN(TILE("CG", "R0", "1,0") "," TILE("CG", "R0", "2,0")), 1, "E_G");
  refused(PLAIN(TILE("Rr", "R45", "1,0")), 1, "rotation");
  refused(PLAIN(TILE("Rr", "R0", "1,1e9")), 1, "whole number");
  refused(PLAIN(TILE("Rr", "R0", "1,0") ",{'type':'PLACE_TOKEN'}"), 1, "step 'PLACE_TOKEN'");
  refused(PLAIN(TILE("Rr", "R0", "1,0") "," MEEPLE("SW", "1,0", "0.phantom.1")), 1, "meeple '0.phantom.1'");
  refused(PLAIN(TILE("Rr", "R0", "1,0") "," MEEPLE("SW", "0,0", "0.small.1")), 1, "not on the tile just laid");
  refused(PLAIN(TILE("Rr", "R0", "1,0") "," MEEPLE("TOWER", "1,0", "0.small.1")), 1, "place 'TOWER'");
  refused(PLAIN(TILE("Rr", "R0", "1,0") "," MEEPLE("", "1,0", "0.small.1")), 1, "place ''");
  refused(PLAIN(TILE("L", "R0", "0,1") "," MEEPLE("TOWER", "0,1", "0.small.1")), 1, "place 'TOWER'");
  refused(PLAIN(MEEPLE("SW", "0,0", "0.small.1")), 0, "no meeple is to be placed");
}

RUN_TESTS(open_library, close_library)
