// Whole games in the words of a record, for tests of their end.

/** The words of a game as a table has them: each draw a word of its own. */
function drawnApart(lines) {
  const words = lines.join(" ").split(" ");
  return words.flatMap((word) => (/^\w+@/.test(word) ? [word.split("@")[0], word] : [word]));
}

const SPACE = [
  "A1A1_OPP@0,-1r0=small:asteroids.S R3@0,1r0=small:route.E P0_B@-1,-1r0=small:planet A3_R_E@0,-2r3=none",
  "A2_ADJ@-1,-2r1=small:asteroids.N R4@1,-2r0=small:route.W A1@-2,-1r0=small:asteroids.N",
  "A1A1_OPP@-2,0r1=large:planet@-1,-1 [1:4;2:4,3] [1:3;2:1,4] A2_R@2,-2r1=small:route.S R2S@-2,1r0=small:route.E",
  "A3@-2,-2r3=large:planet@-1,-1 [1:4,2;2:1,6] R2S_B@-2,2r0=small:route.E A3_R_R@2,-1r2=small:asteroids.E",
  "A1_RL@-3,0r1=small:asteroids.E R2C@-3,-1r0=small:route.S A2_ADJ@3,-2r0=small:asteroids.N A1A1_ADJ@2,0r0=none",
  "A2_R_B@-3,2r0=none A3@-3,-2r0=none AR_R@-1,2r0=none A1@-1,-3r2=none P0_E@-1,-4r0=none",
  "A2_ADJ_E@0,-3r2=large:planet@-1,-4 A2_ADJ_B@4,-2r1=none A1A1_OPP@3,-1r1=none A2_OPP_B@5,-2r0=none",
  "R2C_E@-4,-1r2=none R2C@2,1r0=none R3@-4,0r0=none R2C@5,-3r1=none A2_ADJ@0,-4r1=none R2C@5,-4r0=none",
  "AR_E@0,-5r2=none A1_R3@-4,1r1=none A2_OPP_R@0,-6r0=none P1_B@3,1r0=none PA_E@4,1r0=none R2S@5,-5r0=none",
  "A4@4,0r0=none A3@5,-6r0=none A2_R@1,-4r0=none R2C@2,-4r0=none A2_OPP_E@2,-5r0=none A2_R_E@1,-6r0=none",
  "A1@6,-4r0=none P1_E@2,2r2=none A1_R3@4,-5r0=none A3_R_B@-1,-6r0=none A1_RR@6,-5r2=none AR_B@7,-5r1=none",
  "PA_B@3,-3r2=none R2S_R@-2,-4r1=none R3@-2,-5r0=none R2C@-3,-5r2=none R2S@-3,-6r1=none R2C_R@-3,-7r0=none",
  "A1@-4,-6r0=none P1_R@-2,-7r3=none A2_ADJ_R@4,-1r3=none A1A1_ADJ@-3,-3r3=none A1_RL@-4,-3r1=none R2S@-5,-3r0=none",
  "PA_R@-5,-2r3=none R2S@-6,-3r0=none A2_R_R@-7,-3r0=none A1_RL@-8,-3r1=none P0_R@-8,-2r0=none R2C_B@-8,-4r0=none",
  "R3@-9,-2r1=none R2S_E@-7,-2r1=none A1_RR@2,-3r2=none A3@8,-5r3=none A1_R3@8,-4r0=none",
  "A1_RR@8,-6r2=small:asteroids.S A1@9,-5r0=none",
];
const MEADOW = [
  "L@0,-1r2=meeple:city.S O@-1,0r0=meeple:field.EL U@1,0r0=meeple:road.E U@1,-1r0=meeple:road.E",
  "U_G@0,-2r1=meeple:road.N V@2,-1r1=meeple:field.NL V@2,-2r0=none T@-1,-1r3=meeple:field.EL",
  "R@-2,-1r0=meeple:city.N S@-3,-1r0=meeple:field.SL V@3,-2r2=meeple:road.N R_G@1,1r2=meeple:field.NL",
  "V@3,-3r3=meeple:field.ER R@2,1r0=meeple:city.N L@1,2r0=meeple:field.EL F@3,1r0=meeple:field.NL",
  "Q@4,1r0=meeple:field.SL U@3,0r0=meeple:road.E E@4,2r1=meeple:city.E O@4,0r2=none U@4,-1r1=none",
  "E_G@5,-1r0=meeple:city.N X@-1,1r0=meeple:field.SR P@-1,2r2=meeple:road.N I@6,-1r1=none J@6,0r1=none",
  "K@-2,2r2=none V@4,-2r0=none E@-2,3r0=none S@7,-1r0=none D@7,-2r2=meeple:city.S I_G@-3,3r0=none U@7,-3r0=none",
  "U@7,-4r0=none G@-3,4r0=none M@8,-1r0=none V@8,-3r0=none D@6,-3r0=none K@5,-3r2=none M_G@8,0r2=none W@-2,1r3=none",
  "P@8,-2r2=meeple:road.N C@9,-2r0=none H_G@5,-2r0=none W@6,1r3=none K@5,0r3=meeple:road.E B@-3,1r0=none",
  "W@7,1r0=none D@6,2r1=none E@5,2r3=none P@6,3r2=none N@7,3r0=meeple:city.N H@7,4r1=none E@10,-2r3=none",
  "V_G@5,3r3=none L@5,4r1=none B@10,-1r0=none J@11,-1r0=none N_G@10,0r2=none B@7,5r0=none V@12,-1r0=none",
  "W@4,4r0=none N@9,-3r2=none V@5,5r1=none J@4,5r3=none U@9,-4r0=none B@9,-5r0=none A@10,-5r0=none A@8,-5r0=none",
  "F@10,-6r0=none H@11,-5r0=none",
];
const COLOURS = { "star-wars": ["red", "white"], classic: ["black", "red", "green"] };

/**
 * A game of people at one device that ends with its next turn: Star Wars of two, or classic of three with fields. `over`:
 * it has ended.
 */
export function endOf(game, over = false) {
  const words = drawnApart(game === "classic" ? MEADOW : SPACE);
  const last = words.findLastIndex((word) => /^\w+@/.test(word));
  const names = ["Anna", "Ben", "Cara"];
  const seats = COLOURS[game].map((colour, index) => ({ kind: "person", colour, name: names[index] }));
  const options = game === "classic" ? ["fields"] : [];
  const rules = { game, set: game, options, seats, first: 1, clock: { kind: "none" }, grace: 0 };
  const setup = { ...rules, public: true, aids: true, hints: true, takebacks: true };
  const played = over ? words : words.slice(0, last);
  return { id: "end", setup, first: 1, words: played, draws: [], throws: [], at: 1, scores: null };
}
