/** What each message of the server changes in the session. */

import { NO_TABLE } from "../protocol.ts";
import type { Reply } from "../protocol.ts";
import { T } from "../texts/en.ts";
import type { ReplyOf } from "./asking.ts";
import { never } from "./events.ts";
import { keep } from "./keeping.ts";
import * as read from "./messages.ts";
import { isSession } from "./overland.ts";
import type { Session } from "./session.ts";
import { NOTHING } from "./state.ts";
import type { Ping } from "./session_parts.ts";

const PING_MS = 3000;
const ARROW_MS = 7000;
/** A party's way is thought over longer than a blow; it is out of date once the party has moved. */
const PROPOSAL_MS = 600_000;
/** After these good-byes there is no coming back without a new page. */
const FINAL: ReadonlySet<string> = new Set<ReplyOf<"bye">[1]>(["replaced", "removed", "protocol"]);

/** Take a message in. */
export function hear(session: Session, message: Reply): void {
  switch (message[0]) {
    case "welcome":
      return welcome(session, message);
    case "no":
      return session.takeRefusal(message);
    case "taken":
      return taken(session, message);
    case "done":
    case "tables":
    case "battles":
    case "ladder":
    case "encounters":
    case "joined":
    case "invited":
    case "invitation":
    case "shared":
    case "started":
    case "previewed":
      return session.settle(message[1], message);
    case "table":
      return session.takeTable(read.table(message));
    case "here":
      return here(session, message);
    case "snapshot":
      return session.takeSnapshot(read.snapshot(message));
    case "c":
      settled(session, message[11]);
      return session.takeCommit(read.commit(message), message);
    case "time":
      return time(session, message);
    case "clocks":
      session.sides = { left: message[2], running: message[3] ?? [], at: Date.now() };
      return;
    case "driving":
      return driving(session, message);
    case "standing":
      session.standing = { ...session.standing, [message[2]]: message[3] };
      session.wishes = { ...session.wishes, [message[2]]: message[4] ?? {} };
      return;
    case "said":
      session.chat.push({ player: message[2], name: message[3], text: message[4] });
      return;
    case "pinged":
      return pinged(session, message);
    case "undo_asked":
      return undoAsked(session, message);
    case "paused":
      session.paused = message[2];
      return;
    case "resumed":
      session.paused = "";
      for (const key of session.pending.keys()) session.sendPending(key);
      return;
    case "notice":
      session.posted = message[1];
      if (message[1] && session.table) session.say(message[1]);
      return;
    case "alive": // the connection has noted it
    case "playing": // of a replay that the server plays; this page plays files itself
      return;
    case "bye":
      session.farewell = message[2];
      if (FINAL.has(message[1])) session.endFor(message[2]);
      return;
    default:
      never(message);
  }
}

function welcome(session: Session, message: ReplyOf<"welcome">) {
  const [, ref, player, name, token = "", table = NO_TABLE] = message;
  session.player = player;
  session.name = name;
  session.lastTable = table;
  if (token) keep("token", token);
  session.wire.welcomed();
  session.settle(ref, message);
  session.keepPulse();
}

function taken(session: Session, [, ref]: ReplyOf<"taken">) {
  for (const [key, each] of session.pending) {
    if (each.ref !== ref) continue;
    session.pending.delete(key);
    session.heard.answered(each.question);
  }
}

function here(session: Session, [, table, present, spectators]: ReplyOf<"here">) {
  if (session.table?.id === table) session.table = { ...session.table, here: present, spectators };
}

function time(session: Session, [, , seat, clock, ms]: ReplyOf<"time">) {
  if (ms < 0) {
    delete session.clocks[seat];
    return;
  }
  const known = session.clocks[seat];
  const whole = known?.clock === clock ? Math.max(known.whole, ms) : ms;
  session.clocks[seat] = { clock, whole, until: Date.now() + ms };
}

/** Go on from what a commit says that is left on the sides' clocks; whoever watches with a delay hears no more. */
function settled(session: Session, left: ReplyOf<"c">[11]) {
  if (left && Object.keys(left).length) session.sides = { running: [], ...session.sides, left, at: Date.now() };
}

function driving(session: Session, [, , seat, bot, why]: ReplyOf<"driving">) {
  session.driven = { ...session.driven, [seat]: bot };
  session.chat.push({ name: "", text: why });
}

function pinged(session: Session, [, , player, key, to = ""]: ReplyOf<"pinged">) {
  const ping: Ping = { player, key, to };
  session.pings = session.pings.filter((each) => !to || !each.to || each.player !== player);
  session.pings.push(ping);
  setTimeout(
    () => {
      session.pings = session.pings.filter((each) => each !== ping);
      session.heard.changed();
    },
    to ? (isSession(session.battle?.state ?? NOTHING) ? PROPOSAL_MS : ARROW_MS) : PING_MS,
  );
}

function undoAsked(session: Session, [, battle, version, by, waiting, verdict = ""]: ReplyOf<"undo_asked">) {
  session.ballot = verdict ? null : { battle, version, by, waiting };
  if (verdict) session.say(T.undoDone(verdict));
}
