/** The lessons of both games, after the examples of the rulebooks. A lesson is one turn: the position, the task and the
 * result. */

import { type Engine, type NewGame, newGameLine } from "../../../js/src/engine";
import type { GameName } from "../../../js/src/types";
import type learn from "../../messages/learn.en.json";
import type { Key } from "../words/words";

type NameOf<K> = K extends `learn.${infer Name}.task` ? Name : never;

/** The name of a lesson in the messages; each lesson has a title, a task, a hint and a closing text. */
export type LessonName = NameOf<keyof typeof learn>;

export interface Lesson {
  name: LessonName;
  newgame: NewGame;
  /** The words of the game up to the drawn tile, which the person lays. */
  words: string;
  /** The game ends with this turn. */
  last?: boolean;
  /** Matches the right turns. */
  right: RegExp;
  /** Wrong turns with a special hint; the first match counts. All other wrong turns get the hint of the lesson. */
  wrong?: readonly (readonly [RegExp, Key])[];
  /** The right turn that is shown as the solution. */
  solution: string;
  /** The dice of each throw. */
  dice?: readonly string[];
  /** The scores by side after any right turn. */
  scores: readonly number[];
}

const SPACE: NewGame = { game: "star-wars", colours: ["red", "white"], players: 2 };
const LAND: NewGame = { game: "classic", colours: ["red", "yellow"], players: 2 };

const STAR_WARS: readonly Lesson[] = [
  {
    name: "star-wars.tile",
    newgame: SPACE,
    words: "R2C",
    right: /@-?1,0r/,
    solution: "R2C@1,0r0=none",
    scores: [0, 0],
  },
  {
    name: "star-wars.merchant",
    newgame: SPACE,
    words: "R3",
    right: /^R3@(1,0r\d=\w+:route\.W|-1,0r\d=\w+:route\.E)$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "R3@1,0r0=small:route.W",
    scores: [0, 0],
  },
  {
    name: "star-wars.route",
    newgame: SPACE,
    words: "R3@1,0r0=small:route.E A1_RL@2,0r0=small:asteroids.N R3",
    right: /@2,1r/,
    solution: "R3@2,1r1=none",
    scores: [3, 0],
  },
  {
    name: "star-wars.field",
    newgame: SPACE,
    words: "A2_OPP_E@0,-1r1=small:asteroids.N R2S@1,0r0=none A1",
    right: /@0,-2r/,
    solution: "A1@0,-2r2=none",
    scores: [8, 0],
  },
  {
    name: "star-wars.conquer",
    newgame: { ...SPACE, first: 2 },
    words: "P0_B@0,1r0=none R2C",
    right: /:planet@0,1$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "R2C@1,1r3=small:planet@0,1",
    scores: [0, 0],
  },
  {
    name: "star-wars.planet",
    newgame: SPACE,
    words:
      "P0_R@0,1r0=small:planet A3@0,-1r2=none P1_E@1,0r1=none P1_B@-1,0r3=none A1@1,1r1=none " +
      "A1@-1,1r3=none A1@0,2r2=none A1@1,2r2=none A1",
    right: /@-1,2r/,
    solution: "A1@-1,2r2=none",
    scores: [11, 0],
  },
  {
    name: "star-wars.battle",
    newgame: SPACE,
    words:
      "P1_R@-1,0r3=small:route.E A1@0,1r2=none A1@1,1r2=none A1@2,1r2=none A1@-1,1r2=none R3@2,0r2=small:route.W R2S",
    right: /@1,0r/,
    solution: "R2S@1,0r0=none",
    dice: ["[1:5;2:2]"],
    scores: [4, 1],
  },
  {
    name: "star-wars.tie",
    newgame: SPACE,
    words: "R2S@1,0r0=none P0_R@0,1r0=large:planet R2C",
    right: /=small:planet@0,1$/,
    wrong: [
      [/=large:planet@0,1$/, "learn.star-wars.tie.large"],
      [/=none$/, "learn.meeple"],
    ],
    solution: "R2C@1,1r3=small:planet@0,1",
    dice: ["[1:5,1;2:5,3]", "[1:5,2;2:4,1]"],
    scores: [1, 3],
  },
  {
    name: "star-wars.loss",
    newgame: { ...SPACE, colours: ["red", "white", "black"], players: 3 },
    words:
      "P0_E@0,1r0=none R2S@1,0r0=none A1@0,2r2=large:asteroids.S A1@1,2r1=none R2C@-1,2r0=none " +
      "R2S@2,0r0=none A2_OPP_R@1,3r0=small:asteroids.E AR_E@-1,3r1=small:asteroids.E A1@2,3r3=none A3",
    right: /@0,3r/,
    solution: "A3@0,3r0=none",
    dice: ["[1:4,2;2:3;3:4,1]", "[1:2,5;3:6,3]"],
    scores: [3, 1, 13],
  },
  {
    name: "star-wars.final",
    newgame: SPACE,
    words:
      "R2S@1,0r0=small:route.E A2_OPP_B@0,-1r1=small:asteroids.N P0_B@0,1r0=none A2_ADJ@0,-2r2=none " +
      "R2S@-1,0r0=none A1@-1,-2r3=small:asteroids.W A1",
    last: true,
    right: /:planet@0,1$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "A1@1,1r1=small:planet@0,1",
    scores: [10, 6],
  },
];

