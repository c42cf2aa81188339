import { formatDecimal } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { ReactNode } from 'react';
import { usePreferences } from '../../shell/device/device.tsx';
import { useWords } from '../../text/language.tsx';
import { type OverseaTradeWords, overseaTradeWords } from '../../text/oversea-trade.ts';
import { BusyDots } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { CountRow } from '../order-form/count-row.tsx';
import './ladder-dock.css';
import type { OrderRequest, OrderSide } from '../orders/order-request.ts';
import { type Gate, maySend, reduced } from '../orders/trading-gate.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { closing } from '../position/position-market-order.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly gate: Gate;
  readonly desk: OrderDesk;
  readonly position: WireOverseaPosition | undefined;
  readonly qty: number;
  readonly onQty: (qty: number) => void;
  readonly onMarket: (request: OrderRequest) => void;
  readonly isChecking: boolean;
}

/** How many contracts a tap orders, and the market order buttons on both sides of the close button. */
export function LadderDock({ instrument, gate, desk, position, qty, onQty, onMarket, isChecking }: Props) {
  const words = useWords(overseaTradeWords);
  const { buyOnRight } = usePreferences();
  const note = isChecking ? `${words.checking} · ${words.checkingLead}` : noteOf(gate, words);
  const under = desk.underWay;
  const isFree = (side: OrderSide) =>
    under === undefined && maySend(gate, { side, type: 'MARKET' }, position);

  const side = (tradeType: OrderSide) => {
    const isLong = tradeType === 'LONG';
    const request = { overseaOptionId: instrument.id, tradeType, marketType: 'MARKET', qty } as const;
    return (
      <Key
        key={tradeType}
        tone={isLong ? 'up' : 'down'}
        label={isLong ? words.marketBuy : words.marketSell}
        isBusy={under?.marketType === 'MARKET' && under.tradeType === tradeType && under.reduceOnly !== true}
        isDisabled={!isFree(tradeType)}
        onPress={() => onMarket(reduced(gate, request, position))}
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
