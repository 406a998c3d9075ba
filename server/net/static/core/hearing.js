/** What each message of the server changes in the session. */

import { keep } from "./keeping.js";
import * as read from "./messages.js";
import { T } from "../texts/en.js";

const PING_MS = 3000;
const ARROW_MS = 7000;
/** After these good-byes there is no coming back without a new page. */
const FINAL = new Set(["replaced", "removed", "protocol"]);

/** By the tag of the message. @type {Record<string, (session: import("./session.js").Session, message: any) => void>} */
export const HANDLERS = {
  welcome(session, message) {
    const [, , player, name, token = "", table = ""] = message;
    session.player = player;
    session.name = name;
    session.lastTable = table;
    if (token) keep("token", token);
    session.wire.welcomed();
    session.settle(message);
    session.keepPulse();
  },
  no: (session, message) => session.takeRefusal(message),
  taken(session, message) {
    for (const [key, each] of session.pending) {
      if (each.ref !== message[1]) continue;
      session.pending.delete(key);
      session.heard.answered(each.question);
    }
  },
  table: (session, message) => session.takeTable(read.table(message)),
  here(session, [, table, here, spectators]) {
    if (session.table?.id === table) session.table = { ...session.table, here, spectators };
  },
  snapshot: (session, message) => session.takeSnapshot(read.snapshot(message)),
  c: (session, message) => session.takeCommit(read.commit(message), message),
  time(session, [, , seat, clock, ms]) {
    if (ms < 0) delete session.clocks[seat];
    else {
      const known = session.clocks[seat];
      const whole = known?.clock === clock ? Math.max(known.whole, ms) : ms;
      session.clocks[seat] = { clock, whole, until: Date.now() + ms };
    }
  },
  driving(session, [, , seat, bot, why]) {
    session.driven = { ...session.driven, [seat]: bot };
    session.chat.push({ name: "", text: why });
  },
  standing(session, [, , seat, on]) {
    session.standing = { ...session.standing, [seat]: on };
  },
  said(session, [, , player, name, text]) {
    session.chat.push({ player, name, text });
  },
  pinged(session, message) {
    const [, , player, key, to = ""] = message;
    const ping = { player, key, to };
    session.pings = session.pings.filter((each) => !to || !each.to || each.player !== player);
    session.pings.push(ping);
    setTimeout(() => {
      session.pings = session.pings.filter((each) => each !== ping);
      session.heard.changed();
    }, to ? ARROW_MS : PING_MS);
  },
  undo_asked(session, [, battle, version, by, waiting, verdict = ""]) {
    session.ballot = verdict ? null : { battle, version, by, waiting };
    if (verdict) session.notice = { text: T.undoDone(verdict), rule: "", at: Date.now() };
  },
  paused(session, [, , text]) {
    session.paused = text;
  },
  resumed(session) {
    session.paused = "";
    for (const key of session.pending.keys()) session.sendPending(key);
  },
  notice(session, [, text]) {
    session.posted = text;
    if (text && session.table) session.notice = { text, rule: "", at: Date.now() };
  },
  bye(session, [, code, text]) {
    session.farewell = text;
    if (FINAL.has(code)) session.endFor(text);
  },
};
