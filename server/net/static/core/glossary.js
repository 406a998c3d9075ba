/** What is printed on the pieces, as the server's catalogue says it; empty until it has come. */

/**
 * @typedef {{icon: string, value: string, code: string, text: string, forms: string[]}} Face
 */

import { catalogueIn, isTranslated } from "../texts/language.js";

const ADDRESS = "/catalogue.json";

export class Glossary {
  /** @param {Record<string, any>} [data] */
  constructor(data = {}) {
    this.data = data;
  }

  /** Whether its names are in another language than those in a battle's state. */
  get isTranslated() {
    return isTranslated();
  }

  /** Fetch it. Without a catalogue everything works, and cards say less. */
  async load() {
    try {
      const reply = await fetch(ADDRESS);
      if (reply.ok) this.data = catalogueIn(await reply.json());
    } catch {
      // The connection comes back, the next load of the page has it.
    }
  }

  /** An entry of a kind ("chips", "items", ...), undefined if there is none. */
  entry(kind, id) {
    const known = this.data[kind];
    return known && Object.hasOwn(known, id) ? known[id] : undefined;
  }

  /** All entries of a kind, with their ids. @returns {[string, any][]} */
  all(kind) {
    return Object.entries(this.data[kind] ?? {});
  }

  /** The name of something, "" where the catalogue does not have it. */
  name(kind, id) {
    return this.entry(kind, id)?.name ?? "";
  }

  /** The line of a die's kind. */
  lineOf(kind) {
    const die = this.entry("dice", kind);
    return die && this.entry("lines", die.line);
  }

  /** The six faces of a kind of die. @returns {Face[]} */
  faces(kind) {
    return (this.entry("dice", kind)?.faces ?? []).map((printed) => this.face(printed));
  }

  /** A printed face: icon, number, and what its readings say. @param {string} printed @returns {Face} */
  face(printed) {
    const [icon, value = ""] = printed.split(":");
    const readings = this.entry("icons", icon) ?? [];
    return {
      icon, value, code: readings[0]?.code ?? "",
      text: [...new Set(readings.map((one) => one.text))].join(" / "),
      forms: [...new Set(readings.flatMap((one) => one.forms))],
    };
  }

  /** The face with an index, null where that cannot be known. @returns {Face | null} */
  shown(kind, index) {
    return this.faces(kind)[index] ?? null;
  }

  /** A chip's skill as it is written ("riposte 2"): name, number, text. */
  skill(written) {
    const [id, number = ""] = written.split(" ");
    const known = this.entry("skills", id);
    return known && { id, number, name: known.name, text: known.text, more: known.more };
  }

  /** What an id of any kind of piece is: its kind, "" if no piece has it. */
  kindOf(id) {
    for (const kind of ["races", "lines", "dice", "classes", "items", "statuses", "fatigue", "forms", "encounters"]) {
      if (this.entry(kind, id)) return kind;
    }
    return "";
  }
}
