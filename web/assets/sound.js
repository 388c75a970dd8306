// Five short sounds, made on the spot: dice, build, offer, your turn, win. Whether they are heard is remembered.
// @ts-check

const KEY = "hexwright/mute";
/** @typedef {"dice" | "build" | "offer" | "turn" | "win"} Sound */
/** Notes of each sound: start in seconds, frequency in hertz, length in seconds. @type {Record<Exclude<Sound, "dice">, [number, number, number][]>} */
const NOTES = {
  build: [[0, 196, 0.09], [0.07, 262, 0.12]],
  offer: [[0, 660, 0.09], [0.11, 880, 0.14]],
  turn: [[0, 523, 0.12], [0.13, 784, 0.22]],
  win: [[0, 523, 0.16], [0.15, 659, 0.16], [0.3, 784, 0.16], [0.45, 1047, 0.5]],
};

/** @type {AudioContext | null} */ let context = null;
let muted = localStorage.getItem(KEY) === "on";

export const isMuted = () => muted;

/** @param {boolean} on */
export function mute(on) {
  muted = on;
  localStorage.setItem(KEY, on ? "on" : "off");
}

/** Plays a sound, unless muted. Browsers allow it after the first click or key of the page. @param {Sound} sound */
export function play(sound) {
  if (muted || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  if (sound === "dice") return rattle(context);
  for (const [start, pitch, length] of NOTES[sound]) note(context, start, pitch, length);
}

/** @param {AudioContext} to @param {number} start @param {number} pitch @param {number} length */
function note(to, start, pitch, length) {
  const [tone, volume, at] = [to.createOscillator(), to.createGain(), to.currentTime + start];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.14, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(to.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}

/** Dice on wood: short bursts of noise that come closer together. @param {AudioContext} to */
function rattle(to) {
  const noise = to.createBuffer(1, Math.floor(to.sampleRate * 0.03), to.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  for (const start of [0, 0.11, 0.2, 0.27, 0.32]) {
    const [burst, filter, volume] = [to.createBufferSource(), to.createBiquadFilter(), to.createGain()];
    burst.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = 1400 + 900 * Math.random();
    volume.gain.value = 0.35;
    burst.connect(filter).connect(volume).connect(to.destination);
    burst.start(to.currentTime + start);
  }
}
