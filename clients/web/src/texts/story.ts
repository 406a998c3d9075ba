/** The story in English: one short sentence for every event of a battle. */

import { NOBODY, NO_DIE } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import { entryAt } from "../core/certain.ts";
import { capital } from "../core/capital.ts";
import type { Fields, Tag } from "../core/events.ts";
import type { Hex } from "../core/state.ts";
import type { Tells } from "../core/story.ts";
import { listed, lockInWords, plural, title } from "../core/names.ts";
import { PHASES, TELLING } from "./en.ts";

const HOW: Record<string, string> = {
  default: "Time is up: the default is taken for",
  bot: "A bot answers for",
  standing: "Standing answer of",
};
const OUTCOMES: Record<string, string> = {
  victory: "Victory! The battle is won.",
  defeat: "Defeat. The battle is lost.",
  retreat: "The party retreats. The battle is lost.",
};
const ACHIEVEMENTS: Record<string, string> = {
  "escape-first": "is the first to escape",
  "first-damage-range-1": "is the first to take damage from an adjacent enemy",
  "first-damage-range-2-plus": "is the first to take damage from farther away",
  "take-first-turn": "has the first turn of the battle",
  "take-last-turn": "has the last turn of the first round",
};
const ACTIONS: Record<string, string> = {
  move: "takes a move action",
  engage: "takes an engage action",
  explore: "explores from a distance",
  drop: "puts an active die away",
  escape: "escapes",
  form: "changes its battle form",
};
const FATES: Record<string, string> = {
  escaped: "escapes",
  gone: "leaves the map",
  removed: "is removed from the map",
  waits: "leaves the map and stays with the party",
};
const LAID_FOR: Record<string, string> = { enemy: " for the next enemy", party: " for the next party member" };
const WHERE: Record<string, string> = { ready: "ready", pack: "in the pack", discard: "on the discard pile" };
const SPENT: Record<string, string> = {
  discard: "discards",
  expend: "uses up",
  refresh: "refreshes",
  chip: "puts an HP chip on",
  mend: "takes an HP chip off",
};
const ROLLS: Record<string, string> = {
  engage: "for an engage",
  lockpick: "to pick the lock",
  social: "for a social check",
  "overland.unstable": "for the unstable landmark",
  "overland.direction": "for the way that a token takes",
};
/** What the faces of an enemy Combat die are worth. */
const ENEMY_COMBAT = [0, 1, 1, 1, 1, 2];

/** Events that only matter to those who look closely. */
export const QUIET: ReadonlySet<string> = new Set<Tag>([
  "beat",
  "ans",
  "roll",
  "decks",
  "phase",
  "step",
  "ended",
  "act",
  "gather",
  "enemies",
  "note",
  "engaged",
  "cycle",
  "tile",
  "laid",
  "spared",
  // Where dice and cards lie can be seen on the mat and in the decks' places.
  "exhaust",
  "recover",
  "slot",
  "token",
  "slide",
  "form",
  "draw",
  "drawn",
  "lock",
  "rebag",
  "ordered",
  "shuffled",
]);

const sideOf = (t: Tells, unit: UnitId) => t.names.states.map((state) => state.units?.[unit]).find(Boolean)?.side ?? "";
const bySide =
  (party: string, enemy: string) =>
  (t: Tells, [unit]: readonly [UnitId, ...unknown[]]) =>
    sideOf(t, unit) === "enemy" ? enemy : party;

/** The rule behind an event, for those who want to read it. */
export const RULES: { readonly [T in Tag]?: string | ((t: Tells, fields: Fields<T>) => string) } = {
  round: (_t, [round]) => (round > 5 ? "BAT-11" : "BAT-8"),
  turn: bySide("TRN-1", "ENT-2"),
  move: bySide("MOV-1", "ENM-1"),
  engage: bySide("ENG-3", "ENT-4"),
  roll: (_t, [, what]) => ({ "enemy-combat": "ENT-5", lockpick: "LOK-1", social: "SOC-3" })[what] ?? "",
  damage: (_t, [, , dealt, , , , isTrue]) => (isTrue && isTrue === dealt ? "DMG-7" : "DMG-1"),
  hp: "STA-2",
  defeat: bySide("DEF-3", "DEF-1"),
  exhaust: "CD-19",
  drain: "CD-17",
  recover: "CD-14",
  replace: "CD-8",
  slot: "ACT-1",
  fatigue: "FAT-1",
  status: bySide("STS-1", "STS-3"),
  tenacity: "CLS-10",
  form: "FRM-7",
  class: "CLS-1",
  promoted: "CLS-20",
  deploy: "BAT-4",
  cache: (_t, [, , success]) => (success ? "CAC-4" : "CAC-5"),
  reveal: "DLX-1",
  placed: "DLX-12",
  shard: "SKY-2",
  trap: "TRP-1",
  trapped: "TRP-4",
  enchant: "ITM-8",
  end: (_t, [outcome]) => (outcome === "retreat" ? "RET-2" : "EOB-1"),
};

