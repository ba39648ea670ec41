// @ts-check
/** Small sounds, made by the browser itself: wood on wood, a soft chime. */

const KEY = "sound";

/** @type {AudioContext | null} */
let context = null;

/** Whether sounds are wanted: by default not on phones. */
export function isOn() {
  const kept = localStorage.getItem(KEY);
  return kept ? kept === "on" : !matchMedia("(pointer: coarse)").matches;
}

/** @param {boolean} on */
export function setOn(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
}

/**
 * Something happened: the bigger, the more is heard.
 * @param {number} size 1 for a step, 2 for something notable, 3 for a big moment
 */
export function happen(size) {
  if (size >= 1) tick();
  if (size === 2) ring([349.23], 0);
  if (size >= 3) ring([220, 329.63, 440], 0.07);
}

/** Wood on wood: a piece is put down. */
function tick() {
  const audio = ready();
  if (!audio) return;
  const length = 0.05;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = (Math.random() * 2 - 1) * (1 - k / samples.length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const wood = audio.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = 900 + Math.random() * 500;
  wood.Q.value = 2.5;
  source.connect(wood).connect(volume(audio, 0.5)).connect(audio.destination);
  source.start();
}

/** It is your turn. */
export function chime() {
  ring([523.25, 659.25], 0.09);
}

/**
 * The match is over.
 * @param {boolean} lost by the reader
 */
export function end(lost) {
  ring(lost ? [392, 349.23, 293.66] : [392, 523.25, 659.25, 783.99], lost ? 0.2 : 0.12);
}

/**
 * @param {number[]} pitches
 * @param {number} apart seconds
 */
function ring(pitches, apart) {
  const audio = ready();
  if (!audio) return;
  pitches.forEach((pitch, index) => {
    const start = audio.currentTime + index * apart;
    const tone = audio.createOscillator();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    const loudness = volume(audio, 0);
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.08, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0005, start + 0.7);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  });
}

/**
 * @param {AudioContext} audio
 * @param {number} gain
 */
function volume(audio, gain) {
  const node = audio.createGain();
  node.gain.value = gain;
  return node;
}

/** The audio context, once sounds are wanted and the reader has touched the page: before that browsers refuse. */
function ready() {
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}
