// Ordering by a tap on a price (design 32): own buys, the book, own sells. A tap sends nothing unless the member has
// turned that on, and never beyond the order guard of their account, which the server checks for every order.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { ReactNode } from 'react';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { TicketStore } from '../order-form/order-ticket.ts';
import { useConfirmedOrder } from '../order-form/use-confirmed-order.tsx';
import { MoveSheet } from '../orders/move-sheet.tsx';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { LadderDock } from './ladder-dock.tsx';
import { LadderGrid } from './ladder-grid.tsx';
import { LadderPosition } from './ladder-position.tsx';
import './price-ladder.css';
import { useLadder } from './use-ladder.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly desk: OrderDesk;
  readonly ticketStore: TicketStore;
  readonly frame: (icons: ReactNode, children: ReactNode) => ReactNode;
  readonly onGuard: () => void;
  readonly onChart: () => void;
}

export function PriceLadder({ instrument, desk, ticketStore, frame, onGuard, onChart }: Props) {
  const words = useWords(overseaTradeWords);
  const ladder = useLadder({ instrument, desk, ticketStore, onFilled: onChart });
  const { tick, gate, moves, position, ticket, qty, isInstant } = ladder;
  const confirmed = useConfirmedOrder({ instrument, desk, gate, position, tick, isInstant });
  return frame(
    <>
      <IconButton icon="candles" size={22} label={words.chart} onPress={onChart} />
      <IconButton icon="sliders" size={22} label={words.ladderSettings} onPress={onGuard} />
    </>,
    <>
      <main className="price-ladder">
        <LadderPosition instrument={instrument} position={position} tick={tick} />
        <LadderGrid {...ladder.grid} />
        <button type="button" className="price-ladder__guard" onClick={onGuard}>
          <Icon name="shield" size={16} weight={2} />
          <span className="price-ladder__limits figure">
            <b>{words.guard.name}</b> {ladder.guardText}
          </span>
          <Badge tone={isInstant ? 'brass' : 'neutral'}>{ladder.tapText}</Badge>
        </button>
      </main>
      <LadderDock
        instrument={instrument}
        tick={tick}
        gate={gate}
        desk={desk}
        position={position}
        qty={qty}
        onQty={(chosen) => ticket.change({ qty: chosen })}
        onMarket={confirmed.place}
        isChecking={desk.isChecking || moves.isChecking}
      />
      <MoveSheet instrument={instrument} moves={moves} />
      {confirmed.sheet}
      <p className="unseen" role="status">
        {ladder.armedText}
      </p>
    </>,
  );
}
