/** An example board of each game for the first screen, from games of the computer; shown while the person has no own
 * game. */
import type { GameName } from "../game/model";

export const EXAMPLES: Record<GameName, { newgame: string; words: string }> = {
  "star-wars": {
    newgame: "newgame game=star-wars players=3 colours=red,black,green first=1",
    words: [
      "R2S@-1,0r0=small:route.E A1@0,-1r2=small:asteroids.S A1_RR@-2,0r0=small:asteroids.N P0_R@-1,-1r0=large:planet",
      "A2_R_E@-2,1r3=small:asteroids.S P1_R@-1,1r1=small:planet A3_R_B@1,0r1=small:asteroids.N " +
        "R2S@-1,2r0=large:planet@-1,1 [2:3,2;3:2,1]",
      "A3_R_R@-2,2r3=large:planet@-1,1 [2:5,3;3:6,2,3] A2_ADJ_E@0,1r2=small:planet@-1,1 [1:6,3;3:4,1,4] " +
        "A2_R@0,2r1=large:planet@-1,1 [1:5,5;2:4,1] A1A1_OPP@-2,-1r0=large:planet@-1,-1 [1:3,6,4;3:2,5,4]",
      "A2_R@1,1r0=none A1_R3@2,1r0=large:asteroids.N A1_RR@-2,-2r2=large:planet@-1,-1 [1:5,2,4;3:5,6,3] " +
        "PA_E@0,-2r3=large:planet@-1,-1 [1:3,5,4;3:5,6,6]",
      "A3@2,0r2=none [1:2;2:1,3,5] P1_B@0,-3r1=small:planet@0,-2 A4@3,0r0=none " +
        "A2_ADJ_R@1,-1r2=small:planet@0,-2 [2:4,6;3:6] [2:3,4;3:3]",
      "A1A1_ADJ@-1,-2r1=small:asteroids.E A1_RL@0,-4r1=small:planet@0,-3 R2C@1,-2r2=small:planet@0,-3 " +
        "[1:5;2:4] A3_R_E@1,-4r2=large:planet@0,-3 [1:6;3:1,2]",
      "P0_E@-3,-1r0=small:planet R2C@-1,-4r3=small:planet@0,-3 [1:2;2:3] R2C_R@0,3r2=small:route.N " +
        "R3@0,-5r1=small:route.S",
      "A2_ADJ@-2,3r0=none A1A1_OPP@2,-4r1=small:asteroids.W R2C@-3,0r0=none AR_R@3,-4r3=small:asteroids.W",
      "A1_RL@-1,-3r2=large:planet@0,-3 [2:4;3:2,3] PA_R@-1,3r2=small:planet R2C_B@0,4r0=small:planet@-1,3 " +
        "[1:2,2;2:5] R3@-3,-2r2=large:planet@-3,-1 [1:3;3:4,1]",
      "R2S@-2,4r0=small:planet@-1,3 [1:1,4;2:4] [1:6,3;2:6] [1:3,3;2:1] A1_RL@-3,1r1=none A1@-4,-1r3=none " +
        "A2_ADJ_B@-5,-1r1=small:asteroids.N",
      "A1@-3,2r1=none A1@2,-5r0=none R3@-3,4r2=none R2C@-4,-2r2=small:planet@-3,-1 [2:1,5;3:4,3]",
      "R2S@-4,0r0=large:planet@-3,-1 [2:5,5;3:6,2] A3@2,-6r2=none R2C@-4,-3r0=none A2_R_B@-5,-3r0=none",
    ].join(" "),
  },
  classic: {
    newgame: "newgame game=classic players=3 fields=on colours=black,red,green first=1",
    words: [
      "B@0,1r0=meeple:monastery J@0,-1r2=meeple:city.S K@-1,-1r3=meeple:city.W V@-1,0r2=meeple:road.N",
      "U@1,-1r1=meeple:road.N V_G@1,1r2=meeple:road.N V@1,2r0=none C@-2,-1r0=none",
      "V@-1,-2r2=meeple:road.N T@1,3r2=meeple:road.N U@2,2r1=meeple:road.N O@2,3r3=meeple:city.S",
      "U@0,2r0=none N@-1,1r3=meeple:city.S L@-3,-1r1=none W@-3,0r3=meeple:road.N",
      "U@-3,-2r1=meeple:road.N V@3,3r0=none S@3,4r2=meeple:city.E S@-3,-3r0=meeple:city.N",
      "P@-2,-3r3=none M_G@-4,-2r0=meeple:city.N F@-2,1r0=none N_G@0,3r2=none",
      "W@-4,-1r0=meeple:road.E E@4,3r2=meeple:city.S F@-2,-2r1=none I@0,4r1=meeple:city.E",
      "R@2,4r0=none O@-1,-3r1=meeple:city.N E@3,5r0=none A@-5,-1r3=meeple:road.E",
      "L@-1,-4r2=none K@0,-2r0=none G@-3,-4r1=none H@-1,3r0=none",
      "B@3,2r0=none U_G@-4,-4r1=none J@4,5r0=none V@3,1r1=none",
      "J@0,-4r2=none U@0,5r0=none U@5,5r0=none E@-1,4r0=meeple:city.N",
      "X@0,-5r0=meeple:road.S N@-5,-2r1=none V@-1,-5r3=meeple:road.E P@3,0r0=none",
      "H@5,4r1=none B@4,2r0=meeple:monastery",
    ].join(" "),
  },
};
