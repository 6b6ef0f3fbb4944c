import assert from "node:assert/strict";
import { test } from "node:test";
import { OPTIONS } from "../../../js/src/options";
import de from "../../messages/setup.de.json";
import en from "../../messages/setup.en.json";
import it from "../../messages/setup.it.json";
import {
  coloursOf,
  forfeits,
  GAMES,
  isChampionship,
  missingIn,
  setupLine,
  usualSetup,
  withChampionship,
  withGame,
  withOption,
  withoutSeat,
  withRated,
  withSeat,
  withSeatChanged,
  withWholeBox,
} from "./setup";

test("seats are two to five, each in a colour of its own", () => {
  for (const game of GAMES) {
    const full = [1, 2, 3, 4].reduce((setup) => withSeat(setup, "computer"), usualSetup(game));
    assert.deepEqual(
      full.seats.map((seat) => seat.colour),
      coloursOf(game),
    );
    const few = [1, 2, 3, 4].reduce((setup) => withoutSeat(setup, 0), full);
    assert.equal(few.seats.length, 2);
  }
});

test("who had the colour that a seat takes gets that of the seat", () => {
  const setup = withSeatChanged(usualSetup("classic"), 0, { colour: "red" });
  assert.deepEqual(
    setup.seats.map((seat) => seat.colour),
    ["red", "black"],
  );
});

test("the team game brings its four seats, factions opposite each other", () => {
  const setup = withOption(usualSetup("star-wars"), "teams", "on");
  assert.deepEqual(
    setup.seats.map((seat) => seat.colour),
    ["red", "black", "green", "white"],
  );
  assert.equal(setup.seats[0].kind, "person");
  assert.equal(withOption(setup, "teams", "off").options.length, 0);
});

test("who begins is drawn when the chosen seat has gone", () => {
  const setup = { ...withSeat(usualSetup("classic"), "open"), first: 3 };
  assert.equal(withoutSeat(setup, 0).first, 0);
});

test("the words for the engine", () => {
  const setup = withOption(usualSetup("classic"), "river", "river-1");
  assert.equal(
    setupLine(setup, 2),
    "newgame game=classic set=classic players=2 colours=black,red first=2 fields=on river=on",
  );
});

test("another game keeps what was chosen, seats in colours that it has, and says what it does not have", () => {
  const clock = { kind: "days", days: 3 } as const;
  const days = { ...usualSetup("star-wars", "server"), clock, hints: false, public: false, first: 2 };
  const teams = withOption(days, "teams", "on");
  const river = withGame(teams, "classic", ["fields", "river"]);
  assert.deepEqual(
    [river.clock, river.hints, river.public, river.first, river.set, river.options],
    [clock, false, false, 2, "classic", ["fields", "river"]],
  );
  assert.deepEqual(
    river.seats.map(({ kind, colour }) => [kind, colour]),
    [
      ["person", "red"],
      ["open", "black"],
      ["computer", "green"],
      ["computer", "blue"],
    ],
  );
  assert.deepEqual(missingIn("classic", teams), { options: ["teams"], colours: ["white"] });
  assert.deepEqual(missingIn("star-wars", river), { options: ["river"], colours: ["blue"] });
  assert.deepEqual(withGame(river, "star-wars", ["teams"]), teams);
  assert.deepEqual(withGame(withoutSeat(river, 3), "star-wars", ["teams"]).options, []);
});

test("a championship is for two, without help, and stays one", () => {
  const three = withSeat(usualSetup("star-wars", "server"), "open");
  const set = withChampionship({ ...three, casual: true }, true);
  assert.ok(isChampionship(set) && !isChampionship(three));
  assert.deepEqual([set.seats.length, set.aids, set.hints, set.takebacks, set.casual], [2, false, false, false, false]);
  assert.deepEqual(set.clock, { kind: "game", seconds: 900, increment: 0, loses: true });
  assert.deepEqual(withSeat(set, "open"), set);
  assert.equal(withSeat(withChampionship(set, false), "open").seats.length, 3);
});

test("a rated table has a clock and no help, as a championship, too", () => {
  const usual = { ...usualSetup("classic", "server"), first: 2, casual: true };
  const rated = withRated(usual, true);
  assert.deepEqual([rated.rated, rated.first, rated.aids, rated.hints, rated.casual], [true, 0, false, false, false]);
  assert.deepEqual([rated.clock.kind, rated.takebacks], ["game", true]);
  assert.deepEqual(withRated({ ...usual, clock: { kind: "days", days: 3 } }, true).clock, { kind: "days", days: 3 });
  const both = withChampionship(rated, true);
  assert.ok(isChampionship(both) && both.rated);
  const back = withChampionship(both, false);
  assert.deepEqual([back.rated, back.aids, back.clock.kind, isChampionship(back)], [true, false, "game", false]);
  assert.deepEqual([forfeits(usual), forfeits(rated), forfeits(withRated(rated, false))], [false, true, false]);
});

test("the whole box is every classic option but the older rule, with the river of 17 tiles", () => {
  const { options } = withWholeBox(withOption(usualSetup("classic"), "river", "river-1"));
  assert.deepEqual(options, ["fields", "abbot", "river=river-20", "arrows"]);
});

for (const words of [en, de, it])
  test(`what an option does is one short sentence: ${words["setup.clock"]}`, () => {
    const texts = Object.entries(words).filter(([key]) => /^setup\.option\.\w+\.text$/.test(key));
    assert.equal(texts.length, OPTIONS.length);
    for (const [key, text] of texts) {
      assert.match(String(text), /^[^.]+\.$/, key);
      assert.ok(String(text).length <= 110, `${key}: ${String(text).length} characters`);
    }
  });
