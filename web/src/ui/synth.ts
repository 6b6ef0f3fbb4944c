/** The synthesizer: makes every sound from a few tones and a little noise, without files. */
import type { GameName } from "../../../js/src/types";
import type { Settings } from "./settings";
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

/** The sets of sounds, each made of the same scores. */
const SETS: Record<Settings["sounds"], (score: Score) => Score> = {
  synth: (score) => score,
  // Bars of wood: each tone is short and begins with a knock.
  wood: ({ tones, knocks }) => ({
    tones: tones.map((each) => ({ ...each, wave: "sine", lasts: 0.5 * each.lasts })),
    knocks: [...knocks, ...tones.map(({ from, at, loud }) => ({ pitch: 2.4 * from, at, lasts: 0.03, loud }))],
  }),
  // For a room where others sleep: lower, shorter and soft.
  quiet: ({ tones, knocks }) => ({
    tones: tones.map((each) => {
      const [from, to] = [each.from / 2, each.to / 2];
      return { ...each, wave: "sine" as const, from, to, lasts: 0.6 * each.lasts, loud: 0.4 * each.loud };
    }),
    knocks: knocks.map((each) => ({ ...each, pitch: each.pitch / 2, loud: 0.3 * each.loud })),
  }),
};

/** The lowest volume: a gain cannot fall to nothing by a curve. */
const SILENCE = 0.0001;
const NOISE_SECONDS = 0.1;
const WIND_SECONDS = 6;
/** The pitch (Hz) below which the place of a game is heard, and how loud. */
const PLACES: Record<GameName, { below: number; loud: number }> = {
  classic: { below: 420, loud: 0.12 },
  "star-wars": { below: 110, loud: 0.3 },
};

interface Ground {
  context: AudioContext | null;
  noise: AudioBuffer | null;
  /** What is heard of a place. */
  place: AudioBufferSourceNode | null;
}

const ground: Ground = { context: null, noise: null, place: null };

function whiteNoise(context: AudioContext, seconds: number): AudioBuffer {
  const noise = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return noise;
}

/** An output that is loud at once and then fades. */
function fading(context: AudioContext, start: number, lasts: number, loud: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(Math.max(loud, SILENCE), start);
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + lasts);
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
  ground.noise ??= whiteNoise(context, NOISE_SECONDS);
  source.buffer = ground.noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(context, start, lasts, loud));
  source.start(start);
  source.stop(start + lasts);
}

/** Plays a sound after `late` seconds. Rejects if the browser does not allow sound. */
export async function sing(
  name: Sound,
  { sounds, volume }: Pick<Settings, "sounds" | "volume">,
  late = 0,
): Promise<void> {
  if (volume <= 0) return;
  ground.context ??= new AudioContext();
  const { context } = ground;
  const resumed = context.state === "suspended" ? context.resume() : undefined;
  const { tones, knocks } = SETS[sounds](SCORES[name]);
  const now = context.currentTime + late;
  for (const each of tones) singTone(context, now, { ...each, loud: volume * each.loud });
  for (const each of knocks) singKnock(context, now, { ...each, loud: volume * each.loud });
  await resumed;
}

/** Lets the place of a game be heard until the next call; null ends it. */
export function surround(game: GameName | null, volume: number): void {
  ground.place?.stop();
  ground.place = null;
  if (!game || volume <= 0) return;
  ground.context ??= new AudioContext();
  const { context } = ground;
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  const { below, loud } = PLACES[game];
  source.buffer = whiteNoise(context, WIND_SECONDS);
  source.loop = true;
  filter.type = "lowpass";
  filter.frequency.value = below;
  gain.gain.value = volume * loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
  ground.place = source;
}
