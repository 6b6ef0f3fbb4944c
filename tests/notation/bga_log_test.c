/* Logs of Board Game Arena: read, and refused with the move. */
#include "notation/foreign_games.h"

#define EVENT(type, args) "{'uid':'5f','type':'" type "','log':'','args':" args "}"
#define TILE(player, type, at)                                                                                         \
  EVENT("playTile", "{'player_id':'" player "','player_name':'P " player "','type':'" type "'," at "}")
#define PACKET(events) "{'packet_type':'history','data':[" events "]}"
#define LOG(packets) "{'status':1,'data':{'valid':1,'data':[" packets "]}}"
#define FIRST TILE("11", "17", "'x':'1','y':'0','ori':'1'")
#define SECOND TILE("22", "11", "'x':0,'y':-1,'ori':3")

TEST(test_by_hand) {
  /* The city of the start tile is closed, so that the tile with four sides of a city fits nowhere. The last event has a
   * list around its arguments, and its type after them. */
  static const char *const words[] = {
      "Options \"fields\"", "Player1 \"P 11\"", "Player2 \"P 22\"",     "1. V@1,0r0=meeple:road.S",
      "2. E@0,-1r2=none",   "3. (C)",           "U@1,1r1=meeple:field", NULL};
#define PICK EVENT("gameStateChange", "{'type':'activeplayer'}") "," EVENT("pickTile", "{'id':48,'type':17}")
#define ON_THE_ROAD EVENT("playPartisan", "{'id':48,'x':1,'y':0,'pos':'1'}")
#define PUT_OUT EVENT("cantPlay", "{'tile_id':68}")
#define IN_A_LIST "{'args':[{'player_id':11,'type':16,'x':1,'y':1,'ori':1}],'type':'playTile'}"
#define IN_THE_FIELD EVENT("playPartisan", "[{'pos':3}]")
  expect(LOG(PACKET(PICK) "," PACKET(FIRST "," ON_THE_ROAD) "," PACKET(SECOND) "," PACKET(PUT_OUT) "," PACKET(
             IN_A_LIST "," IN_THE_FIELD)),
         words);
}

TEST(test_refused) {
#define AFTER(event) LOG(PACKET(FIRST "," SECOND "," event))
  refused("{'status':0,'data':{'error':'none'}}", 0, "expected a log of Board Game Arena");
  refused(LOG(PACKET(FIRST)), 0, "two players");
  refused(LOG(PACKET(EVENT("playTile", "{'type':17}"))), 0, "player_id is missing");
  refused(AFTER(TILE("33", "3", "'x':1.5")), 0, "whole number");
  refused(AFTER(TILE("22", "17", "'x':1,'y':1,'ori':1")), 3, "player 2 lays the tile, and it is the turn of player 1");
  refused(AFTER(TILE("11", "31", "'x':1,'y':1,'ori':1")), 3, "tiles of type 31");
  refused(AFTER(TILE("11", "17", "'x':1,'y':1")), 3, "expected x, y and ori");
  refused(AFTER(TILE("11", "17", "'x':9,'y':9,'ori':1")), 3, "V");
  refused(AFTER(EVENT("cantPlay", "{'tile_id':73}")), 2, "number 73");
  refused(AFTER(EVENT("cantPlay", "{'tile_id':48}")), 2, "number 48 can be laid");
  refused(AFTER(EVENT("playPartisan", "{'pos':1}") "," EVENT("playPartisan", "{'pos':1}")), 2, "a meeple is placed");
  refused(AFTER(EVENT("playPartisan", "{'pos':8}")), 2, "no place 8");
}

RUN_TESTS(open_library, close_library)
