import { describe, expect, test } from 'vitest';
import { EARCONS } from './earcons.ts';
import { playEarcon } from './play-earcon.ts';
import { earconOf, isPlayed, type OrderSound, type Side, type SoundEvent } from './sound-rules.ts';
import { createSounds } from './sounds.ts';
import type { AudioWorld } from './strike.ts';

const ALL_ON = { sound: { SUCCESS: true, CANCEL: true, FILLED: true }, betEndAlarm: true };
const ALL_OFF = { sound: { SUCCESS: false, CANCEL: false, FILLED: false }, betEndAlarm: false };
const KINDS = ['LIMIT', 'STOPLIMIT', 'STOPMARKET', 'MARKET', 'TAKEPROFIT', 'STOPLOSS', 'LIQUIDATION'];

const order = (sound: OrderSound, marketType: string, tradeType: Side = 'LONG'): SoundEvent => ({
  kind: 'order',
  sound,
  marketType,
  tradeType,
});
const closing = (secondsLeft: number): SoundEvent => ({ kind: 'closing', secondsLeft });

describe('the rules', () => {
  test.each(['SUCCESS', 'CANCEL'] as const)('%s is played for waiting orders, and for no other', (sound) => {
    expect(KINDS.filter((kind) => isPlayed(order(sound, kind), ALL_ON))).toEqual([
      'LIMIT',
      'STOPLIMIT',
      'STOPMARKET',
    ]);
  });

  test('a fill is played for every kind of order', () => {
    expect(KINDS.filter((kind) => !isPlayed(order('FILLED', kind), ALL_ON))).toEqual([]);
  });

  test.each(['SUCCESS', 'CANCEL', 'FILLED'] as const)('%s depends on its own switch only', (sound) => {
    const onlyThis = { ...ALL_OFF, sound: { ...ALL_OFF.sound, [sound]: true } };
    const allButThis = { ...ALL_ON, sound: { ...ALL_ON.sound, [sound]: false } };
    expect([isPlayed(order(sound, 'LIMIT'), onlyThis), isPlayed(order(sound, 'LIMIT'), allButThis)]).toEqual([
      true,
      false,
    ]);
  });

  test('the last five seconds tick, no other second does, and the alarm can be switched off', () => {
    expect([7, 6, 5, 4, 3, 2, 1, 0].filter((second) => isPlayed(closing(second), ALL_ON))).toEqual([
      5, 4, 3, 2, 1,
    ]);
    expect(isPlayed(closing(3), ALL_OFF)).toBe(false);
  });

  test('no switch silences the warning before a liquidation', () => {
    expect(isPlayed({ kind: 'liquidationWarning' }, ALL_OFF)).toBe(true);
  });
});

describe('the scores', () => {
  test.each(Object.entries(EARCONS))('%s is over within 350 ms', (_, strikes) => {
    expect(Math.max(...strikes.map(({ atMs, lengthMs }) => atMs + lengthMs))).toBeLessThan(350);
  });

  const step = (name: keyof typeof EARCONS) => {
    const [first, second] = EARCONS[name];
    return (second?.hertz ?? 0) / (first?.hertz ?? 1);
  };

  test('long rises and short falls: a fourth in wood, a fifth in brass', () => {
    expect(step('SUCCESS_LONG')).toBeCloseTo(4 / 3);
    expect(step('SUCCESS_SHORT')).toBeCloseTo(3 / 4);
    expect(step('FILLED_LONG')).toBeCloseTo(3 / 2);
    expect(step('FILLED_SHORT')).toBeCloseTo(2 / 3);
  });

  test('a cancelled short is lower than a cancelled long', () => {
    const [long, short] = [EARCONS.CANCEL_LONG[0], EARCONS.CANCEL_SHORT[0]];
    expect(short?.hertz).toBeLessThan(long?.hertz ?? 0);
  });
});

