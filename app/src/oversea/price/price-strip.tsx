import { directionOf, formatDecimal, formatPercent, formatPrice } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import './price-strip.css';
import type { Day } from './use-day.ts';

interface Props {
  readonly day: Day;
  readonly precision: number;
  readonly resting: boolean;
}

/** The one large figure of the page. It is no live region: reading every tick aloud would be useless. */
export function PriceStrip({ day, precision, resting }: Props) {
  const overseaText = useWords(overseaWords);
  const direction = resting ? 'flat' : directionOf(day.priceChangePercent);
  return (
    <section className="price-strip">
      <div className={`price-strip__now${toneClass(direction)}`}>
        <div className="price-strip__price figure">{formatPrice(day.lastPrice, precision)}</div>
        <div className="price-strip__change figure">
          <b>{formatChange(day.priceChange, precision)}</b>
          <b>{formatPercent(day.priceChangePercent)}</b>
        </div>
      </div>
      <dl className="price-strip__facts">
        <dt>{overseaText.high}</dt>
        <dd className="figure">{formatPrice(day.highPrice, precision)}</dd>
        <dt>{overseaText.low}</dt>
        <dd className="figure">{formatPrice(day.lowPrice, precision)}</dd>
        <dt>{overseaText.volume}</dt>
        <dd className="figure">{formatDecimal(day.volume === undefined ? undefined : String(day.volume))}</dd>
      </dl>
    </section>
  );
}
