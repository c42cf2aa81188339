import { directionOf, formatPrice } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { formatCountdown } from '@maru/client/format-time';
import type { Watched } from '@maru/client/store';
import type { PacedQuote } from '../../market/prices/paced-quote.ts';
import { priceDifference } from '../../market/prices/price-difference.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useWatched } from '../../shell/platform.tsx';
import './price-clock.css';

interface PriceProps {
  readonly paced: Watched<PacedQuote>;
  readonly precision: number;
  readonly base: string | undefined;
  /** The name of the base, or why there is none. */
  readonly caption: string;
}

/** The price against its base. No live region: reading every tick aloud would be useless. */
export function RoundPrice({ paced, precision, base, caption }: PriceProps) {
  const last = useWatched(paced).quote?.lastPrice;
  const gap = priceDifference(last, base);
  const direction = directionOf(gap);
  return (
    <div>
      <div className={`price-clock__figure figure${toneClass(direction)}`}>
        {formatPrice(last, precision)}
      </div>
      <div className="price-clock__caption text-caption">
        {caption}
        {gap !== undefined && (
          <b className={`price-clock__gap figure${toneClass(direction)}`}>{formatChange(gap, precision)}</b>
        )}
      </div>
    </div>
  );
}

interface ClockProps {
  readonly leftMs: number | undefined;
  readonly caption: string;
  /** `closing`: the last seconds, ink on brass. */
  readonly state: 'open' | 'closing' | 'locked';
}

export function RoundClock({ leftMs, caption, state }: ClockProps) {
  return (
    <div className="price-clock__clock">
      <div
        className={`price-clock__figure price-clock__time price-clock__time--${state} figure`}
        role="timer"
        aria-live="off"
        aria-label={caption}
      >
        {leftMs === undefined ? '–' : formatCountdown(leftMs)}
      </div>
      <div className="price-clock__caption text-caption price-clock__caption--end">{caption}</div>
    </div>
  );
}
