// A speaker that plays nothing and counts what it would have played.
// Imported here already, so that a test never waits for the import when a screen needs it.
import '../../sound/play-earcon.ts';
import type { AudioWorld } from '../../sound/strike.ts';

export interface AudioDouble {
  readonly open: () => AudioWorld;
  /** How often the speaker was opened. */
  opened(): number;
  /** How many tones have been played so far. */
  tones(): number;
  /** Advances the audio clock; the same sound twice within a moment is played once. */
  pass(seconds: number): void;
}

export function audioDouble(): AudioDouble {
  let opened = 0;
  let tones = 0;
  const param = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  };
  const node = { connect: () => {} };
  const world = {
    state: 'running',
    currentTime: 1,
    sampleRate: 8_000,
    destination: node,
    resume: async () => {},
    createGain: () => ({ ...node, gain: param }),
    createBiquadFilter: () => ({ ...node, frequency: param, type: '' }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createBufferSource: () => ({ ...node, buffer: null, start: () => {}, stop: () => {} }),
    createOscillator: () => ({
      ...node,
      type: '',
      frequency: param,
      start: () => void tones++,
      stop: () => {},
    }),
  };
  return {
    open() {
      opened++;
      return world as unknown as AudioWorld;
    },
    opened: () => opened,
    tones: () => tones,
    pass(seconds) {
      world.currentTime += seconds;
    },
  };
}
