/**
 * The sounds of a battle, made as they are needed: knocks of dice, blows, bells. Off until somebody
 * turns them on. A sound is a handful of voices, each a tone that glides or a burst of noise.
 */

import { entryAt } from "./certain.ts";
import type { BattleEvent, SeatId, UnitId } from "../protocol.ts";
import { keep, kept } from "./keeping.ts";
import { matchSound } from "./match_show.ts";
import { FATIGUE_FROM } from "./pacing.ts";
import type { Shown } from "./stage.ts";

/** A voice: when it begins (s), where it goes from and to (Hz), how long (s), how loud, how it sounds. */
type Voice = {
  at?: number;
  from: number;
  to?: number;
  long: number;
  loud: number;
  wave: OscillatorType | "noise";
};

/** What may be heard. */
export type Sound =
  | "die"
  | "step"
  | "line"
  | "hit"
  | "block"
  | "heal"
  | "status"
  | "defeat"
  | "fall"
  | "turn"
  | "round"
  | "fatigue"
  | "chest"
  | "victory"
  | "loss";

const tone = (from: number, long: number, loud: number, more: Partial<Voice> = {}): Voice => ({
  from,
  long,
  loud,
  wave: "sine",
  ...more,
});
const noise = (from: number, long: number, loud: number, more: Partial<Voice> = {}): Voice =>
  tone(from, long, loud, { wave: "noise", ...more });

/** A bell: a tone with overtones that are not quite harmonic. */
const bell = (from: number, long: number, loud: number, at = 0): Voice[] => [
  tone(from, long, loud, { at }),
  tone(2.76 * from, 0.5 * long, 0.4 * loud, { at }),
  tone(5.4 * from, 0.22 * long, 0.2 * loud, { at }),
];

const VOICES: Readonly<Record<Sound, readonly Voice[]>> = {
  die: [noise(1900, 0.035, 0.5), noise(900, 0.05, 0.3, { at: 0.012 }), tone(320, 0.04, 0.18, { wave: "triangle" })],
  step: [noise(420, 0.06, 0.2)],
  line: [noise(700, 0.22, 0.22, { to: 3200 })],
  hit: [noise(1400, 0.12, 0.5, { to: 300 }), tone(150, 0.2, 0.6, { to: 52 }), noise(3800, 0.04, 0.25)],
  block: [...bell(620, 0.28, 0.24), noise(2600, 0.05, 0.35)],
  heal: [...bell(523, 0.5, 0.13), ...bell(659, 0.5, 0.13, 0.09), ...bell(784, 0.6, 0.13, 0.18)],
  status: [tone(360, 0.35, 0.14, { to: 540, wave: "triangle" }), tone(365, 0.35, 0.12, { to: 300 })],
  defeat: [
    noise(1800, 0.35, 0.45, { to: 120 }),
    tone(190, 0.5, 0.4, { to: 40, wave: "triangle" }),
    noise(3000, 0.08, 0.3, { at: 0.07 }),
  ],
  fall: [
    tone(220, 1.1, 0.35, { to: 55, wave: "triangle" }),
    tone(207, 1.1, 0.25, { to: 52 }),
    noise(500, 0.5, 0.3, { to: 80 }),
  ],
  turn: [tone(392, 0.22, 0.14, { wave: "triangle" }), tone(523, 0.34, 0.16, { at: 0.13, wave: "triangle" })],
  round: [tone(98, 0.5, 0.5, { to: 70 }), noise(240, 0.18, 0.35), ...bell(294, 1.1, 0.12, 0.05)],
  fatigue: [
    tone(82, 1.3, 0.4, { to: 61, wave: "sawtooth" }),
    tone(87, 1.3, 0.3, { to: 58 }),
    noise(240, 0.9, 0.2, { to: 90 }),
  ],
  chest: [noise(900, 0.08, 0.3), ...bell(880, 0.5, 0.1, 0.08), ...bell(1175, 0.6, 0.1, 0.16)],
  victory: [392, 523, 659, 784].flatMap((hertz, at) => [
    tone(hertz, at === 3 ? 0.9 : 0.22, 0.16, { at: 0.16 * at, wave: "triangle" }),
    ...bell(hertz, 0.8, 0.07, 0.16 * at),
  ]),
  loss: [330, 311, 262, 196].map((hertz, at) => tone(hertz, 0.6, 0.18, { at: 0.26 * at, wave: "triangle" })),
};

