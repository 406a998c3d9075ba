// A client in Node that knows PROTOCOL.md and nothing else of ours: it plays the page's own conversation against a live server.
//
//     node stranger.mjs PROTOCOL.md ws://HOST:PORT/ws
//
// What the page says Ann sends is sent, with the ids that this server has told; every answer must be of the kind that the page
// shows. Dice fall differently, so the end is played as the page's last note says. Commits are folded (section 3), all dice are
// checked (section 6), and so are the page's test vectors.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const [path, url] = process.argv.slice(2);
const page = readFileSync(path, "utf8");
const between = (name) => page.split(`<!-- ${name} -->`)[1].split(`<!-- /${name} -->`)[0];

// Section 1: a socket of one JSON array a frame.

class Line {
  static async open() {
    const line = new Line();
    line.heard = [];
    line.socket = new WebSocket(url, ["hexwarden.v1.json"]);
    line.socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      line.heard.push(message);
      battle.take(message);
      line.wake?.();
    };
    await new Promise((open, fail) => {
      line.socket.onopen = open;
      line.socket.onerror = () => fail(new Error("no connection"));
    });
    assert.equal(line.socket.protocol, "hexwarden.v1.json");
    return line;
  }

  say(message) {
    this.socket.send(JSON.stringify(message));
  }

  async until(found) {
    for (;;) {
      const message = this.heard.find(found);
      if (message) return message;
      await new Promise((wake) => (this.wake = wake));
    }
  }
}

// Section 3: snapshot, commits, folding.

const battle = {
  version: 0,
  commits: [],
  promises: new Set(),
  take(message) {
    if (message[0] === "table") this.promises.add(message[9]);
    else if (message[0] === "snapshot") {
      [, , this.version, this.state, this.questions, , this.opening] = message;
    } else if (message[0] === "c" && message[1] === this.version + 1) this.fold(message);
  },
  fold([, version, events, gone, put, asked, again, , , pinned]) {
    const parent = (names) => names.slice(0, -1).reduce((node, name) => node?.[name], this.state);
    for (const path of gone) {
      const names = path.split("/");
      const node = parent(names);
      if (node) delete node[names.at(-1)];
    }
    for (const [path, value] of Object.entries(put)) {
      const names = path.split("/");
      parent(names)[names.at(-1)] = structuredClone(value);
    }
    const old = new Map(this.questions.map((question) => [question.at(-1), question]));
    const renewed = again.map(([was, id, to]) => [to, ...old.get(was).slice(1, -1), id]);
    this.questions = [...asked, ...renewed].sort((one, other) => one.at(-1) - other.at(-1));
    this.version = version;
    this.commits.push(events);
    if (pinned?.[0] === "close") this.seed = pinned[1];
  },
  asked: (seat) => battle.questions.find(([to]) => to.includes(seat)),
};

// The conversation: what is sent, and what comes until the next is sent.

const steps = [];
for (const [, way, text] of between("conversation").matchAll(/^([<>]) (.*)$/gm)) {
  const message = JSON.parse(text);
  if (way === ">") steps.push({ said: message, answers: [] });
  else steps.at(-1).answers.push(message);
}
assert.ok(steps.length > 15, "the page has a conversation");

const known = new Map(); // ids, tokens and codes of the page: what they are here
function learn(there, here) {
  if (Array.isArray(there)) there.forEach((each, at) => learn(each, here?.[at]));
  else if (typeof there === "string" && typeof here === "string" && there !== here) known.set(there, here);
}
const translated = (value) =>
  Array.isArray(value) ? value.map(translated) : typeof value === "string" && known.has(value) ? known.get(value) : value;

// Asked to end before it is through, it says where it stands.
process.on("SIGTERM", () => {
  console.error(JSON.stringify({ said: done.slice(-3), version: battle.version, shown, heard: line?.heard.slice(-6) }));
  process.exit(2);
});

