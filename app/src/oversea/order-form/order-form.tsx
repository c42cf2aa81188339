// The order form beside the book (design 05): type, price, exits, and the margin and money left after the order.

import { formatDecimal } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../text/language.tsx';
import { type OverseaTradeWords, overseaTradeWords } from '../../text/oversea-trade.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { Gauge } from '../../ui/figures/gauge.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { ticksNet } from '../position/contract-money.ts';
import { ExitTicksSheet } from './exit-ticks-sheet.tsx';
import './order-form.css';
import { ORDER_KINDS } from '../orders/order-request.ts';
import type { OrderPreview } from './order-preview.ts';
import type { Leg, OrderTicket, TicketFault } from './order-ticket.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly ticket: OrderTicket;
  readonly fault: TicketFault | undefined;
  /** Of the side that would open; a guest has none. */
  readonly preview: OrderPreview | undefined;
  readonly isGuest: boolean;
  /** How many contracts, where the form has no dock below it. */
  readonly count?: ReactNode;
  /** In place of the form's own facts, where there is room for more. */
  readonly facts?: ReactNode;
}

export function OrderForm({ instrument, ticket, fault, preview, isGuest, count, facts }: Props) {
  const words = useWords(overseaTradeWords);
  const [isChangingTicks, setChangingTicks] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const shownFault = isTouched ? fault : undefined;
  return (
    <div className="order-form">
      <Segmented
        label={words.orderType}
        size="small"
        options={ORDER_KINDS.map((value) => ({ value, label: words.type[value] }))}
        value={ticket.type}
        onChange={(type) => ticket.change({ type })}
      />
      {ticket.type === 'MARKET' ? (
        <p className="order-form__at-market text-note">{words.atMarket}</p>
      ) : (
        <Stepper
          label={ticket.type === 'LIMIT' ? words.limitPrice : words.mitPrice}
          words={{ less: words.tickDown, more: words.tickUp }}
          value={ticket.price}
          onChange={(price) => {
            setTouched(true);
            ticket.change({ price });
          }}
          step={instrument.tickSize}
          precision={instrument.precision}
          minus={instrument.terms?.mayBeNegative}
          isPadded
          error={shownFault !== undefined}
        />
      )}
      {count}
      <div className="order-form__exits">
        <Exit instrument={instrument} ticket={ticket} leg="tp" onTicks={() => setChangingTicks(true)} />
        <Exit instrument={instrument} ticket={ticket} leg="sl" onTicks={() => setChangingTicks(true)} />
      </div>
      {shownFault === undefined ? (
        (facts ?? <OrderFacts instrument={instrument} preview={preview} isGuest={isGuest} />)
      ) : (
        <p className="order-form__fault" role="alert">
          {faultWords(shownFault, instrument, words)}
        </p>
      )}
      <ExitTicksSheet
        open={isChangingTicks}
        onClose={() => setChangingTicks(false)}
        instrument={instrument}
        ticket={ticket}
      />
    </div>
  );
}

export function faultWords(
  fault: TicketFault,
  { tickSize }: WireOverseaOption,
  words: OverseaTradeWords,
): string {
  switch (fault) {
    case 'enterPrice':
      return words.enterPrice;
    case 'offTick':
      return words.offTick(formatDecimal(tickSize));
    case 'equalsLast':
      return words.equalsLast;
  }
}

interface ExitProps extends Pick<Props, 'instrument' | 'ticket'> {
  readonly leg: 'tp' | 'sl';
  readonly onTicks: () => void;
}

function Exit({ instrument, ticket, leg, onTicks }: ExitProps) {
  const words = useWords(overseaTradeWords);
  const { signed } = useWalletMoney(instrument);
  const { isOn, ticks }: Leg = ticket[leg];
  const name = leg === 'tp' ? words.leg.TP : words.leg.SL;
  const count = formatDecimal(String(ticks));
  const worth = signed(ticksNet(instrument, leg === 'tp' ? ticks : -ticks, ticket.qty));
  return (
    <div className={`order-form__exit order-form__exit--${leg}`}>
      <Checkbox
        size="small"
        checked={isOn}
        onChange={(checked) => ticket.change({ [leg]: { isOn: checked, ticks } })}
      >
        {name}
      </Checkbox>
      <button
        type="button"
        className={isOn ? 'order-form__ticks' : 'order-form__ticks order-form__ticks--off'}
        aria-label={words.changeTicks({ leg: name, ticks: count, worth })}
        onClick={onTicks}
      >
        <span className="figure">
          <span>
            <b>{count}</b>
            {words.ticksAfter}
          </span>{' '}
          <span className="order-form__worth">{worth}</span>
        </span>
      </button>
    </div>
  );
}

export function OrderFacts({
  instrument,
  preview,
  isGuest,
}: Pick<Props, 'instrument' | 'preview' | 'isGuest'>) {
  const words = useWords(overseaTradeWords);
  const { money } = useWalletMoney(instrument);
  if (instrument.terms === null) return null;
  if (isGuest || preview === undefined)
    return (
      <dl className="order-form__facts">
        <Fact name={words.marginOfOne}>{money(instrument.terms.entryMargin)}</Fact>
      </dl>
    );
  const { margin, commission, contractsLeft, before, after } = preview;
  const [now, then] = [before?.room ?? 100, after?.room ?? 100];
  const [shareNow, shareThen] = [`${now}%`, `${then}%`];
  return (
    <>
      <dl className="order-form__facts">
        <Fact name={words.neededMargin}>{money(margin)}</Fact>
        <Fact name={words.canOrder}>{words.contracts(formatDecimal(String(contractsLeft)))}</Fact>
        <Fact name={words.commission}>{money(commission)}</Fact>
        <Fact name={words.headroom}>
          <b>{now === then ? shareNow : words.headroomFromTo(shareNow, shareThen)}</b>
        </Fact>
      </dl>
      <Gauge
        label={words.headroom}
        share={then}
        danger={after?.danger ?? 0}
        valueText={words.headroomSaid(shareNow, shareThen)}
      />
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

const Fact = ({ name, children }: FactProps) => (
  <div className="order-form__fact">
    <dt>{name}</dt>
    <dd className="figure">{children}</dd>
  </div>
);
