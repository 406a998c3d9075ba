/** What is printed on the pieces, as the server's catalogue says it; empty until it has come. */

import { catalogueIn, isTranslated } from "../texts/language.ts";
import type { CampaignWords, Catalogue, Kinds, Named } from "./words.ts";

/** What a table can play besides encounters, in their form. */
type Offered = Catalogue["encounters"];

/** A printed face: its icon, its number, and what its readings say. */
export type Face = { icon: string; value: string; code: string; text: string; forms: string[] };

/** A skill as it is written on a chip. */
export type Skill = Named & { id: string; number: string; more: Named[] };

const ADDRESS = "/catalogue.json";
const PIECES: (keyof Kinds)[] = [
  "races",
  "lines",
  "dice",
  "classes",
  "items",
  "statuses",
  "fatigue",
  "forms",
  "encounters",
];

export class Glossary {
  data: Catalogue;
  /** What campaigns print; empty until `wantCampaign` has brought it. */
  campaign: CampaignWords = {};
  private readonly asked = new Set<string>();
  /** What has come of the parts that come later. */
  private later: Catalogue = {};

  constructor(data: Catalogue = {}) {
    this.data = data;
  }

  /** Whether its names are in another language than those in a battle's state. */
  get isTranslated(): boolean {
    return isTranslated();
  }

  /** Called when more of the catalogue has come. */
  changed: () => void = () => {};

  /** Fetch what a page's first sight needs. Without a catalogue everything works, and cards say less. */
  async load(): Promise<void> {
    await this.bring("page", (found) => {
      const { sessions, matches, ...words } = found as Catalogue & Partial<Record<"sessions" | "matches", Offered>>;
      const known = catalogueIn(words);
      // A table plays a session or a match as it plays an encounter, and is offered both beside those.
      this.data = { ...known, encounters: { ...known.encounters, ...sessions, ...matches }, ...this.later };
    });
  }

  /** Fetch what campaigns print, the first time that somebody is in one. */
  wantCampaign(): void {
    this.want("campaign", (found) => {
      const { encounters, ...words } = found as CampaignWords & Pick<Catalogue, "encounters">;
      this.campaign = { ...this.campaign, ...words };
      this.later = { ...this.later, encounters: { ...this.data.encounters, ...encounters } };
      this.data = { ...this.data, ...this.later };
    });
  }

  /** Fetch what is read once it has been drawn, and what growth costs. */
  wantDrawn(): void {
    this.want("drawn", (found) => {
      this.campaign = { ...this.campaign, ...(found as CampaignWords) };
    });
  }

  private want(part: string, take: (found: unknown) => void): void {
    if (this.asked.has(part)) return;
    this.asked.add(part);
    void this.bring(part, take);
  }

  private async bring(part: string, take: (found: unknown) => void): Promise<void> {
    try {
      const reply = await fetch(`${ADDRESS}?part=${part}`);
      if (!reply.ok) return;
      take(await reply.json());
      this.changed();
    } catch {
      this.asked.delete(part); // The connection comes back; whoever needs it next asks again.
    }
  }

  /** The rules are much to read and seldom read: they come when somebody looks for one. */
  private wantRules(kind: string): void {
    if (kind !== "rules" || this.data.rules) return;
    this.want("rules", (found) => {
      this.later = { ...this.later, ...catalogueIn(found as Catalogue) };
      this.data = { ...this.data, ...this.later };
    });
  }

  /** An entry of a kind ("chips", "items", ...), undefined if there is none. */
  entry<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined {
    this.wantRules(kind);
    const known: Record<string, Kinds[K]> | undefined = this.data[kind];
    return known && Object.hasOwn(known, id) ? known[id] : undefined;
  }

  /** All entries of a kind, with their ids. */
  all<K extends keyof Kinds>(kind: K): [string, Kinds[K]][] {
    this.wantRules(kind);
    const known: Record<string, Kinds[K]> | undefined = this.data[kind];
    return Object.entries(known ?? {});
  }

  /** The name of something, "" where the catalogue does not have it. */
  name(kind: string, id: string): string {
    const entry = this.entry(kind as keyof Kinds, id);
    return entry && "name" in entry ? entry.name : "";
  }

  /** The line of a die's kind. */
  lineOf(kind: string): Kinds["lines"] | undefined {
    const die = this.entry("dice", kind);
    return die && this.entry("lines", die.line);
  }

  /** The six faces of a kind of die. */
  faces(kind: string): Face[] {
    return (this.entry("dice", kind)?.faces ?? []).map((printed) => this.face(printed));
  }

  /** A printed face: icon, number, and what its readings say. */
  face(printed: string): Face {
    const [icon = "", value = ""] = printed.split(":");
    const readings = this.entry("icons", icon) ?? [];
    return {
      icon,
      value,
      code: readings[0]?.code ?? "",
      text: [...new Set(readings.map((one) => one.text))].join(" / "),
      forms: [...new Set(readings.flatMap((one) => one.forms))],
    };
  }

  /** The face with an index, null where that cannot be known. */
  shown(kind: string, index: number): Face | null {
    return this.faces(kind)[index] ?? null;
  }

  /** A chip's skill as it is written ("riposte 2"): name, number, text. */
  skill(written: string): Skill | undefined {
    const [id = "", number = ""] = written.split(" ");
    const known = this.entry("skills", id);
    return known && { id, number, name: known.name, text: known.text, more: known.more };
  }

  /** What an id of any kind of piece is: its kind, "" if no piece has it. */
  kindOf(id: string): string {
    return PIECES.find((kind) => this.entry(kind, id)) ?? "";
  }
}
