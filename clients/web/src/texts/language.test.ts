import assert from "node:assert/strict";
import { test } from "node:test";

import { asked, options } from "../core/testing.ts";
import type { Need } from "../core/messages.ts";
import type { Shape } from "../protocol.ts";
import { catalogueIn, use } from "./language.ts";

test("another language tells why options of a plan do not go together", () => {
  const plan: Shape = [
    "plan",
    [["dice", options("die:d1", "die:d2"), 0, 2]],
    [[["die:d1", "die:d2"], 1, "Stamina allows 1."]],
    [["die:d1", ["form:light"], "Needs another form."]],
  ];
  use({ LIMITS: { die: "Höchstens {high}." }, NEEDS: { "why/die": ({ others }: Need) => `Nur mit ${others[0]}.` } });
  const { shape } = asked(plan);
  use({ LIMITS: {}, NEEDS: {} });
  assert.equal(shape.limits[0]?.text, "Höchstens 1.");
  assert.equal(shape.needs[0]?.text, "Nur mit form:light.");
  assert.equal(asked(plan).shape.limits[0]?.text, "Stamina allows 1.");
});

test("a part of the catalogue gets the words of its own kinds alone", () => {
  const nord = { name: "Nord", text: "From the north." };
  use({ CATALOGUE: { races: { nord: { name: "Nordling" } } } });
  const rules = catalogueIn({ rules: {} });
  const races = catalogueIn({ races: { nord } } as never);
  use({ CATALOGUE: {} });
  assert.deepEqual(rules, { rules: {} }, "what comes later must not replace what has come");
  assert.deepEqual(races.races?.["nord"], { name: "Nordling", text: "From the north." });
});
