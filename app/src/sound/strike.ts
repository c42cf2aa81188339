// How a strike is synthesized: every material is a few fading sines, wood with a short noise at the start.
import type { Material, Strike } from './earcons.ts';

/** The part of WebAudio that is used, so that a test can listen without a loudspeaker. */
export type AudioWorld = Pick<
  AudioContext,
  | 'currentTime'
  | 'destination'
  | 'sampleRate'
  | 'state'
  | 'resume'
  | 'createBiquadFilter'
  | 'createBuffer'
  | 'createBufferSource'
  | 'createGain'
  | 'createOscillator'
>;

interface Overtone {
  readonly ratio: number;
  readonly share: number;
  /** As a share of the strike's length: high partials of wood and brass fade first. */
  readonly lasts: number;
}

interface Body {
  readonly wave: OscillatorType;
  readonly attackMs: number;
  readonly grain: number;
  readonly partials: readonly Overtone[];
}

const BODIES: Readonly<Record<Material, Body>> = {
  wood: {
    wave: 'sine',
    attackMs: 1,
    grain: 0.5,
    partials: [
      { ratio: 1, share: 0.8, lasts: 1 },
      { ratio: 2.57, share: 0.25, lasts: 0.4 },
    ],
  },
  dampedWood: {
    wave: 'sine',
    attackMs: 1,
    grain: 0.7,
    partials: [{ ratio: 1, share: 0.8, lasts: 1 }],
  },
  // The partials of a bowl are inharmonic, unlike those of a string.
  brass: {
    wave: 'sine',
    attackMs: 3,
    grain: 0,
    partials: [
      { ratio: 1, share: 0.6, lasts: 1 },
      { ratio: 2.76, share: 0.28, lasts: 0.7 },
      { ratio: 5.4, share: 0.12, lasts: 0.35 },
    ],
  },
  tick: { wave: 'sine', attackMs: 2, grain: 0, partials: [{ ratio: 1, share: 1, lasts: 1 }] },
  low: { wave: 'triangle', attackMs: 8, grain: 0, partials: [{ ratio: 1, share: 1, lasts: 1 }] },
};

const SILENCE = 0.0001;
const GRAIN_MS = 12;

export function strike(world: AudioWorld, out: AudioNode, startsAt: number, given: Strike): void {
  const { wave, attackMs, grain, partials } = BODIES[given.material];
  const at = startsAt + given.atMs / 1_000;
  for (const { ratio, share, lasts } of partials) {
    const tone = world.createOscillator();
    tone.type = wave;
    tone.frequency.setValueAtTime(given.hertz * ratio, at);
    const lengthMs = given.lengthMs * lasts;
    fade(world, tone, out, { at, attackMs, lengthMs, loudness: given.loudness * share });
  }
  if (grain === 0) return;
  const noise = world.createBufferSource();
  noise.buffer = grainOf(world);
  const filter = world.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(given.hertz * 3, at);
  filter.connect(out);
  fade(world, noise, filter, { at, attackMs: 0.5, lengthMs: GRAIN_MS, loudness: given.loudness * grain });
}

interface Fade {
  readonly at: number;
  readonly attackMs: number;
  readonly lengthMs: number;
  readonly loudness: number;
}

function fade(world: AudioWorld, source: AudioScheduledSourceNode, out: AudioNode, given: Fade): void {
  const { at, attackMs, lengthMs, loudness } = given;
  const ends = at + lengthMs / 1_000;
  const level = world.createGain();
  level.gain.setValueAtTime(SILENCE, at);
  level.gain.linearRampToValueAtTime(loudness, at + attackMs / 1_000);
  level.gain.exponentialRampToValueAtTime(SILENCE, ends);
  source.connect(level);
  level.connect(out);
  source.start(at);
  source.stop(ends);
}

/** The same noise at every strike: a small generator is random enough for it. */
function grainOf(world: AudioWorld): AudioBuffer {
  const length = Math.ceil((world.sampleRate * GRAIN_MS) / 1_000);
  const buffer = world.createBuffer(1, length, world.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let index = 0; index < length; index++) {
    seed = (seed * 16_807) % 2_147_483_647;
    samples[index] = seed / 1_073_741_823.5 - 1;
  }
  return buffer;
}
