// One exit: the price, which price it is compared with, and what it would bring. Of an order that is not placed yet and
// of an open position alike.
import { directionOf } from '@maru/client/format';
import { formatRoe } from '@maru/client/format-amount';
import { toneClass } from '../../market/prices/tone-class.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import './exit-leg-field.css';
import type { ExitLeg } from './order-ticket.ts';

interface Props {
  readonly kind: 'takeProfit' | 'stopLoss';
  readonly leg: ExitLeg;
  readonly onChange: (leg: ExitLeg) => void;
  readonly precision: number;
  readonly currency: string;
  /** What it would bring after fees, formatted, and its return in percent; undefined while it cannot be computed. */
  readonly worth: { readonly net: string; readonly netText: string; readonly roe: string } | undefined;
  /** The price at which the position has this return. */
  readonly priceAt: (percent: number) => string | undefined;
  /** The id of the text that says why it would be refused. */
  readonly invalidBy?: string | undefined;
}

/** Percent of the margin. */
const RETURNS = { takeProfit: [10, 25, 50, 100], stopLoss: [-10, -25, -50, -75] } as const;

export function ExitLegField({ kind, leg, onChange, precision, currency, worth, priceAt, invalidBy }: Props) {
  const words = useWords(futuresTradeWords);
  const name = words.leg[kind];
  return (
    <section className="exit-leg" aria-label={name}>
      <div className="exit-leg__head">
        <h3>{name}</h3>
        <div className="exit-leg__watched">
          <Segmented
            label={`${name} ${words.watches}`}
            size="small"
            options={(['mark', 'last'] as const).map((value) => ({ value, label: words.watched[value] }))}
            value={leg.isMark ? 'mark' : 'last'}
            onChange={(watched) => onChange({ ...leg, isMark: watched === 'mark' })}
          />
        </div>
      </div>
      <NumberField
        name={kind}
        label={words.legPrice(name, currency)}
        surface="sheet"
        precision={precision}
        min="0"
        isPadded={leg.price !== ''}
        value={leg.price}
        onChange={(price) => onChange({ ...leg, price })}
        invalidBy={invalidBy}
        unit={
          worth && (
            <b className={`exit-leg__worth figure${toneClass(directionOf(worth.net))}`}>
              {worth.netText} <small>{formatRoe(worth.roe)}</small>
            </b>
          )
        }
      />
      <ChipRow label={words.roeChips(name)}>
        {RETURNS[kind].map((percent) => {
          const price = priceAt(percent);
          return (
            <Chip
              key={percent}
              shape="square"
              pressed={price !== undefined && price === leg.price}
              disabled={price === undefined}
              onPress={() => price !== undefined && onChange({ ...leg, price })}
            >
              <span className="figure">{percent > 0 ? `+${percent}%` : `−${-percent}%`}</span>
            </Chip>
          );
        })}
      </ChipRow>
    </section>
  );
}