/** What a die shows, "combat:1" or "power-bash", in words. */
const inWords = (shown: string) => title(shown.split(":").at(-1) ?? shown);
/** A new adventurer: those of before bear their race as their name. */
const made = (name: string, race: string) =>
  name.includes(race) ? name : `${name}, ${/^[aeiou]/i.test(race) ? "an" : "a"} ${race},`;
const at = ([q, r]: Hex) => `${q},${r}`;

/** What tells each event; whoever adds one to the protocol is told here that its sentence is missing. */
export type Sentences = { [T in Tag]: (t: Tells, fields: Fields<T>) => string };

/** Sentences by tag; `t` gives names, the questions asked and HP as they stand at that moment. */
export const SAY: Sentences = {
  beat: (t, [name, who]) => `Beat: ${name}${who ? `, ${t.names.unit(who)}` : ""}.`,
  ans: (t, [question, by, picks, how = "player"]) => {
    const who = HOW[how] ? `${HOW[how]} ${t.names.seat(by)}` : t.names.seat(by);
    return `${who}: ${t.question(question)} ${t.picks(question, picks)}.`;
  },
  undo: (t, [version, by]) =>
    `${listed(by.map((s) => t.names.seat(s))) || "The table"} took back what came after version ${version}.`,
  restart: () => "The rules were updated: what was under way is asked anew.",
  stopped: (t, [why, by]) =>
    by ? `${t.names.seat(by)} gives up.` : `The operator has ended the battle.${why ? ` ${why}` : ""}`,
  map: (_t, [tiles, , caches]) => {
    const hexes = Object.values(tiles).reduce((sum, tile) => sum + tile.hexes.length, 0);
    return `The map is laid: ${plural(hexes, "hex", "hexes")}, ${plural(Object.keys(caches).length, "cache")}.`;
  },
  decks: () => "Decks, bags and the supply are ready.",
  phase: (_t, [phase]) => PHASES[phase] ?? `Phase: ${phase}.`,
  order: (t, [order]) => `Turn order: ${listed(order.map((unit) => t.names.unit(unit)))}.`,
  round: (_t, [round]) => (round > 5 ? "A fatigue round begins." : `Round ${round} begins.`),
  turn: (t, [unit, extra]) =>
    extra ? `${t.names.unit(unit)} begins an extra turn.` : `${t.names.unit(unit)}'s turn begins.`,
  step: (_t, [step]) => (step === "end" ? "The turn is about to end." : "Actions can be taken."),
  ended: (t, [unit]) => `${t.names.unit(unit)}'s turn is over.`,
  again: (t, [unit]) => `${t.names.unit(unit)} will take another turn.`,
  act: (t, [unit, action, what = ""]) => {
    const words =
      ACTIONS[action] ?? `uses ${title(action).toLowerCase()}${what ? ` ${title(what.split(":").at(-1) ?? "")}` : ""}`;
    return `${t.names.unit(unit)} ${words}.`;
  },
  enemies: (t, [units]) => `These enemies act one after the other: ${listed(units.map((unit) => t.names.unit(unit)))}.`,
  spared: (_t, [, , taken, because]) => {
    const words = listed(taken.map(([, text]) => text.replace(/: (\S+)$/, (_all, shown) => ` [${inWords(shown)}]`)));
    return words
      ? `Done without a question: ${words}, because ${because}.`
      : `Done without a question, because ${because}.`;
  },
  note: (_t, [key, scope]) => `Used this ${scope}: ${title(key.split(".").at(-1) ?? "")}.`,
  achieve: (t, [what, unit]) => {
    const name = t.names.unit(unit);
    if (what.startsWith("defeat-")) return `First ${title(what.slice(7))} defeated, by ${name}.`;
    return what === "cache-lockpick"
      ? `First cache opened, by ${name}.`
      : `${name} ${ACHIEVEMENTS[what] ?? `earns the achievement ${title(what)}`}.`;
  },
  classes: (t, [unit, classes]) =>
    `What ${t.names.unit(unit)} did here earns one of these classes: ${listed(classes.map(title))}.`,
  class: (t, [unit, cls]) => `${t.names.unit(unit)} takes the class ${title(cls)}.`,
  readied: (t, [unit]) => `${t.names.unit(unit)} can use its race ability again.`,
  promoted: (t, [unit]) => `${t.names.unit(unit)} masters its class.`,
  end: (_t, [outcome]) => OUTCOMES[outcome] ?? `The battle is over: ${outcome}.`,
  created: (_t, [, chip, , dice]) =>
    `${made(chip.name, title(chip.chip))} is created: ${chip.hp} HP, ${plural(Object.keys(dice).length, "die", "dice")}.`,
  deploy: (t, [unit, where, chip]) => `${chip?.name ?? t.names.unit(unit)} is deployed at ${at(where)}.`,
  move: (t, [unit, to]) => `${t.names.unit(unit)} moves to ${at(to)}.`,
  place: (t, [unit, to]) => `${t.names.unit(unit)} is placed at ${at(to)}.`,
  defeat: (t, [unit, by = NOBODY]) => `${t.names.unit(unit)} is defeated${by ? ` by ${t.names.unit(by)}` : ""}.`,
  unearth: (t, [unit, to]) =>
    `${t.names.unit(unit)} ${to === "bag" ? "goes from the defeated back to its bag" : "is taken from the defeated stack"}.`,
  remove: (t, [unit, fate = "removed"]) => `${t.names.unit(unit)} ${FATES[fate] ?? `leaves (${fate})`}.`,
  form: (t, [unit, form]) => `${t.names.unit(unit)} takes the ${title(form).toLowerCase()} form.`,
  damage: (t, [unit, by, dealt, prevented, bonus, taken, isTrue = 0, how = ""]) => {
    const [name, kind] = [t.names.unit(unit), dealt && isTrue === dealt ? "true damage" : "damage"];
    let text = by
      ? `${t.names.unit(by)} deals ${dealt} ${kind} to ${by === unit ? "itself" : name}`
      : `${name} takes ${dealt} ${kind}`;
    if (how && how !== "engage") text += ` (${title(how)})`;
    if (isTrue && kind === "damage") text += `, ${isTrue} of it true`;
    if (prevented) text += `, ${prevented} prevented`;
    if (bonus) text += `, ${bonus} taken by bonus HP`;
    return `${text}: ${t.hp(unit)[0] - taken} HP left.`;
  },
  hp: (t, [unit, now, more, why, by = NOBODY]) => {
    const [hp, bonus] = t.hp(unit);
    const name = t.names.unit(unit);
    const from = by && by !== unit ? ` by ${t.names.unit(by)}` : "";
    const stands = `${now} HP${more ? ` and ${more} bonus HP` : ""}`;
    if (why === "heal") return `${name} is healed ${now - hp}${from}: ${stands}.`;
    if (more > bonus && now === hp) return `${name} gains ${more - bonus} bonus HP${from}: ${stands}.`;
    return `${name} has ${stands} now (${title(why).toLowerCase()})${from}.`;
  },
  stat: (t, [unit, stat, now]) => `${t.names.unit(unit)}'s ${capital(stat)} is ${now} now.`,
  status: (t, [unit, status]) => TELLING.gains(t.names.unit(unit), title(status), t.cause(unit, status)),
  cured: (t, [unit, status]) => `${t.names.unit(unit)} loses ${title(status)}.`,
  tenacity: (t, [unit, now, why = ""]) =>
    `${t.names.unit(unit)} has ${now} tenacity now${why ? ` (${title(why.replace(/\..*/s, "")).toLowerCase()})` : ""}.`,
  burden: (t, [unit, kind, owner]) => `${t.names.unit(owner)} puts ${t.names.die(kind)} on ${t.names.unit(unit)}.`,
  tokens: (t, [unit, now, why = ""]) =>
    `${t.names.unit(unit)} has ${plural(now, "token")} on its class sheet${why ? ` (${title(why).toLowerCase()})` : ""}.`,
  tokenon: (t, [unit, on]) =>
    `${t.names.unit(unit)} puts a token of its class sheet ${on === unit ? "in an active slot" : `on ${t.names.unit(on)}`}.`,
  lay: (_t, [where, status, side = ""]) => `${title(status)} lies at ${at(where)}${LAID_FOR[side] ?? ""}.`,
  lift: (_t, [where, status]) => `${title(status)} lies at ${at(where)} no longer.`,
  quest: (t, [quest]) => `The party gains the side quest ${t.called(quest)}.`,
  forsake: (t, [quest]) => `The party gives up the side quest ${t.called(quest)}.`,
  unburden: (t, [unit]) => `The fatigue dice on ${t.names.unit(unit)} go back to the supply.`,
  engage: (t, [unit, targets, form = "", weapon = ""]) => {
    const how = form ? ` (${title(form).toLowerCase()})` : "";
    return `${t.names.unit(unit)} engages ${t.names.units(targets)}${weapon ? ` with ${title(weapon)}` : ""}${how}.`;
  },
  engaged: (t, [unit]) => {
    const left = t.unused(unit);
    return `${t.names.unit(unit)}'s engage is over${left.length ? `, left unused: ${listed([...left])}` : ""}.`;
  },
  told: (t, [unit, what, on = ""]) =>
    unit === "" ? what : `${t.names.unit(unit)}: ${title(what)}${on ? ` on ${t.names.unit(on as UnitId)}` : ""}.`,
  roll: (t, [, what, who, , faces]) => {
    const by = who ? t.names.unit(who) : "The battle";
    if (what === "enemy-combat")
      return `${by} rolls ${plural(faces.length, "enemy Combat die", "enemy Combat dice")}: ${faces.map((face) => ENEMY_COMBAT[face]).join(", ")}.`;
    const shown = faces.map((face) => face + 1).join(", ");
    return `${by} rolls ${plural(faces.length, "die", "dice")} ${ROLLS[what] ?? `(${title(what)})`}: ${shown}.`;
  },
  gather: (t, [unit, dice]) => `${t.names.unit(unit)} takes up ${t.names.dice(dice)}.`,
  show: (t, [dice, faces, why = ""]) => {
    const shown = dice.map((die, i) => `${t.names.die(die)} [${t.names.face(die, entryAt(faces, i))}]`);
    const reason = why && why !== "roll" ? ` (${why})` : "";
    return `${t.names.owner(dice[0] ?? NO_DIE)} ${why === "roll" ? "rolls" : "turns"} ${listed(shown) || "no dice"}${reason}.`;
  },
  exhaust: (t, [die]) => `${t.names.owner(die)}'s ${t.names.die(die)} goes to the cooldown track.`,
  drain: (t, [die]) => `${t.names.owner(die)}'s ${t.names.die(die)} is drained.`,
  recover: (t, [die]) => `${t.names.owner(die)} recovers ${t.names.die(die)}.`,
  slot: (t, [die, unit]) => `${t.names.unit(unit)} has ${t.names.die(die)} in an active slot.`,
  setin: (t, [die, where]) => `${t.names.owner(die)}'s ${t.names.die(die)} is placed at ${at(where)}.`,
  turned: (t, [unit]) => `${t.names.unit(unit)} turns to the party's side.`,
  seton: (t, [die, unit]) => `${t.names.owner(die)}'s ${t.names.die(die)} is placed on ${t.names.unit(unit)}.`,
  fatigue: (t, [unit, kind, where = "track"]) =>
    `${t.names.unit(unit)} gains ${t.names.die(kind)}${where === "track" ? "" : " in an active slot"}.`,
  replace: (t, [unit, place, token]) =>
    `${t.names.unit(unit)}'s track is full: ${t.names.die(token)} takes place ${place + 1}.`,
  token: (t, [unit, , token, where = "track"]) =>
    `${capital(t.names.die(token))} leaves ${t.names.unit(unit)}'s ${where === "track" ? "cooldown track" : "active slots"}.`,
  slide: (t, [unit, , token]) => `${capital(t.names.die(token))} goes to the end of ${t.names.unit(unit)}'s track.`,
  draw: (_t, [, deck, total, card]) => {
    if (deck.startsWith("lock-")) return `The top card of the ${deck.slice(5)} deck is turned to its lock.`;
    if (deck.startsWith("tiles-"))
      return `${title(card)} is drawn from the ${deck.slice(6)}-hex tiles (1 of ${total}).`;
    // Cards of the overland decks have no names but those of their encounters, which are told later.
    if (/peaceful|conflict|side-quest/.test(deck)) return `A ${deck.replace("-", " ")} card is drawn (1 of ${total}).`;
    const from = deck.startsWith("bag-") ? `the level ${deck.slice(4)} bag` : `the ${title(deck).toLowerCase()} deck`;
    return `${title(card)} is drawn from ${from} (1 of ${total}).`;
  },
  delve: (_t, [shards]) => `The delve holds ${plural(shards, "skyshard")} to be found.`,
  tile: (_t, [stack, tile, name = ""]) => `A tile of ${stack.slice(6)} hexes is drawn: ${name || title(tile)}.`,
  untile: (_t, [, tile, name = ""]) => `${name || title(tile)} goes under its stack.`,
  reveal: (t, [unit, where, , name, text = "", shards = 0]) => {
    const found = shards ? `, ${plural(shards, "skyshard")}` : "";
    return `${t.names.unit(unit)} explores ${at(where)} and reveals ${name}${found}.${text ? ` ${text}` : ""}`;
  },
  facedown: (_t, [, card, name = ""]) =>
    `No tile fits ${name || title(card)}: face down, it counts as a skyshard for the party.`,
  binned: (_t, [card, name = ""]) => `The card ${name || title(card)} is discarded.`,
  placed: (_t, [name, tile]) => `${title(name)} is connected to the map: ${plural(tile.hexes.length, "hex", "hexes")}.`,
  collapse: (_t, [name]) => `${title(name)} falls away from the map.`,
  stash: (_t, [where, deck]) => `A ${deck} cache lies at ${at(where)}.`,
  laid: (_t, [tile, card, name = "", shards = 0, armed = false]) => {
    const waits = [shards ? plural(shards, "skyshard") : "", armed ? "a trap" : ""].filter(Boolean);
    return `${name || title(card)} lies beside ${title(tile)} with ${waits.join(" and ") || "its effect"}.`;
  },
  shard: (t, [unit, , count, total, text = ""]) => {
    const what = count === 1 ? "a skyshard" : plural(count, "skyshard");
    return `${t.names.unit(unit)} gains ${what}: the party has ${total} now.${text ? ` ${text}` : ""}`;
  },
  trap: (t, [unit, , name, lock]) =>
    `${t.names.unit(unit)} triggers the trap ${name}: its lock is ${lockInWords(lock)}.`,
  trapped: (_t, [, , name, success, sprung, text = ""]) =>
    `The lock of ${name} ${success ? "gives way" : "holds"}: ${sprung ? "the trap springs" : "nothing happens"}.${text ? ` ${text}` : ""}`,
  xp: (_t, [points, what]) => `The party earns ${points} XP for its ${what}.`,
  rebag: (_t, [chip]) => `${title(chip)} goes back to its bag.`,
  advance: (t, [unit, attribute, kind = "", xp = 0]) =>
    `${t.names.unit(unit)} gains ${kind ? `a ${title(kind)} die` : `1 ${title(attribute)}`}${xp ? ` for ${xp} XP` : ""}.`,
  train: (t, [unit, line]) => `${t.names.unit(unit)} trains ${title(line)}.`,
  ground: (_t, [shut, opened = []]) => {
    const told = [
      shut.length && `Impassable from now on: ${listed(shut.map(at))}.`,
      opened.length && `Passable again: ${listed(opened.map(at))}.`,
    ];
    return told.filter(Boolean).join(" ") || "The ground holds.";
  },
  shift: (_t, [from, to]) => `The cache at ${at(from)} goes to ${at(to)}.`,
  tally: (_t, [what, now]) => `${title(what)}: ${now}.`,
  rouse: (t, [unit]) => `${t.names.unit(unit)} is roused.`,
  counter: (_t, [round]) => `The Round Counter is set to ${round}.`,
  cache: (t, [where, unit, success]) =>
    `${t.names.unit(unit)} ${success ? "picks the lock of" : "fails to pick"} the cache at ${at(where)}.`,
  lock: (_t, [deck, lock]) => `The next ${deck} card has the lock ${lockInWords(lock)}.`,
  cycle: (_t, [deck]) => `The top card of the ${deck} deck goes to its bottom.`,
  item: (t, [unit, , item, where]) => `${t.names.unit(unit)} gains ${title(item)} (${WHERE[where] ?? where}).`,
  drawn: (t, [deck, item]) => `${title(item)} is drawn from the ${deck} deck.`,
  ordered: (_t, [deck, ahead]) =>
    `Uppermost in the ${deck} deck lies ${ahead.map(title).join(", ") || "nothing that is known"}.`,
  shuffled: (_t, [deck]) => `The ${deck} deck is shuffled.`,
  rebuilt: (_t, [deck]) => `The discarded ${deck} cards are shuffled into a new deck.`,
  enchant: (t, [unit, card, on]) =>
    `${t.names.unit(unit)} enchants ${t.names.component(on)} with ${t.names.card(unit, card)}.`,
  unenchant: (t, [, item, on, how]) =>
    `${title(item)} on ${t.names.component(on)} ${how === "chip" ? "is used up a little" : "is discarded"}.`,
  stow: (t, [unit, card, where]) =>
    `${t.names.unit(unit)} has ${t.names.card(unit, card)} ${WHERE[where] ?? where} now.`,
  spend: (t, [unit, card, how]) => `${t.names.unit(unit)} ${SPENT[how] ?? how} ${t.names.card(unit, card)}.`,
};
