/**
 * The WebSocket: arrays out, arrays in, and a new connection after each loss, with back-off. A server
 * that falls silent counts as lost, and so does a connection that does not open in time: behind
 * one address there may be several servers, one of which stands still.
 */

import { DEFLATED, SUBPROTOCOL } from "../protocol.ts";
import type { Reply, Request } from "../protocol.ts";
import { Inflating } from "./deflated.ts";
import { Vigil } from "./vigil.ts";

const FIRST = 250;
const MOST = 20_000;
const FIRST_WITHIN = 2500;
const LEAST_WITHIN = 600;
const OPENED_WITHIN = 10_000;
const SLOWER = 4; // a socket that takes so many times as long as the last one to open will hardly open
const GREETED_WITHIN = 15_000;
const OFFERED = "DecompressionStream" in globalThis ? [DEFLATED, SUBPROTOCOL] : [SUBPROTOCOL];

/** What hears of the connection. */
export type WireHeard = {
  opened: () => void;
  received: (message: Reply) => void;
  lost: (retry: number) => void;
  outdated: () => void;
};

export class Wire {
  heard: WireHeard;
  wait = FIRST;
  within = FIRST_WITHIN;
  socket: WebSocket | null = null;
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  vigil: Vigil;
  isEnded = false;

  constructor(heard: WireHeard) {
    this.heard = heard;
    this.vigil = new Vigil(() => this.retreat());
    addEventListener("online", () => this.hurry());
  }

  connect(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, OFFERED);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    let isOpened = false;
    const begun = performance.now();
    this.timer = setTimeout(() => this.hurryOn(), this.within);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      isOpened = true;
      this.opened(performance.now() - begun);
    };
    const inflating = new Inflating(
      (text) => this.socket === socket && this.take(JSON.parse(text) as Reply),
      () => this.socket === socket && this.retreat(),
    );
    socket.onmessage = (event) => {
      if (this.socket === socket) inflating.take(event.data as string | ArrayBuffer);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.vigil.end();
      if (this.isEnded) return;
      this.retry();
      if (!isOpened) void this.compare();
    };
  }

  /** It has opened, within so many milliseconds. */
  opened(took: number) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.retreat(), GREETED_WITHIN);
    this.within = Math.min(OPENED_WITHIN, Math.max(LEAST_WITHIN, SLOWER * took));
    this.heard.opened();
  }

  take(message: Reply) {
    this.vigil.heard();
    if (message[0] === "alive") this.vigil.alive();
    else this.heard.received(message);
  }

  /** It does not open: try another one at once, with more time. */
  hurryOn() {
    this.within = Math.min(OPENED_WITHIN, 1.5 * this.within);
    this.abandon(() => this.connect());
  }

  /** Leave a connection to itself, which may take long to close. */
  abandon(then: () => void) {
    const old = this.socket;
    this.socket = null;
    this.vigil.end();
    old?.close();
    then();
  }

  /** A server that takes no connection may speak a newer protocol: the page that it gives now tells. */
  async compare() {
    try {
      const reply = await fetch("/", { cache: "no-store" });
      if (!reply.ok || (await reply.text()).includes(`"${SUBPROTOCOL}"`) || this.isEnded) return;
      this.end();
      clearTimeout(this.timer);
      this.heard.outdated();
    } catch {
      // Nobody answers; it is no matter of versions.
    }
  }

  /** Send, if there is a connection. */
  send(message: Request): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const text = JSON.stringify(message);
    this.socket.send(this.socket.protocol === DEFLATED ? new TextEncoder().encode(text) : text);
  }

  /** The server has taken us in: the next loss begins with a short wait again. */
  welcomed() {
    this.wait = FIRST;
    clearTimeout(this.timer);
    this.vigil.begin();
  }

  /** Close, and stay closed until `connect`. */
  end() {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.vigil.end();
    this.socket?.close();
  }

  /** Give this connection up for a new one, a little later. */
  retreat() {
    this.abandon(() => this.retry());
  }

  /** Give this connection up for a new one. */
  restart() {
    this.abandon(() => this.connect());
  }

  /** Try now instead of at the end of a wait. */
  hurry() {
    if (this.socket || this.isEnded) return;
    this.wait = FIRST;
    this.connect();
  }

  retry() {
    const wait = this.wait * (0.5 + Math.random() / 2);
    this.wait = Math.min(MOST, this.wait * 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
    this.heard.lost(wait);
  }
}
