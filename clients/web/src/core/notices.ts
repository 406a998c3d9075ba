/**
 * Notices of the system that it is one's turn, for whoever has the page open in the background: in a campaign that
 * lasts for weeks nobody looks at it all the time. Only where the player allows them, and one for each time.
 */

/** As much of the browser as notices need. */
export type Browser = {
  permission: () => NotificationPermission;
  request: () => Promise<NotificationPermission>;
  show: (title: string, text: string) => void;
  isHidden: () => boolean;
};

/** The browser's own notices. */
class System implements Browser {
  /** What was found last: each look costs a call to another process, and pages are drawn often. */
  private known: NotificationPermission | null = null;

  constructor() {
    // Permissions are changed outside of the page, which is left for that.
    globalThis.document?.addEventListener("visibilitychange", () => (this.known = null));
    globalThis.addEventListener?.("focus", () => (this.known = null));
  }

  permission(): NotificationPermission {
    this.known ??= "Notification" in globalThis ? Notification.permission : "denied";
    return this.known;
  }

  async request(): Promise<NotificationPermission> {
    this.known = await Notification.requestPermission();
    return this.known;
  }

  /** The tag lets a later notice take the place of one that still stands there. */
  show(title: string, body: string): void {
    const notice = new Notification(title, { body, tag: "hexwarden" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }

  isHidden(): boolean {
    return document.hidden;
  }
}

export class Notices {
  private wasWaiting = false;
  private readonly changed: () => void;
  private readonly browser: Browser;

  constructor(changed: () => void, browser: Browser = new System()) {
    this.changed = changed;
    this.browser = browser;
  }

  /** Whether the player may still be asked. */
  get canAsk(): boolean {
    return this.browser.permission() === "default";
  }

  /** Ask the player, after a press of theirs. */
  async allow(): Promise<void> {
    await this.browser.request();
    this.changed();
  }

  /** Tell that the player is waited for, if they were not before and do not look. */
  check(isWaiting: boolean, title: string, text: string): void {
    const isNew = isWaiting && !this.wasWaiting;
    this.wasWaiting = isWaiting;
    if (!isNew || !this.browser.isHidden() || this.browser.permission() !== "granted") return;
    this.browser.show(title, text);
  }
}
