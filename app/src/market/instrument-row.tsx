import { directionOf, displayCode, formatPercent, formatPrice, openingOf } from '@maru/client/format';
import type { Prices, Quote } from '@maru/client/prices';
import { memo, useCallback, useRef, useSyncExternalStore } from 'react';
import { useLanguage } from '../text/language.tsx';
import type { Instrument } from './instruments.ts';

function useQuote(prices: Prices, stock: string): Quote | undefined {
  const watch = useCallback((listen: () => void) => prices.watch(stock, listen), [prices, stock]);
  return useSyncExternalStore(watch, () => prices.of(stock));
}

/** Three flashes a second at most (WCAG 2.3.1, design.md 8). */
const FLASH_EVERY_MS = 350;

interface Flash {
  readonly direction: 'up' | 'down' | 'none';
  readonly count: number;
}

/** Which way the price went since the row was last painted; a new count starts the flash anew. */
function useFlash(lastPrice: string | undefined): Flash {
  const before = useRef({ price: lastPrice, at: 0, flash: { direction: 'none', count: 0 } as Flash });
  const { price, at, flash } = before.current;
  if (lastPrice === price) return flash;
  const now = performance.now();
  const mayFlash = price !== undefined && lastPrice !== undefined && now - at >= FLASH_EVERY_MS;
  const next: Flash = mayFlash
    ? { direction: Number(lastPrice) > Number(price) ? 'up' : 'down', count: flash.count + 1 }
    : flash;
  before.current = { price: lastPrice, at: mayFlash ? now : at, flash: next };
  return next;
}

interface Props {
  readonly instrument: Instrument;
  readonly prices: Prices;
}

/** Watches its own price and nothing else: a tick of another instrument does not paint this row. */
export const InstrumentRow = memo(function InstrumentRow({ instrument, prices }: Props) {
  const { stock, koName, enName, precision, isOpen, opensAt } = instrument;
  const { text, language } = useLanguage();
  const quote = useQuote(prices, stock);
  const flash = useFlash(quote?.lastPrice);
  const code = displayCode(stock);
  return (
    <li className={isOpen ? 'row' : 'row row--resting'} data-stock={stock}>
      <span className="row__tile" aria-hidden="true">
        {code.replace(/USDT?$/, '').slice(0, 4)}
      </span>
      <span className="row__names">
        <span className="row__name">
          {language === 'ko' ? koName : enName}
          {!isOpen && <span className="row__badge">{text.market.resting}</span>}
        </span>
        <span className="row__code">
          {isOpen || opensAt === null ? code : text.market.opensAt(openingOf(opensAt))}
        </span>
      </span>
      <span className="row__figures figure">
        <span key={flash.count} className={`row__price row__price--${flash.direction}`}>
          {formatPrice(quote?.lastPrice, precision)}
        </span>
        <span className={`row__change row__change--${directionOf(quote?.priceChangePercent)}`}>
          {formatPercent(quote?.priceChangePercent)}
        </span>
      </span>
    </li>
  );
});
