// How an instrument is called, and what is said of a market that does not trade now.
import { displayCode, openingOf } from '@maru/client/format';
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

/** The quiet line under a name: when it opens, or what it is. */
export function metaOf(instrument: Instrument, speech: Speech): string {
  const opening = openingLine(instrument.nextOpenMillis, speech);
  if (tradingState(instrument) !== 'open' && opening !== undefined) return opening;
  const code = displayCode(instrument.stock);
  return instrument.currency === 'KRW' ? `${code} · ${speech.text.market.inWon}` : code;
}
