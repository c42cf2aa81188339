import { expect, test } from 'vitest';
import { createHaptics } from './haptics.ts';

function vibration(isOn: boolean) {
  const felt: unknown[] = [];
  const vibrate = (pattern: unknown) => {
    felt.push(pattern);
    return true;
  };
  return { felt, haptics: createHaptics({ vibrate, isOn: () => isOn }) };
}

test('a press is one short vibration, a fill is two with a pause', () => {
  const { felt, haptics } = vibration(true);
  haptics.press();
  haptics.fill();
  expect(felt).toEqual([10, [20, 40, 20]]);
});

test('nothing vibrates unless the preference is on', () => {
  const { felt, haptics } = vibration(false);
  haptics.press();
  haptics.fill();
  expect(felt).toEqual([]);
});

test('a browser without vibration causes no error', () => {
  expect(() => createHaptics({ vibrate: undefined, isOn: () => true }).fill()).not.toThrow();
});
