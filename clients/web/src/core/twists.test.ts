import assert from "node:assert/strict";
import test from "node:test";

import { twistsAhead, twistsNow } from "./twists.ts";

const words = { twists: { gate: "Each enemy has -1 movement.", expert: "Each enemy has +1 combat." } };
const settings = (more: object) => ({ settings: more }) as unknown as Parameters<typeof twistsNow>[0];

test("a battle has the twists that its world asks for, and tells them in words", () => {
  const battle = settings({ difficulty: "expert", world: { expert: "twist", gate: "2", province: "BM" } });
  assert.deepEqual(twistsNow(battle, words), [{ name: "expert", text: words.twists.expert }]);
  assert.deepEqual(twistsNow(battle, {}), []);
});

test("before a battle those are known that were laid, and that of the difficulty", () => {
  const session = (difficulty: string, twists: string[]) =>
    ({ ...settings({ difficulty, world: {} }), twists }) as unknown as Parameters<typeof twistsAhead>[0];
  assert.deepEqual(twistsAhead(session("adept", []), words), []);
  assert.deepEqual(
    twistsAhead(session("adept", ["gate"]), words).map(({ name }) => name),
    ["gate"],
  );
  assert.deepEqual(
    twistsAhead(session("expert", []), words).map(({ name }) => name),
    ["expert"],
  );
});
