// The name of an instrument, and the text for a market that does not trade now.
import { readableCode } from '@maru/client/format';
import { formatClock, formatDay } from '@maru/client/format-date';
import { openingOf } from '@maru/client/format-time';
import { DAY_MS } from '@maru/engine/time';
import type { Language } from '../../text/language.tsx';
import type { MarketText } from '../../text/market.ts';
import type { Instrument, TradingState } from './instrument-order.ts';

export const nameOf = ({ koName, enName }: Pick<Instrument, 'koName' | 'enName'>, language: Language) =>
  language === 'ko' ? koName : enName;

type Named = Pick<Instrument, 'stock' | 'kind' | 'koName' | 'enName'>;

/** A short text for a tile: the coin, the first currency, the code, or the beginning of the name. */
export function monogramOf(instrument: Named, language: Language): string {
  const code = readableCode(instrument.stock);
  const [first = code] = code.split('/');
  // A Korean share is a number of six digits; shortened, it would not identify anything.
  return first.length > LONGEST_MONOGRAM || /^\d{4}/.test(first)
    ? beginningOf(nameOf(instrument, language))
    : first;
}

const LONGEST_MONOGRAM = 5;

/** `삼` of 삼성전자, `SK` of SK하이닉스. */
const beginningOf = (name: string): string => /^[A-Z]{2,4}(?![a-z])/.exec(name)?.[0] ?? name.slice(0, 1);

export function stateBadge(state: TradingState, text: MarketText): string | undefined {
  switch (state) {
    case 'open':
      return undefined;
    case 'rest':
      return text.resting;
    case 'closed':
      return text.closed;
    case 'halted':
      return text.halted;
  }
}

interface OpeningTexts {
  readonly text: MarketText;
  readonly language: Language;
  readonly now: number;
}

/** `월 10:15 개장`; a week away the weekday alone does not name the day. */
export function openingLine(
  opensAt: number | null,
  { text, language, now }: OpeningTexts,
): string | undefined {
  if (opensAt === null) return undefined;
  return opensAt - now < 7 * DAY_MS
    ? text.opensAt(openingOf(opensAt))
    : text.opensOn({ day: formatDay(opensAt, language), time: formatClock(opensAt) });
}

/** `11월 17일 (월) 10:15` */
export const openingDate = (opensAt: number, language: Language): string =>
  `${formatDay(opensAt, language)} ${formatClock(opensAt)}`;

const isNamed = (currency: string, text: MarketText): currency is keyof MarketText['currencies'] =>
  Object.hasOwn(text.currencies, currency);

/** `달러`; a currency without a name in the texts is shown by its code. */
export const currencyName = (currency: string, text: MarketText): string =>
  isNamed(currency, text) ? text.currencies[currency] : currency;
