/** The synthesizer: makes every sound from a few tones and a little noise, without files. */
import type { Sound } from "./sound";

/** A tone that glides between two pitches (Hz). It begins after `at` seconds, lasts `lasts` seconds, and begins with
 * volume `loud`. */
interface Tone {
  wave: OscillatorType;
  from: number;
  to: number;
  at: number;
  lasts: number;
  loud: number;
}

/** A knock of noise around a pitch. */
interface Knock {
  pitch: number;
  at: number;
  lasts: number;
  loud: number;
}

interface Score {
  tones: Tone[];
  knocks: Knock[];
}

function tone(wave: OscillatorType, from: number, to: number, at: number, lasts: number, loud: number): Tone {
  return { wave, from, to, at, lasts, loud };
}

/** The notes of a chord, one after the other. */
function rising(pitches: readonly number[], apart: number, lasts: number, loud: number): Tone[] {
  return pitches.map((pitch, n) => tone("triangle", pitch, pitch, n * apart, lasts, loud));
}

const SCORES: Record<Sound, Score> = {
  lay: { tones: [tone("sine", 190, 90, 0, 0.12, 0.5)], knocks: [{ pitch: 900, at: 0, lasts: 0.05, loud: 0.5 }] },
  turn: { tones: [], knocks: [{ pitch: 2200, at: 0, lasts: 0.04, loud: 0.25 }] },
  meeple: { tones: [tone("sine", 520, 340, 0, 0.09, 0.35)], knocks: [{ pitch: 1600, at: 0, lasts: 0.03, loud: 0.3 }] },
  score: { tones: rising([523, 659, 784], 0.08, 0.3, 0.22), knocks: [] },
  dice: {
    tones: [],
    knocks: [0, 0.09, 0.2, 0.28, 0.41, 0.5].map((at, n) => ({ pitch: 1200 + 170 * n, at, lasts: 0.05, loud: 0.4 })),
  },
  won: { tones: rising([523, 659, 784, 1047], 0.09, 0.45, 0.24), knocks: [] },
  lost: {
    tones: [tone("triangle", 330, 311, 0, 0.3, 0.24), tone("triangle", 262, 131, 0.22, 0.6, 0.26)],
    knocks: [{ pitch: 300, at: 0.42, lasts: 0.09, loud: 0.6 }],
  },
  yours: { tones: rising([659, 880], 0.14, 0.4, 0.22), knocks: [] },
  late: { tones: rising([880, 659, 880, 659], 0.16, 0.3, 0.22), knocks: [] },
  end: { tones: rising([392, 523, 659, 784, 1047], 0.13, 0.7, 0.2), knocks: [] },
};

const VOLUME = 0.5;
const NOISE_SECONDS = 0.1;
const ground: { context: AudioContext | null; noise: AudioBuffer | null } = { context: null, noise: null };

function noiseOf(context: AudioContext): AudioBuffer {
  if (ground.noise) return ground.noise;
  const noise = context.createBuffer(1, Math.ceil(NOISE_SECONDS * context.sampleRate), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  ground.noise = noise;
  return noise;
}

/** An output that is loud at once and then fades. */
function fading(context: AudioContext, start: number, lasts: number, loud: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(VOLUME * loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(context.destination);
  return gain;
}

function singTone(context: AudioContext, now: number, { wave, from, to, at, lasts, loud }: Tone): void {
  const oscillator = context.createOscillator();
  const start = now + at;
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + lasts);
  oscillator.connect(fading(context, start, lasts, loud));
  oscillator.start(start);
  oscillator.stop(start + lasts);
}

function singKnock(context: AudioContext, now: number, { pitch, at, lasts, loud }: Knock): void {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const start = now + at;
  source.buffer = noiseOf(context);
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(context, start, lasts, loud));
  source.start(start);
  source.stop(start + lasts);
}

/** Plays a sound at once. Rejects if the browser does not allow sound. */
export async function sing(name: Sound): Promise<void> {
  ground.context ??= new AudioContext();
  const { context } = ground;
  const resumed = context.state === "suspended" ? context.resume() : undefined;
  const { tones, knocks } = SCORES[name];
  for (const each of tones) singTone(context, context.currentTime, each);
  for (const each of knocks) singKnock(context, context.currentTime, each);
  await resumed;
}
