// Plays sounds for the screens. Nothing is played before the first tap, and nothing is played late.
import type { PlayEarcon } from './play-earcon.ts';
import { type EarconName, earconOf, isPlayed, type SoundEvent, type SoundSettings } from './sound-rules.ts';
import type { AudioWorld } from './strike.ts';

export interface Sounds {
  /** Played if the rules and the settings allow it. */
  play(event: SoundEvent): void;
  /** Played whatever the settings are: for the tap on a sample in the settings. */
  preview(event: SoundEvent): void;
  /** To be called from a tap: browsers allow sound only then. */
  unlock(): void;
}

interface Edges {
  /** Undefined where the browser has no WebAudio. */
  readonly openAudio: () => AudioWorld | undefined;
  readonly settings: () => SoundSettings;
  /** Undefined until it was imported; earlier sounds are dropped. */
  readonly playEarcon: () => PlayEarcon | undefined;
}

const LEVEL = 0.35;
/** Ten fills within this time are one sound. */
const AGAIN_AFTER_S = 0.12;
/** A little ahead, so that the first sample is not cut. */
const AHEAD_S = 0.01;

export function createSounds({ openAudio, settings, playEarcon }: Edges): Sounds {
  let opened: { readonly world: AudioWorld; readonly out: AudioNode } | undefined;
  const lastAt = new Map<EarconName, number>();

  function unlock(): void {
    if (opened === undefined) {
      const world = openAudio();
      if (world === undefined) return;
      const out = world.createGain();
      out.gain.setValueAtTime(LEVEL, world.currentTime);
      out.connect(world.destination);
      opened = { world, out };
    }
    wake(opened.world);
  }

  function wake(world: AudioWorld): void {
    // A call may interrupt the audio of a phone; without a tap it may stay silent, which is no error.
    if (world.state !== 'running') world.resume().catch(() => undefined);
  }

  function sound(name: EarconName): void {
    if (opened === undefined) return;
    const { world, out } = opened;
    const now = world.currentTime;
    if (now - (lastAt.get(name) ?? -1) < AGAIN_AFTER_S) return;
    lastAt.set(name, now);
    playEarcon()?.(world, out, now + AHEAD_S, name);
  }

  return {
    unlock,
    play(event) {
      if (opened === undefined || !isPlayed(event, settings())) return;
      // While the audio clock is suspended, a sound would be queued and play late.
      if (opened.world.state === 'running') sound(earconOf(event));
      else wake(opened.world);
    },
    preview(event) {
      unlock();
      sound(earconOf(event));
    },
  };
}