/** All of it is quiet. */
const VOLUME = 0.5;
/** The smallest gain that an exponential fade may reach. */
const SILENT = 0.0008;
const ATTACK = 0.006; // seconds: without it every tone begins with a click

let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

export const isSounding = () => kept("sound") === "on";

/** Turn sound on or off; whoever turns it on hears at once that it is on. */
export function turnSound() {
  keep("sound", isSounding() ? "" : "on");
  if (isSounding()) play("turn");
}

/** What an event sounds like; null for most. */
export function soundOf(event: BattleEvent, isParty: (unit: UnitId) => boolean): Sound | null {
  switch (event[0]) {
    case "move":
      return "step";
    case "engage":
      return event[2].length ? "line" : null;
    case "show":
      return event[3] === "roll" && event[1].length ? "die" : null;
    case "roll":
      return event[2] === "engage" || !event[5].length ? null : "die";
    case "damage":
      return event[6] || event[5] ? "hit" : "block";
    case "hp":
      return event[4] === "heal" ? "heal" : null;
    case "status":
      return "status";
    case "defeat":
      return isParty(event[1]) ? "fall" : "defeat";
    case "turn":
      return isParty(event[1]) ? "turn" : null;
    case "round":
      return event[1] >= FATIGUE_FROM ? "fatigue" : "round";
    case "cache":
    case "item":
    case "shard":
      return "chest";
    case "end":
      return event[1] === "victory" ? "victory" : "loss";
    default:
      return matchSound(event);
  }
}

/** Dice knock as they land: after their flight (s), one by one. */
const [LANDING, KNOCK] = [0.4, 0.08];

/** What the end of a match sounds like: a loss for whoever plays the losing side, and for nobody else. */
export const endOfMatch = (winner: SeatId, seats: readonly SeatId[]): Sound =>
  !winner || !seats.length || seats.includes(winner) ? "victory" : "loss";

/**
 * Sound an event as it is shown to whoever holds `seats`, if anybody wants to hear it. Nothing that is skipped
 * sounds, but the end.
 */
export function sound({ played, at, state, wait }: Shown, seats: readonly SeatId[]): void {
  const event = entryAt(played.commit.events, at);
  if (!isSounding() || (!wait && event[0] !== "end")) return;
  const heard = soundOf(event, (unit) => Boolean(state.adventurers?.[unit]));
  const [tag, winner] = event as unknown as [string, SeatId];
  const found = tag === "sk.end" ? endOfMatch(winner, seats) : heard;
  if (!found) return;
  if (found !== "die") return play(found);
  const count = event[0] === "show" ? event[1].length : 1;
  for (let nth = 0; nth < count; nth += 1) play("die", LANDING + nth * KNOCK);
}

/** Play a sound, some seconds from now. */
export function play(name: Sound, after = 0): void {
  context ??= new AudioContext();
  void context.resume();
  for (const voice of VOICES[name]) sing(context, voice, after);
}

function sing(on: AudioContext, { at = 0, from, to = from, long, loud, wave }: Voice, after: number): void {
  const begin = on.currentTime + after + at;
  const volume = on.createGain();
  volume.gain.setValueAtTime(SILENT, begin);
  volume.gain.exponentialRampToValueAtTime(loud * VOLUME, begin + ATTACK);
  volume.gain.exponentialRampToValueAtTime(SILENT, begin + ATTACK + long);
  volume.connect(on.destination);
  const source =
    wave === "noise" ? hissing(on, from, to, begin, long, volume) : humming(on, wave, from, to, begin, long, volume);
  source.start(begin);
  source.stop(begin + ATTACK + long);
}

function humming(
  on: AudioContext,
  wave: OscillatorType,
  from: number,
  to: number,
  begin: number,
  long: number,
  out: AudioNode,
) {
  const source = on.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(out);
  return source;
}

function hissing(on: AudioContext, from: number, to: number, begin: number, long: number, out: AudioNode) {
  const [source, filter] = [on.createBufferSource(), on.createBiquadFilter()];
  source.buffer = rustle ??= white(on);
  source.loop = true;
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(filter).connect(out);
  return source;
}

/** Half a second of white noise. */
function white(on: AudioContext): AudioBuffer {
  const made = on.createBuffer(1, Math.ceil(on.sampleRate / 2), on.sampleRate);
  const samples = made.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return made;
}
