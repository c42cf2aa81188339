// The preferences of this device: colours, sounds, order habits. Kept in local storage as the spec's global settings.
import { createStore, type Watched } from '@maru/client/store';
import type { SoundSettings } from '../../sound/sound-rules.ts';
import { fieldsOf, isOneOf, parseStored } from './stored-json.ts';

export type Theme = 'dark' | 'light' | 'device';
/** `global`: green rises and red falls. `kr`: red rises and blue falls. */
export type UpDown = 'global' | 'kr';

/** How much a trade screen shows on a phone: the amount and the direction, or everything. */
export type Mode = 'simple' | 'pro';

/** What the app opens with: what was open last, or one of the tabs. */
export const START_PAGES = ['last', 'quickOrder', 'dnw', 'search', 'more'] as const;
export type StartPage = (typeof START_PAGES)[number];

/** What a tap on the price ladder does. The limits of an order are no preference: they are in the order guard. */
export type LadderTap = 'fill' | 'twice' | 'instant';

export interface Preferences extends SoundSettings {
  readonly theme: Theme;
  readonly updown: UpDown;
  readonly mode: Mode;
  readonly orderCnt: readonly [number, number, number, number];
  readonly tpsl: { readonly tp: number; readonly sl: number };
  readonly confirmOrders: boolean;
  /** Buy on the right, for a left thumb. */
  readonly buyOnRight: boolean;
  readonly haptics: boolean;
  readonly startPage: StartPage;
  readonly ladderTap: LadderTap;
  /** A leveraged position gets a stop-loss at which so much of its margin is lost. */
  readonly defaultStop: { readonly isOn: boolean; readonly lossPercent: number };
}

/** Spec 9: counts 1, 3, 5, 10; take-profit and stop-loss 10 each; bet-end alarm on; dark. */
export const FIRST_PREFERENCES: Preferences = {
  theme: 'dark',
  updown: 'global',
  mode: 'pro',
  orderCnt: [1, 3, 5, 10],
  tpsl: { tp: 10, sl: 10 },
  confirmOrders: true,
  buyOnRight: false,
  sound: { SUCCESS: true, CANCEL: true, FILLED: true },
  betEndAlarm: true,
  haptics: false,
  startPage: 'last',
  ladderTap: 'fill',
  defaultStop: { isOn: false, lossPercent: 50 },
};

export const ORDER_COUNT_MOST = 999;
export const TPSL_MOST = 9_999;
/** Less is reached by the spread alone, and more is liquidated before. */
export const LOSS_PERCENT = { least: 5, most: 90 } as const;

export interface PreferenceStore extends Watched<Preferences> {
  change(change: Partial<Preferences>): void;
  reset(): void;
}

const KEY = 'globalSettings';

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

const isLossPercent = (value: unknown): value is number =>
  isCount(value, LOSS_PERCENT.most) && value >= LOSS_PERCENT.least;

const flag = (value: unknown, otherwise: boolean): boolean =>
  typeof value === 'boolean' ? value : otherwise;

function countsOf(value: unknown): Preferences['orderCnt'] {
  const [a, b, c, d] = Array.isArray(value) ? (value as unknown[]) : [];
  const good = [a, b, c, d].every((count) => isCount(count, ORDER_COUNT_MOST));
  return good ? ([a, b, c, d] as [number, number, number, number]) : FIRST_PREFERENCES.orderCnt;
}

/** Ordering at once lasts as long as the app is open: the next start asks for two taps (design 32b). */
function ladderTapOf(stored: Readonly<Record<string, unknown>>): LadderTap {
  // It was stored with the limits before those moved to the account.
  const value = stored['ladderTap'] ?? fieldsOf(stored['guard'])['tap'];
  const tap = isOneOf(['fill', 'twice', 'instant'] as const, value) ? value : FIRST_PREFERENCES.ladderTap;
  return tap === 'instant' ? 'twice' : tap;
}

/** Whatever the storage holds, the result is usable: an invalid field falls back to its default. */
export function readPreferences(text: string | null): Preferences {
  const first = FIRST_PREFERENCES;
  const stored = fieldsOf(parseStored(text));
  const sound = fieldsOf(stored['sound']);
  const tpsl = fieldsOf(stored['tpsl']);
  const stop = fieldsOf(stored['defaultStop']);
  const { lossPercent } = first.defaultStop;
  return {
    theme: isOneOf(['dark', 'light', 'device'] as const, stored['theme']) ? stored['theme'] : first.theme,
    updown: isOneOf(['global', 'kr'] as const, stored['updown']) ? stored['updown'] : first.updown,
    mode: isOneOf(['simple', 'pro'] as const, stored['mode']) ? stored['mode'] : first.mode,
    orderCnt: countsOf(stored['orderCnt']),
    tpsl: {
      tp: isCount(tpsl['tp'], TPSL_MOST) ? tpsl['tp'] : first.tpsl.tp,
      sl: isCount(tpsl['sl'], TPSL_MOST) ? tpsl['sl'] : first.tpsl.sl,
    },
    confirmOrders: flag(stored['confirmOrders'], first.confirmOrders),
    buyOnRight: flag(stored['buyOnRight'], first.buyOnRight),
    sound: {
      SUCCESS: flag(sound['SUCCESS'], first.sound.SUCCESS),
      CANCEL: flag(sound['CANCEL'], first.sound.CANCEL),
      FILLED: flag(sound['FILLED'], first.sound.FILLED),
    },
    betEndAlarm: flag(stored['betEndAlarm'], first.betEndAlarm),
    haptics: flag(stored['haptics'], first.haptics),
    startPage: isOneOf(START_PAGES, stored['startPage']) ? stored['startPage'] : first.startPage,
    ladderTap: ladderTapOf(stored),
    defaultStop: {
      isOn: flag(stop['isOn'], first.defaultStop.isOn),
      lossPercent: isLossPercent(stop['lossPercent']) ? stop['lossPercent'] : lossPercent,
    },
  };
}

export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>): PreferenceStore {
  const store = createStore(readPreferences(storage.getItem(KEY)));
  const save = (next: Preferences): void => {
    storage.setItem(KEY, JSON.stringify(next));
    store.set(next);
  };
  return {
    get: store.get,
    watch: store.watch,
    change: (change) => save({ ...store.get(), ...change }),
    reset: () => save(FIRST_PREFERENCES),
  };
}

/** Sets the two attributes of the design tokens and the browser bar's colour. Reads the device's colour scheme. */
export function paint(page: Document, { theme, updown }: Pick<Preferences, 'theme' | 'updown'>): void {
  const isLightDevice = () => matchMedia('(prefers-color-scheme: light)').matches;
  const isLight = theme === 'light' || (theme === 'device' && isLightDevice());
  page.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  page.documentElement.dataset['updown'] = updown;
  const background = getComputedStyle(page.documentElement).getPropertyValue('--bg').trim();
  if (background === '') return;
  for (const meta of page.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', background);
}
