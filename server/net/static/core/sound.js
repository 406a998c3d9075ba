/** A few quiet tones, off until somebody turns them on. */

import { keep, kept } from "./keeping.js";

/** Frequency in hertz, length in seconds, form of the wave. @type {Record<string, [number, number, OscillatorType]>} */
const TONES = {
  show: [420, 0.05, "triangle"], damage: [150, 0.14, "sawtooth"], defeat: [95, 0.32, "sawtooth"],
  hp: [620, 0.14, "sine"], turn: [520, 0.12, "sine"], round: [330, 0.3, "sine"], end: [660, 0.5, "sine"],
};

let context = null;

export const isSounding = () => kept("sound") === "on";

/** Turn sound on or off. */
export function turnSound() {
  keep("sound", isSounding() ? "" : "on");
}

/** The tone of an event, if it has one and anybody wants to hear it. @param {any[]} event */
export function sound([tag]) {
  const tone = TONES[tag];
  if (!tone || !isSounding()) return;
  context ??= new AudioContext();
  const [frequency, length, type] = tone;
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.type = type;
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0.05, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
  source.connect(volume).connect(context.destination);
  source.start();
  source.stop(context.currentTime + length);
}
