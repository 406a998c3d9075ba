/**
 * What of the page is drawn in which frame. What somebody does is answered at once and with the whole
 * page. While a commit is shown the board comes first, and what stands beside it in frames of its own:
 * nobody sees that a story grows two frames after its blow, but everybody sees a frame that is late.
 */

/** What stands beside the board: bar, mats and questions; the story with what shares its place. */
type Beside = "beside" | "side";
export type Part = "board" | Beside;

const BESIDE: readonly Beside[] = ["beside", "side"];

/** How a page comes to its next frame. */
export type NextFrame = (draw: () => void) => void;

/** The browser's next frame; a page that nobody sees has none, and is drawn all the same. */
const nextFrame: NextFrame = (draw) => {
  if (document.hidden) setTimeout(draw, 0);
  else requestAnimationFrame(draw);
};

export class Frames {
  /** For each part another object whenever it is to be drawn, too. */
  parts: Record<Part, object> = { board: {}, beside: {}, side: {} };
  private readonly draw: () => void;
  private readonly nextFrame: NextFrame;
  private isDue = false;
  /** Whether the frame that is due has all parts. */
  private isWhole = false;
  /** Whether the frame that is due shows another board; else it is there for a part that waits. */
  private hasBoard = false;
  /** Whether the frame that is due shows something of which the parts tell, too. */
  private hasNews = false;
  /** The parts that are behind the board, the longest first. */
  private waiting: Beside[] = [];

  constructor(draw: () => void, next: NextFrame = nextFrame) {
    this.draw = draw;
    this.nextFrame = next;
  }

  /** Draw the page as soon as the running handler is done: what somebody clicks shows at once. */
  now(): void {
    this.isDue = this.isWhole = true;
    queueMicrotask(() => this.drawIfDue());
  }

  /** Draw the page at the next frame, however often that is asked for until then. */
  later(): void {
    this.isWhole = true;
    this.ask();
  }

  /** Draw the board at the next frame, and each part in one of those that follow. */
  partly(): void {
    this.hasBoard = this.hasNews = true;
    this.ask();
  }

  /** Draw the board at the next frame; the parts have nothing to tell of it. */
  board(): void {
    this.hasBoard = true;
    this.ask();
  }

  private ask(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.nextFrame(() => this.drawIfDue());
  }

  private drawIfDue(): void {
    if (!this.isDue) return;
    this.renew();
    this.isDue = this.isWhole = this.hasBoard = this.hasNews = false;
    this.draw();
    if (this.waiting.length) this.ask();
  }

  /** Say what this frame draws: everything, or the board if it has changed and the part that has waited longest. */
  private renew(): void {
    if (this.isWhole) {
      this.parts = { board: {}, beside: {}, side: {} };
      this.waiting = [];
      return;
    }
    if (this.hasBoard) this.parts.board = {};
    const part = this.waiting.shift();
    if (part) this.parts[part] = {};
    if (this.hasNews) this.waiting.push(...BESIDE.filter((one) => !this.waiting.includes(one)));
  }
}
