// How an instrument is called, and what is said of a market that does not trade now.
import { displayCode, openingOf } from '@maru/client/format';
import type { MoneyParts } from '@maru/client/format-amount';
import { formatClock, formatDay } from '@maru/client/format-date';
import { DAY_MS } from '@maru/engine/time';
import type { Text } from '../text/ko.ts';
import type { Language } from '../text/language.tsx';
import { type Instrument, type TradingState, tradingState } from './instrument-order.ts';

export const nameOf = ({ koName, enName }: Pick<Instrument, 'koName' | 'enName'>, language: Language) =>
  language === 'ko' ? koName : enName;

/** What fits into a tile: the code, or the coin without the currency it is priced in. */
export const monogramOf = (stock: string): string => {
  const code = displayCode(stock);
  return (code.length > 5 ? code.replace(/USDT?$/, '') : code).slice(0, 5);
};

export function stateBadge(state: TradingState, text: Text): string | undefined {
  switch (state) {
    case 'open':
      return undefined;
    case 'rest':
      return text.market.resting;
    case 'closed':
      return text.market.closed;
    case 'halted':
      return text.market.halted;
  }
}

interface Speech {
  readonly text: Text;
  readonly language: Language;
  readonly now: number;
}

/** `월 10:15 개장`; a week away the weekday alone does not name the day. */
export function openingLine(opensAt: number | null, { text, language, now }: Speech): string | undefined {
  if (opensAt === null) return undefined;
  return opensAt - now < 7 * DAY_MS
    ? text.market.opensAt(openingOf(opensAt))
    : text.market.opensOn({ day: formatDay(opensAt, language), time: formatClock(opensAt) });
}

/** `11월 17일 (월) 10:15` */
export const openingDate = (opensAt: number, language: Language): string =>
  `${formatDay(opensAt, language)} ${formatClock(opensAt)}`;

const isNamed = (currency: string, text: Text): currency is keyof Text['market']['currencies'] =>
  Object.hasOwn(text.market.currencies, currency);

/** `달러`; a currency without a word of its own is called by its code. */
export const currencyName = (currency: string, text: Text): string =>
  isNamed(currency, text) ? text.market.currencies[currency] : currency;

/** What stands behind a figure of money: `원` directly, a code after a space. */
export const unitOf = ({ unit, gap }: MoneyParts, text: Text): string =>
  unit === 'KRW' ? text.market.won : `${gap}${unit}`;

/** The quiet line under a name: when it opens, or what it is; who knows better says it. */
export function metaOf(instrument: Instrument, speech: Speech, detail?: string): string {
  const opening = openingLine(instrument.nextOpenMillis, speech);
  if (tradingState(instrument) !== 'open' && opening !== undefined) return opening;
  return detail ?? currencyName(instrument.currency, speech.text);
}
