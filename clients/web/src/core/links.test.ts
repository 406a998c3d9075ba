import assert from "node:assert/strict";
import { test } from "node:test";

import { codeAt, codeOf, linkOf, viewIn, viewText } from "./links.ts";

test("a code is found in links of both forms, and alone", () => {
  for (const text of [
    "http://a:1/#join=t1.2.Ab-c_",
    "a/join/t1.2.Ab-c_",
    "https://a/join/t1.2.Ab-c_/",
    " t1.2.Ab-c_ ",
    "https://a/?lang=de#x=1&join=t1.2.Ab-c_",
  ])
    assert.equal(codeOf(text), "t1.2.Ab-c_", text);
  for (const text of ["", "https://a/", "#table=t1", "http://a/#join=<b>", "a/join/"])
    assert.equal(codeOf(text), "", text);
  assert.equal(codeOf(linkOf("https://a", "t1.s.x")), "t1.s.x");
  assert.equal(codeAt({ pathname: "/join/t1.s.x", hash: "" }), "t1.s.x");
  assert.equal(codeAt({ pathname: "/", hash: "#join=t1.s.x" }), "t1.s.x");
  assert.equal(codeAt({ pathname: "/", hash: "#table=t1" }), "");
  assert.equal(codeAt({ pathname: "/", hash: "" }), "");
});

test("a link to a moment carries what was seen of the map, and the whole map needs no words", () => {
  assert.equal(viewText({ x: 12.4, y: -7, zoom: 2 }), "&view=12,-7,2.00");
  assert.deepEqual(viewIn("12,-7,2.00"), { x: 12, y: -7, zoom: 2 });
  assert.equal(viewText({ x: 0, y: 0, zoom: 1 }), "");
  for (const broken of [null, "", "1,2", "a,b,c", "1,2,0"]) assert.equal(viewIn(broken), null);
});
