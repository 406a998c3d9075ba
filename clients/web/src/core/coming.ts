/** A part of the page that only some need: it is fetched when it is first wanted. */

export class Coming<T> {
  /** The part, once it is here. */
  found: T | null = null;
  private isAsked = false;
  private readonly load: () => Promise<T>;
  private readonly arrived: () => void;

  constructor(load: () => Promise<T>, arrived: () => void) {
    this.load = load;
    this.arrived = arrived;
  }

  /** The part, null until it has come. */
  want(): T | null {
    if (!this.isAsked) void this.fetch();
    return this.found;
  }

  private async fetch(): Promise<void> {
    this.isAsked = true;
    try {
      this.found = await this.load();
      this.arrived();
    } catch {
      this.isAsked = false; // The connection comes back; whoever draws the page next asks again.
    }
  }
}
