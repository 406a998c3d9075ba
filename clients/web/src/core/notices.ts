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

const own: Browser = {
  permission: () => ("Notification" in globalThis ? Notification.permission : "denied"),
  request: () => Notification.requestPermission(),
  // The tag lets a later notice take the place of one that still stands there.
  show: (title, body) => {
    const notice = new Notification(title, { body, tag: "hexwarden" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  },
  isHidden: () => document.hidden,
};

export class Notices {
  private wasWaiting = false;
  private readonly changed: () => void;
  private readonly browser: Browser;

  constructor(changed: () => void, browser: Browser = own) {
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
