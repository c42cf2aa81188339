// How much: typed in coins or in the money of the order, whichever the member prefers.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useId, useState } from 'react';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { keyboardFor } from '../../ui/fields/number-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { useTypedNumber } from '../../ui/typing/use-typed-number.ts';
import { qtyPlaces, qtyUnit } from '../account/unit-words.ts';
import type { OrderTicket } from './order-ticket.ts';
import './qty-field.css';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly ticket: OrderTicket;
  readonly hasError: boolean;
  /** Its name stays beside the figure. */
  readonly isNamed: boolean;
  readonly onTouch: () => void;
}

/** Money of an order is typed in cents at most. */
const MONEY_PLACES = 2;

export function QtyField({ instrument, ticket, hasError, isNamed, onTouch }: Props) {
  const words = useWords(futuresTradeWords);
  const id = useId();
  const [isChoosing, setChoosing] = useState(false);
  const { terms } = instrument;
  const units = { qty: qtyUnit(instrument), notional: terms?.quoteCurrency ?? instrument.currency };
  // The quantity of an inverse contract is its value.
  const hasChoice = terms !== null && terms.contractType !== 'INVERSE';
  const rule = { precision: ticket.unit === 'qty' ? qtyPlaces(instrument) : MONEY_PLACES, min: '0' };
  const { shown, handlers } = useTypedNumber({
    value: ticket.amount,
    onChange(amount) {
      onTouch();
      ticket.change({ amount });
    },
    rule,
    isPadded: ticket.amount !== '',
  });
  const unit = units[ticket.unit];
  return (
    <div className={hasError ? 'qty-field input-box input-box--error' : 'qty-field input-box'}>
      <label className="qty-field__label" htmlFor={id}>
        {isNamed && <span className="qty-field__name text-micro">{words.qty}</span>}
        <input
          {...handlers}
          id={id}
          className="qty-field__input figure"
          aria-label={words.qtyIn(unit)}
          aria-invalid={hasError}
          autoComplete="off"
          inputMode={keyboardFor(rule)}
          placeholder={isNamed ? '0' : words.qty}
          value={shown}
        />
      </label>
      {hasChoice ? (
        <button
          type="button"
          className="qty-field__unit figure"
          aria-label={words.qtyUnit(unit)}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {unit}
          <Icon name="chevron-down" size={14} weight={2} />
        </button>
      ) : (
        <span className="qty-field__unit figure">{unit}</span>
      )}
      <MenuSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={words.unitTitle}
        closeLabel={words.close}
        current={ticket.unit}
        choices={(['qty', 'notional'] as const).map((key) => ({
          key,
          label: units[key],
          line: words.unitLead[key],
        }))}
        onChoose={(chosen) => {
          setChoosing(false);
          if (chosen !== ticket.unit) ticket.change({ unit: chosen, amount: '' });
        }}
      />
    </div>
  );
}