const meant = new Map(); // the question that an intent of a number has answered
let line;
let shown = 0; // the version that the page has come to
const done = [];
for (const { said, answers } of steps) {
  const message = translated(said);
  const [tag, ref, number] = message;
  if (tag === "hello") {
    line?.socket.close();
    line = await Line.open();
  }
  if (tag === "intent") {
    if (battle.seed && !meant.has(number)) break; // won sooner than on the page
    message[3] = meant.get(number) ?? battle.asked("1").at(-1);
    if (!answers.some(([kind]) => kind === "no")) meant.set(number, message[3]);
  }
  line.say(message);
  done.push(tag);
  const wanted = answers.find(([kind, to]) => kind !== "c" && kind !== "snapshot" && to === ref);
  if (wanted) {
    // An intent that was on its way when the connection broke may have been lost: sent again, it counts now.
    const counts = (one) => tag === "intent" && wanted[0] === "taken" && one[0] === "c" && one[7] === number;
    const reply = await line.until((one) => (one[1] === ref && one[0] !== "c" && one[0] !== "snapshot") || counts(one));
    if (!counts(reply)) assert.equal(reply[0], wanted[0], `${JSON.stringify(message)} is answered as on the page`);
    if (reply[0] === "no") assert.equal(reply[2], wanted[2]);
    else learn(wanted, reply);
  }
  for (const [kind, version] of answers) if (kind === "c") shown = version;
  if (tag !== "watch" && tag !== "hello" && tag !== "join") await line.until(() => battle.seed || battle.version >= shown);
  if (answers.some(([kind]) => kind === "snapshot")) await line.until(([kind]) => kind === "snapshot");
  const news = answers.map(([kind]) => kind).filter((kind) => ["undo_asked", "said", "here"].includes(kind));
  for (const kind of news) await line.until((one) => one[0] === kind);
}

// "And on, until somebody has won."
let ref = 1000;
let highest = Math.max(...steps.filter(({ said }) => said[0] === "intent").map(({ said }) => said[2]));
while (!battle.seed) {
  const question = battle.asked("1");
  const before = battle.version;
  if (question) line.say(["intent", ++ref, ++highest, question.at(-1), [question[3][1].at(-1)[0]], "1"]);
  await line.until(() => battle.seed || battle.version > before);
}

// What was folded is what the server has.
const folded = structuredClone(battle.state);
line.say(["watch", ++ref, battle.opening[1], 0]);
await line.until(([kind, to]) => kind === "done" && to === ref);
const whole = await line.until(([kind, , version]) => kind === "snapshot" && version === battle.version);
assert.deepEqual(folded, whole[3]);

// Section 6: checking the dice.

const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
function number(key, ordinal, index, sides) {
  for (let block = 0; ; block += 1) {
    const digest = hmac(key, `${ordinal}:${index}:${block}`);
    for (let at = 0; at < 32; at += 4) {
      const value = digest.readUInt32BE(at);
      if (value < 2 ** 32 - (2 ** 32 % sides)) return value % sides;
    }
  }
}
const seed = Buffer.from(battle.seed, "hex");
const promise = createHash("sha256").update(seed).digest("hex");
assert.equal(battle.opening[10], promise);
assert.ok(battle.promises.has(promise), "the table had shown it before");
const key = hmac(seed, battle.opening[11].join("\n"));
let coming = 0;
let dice = 0;
for (const [tag, ordinal, , , sides, faces] of battle.commits.flat()) {
  if (tag !== "roll") continue;
  assert.equal(ordinal, coming);
  coming += 1;
  faces.forEach((face, index) => assert.equal(face, number(key, ordinal, index, sides)));
  dice += faces.length;
}

const vectors = between("vectors");
const sample = Buffer.from(/key is\n`(\w+)`/.exec(vectors)[1], "hex");
let checked = 0;
for (const [, ordinal, index, sides, wanted] of vectors.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/gm)) {
  assert.equal(number(sample, ordinal, index, Number(sides)), Number(wanted));
  checked += 1;
}
for (const [, ordinal, cards, place, wanted] of vectors.matchAll(/^\| (\d+) \| (`.*) \| (\d+) \| `(.*)` \|$/gm)) {
  const pile = [...cards.matchAll(/`(\S+)` (\d+)/g)].flatMap(([, name, count]) => Array(Number(count)).fill(name)).sort();
  assert.equal(number(sample, ordinal, 0, pile.length), Number(place));
  assert.equal(pile[Number(place)], wanted);
  checked += 1;
}

line.socket.close();
console.log(JSON.stringify({ said: done, commits: battle.version, dice, vectors: checked }));
