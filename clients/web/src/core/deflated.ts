/** Commits that come deflated with the commits before them: PROTOCOL.md, "Deflated commits". */

import { entryAt } from "./certain.ts";

const KEPT = 4096;
const PAST = 0;
const DEFLATED = 1;

type Bytes = Uint8Array<ArrayBuffer>;

/** What comes on one connection, told as texts in the order in which it came; `lost` says that a commit cannot be read. */
export class Inflating {
  past: Bytes = new Uint8Array();
  count = 0;
  waiting = 0;
  last: Promise<void> = Promise.resolve();
  heard: (text: string) => void;
  lost: () => void;

  constructor(heard: (text: string) => void, lost: () => void) {
    this.heard = heard;
    this.lost = lost;
  }

  /** Take a frame. Where nothing before it is still being inflated, and it is not deflated, it is told at once. */
  take(data: string | ArrayBuffer): void {
    if (typeof data === "string") return this.next(() => data);
    const frame = new Uint8Array(data);
    if (frame[0] === PAST) return this.next(() => this.begin(frame));
    if (frame[0] !== DEFLATED) return this.next(() => new TextDecoder().decode(frame));
    this.later(() => this.inflated(frame));
  }

  next(read: () => string) {
    if (this.waiting) this.later(read);
    else this.tell(read());
  }

  later(read: () => string | Promise<string>) {
    this.waiting += 1;
    this.last = this.last
      .then(read)
      .then(
        (text) => this.tell(text),
        () => this.lost(),
      )
      .catch((fault: unknown) => void setTimeout(() => raise(fault)))
      .finally(() => (this.waiting -= 1));
  }

  tell(text: string) {
    if (text) this.heard(text);
  }

  begin(frame: Bytes): string {
    this.count = entryAt(frame, 1);
    this.past = frame.slice(2);
    return "";
  }

  async inflated(frame: Bytes): Promise<string> {
    if (frame[1] !== this.count) throw new Error("deflated with another past");
    const commit = await inflate(this.past, frame.subarray(2));
    this.past = joined(this.past, commit).slice(-KEPT);
    this.count = (this.count + 1) % 256;
    return new TextDecoder().decode(commit);
  }
}

/** What goes wrong with a message that was read is no loss of the line: it is raised as if it had been told at once. */
function raise(fault: unknown): never {
  throw fault;
}

/** Browsers take no dictionary: one stored block with the past stands before the stream, and comes out first. */
async function inflate(past: Bytes, stream: Bytes): Promise<Bytes> {
  const [low, high] = [past.length & 255, past.length >> 8];
  const head = Uint8Array.of(0, low, high, 255 - low, 255 - high);
  const whole = new Blob([head, past, stream]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(whole).arrayBuffer()).slice(past.length);
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