const CLASSIC: readonly Lesson[] = [
  {
    name: "classic.tile",
    newgame: LAND,
    words: "V",
    right: /@-?1,0r/,
    solution: "V@1,0r0=none",
    scores: [0, 0],
  },
  {
    name: "classic.traveler",
    newgame: LAND,
    words: "W",
    right: /^W@(1,0r\d=meeple:road\.W|-1,0r\d=meeple:road\.E)$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "W@1,0r0=meeple:road.W",
    scores: [0, 0],
  },
  {
    name: "classic.road",
    newgame: LAND,
    words: "W@1,0r0=meeple:road.W E@1,-1r0=meeple:city.N W",
    right: /@-1,0r/,
    solution: "W@-1,0r0=none",
    scores: [3, 0],
  },
  {
    name: "classic.city",
    newgame: LAND,
    words: "F@0,-1r1=meeple:city.N U@1,0r0=none E",
    right: /@0,-2r/,
    solution: "E@0,-2r2=none",
    scores: [8, 0],
  },
  {
    name: "classic.monk",
    newgame: LAND,
    words: "B",
    right: /=meeple:monastery$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "B@0,1r0=meeple:monastery",
    scores: [0, 0],
  },
  {
    name: "classic.monastery",
    newgame: LAND,
    words:
      "B@0,1r0=meeple:monastery F@0,-1r1=none A@1,0r1=none A@-1,0r3=none E@1,1r1=none E@-1,1r3=none " +
      "E@0,2r2=none E@1,2r2=none B",
    right: /@-1,2r/,
    solution: "B@-1,2r0=none",
    scores: [9, 0],
  },
  {
    name: "classic.shared",
    newgame: LAND,
    words: "W@-1,0r0=meeple:road.E E@0,1r2=none E@1,1r2=none E@2,1r2=none E@-1,-1r0=none W@2,0r2=meeple:road.W U",
    right: /@1,0r/,
    solution: "U@1,0r0=none",
    scores: [4, 4],
  },
  {
    name: "classic.majority",
    newgame: LAND,
    words:
      "E@0,1r2=meeple:city.S B@-1,1r0=none B@1,1r0=none E@-1,2r1=meeple:city.E E@1,2r3=meeple:city.W U@1,0r0=none Q",
    right: /@0,2r/,
    solution: "Q@0,2r0=none",
    scores: [10, 0],
  },
  {
    name: "classic.abbot",
    newgame: { ...LAND, options: ["abbot"] },
    words: "B@0,1r0=abbot:monastery U@-1,0r0=none E",
    right: /@(-?1,1|0,2)r\d=return$/,
    wrong: [[/=return$/, "learn.classic.abbot.far"]],
    solution: "E@1,1r1=return",
    scores: [4, 0],
  },
  {
    name: "classic.river",
    newgame: { ...LAND, options: ["river"] },
    words: "RIV_DF@1,0r0=none RIV_G@2,0r0=none RIV_H",
    right: /=meeple:monastery$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "RIV_H@2,1r1=meeple:monastery",
    scores: [0, 0],
  },
  {
    name: "classic.source",
    newgame: { ...LAND, options: ["river=river-20"] },
    words: "R20_G@2,0r0=none R20_DF@-1,0r0=none R20_L",
    right: /=meeple:monastery$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "R20_L@2,1r1=meeple:monastery",
    scores: [0, 0],
  },
  {
    name: "classic.arrow",
    newgame: { ...LAND, options: ["arrows"] },
    words: "U@1,0r0=none B@0,1r0=none AE_1",
    right: /=meeple:monastery@0,1$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "AE_1@-1,0r0=meeple:monastery@0,1",
    scores: [0, 0],
  },
  {
    name: "classic.farmer",
    newgame: { ...LAND, options: ["fields"] },
    words: "K@1,0r0=none E@0,-1r2=meeple:city.S E@1,-1r2=none B@0,1r0=none U",
    last: true,
    right: /^U@([01],-2r0=\w+:field\.ER|(-1,0r0|2,-?[01]r1)=\w+:field\.NL|(-1,-1|1,1)r1=\w+:field\.NR)$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "U@-1,0r0=meeple:field.NL",
    scores: [6, 4],
  },
  {
    name: "classic.final",
    newgame: LAND,
    words: "U@1,0r0=meeple:road.W B@0,1r0=meeple:monastery U@-1,0r0=none E@1,1r1=none F",
    last: true,
    right: /^F@(0,-1r1=meeple:city\.N|2,1r0=meeple:city\.E)$/,
    wrong: [[/=none$/, "learn.meeple"]],
    solution: "F@0,-1r1=meeple:city.N",
    scores: [6, 5],
  },
];

/** The lessons of each game, in order. */
export const LESSONS: Record<GameName, readonly Lesson[]> = { "star-wars": STAR_WARS, classic: CLASSIC };

/** Sets the engine to the position in which the lesson's tile must be laid. */
export function beginLesson(engine: Engine, { newgame, words, last }: Lesson): void {
  engine.command(newGameLine(newgame));
  engine.position("startpos", words.split(" "));
  if (last) engine.position(withoutBag(engine));
}

/** The position line of the engine's game, with all undrawn tiles removed. */
function withoutBag(engine: Engine): string {
  const out = Object.entries(engine.state().bag).map(([id, count]) => `${id}*${count}`);
  return engine.command("state")[0].replace(" out=-", ` out=${out.join(";")}`);
}

/** The hint for a wrong turn; null if the turn is right. */
export function hintFor(lesson: Lesson, move: string): Key | null {
  if (lesson.right.test(move)) return null;
  const special = lesson.wrong?.find(([turns]) => turns.test(move));
  return special?.[1] ?? `learn.${lesson.name}.hint`;
}
