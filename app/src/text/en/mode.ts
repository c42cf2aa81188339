import type { mode as ko } from '../ko/mode.ts';
import type { Same } from '../same.ts';

export const mode: Same<typeof ko> = {
  title: 'Trade screens',
  simple: 'Simple',
  pro: 'Pro',
  change: (now: string, other: string) => `${now} mode, change to ${other}`,
  simpleLead: 'Chart, amount and direction; orders go at the market',
  proLead: 'Book, order types, take-profit and stop-loss, indicators',
  wide: 'Wide screens are always pro',
};
