import type { past } from '../text/ko/past.ts';

type EventWord = keyof (typeof past)['events'];

/** The first that a kind of event has in its name; the order matters. */
const WORDS: readonly (readonly [part: RegExp, word: EventWord])[] = [
  [/^ACCOUNT_OPENED$/, 'opened'],
  [/REFILL/, 'refill'],
  [/BET_PLACED/, 'bet'],
  [/PAID/, 'paid'],
  [/FILLED/, 'filled'],
  [/CANCELLED/, 'cancelled'],
  [/PLACED/, 'placed'],
  [/CHANGED|EXITS_SET|TPSL/, 'changed'],
  [/DEPOSIT|WITHDRAW|CONVERT|TRANSFER|COUPON|GRANT|DEDUCT|FUNDS|REQUEST|PURCHASE|SALE/, 'deposit'],
  [/SET|SESSIONS|BLOCKED|LIMIT|MARGIN|OVERNIGHT|CARRIED|WARNED/, 'setting'],
];

/** What an event of the account's history is called where only its kind is known. */
export const eventWord = (kind: string): EventWord => WORDS.find(([part]) => part.test(kind))?.[1] ?? 'other';
