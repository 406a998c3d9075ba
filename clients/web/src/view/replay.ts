/** The replay's bar: a timeline of rounds and turns, steps, speed, verification, links, download. */

import type { Check } from "../core/player.ts";
import type { App } from "../app.ts";
import { battleLink } from "../core/address.ts";
import { viewText } from "../core/links.ts";
import { isNative } from "../core/sha256.ts";
import { T } from "../texts/en.ts";
import { OVERLAND } from "../texts/overland.ts";
import { isSession } from "../core/overland.ts";
import type { StepKind } from "../core/film.ts";
import type { Player } from "../core/player.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
/** Milliseconds in which a link is copied, or shown to be copied by hand. */
const COPYING = 1000;
const KINDS = ["event", "action", "turn", "round"] as const;

export function replayBar(app: App, player: Player) {
  const { film, moment } = player;
  const isOn = player.isPlaying || player.isWaiting;
  const kind = app.ui.stepKind ?? "action";
  const step = (by: 1 | -1) => () => player.step(kind, by);
  return h(
    "div",
    { class: "replay", key: "replay", role: "group", "aria-label": T.replay },
    timeline(player),
    h(
      "div",
      { class: "replay-row" },
      h(
        "span",
        { class: "steps" },
        h("button", { "aria-label": T.back, title: T.back, onclick: step(-1) }, "◀"),
        h(
          "button",
          {
            id: "play",
            class: "primary",
            "aria-label": isOn ? T.pause : T.play,
            onclick: () => (isOn ? player.pause() : player.play(app.ui.speed ?? 1)),
          },
          isOn ? "❚❚" : "▶",
        ),
        h("button", { "aria-label": T.forward, title: T.forward, onclick: step(1) }, "▶|"),
        h(
          "select",
          {
            id: "step-kind",
            "aria-label": T.stepBy,
            value: kind,
            onchange: (event) => app.set({ stepKind: event.target.value as StepKind }),
          },
          KINDS.map((each) => h("option", { key: each, value: each }, T.steps[each])),
        ),
      ),
      h("output", null, T.versionOf(moment.version, film.last), player.isWaiting && ` ${T.caughtUp}`),
      h(
        "label",
        { class: "speed" },
        h("span", { class: "unseen" }, T.speed),
        h(
          "select",
          {
            id: "speed",
            value: String(app.ui.speed ?? 1),
            onchange: (event) => setSpeed(app, player, Number(event.target.value)),
          },
          SPEEDS.map((each) => h("option", { key: each, value: String(each) }, `${each}×`)),
        ),
      ),
      h("button", { class: "quiet", onclick: () => copyLink(app, player) }, app.ui.linkCopied ? T.copied : T.linkHere),
      h("button", { class: "quiet", id: "download", onclick: () => download(app, player) }, T.download),
      film.finished && h("button", { id: "verify", onclick: () => verify(app, player) }, icon("shield"), T.verify),
      backTo(app, player),
      leave(app, player),
    ),
    checked(player),
  );
}

/** Out of the recording: to the session that goes on meanwhile, if it is no recording of that one, else to where one was. */
function leave(app: App, { film }: Player) {
  const { table, battle } = app.session;
  const isElsewhere = Boolean(table && battle && isSession(battle.state) && battle.battle !== film.id);
  const toSession = isElsewhere && !app.ui.backTo && !app.parting.battle;
  return h(
    "button",
    {
      class: `leave ${toSession ? "gold" : "quiet"}`,
      id: toSession ? "back-to-session" : null,
      onclick: () => app.leaveReplay(),
    },
    toSession ? OVERLAND.back : film.finished ? T.live : T.toLive,
  );
}

/** From a battle's recording back to the recording of its session that it was opened from. */
function backTo(app: App, { film }: Player) {
  const { backTo: from } = app.ui;
  if (!from || from.journal === film.id) return false;
  const back = () => {
    app.ui.backTo = null;
    void app.openReplay(from.journal, from.at);
  };
  return h("button", { class: "gold", id: "back-to-recording", onclick: back }, OVERLAND.backToRecording);
}

