import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOf } from "./routes";

function parts(hash: string): unknown[] {
  const { name, id, query, before } = routeOf(hash, "#/lobby");
  return [name, id, query.toString(), before];
}

test("an address is taken apart, whatever is in it", () => {
  assert.deepEqual(parts(""), ["", "", "", "#/lobby"]);
  assert.deepEqual(parts("#/t/abc?recover=w"), ["t", "abc", "recover=w", "#/lobby"]);
  assert.deepEqual(parts("#/rules/CL%2D10"), ["rules", "CL-10", "", "#/lobby"]);
  assert.deepEqual(parts("#/t/abc%"), ["t", "abc%", "", "#/lobby"]);
});
