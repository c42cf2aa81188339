import { directionOf, formatPercent, formatPrice } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { Fragment, type ReactNode } from 'react';
import { toneClass } from './tone-class.ts';
import './price-strip.css';
import type { Day } from './use-day.ts';

interface Props {
  readonly day: Day;
  readonly precision: number;
  readonly resting: boolean;
  /** Two or three, already formatted. */
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** The one large figure of the page. It is no live region: reading every tick aloud would be useless. */
export function PriceStrip({ day, precision, resting, facts }: Props) {
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
        {facts.map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="figure">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
