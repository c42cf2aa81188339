import { formatDecimal } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { ReactNode } from 'react';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { OwnLimitNote } from '../../shell/member/own-limit-note.tsx';
import { useWords } from '../../text/language.tsx';
import { type OverseaTradeWords, overseaTradeWords } from '../../text/oversea-trade.ts';
import { BusyDots } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { CountRow } from '../order-form/count-row.tsx';
import { useLimitedSides } from '../order-form/use-limited-sides.ts';
import './ladder-dock.css';
import type { OrderRequest, OrderSide } from '../orders/order-request.ts';
import { type Gate, maySend, reduced } from '../orders/trading-gate.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { closing } from '../position/position-market-order.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly tick: LiveTick | undefined;
  readonly gate: Gate;
  readonly desk: OrderDesk;
  readonly position: WireOverseaPosition | undefined;
  readonly qty: number;
  readonly onQty: (qty: number) => void;
  readonly onMarket: (request: OrderRequest) => void;
  readonly isChecking: boolean;
}

/** How many contracts a tap orders, and the market order buttons on both sides of the close button. */
export function LadderDock(props: Props) {
  const { instrument, tick, gate, desk, position, qty, onQty, onMarket, isChecking } = props;
  const words = useWords(overseaTradeWords);
  const { buyOnRight } = usePreferences();
  const note = isChecking ? `${words.checking} · ${words.checkingLead}` : noteOf(gate, words);
  const under = desk.underWay;
  const isFree = (side: OrderSide) =>
    under === undefined && maySend(gate, { side, type: 'MARKET' }, position);

  const orderOf = (tradeType: OrderSide): OrderRequest =>
    reduced(gate, { overseaOptionId: instrument.id, tradeType, marketType: 'MARKET', qty }, position);
  const limited = useLimitedSides({
    instrument,
    tick,
    requestOf: (each) =>
      maySend(gate, { side: each, type: 'MARKET' }, position) ? orderOf(each) : undefined,
  });

  const side = (tradeType: OrderSide) => {
    const isLong = tradeType === 'LONG';
    return (
      <Key
        key={tradeType}
        tone={isLong ? 'up' : 'down'}
        label={isLong ? words.marketBuy : words.marketSell}
        isBusy={under?.marketType === 'MARKET' && under.tradeType === tradeType && under.reduceOnly !== true}
        isDisabled={!isFree(tradeType)}
        onPress={() => onMarket(orderOf(tradeType))}
      >
        <span>{words.type.MARKET}</span> <b>{words.side[tradeType]}</b>
      </Key>
    );
  };
  const close = position && closing(position);
  const count = formatDecimal(String(position?.qty ?? 0));
  const sides = [side('LONG'), side('SHORT')];
  const [first, last] = buyOnRight ? sides.toReversed() : sides;
  return (
    <Dock label={words.dock}>
      {note !== undefined && (
        <p className="ladder-dock__note text-note" role="status">
          {note}
        </p>
      )}
      {limited && <OwnLimitNote {...limited} />}
      <CountRow qty={qty} onQty={onQty} instrument={instrument} />
      <div className="ladder-dock__keys">
        {first}
        <Key
          tone="tonal"
          label={position ? words.closeAll(count) : words.closePosition}
          isBusy={under?.reduceOnly === true}
          isDisabled={close === undefined || !isFree(close.tradeType)}
          onPress={() => close && onMarket(close)}
        >
          <span>{words.closePosition}</span>
          {position && <b className="figure"> {words.contracts(count)}</b>}
        </Key>
        {last}
      </div>
    </Dock>
  );
}

function noteOf(gate: Gate, words: OverseaTradeWords): string | undefined {
  if (gate.kind === 'open') return gate.isStale ? words.gate.stale : undefined;
  return words.gate[gate.kind];
}

interface KeyProps {
  readonly tone: 'up' | 'down' | 'tonal';
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

const Key = ({ tone, label, isBusy, isDisabled, onPress, children }: KeyProps) => (
  <button
    type="button"
    className={`ladder-dock__key ladder-dock__key--${tone}`}
    aria-label={label}
    aria-busy={isBusy || undefined}
    disabled={isDisabled && !isBusy}
    onClick={() => {
      if (!isBusy && !isDisabled) onPress();
    }}
  >
    <span className="ladder-dock__face">{children}</span>
    {isBusy && <BusyDots />}
  </button>
);
