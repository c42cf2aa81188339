import { expect, test, vi } from 'vitest';
import { deviceDouble } from '../../device-double.ts';
import { createPreferences, FIRST_PREFERENCES, paint, readPreferences } from './preferences.ts';

function memory() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

test('a new device has the defaults of the spec', () => {
  const preferences = createPreferences(memory()).get();
  expect(preferences).toMatchObject({
    theme: 'dark',
    orderCnt: [1, 3, 5, 10],
    tpsl: { tp: 10, sl: 10 },
    sound: { SUCCESS: true, CANCEL: true, FILLED: true },
    betEndAlarm: true,
    haptics: false,
    confirmOrders: true,
  });
});

test("a change is still there after a reload, under the site's key prefix", () => {
  const stored = new Map<string, string>();
  deviceDouble({ stored }).preferences.change({ theme: 'light', updown: 'kr' });
  expect([...stored.keys()]).toEqual(['maru.globalSettings']);
  expect(deviceDouble({ stored }).preferences.get()).toMatchObject({ theme: 'light', updown: 'kr' });
});

test.each([
  null,
  '',
  'no json',
  '[]',
  'null',
  '7',
  '{"theme":"pink","orderCnt":[1,2,3],"sound":7,"tpsl":{"tp":-4,"sl":"x"}}',
  '{"orderCnt":[0,1,2,3],"updown":null,"haptics":"yes"}',
])('a storage that holds %s gives the defaults', (text) => {
  expect(readPreferences(text)).toEqual(FIRST_PREFERENCES);
});

test('an invalid field falls back to its default, and the others stay', () => {
  const stored = readPreferences('{"theme":"device","orderCnt":"many","tpsl":{"tp":25}}');
  expect(stored).toMatchObject({ theme: 'device', orderCnt: [1, 3, 5, 10], tpsl: { tp: 25, sl: 10 } });
});

test('a reset notifies the watchers', () => {
  const preferences = createPreferences(memory());
  preferences.change({ haptics: true });
  const seen: boolean[] = [];
  preferences.watch(() => seen.push(preferences.get().haptics));
  preferences.reset();
  expect(seen).toEqual([false]);
});

test('theme and colour convention are attributes of the root element', () => {
  paint(document, { theme: 'light', updown: 'kr' });
  expect(document.documentElement.dataset).toMatchObject({ theme: 'light', updown: 'kr' });
});

test.each(['light', 'dark'] as const)('a %s device is painted as if that theme were chosen', (preferred) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === `(prefers-color-scheme: ${preferred})`,
  }));
  paint(document, { theme: 'device', updown: 'kr' });
  expect(document.documentElement.dataset['theme']).toBe(preferred);
  vi.unstubAllGlobals();
});

test('ordering by one tap is not kept after a restart', () => {
  const storage = memory();
  const preferences = createPreferences(storage);
  preferences.change({ ladderTap: 'instant' });
  expect(preferences.get().ladderTap).toBe('instant');
  expect(createPreferences(storage).get().ladderTap).toBe('twice');
});

test.each([
  ['as it was kept with the limits before', { guard: { tap: 'twice', once: 3 } }, 'twice'],
  ['only if it makes sense', { ladderTap: 7 }, 'fill'],
])('what a tap on the ladder does is read %s', (_, stored, tap) => {
  expect(readPreferences(JSON.stringify(stored)).ladderTap).toBe(tap);
});