/** Records every tone that would be played. */
function audioDouble(first: { state: AudioContextState } = { state: 'running' }) {
  const tones: { hertz: number; from: number; to: number }[] = [];
  const param = (set: (value: number) => void = () => {}) => ({
    setValueAtTime: set,
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  });
  const node = { connect: () => {} };
  const world = {
    ...first,
    currentTime: 1,
    sampleRate: 8_000,
    destination: node,
    resume: async () => {
      world.state = 'running';
    },
    createGain: () => ({ ...node, gain: param() }),
    createBiquadFilter: () => ({ ...node, frequency: param(), type: '' }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createBufferSource: () => ({ ...node, buffer: null, start: () => {}, stop: () => {} }),
    createOscillator() {
      const tone = { hertz: 0, from: 0, to: 0 };
      tones.push(tone);
      return {
        ...node,
        type: '',
        frequency: param((hertz) => {
          tone.hertz = hertz;
        }),
        start: (at: number) => {
          tone.from = at;
        },
        stop: (at: number) => {
          tone.to = at;
        },
      };
    },
  };
  let opened = 0;
  const sounds = (settings = ALL_ON) =>
    createSounds({
      openAudio: () => {
        opened += 1;
        return world as unknown as AudioWorld;
      },
      settings: () => settings,
      playEarcon: () => playEarcon,
    });
  return { world, tones, sounds, opened: () => opened };
}

describe('what is played', () => {
  test('nothing before the first tap: the audio is not even opened, and nothing is made up for later', () => {
    const { tones, opened, sounds } = audioDouble();
    const held = sounds();
    held.play(order('FILLED', 'MARKET'));
    expect([tones, opened()]).toEqual([[], 0]);
    held.unlock();
    expect(tones).toEqual([]);
  });

  test('after a tap the tones of the event, each ending in time', () => {
    const { tones, sounds } = audioDouble();
    const held = sounds();
    held.unlock();
    held.play(order('CANCEL', 'LIMIT', 'SHORT'));
    expect(tones.map(({ hertz }) => hertz)).toEqual([EARCONS.CANCEL_SHORT[0]?.hertz]);
    expect(tones.every(({ from, to }) => from >= 1 && to < 1.36)).toBe(true);
  });

  test('a sound that the settings switch off is not played, but its sample in the settings is', () => {
    const { tones, sounds } = audioDouble();
    const held = sounds(ALL_OFF);
    held.unlock();
    held.play(order('FILLED', 'LIMIT'));
    expect(tones).toEqual([]);
    held.preview(order('FILLED', 'LIMIT'));
    expect(tones.length).toBeGreaterThan(0);
  });

  test('a sound that would be late is left out, and the next one is played', async () => {
    const { tones, world, sounds } = audioDouble();
    const held = sounds();
    held.unlock();
    world.state = 'suspended';
    held.play(closing(5));
    expect(tones).toEqual([]);
    await Promise.resolve();
    held.play(closing(4));
    expect(tones.length).toBe(1);
  });

  test('ten fills at one moment are one sound', () => {
    const { tones, world, sounds } = audioDouble();
    const held = sounds();
    held.unlock();
    for (let fill = 0; fill < 10; fill++) held.play(order('FILLED', 'MARKET'));
    const once = tones.length;
    world.currentTime += 1;
    held.play(order('FILLED', 'MARKET'));
    expect(tones.length).toBe(2 * once);
  });

  test('before the import of the player nothing is played, and nothing fails', () => {
    const held = createSounds({
      openAudio: () => audioDouble().world as unknown as AudioWorld,
      settings: () => ALL_ON,
      playEarcon: () => undefined,
    });
    held.unlock();
    expect(() => held.preview(order('FILLED', 'MARKET'))).not.toThrow();
  });

  test('a browser without audio plays nothing and does not fail', () => {
    const held = createSounds({
      openAudio: () => undefined,
      settings: () => ALL_ON,
      playEarcon: () => playEarcon,
    });
    held.unlock();
    expect(() => held.preview(order('FILLED', 'MARKET'))).not.toThrow();
  });
});

test('every event has its earcon', () => {
  const named = [
    ...(['SUCCESS', 'CANCEL', 'FILLED'] as const).flatMap((sound) => [
      earconOf(order(sound, 'LIMIT', 'LONG')),
      earconOf(order(sound, 'LIMIT', 'SHORT')),
    ]),
    earconOf(closing(1)),
    earconOf({ kind: 'liquidationWarning' }),
  ];
  expect(named.sort()).toEqual(Object.keys(EARCONS).sort());
});
