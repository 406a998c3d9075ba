/** The WebSocket: arrays out, arrays in, and a new connection after each loss, with back-off. */

const SUBPROTOCOL = "hexwarden.v1.json";
const FIRST = 250;
const MOST = 20_000;

export class Wire {
  /**
   * @param {{opened: () => void, received: (message: any[]) => void, lost: (retry: number) => void, outdated: () => void}} heard
   */
  constructor(heard) {
    this.heard = heard;
    this.wait = FIRST;
    this.socket = null;
    this.timer = 0;
    this.isEnded = false;
    addEventListener("online", () => this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, SUBPROTOCOL);
    this.socket = socket;
    let isOpened = false;
    socket.onopen = () => {
      isOpened = true;
      this.heard.opened();
    };
    socket.onmessage = (event) => this.heard.received(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.isEnded) return;
      this.retry();
      if (!isOpened) this.compare();
    };
  }

  /** A server that takes no connection may speak a newer protocol: its own page tells. */
  async compare() {
    try {
      const reply = await fetch(import.meta.url, { cache: "no-store" });
      if (!reply.ok || (await reply.text()).includes(`"${SUBPROTOCOL}"`) || this.isEnded) return;
      this.end();
      clearTimeout(this.timer);
      this.heard.outdated();
    } catch {
      // Nobody answers; it is no matter of versions.
    }
  }

  /** Send, if there is a connection. @param {any[]} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** The server has taken us in: the next loss begins with a short wait again. */
  welcomed() {
    this.wait = FIRST;
  }

  /** Close, and stay closed until `connect`. */
  end() {
    this.isEnded = true;
    this.socket?.close();
  }

  /** Give this connection up for a new one. */
  restart() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
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
    this.timer = setTimeout(() => this.connect(), wait);
    this.heard.lost(wait);
  }
}