function timeline(player: Player) {
  const { film, moment } = player;
  const at = (version: number) => `left: ${((100 * (version - 1)) / Math.max(1, film.last - 1)).toFixed(2)}%`;
  const rounds = film.marks.filter((mark) => mark.tag === "round" || mark.tag === "day");
  const turns = film.marks.filter((mark) => mark.tag === "turn" || mark.tag === "call");
  return h(
    "div",
    { class: "timeline", key: "timeline" },
    h(
      "div",
      { class: "ticks", "aria-hidden": "true" },
      turns.map((mark) =>
        h("i", {
          key: `${mark.version}.${mark.event}`,
          class: mark.tag === "call" || /^a/.test(String(mark.first)) ? "turn own" : "turn",
          style: at(mark.version),
        }),
      ),
    ),
    h(
      "div",
      { class: "rounds" },
      rounds.map((mark, number: number) =>
        h(
          "button",
          {
            key: `${mark.version}.${mark.event}`,
            style: at(mark.version),
            class: film.place(moment).round === mark.first ? "now" : "",
            "aria-label": mark.tag === "day" ? OVERLAND.day(Number(mark.first)) : T.round(Number(mark.first)),
            onclick: () => player.seek(mark),
          },
          mark.tag === "round" && Number(mark.first) > 5 ? T.late : (mark.first ?? number),
        ),
      ),
    ),
    h("input", {
      type: "range",
      id: "scrub",
      min: 1,
      max: film.last,
      value: moment.version,
      "aria-label": T.position,
      oninput: (event) => player.seekVersion(Number(event.target.value)),
    }),
  );
}

function setSpeed(app: App, player: Player, speed: number) {
  app.set({ speed });
  player.speed = speed;
  if (player.isPlaying) app.stage.speed = speed;
}

async function copyLink(app: App, player: Player) {
  const { version, event } = player.moment;
  const seen = app.ui.camera ? viewText(app.ui.camera) : "";
  const { id } = player.film;
  const link = battleLink(location.origin, id, `at=${version}.${event}${seen}${app.keys.tail(id)}`);
  try {
    // A browser that asks whether it may, and is not answered, says nothing at all.
    await Promise.race([navigator.clipboard.writeText(link), refusedAfter(COPYING)]);
    app.set({ linkCopied: true });
    app.announce(T.linkCopied);
    setTimeout(() => app.set({ linkCopied: false }), 2000);
  } catch {
    app.session.say(T.linkToCopy(link));
    app.render();
  }
}

const refusedAfter = (ms: number) => new Promise<never>((_, refuse) => setTimeout(refuse, ms));

/** Save the file as it is now. A plain link would not carry the key. */
async function download(app: App, player: Player) {
  const { film } = player;
  try {
    const address = URL.createObjectURL(new Blob([await app.keys.file(film.id)]));
    Object.assign(document.createElement("a"), { href: address, download: `${film.id}.hwr` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (fault) {
    app.session.refused(fault);
  }
}

async function verify(app: App, player: Player) {
  const show = (check: Check) => {
    player.check = check;
    app.renderLater();
  };
  show({ share: 0 });
  try {
    show({
      result: await (await import("../core/dice_check.ts")).checkDice(player.film.raw, (share) => show({ share })),
    });
  } catch (fault) {
    show({ fault: fault instanceof Error ? fault.message : String(fault) });
  }
}

/** What the check of the dice has found. */
function checked({ check }: Player) {
  if (!check) return false;
  if (check.fault)
    return h(
      "p",
      { class: "checked bad", key: "checked", role: "status" },
      h("strong", null, T.notVerified),
      " ",
      check.fault,
    );
  if (!check.result)
    return h(
      "p",
      { class: "checked", key: "checked", role: "status" },
      T.checking(Math.round(100 * (check.share ?? 0))),
    );
  const { dice, commits, commitment, seed } = check.result;
  return h(
    "p",
    { class: "checked good", key: "checked", role: "status" },
    h("strong", null, T.verified),
    " ",
    T.verifiedDice(dice, commits),
    " ",
    h(
      "small",
      null,
      T.commitment(commitment.slice(0, 12), seed.slice(0, 12)),
      " ",
      isNative() ? T.byWebCrypto : T.byOwnHash,
    ),
  );
}
