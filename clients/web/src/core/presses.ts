/**
 * A double click means one answer, and so does a key that is held down: neither also answers a
 * question that has only just come up where the first one was.
 */

/** How long a question has to be in sight before a second press may answer it (ms). */
const YOUNG = 300;

export class Presses {
  young = YOUNG;
  first = 0;
  isAgain = false;
  isKeyDown = false;
  /** What a mouse or a finger has pressed last; null once the focus goes on by keys. */
  pointed: EventTarget | null = null;
  /** When each open question has come into sight. */
  since = new Map<number, number>();

  /** Hear of every press before anything answers to it. */
  listen(place: Window) {
    place.addEventListener(
      "keydown",
      (event) => {
        this.isKeyDown = true;
        if (event.key === "Tab" || event.key.startsWith("Arrow")) this.pointed = null;
        this.press(event.repeat);
      },
      true,
    );
    place.addEventListener("pointerdown", ({ target }) => (this.pointed = target), true);
    place.addEventListener("keyup", () => (this.isKeyDown = false), true);
    place.addEventListener(
      "click",
      (event) => {
        const isQuickTap =
          event instanceof PointerEvent && event.pointerType === "touch" && performance.now() - this.first < this.young;
        if (event.detail || !this.isKeyDown) this.press(event.detail > 1 || isQuickTap);
      },
      true,
    );
  }

  /** Whether something has the focus because it was pressed with a mouse or a finger. */
  hasPointed(focused: Element): boolean {
    return this.pointed instanceof Node && focused.contains(this.pointed);
  }

  /** whether it goes on with the one before */
  press(isAgain: boolean) {
    this.isAgain = isAgain;
    if (!isAgain) this.first = performance.now();
  }

  /** These questions are in sight now. */
  shown(questions: { id: number }[]) {
    const now = performance.now();
    this.since = new Map(questions.map(({ id }) => [id, this.since.get(id) ?? now]));
  }

  /** Whether the press that is being heard can be meant for a question. */
  isFor({ id }: { id: number }) {
    const since = this.since.get(id) ?? Infinity;
    return !this.isAgain || since < this.first || performance.now() - since >= this.young;
  }
}
