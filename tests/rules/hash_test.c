/* The position hash (docs/lookup/notation.md, section 6). The values come from tests/reference, which implements that
 * page independently of this engine. */
#include <stdlib.h>

#include "notation/state.h"
#include "rules/fixture.h"

static const struct {
  const char *line;
  uint64_t hash;
} known[] = {
    {"tessera1 game=star-wars set=star-wars:3efd4317984a6c37 options=teams colours=red,black,green,white seat=4 "
     "phase=throw tile=- scores=1,0 board=R2S_E@-1,-1r0;A3_R_B@0,-1r1;A1_R3@-2,0r0;R2S@-1,0r0;START@0,0r0;"
     "P0_E@-1,1r0;PA_E@0,1r1;A2_ADJ_B@1,1r0;P1_R@-1,2r0;PA_R@0,2r2;A2_ADJ@1,2r2;A3_R_R@2,2r3;AR_R@-2,3r2;"
     "R4@-1,3r0;R2C_B@-1,4r1 meeples=4:small:route.E@-1,-1;2:large:asteroids.N@0,-1;1:large:route.W@-2,0;"
     "3:large:route.E@-1,0;3:small:planet@-1,1;2:small:planet@0,1;4:large:planet@0,1;3:small:planet@-1,2;"
     "4:small:planet@-1,2;4:small:asteroids.E@1,2;3:small:route.E@2,2;1:small:asteroids.S@-2,3;"
     "2:small:route.N@-1,4 out=A4*1 last=0,2",
     0xfa69eba1fab4a3c5u},
    {"tessera1 game=star-wars set=star-wars:3efd4317984a6c37 options=- colours=orange,white,red seat=2 "
     "phase=place tile=P1_E scores=0,3,0 board=AR_E@0,-2r2;A3_R_R@0,-1r1;PA_R@1,-1r3;START@0,0r0;A2_R_B@2,0r0;"
     "P0_E@0,1r0;R2C@1,1r3;A2_R_R@2,1r2 meeples=1:small:route.E@0,-2;3:large:route.W@0,-1;3:small:planet@1,-1;"
     "2:small:asteroids.N@2,0;1:large:planet@0,1;1:small:route.N@2,1 out=- last=-",
     0x5b3339204f3bf689u},
    {"tessera1 game=classic set=classic+river:8c3dd7b9e1dd4ea2 options=fields,abbot,river colours=black,yellow "
     "seat=1 phase=meeple tile=- scores=0,3 board=N_G@2,-6r3;R_G@2,-5r3;RIV_I@4,-5r3;RIV_DF@5,-5r0;RIV_L@6,-5r0;"
     "E_G@2,-4r0;RIV_H@4,-4r1;RIV_E@1,-3r0;RIV_DF@2,-3r0;RIV_B@3,-3r0;RIV_J@4,-3r1;RIV_K@1,-2r0;RIV_C@1,-1r1;"
     "RIV_A@0,0r0;RIV_G@1,0r1 meeples=2:meeple:field.EL@2,-5;2:meeple:field.NL@4,-5;1:meeple:field.NL@5,-5;"
     "1:abbot:garden@2,-4;1:meeple:monastery@4,-4;1:meeple:city.N@1,-3;2:meeple:field.ER@2,-3;"
     "1:meeple:field.ER@3,-3;2:meeple:field.NL@1,-2;1:meeple:city.W@1,-1;2:meeple:field.NL@1,0 out=- last=2,-6",
     0x0c6668ce97c0820du},
    {"tessera1 game=classic set=classic:a5e50807a01f8201 options=- colours=green,blue,red,yellow,black seat=2 "
     "phase=draw tile=- scores=0,0,0,0,0 board=I_G@-1,-2r1;R@0,-2r3;U_G@1,-2r1;A@1,-1r2;A@2,-1r0;D@0,0r0;U@1,0r0;"
     "V_G@-1,1r1;E_G@0,1r1;W@0,2r0 meeples=5:meeple:city.N@-1,-2;4:meeple:city.N@0,-2;2:meeple:road.N@1,-2;"
     "5:meeple:monastery@1,-1;1:meeple:monastery@2,-1;3:meeple:road.E@1,0;1:meeple:road.N@-1,1;"
     "4:meeple:city.E@0,1;3:meeple:road.W@0,2 out=C*1 last=-",
     0xaf65b34fcad11ce6u},
    {"tessera1 game=classic set=classic:a5e50807a01f8201 options=abbot colours=green,blue seat=1 phase=place "
     "tile=M scores=3,0 board=S@0,-2r3;O@1,-2r1;W@1,-1r2;P@-1,0r0;D@0,0r0;A@1,0r1;E@0,1r3;I@1,1r2;P@2,1r3;"
     "N_G@1,2r1 meeples=2:meeple:city.N@0,-2;1:meeple:road.E@1,-1;2:meeple:road.E@-1,0;2:meeple:monastery@1,0;"
     "1:meeple:city.W@0,1;2:meeple:city.S@1,1;2:meeple:road.N@2,1;1:abbot:garden@1,2 out=C*1 last=-",
     0xaa4439dbba24b915u},
};

TEST(known_hashes) {
  struct set_library *library = set_library_open();
  tess_game *game = malloc(tess_game_size());
  struct fault fault;
  assert_non_null(game);
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
    if (!position_read(span_of(known[i].line), library, 1, game, &fault)) fail_msg("%s: %s", known[i].line, fault.text);
    assert_true(tess_game_hash(game) == known[i].hash);
  }
  free(game);
  set_library_close(library);
}

RUN_TESTS(NULL, NULL)
