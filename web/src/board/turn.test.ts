import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionsOf, type Placement, placesOf, Turn } from "./turn";

const legal = ["place 0,-1r1", "place 0,-1r3", "place 1,0r0", "place 1,0r2", "place 5,5r3"];
const decide = ({ rotation }: Placement) => ["none", `small:route.${"NESW"[rotation]}`, "large:planet@2,2"];

test("placements are rotations by cell", () => {
  assert.deepEqual(
    [...placesOf(legal)],
    [
      ["0,-1", [1, 3]],
      ["1,0", [0, 2]],
      ["5,5", [3]],
    ],
  );
  assert.deepEqual(placesOf(["meeple none"]).size, 0);
});

test("decisions are words of a move", () => {
  assert.deepEqual(decisionsOf(["meeple none", "meeple small:planet@2,2"]), ["none", "small:planet@2,2"]);
});

test("that the abbot is called back is offered last", () => {
  const lines = ["meeple none", "meeple return", "meeple meeple:road.N", "meeple abbot:garden"];
  assert.deepEqual(decisionsOf(lines), ["none", "meeple:road.N", "abbot:garden", "return"]);
});

test("the first rotation shown at a cell fits", () => {
  const turn = new Turn("A3", legal, decide);
  assert.equal(turn.move, null);
  assert.ok(turn.choose({ x: 0, y: -1 }));
  assert.equal(turn.move, "A3@0,-1r1=none");
  assert.ok(turn.choose({ x: 5, y: 5 }));
  assert.equal(turn.move, "A3@5,5r3=none");
  assert.ok(!turn.choose({ x: 9, y: 9 }), "not a legal cell");
  assert.equal(turn.move, "A3@5,5r3=none");
});

test("a rotation is kept from the hand and from cell to cell where it fits", () => {
  const turn = new Turn("A3", legal, decide);
  assert.ok(turn.rotate(1));
  assert.ok(turn.rotate(1));
  assert.equal(turn.rotation, 2);
  turn.choose({ x: 1, y: 0 });
  assert.equal(turn.rotation, 2);
  turn.choose({ x: 0, y: -1 });
  assert.equal(turn.rotation, 3);
});

test("rotating goes through the legal rotations only, both ways", () => {
  const turn = new Turn("A3", legal, decide);
  turn.choose({ x: 0, y: -1 });
  assert.ok(turn.rotate(1));
  assert.equal(turn.rotation, 3);
  assert.ok(turn.rotate(1));
  assert.equal(turn.rotation, 1);
  assert.ok(turn.rotate(-1));
  assert.equal(turn.rotation, 3);
  turn.choose({ x: 5, y: 5 });
  assert.ok(!turn.rotate(1), "there is one rotation only");
});

test("a decision is kept through a rotation as long as it is legal", () => {
  const turn = new Turn("A3", legal, decide);
  turn.choose({ x: 0, y: -1 });
  assert.ok(!turn.put("small:route.N"), "not legal in this rotation");
  assert.ok(turn.put("large:planet@2,2"));
  turn.rotate(1);
  assert.equal(turn.move, "A3@0,-1r3=large:planet@2,2");
  turn.put("small:route.W");
  turn.rotate(1);
  assert.equal(turn.decision, null);
});

test("where no meeple can be set the tile alone is left to be confirmed", () => {
  const bare = new Turn("A3", legal, ({ rotation }) => (rotation === 0 ? ["none"] : ["none", "small:route.N"]));
  assert.ok(!bare.settled, "no tile lies yet");
  bare.choose({ x: 1, y: 0 });
  assert.ok(bare.settled);
  assert.equal(bare.move, "A3@1,0r0=none");
  bare.rotate(1);
  assert.ok(!bare.settled, "turned so, it has a place for a meeple");
  bare.rotate(1);
  assert.ok(bare.back());
  assert.equal(bare.placement, null);
});

test("back takes the decision, then the placement, then nothing", () => {
  const turn = new Turn("A3", legal, decide);
  turn.choose({ x: 1, y: 0 });
  turn.put("none");
  assert.ok(turn.back());
  assert.equal(turn.decision, null);
  assert.ok(turn.back());
  assert.equal(turn.placement, null);
  assert.deepEqual(turn.decisions, []);
  assert.ok(!turn.back());
});
