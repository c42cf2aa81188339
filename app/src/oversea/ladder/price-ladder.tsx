// Ordering by a tap on a price (design 32): own buys, the book, own sells. A tap sends nothing unless the member has
// turned that on, and never beyond the order guard of their account, which the server checks for every order.
import { formatDecimal } from '@maru/client/format';
import type { WireOrderGuard } from '@maru/contract/oversea/guard';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../shell/device/device.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { type TicketStore, useTicket } from '../order-form/order-ticket.ts';
import { useConfirmedOrder } from '../order-form/use-confirmed-order.tsx';
import { MoveSheet } from '../orders/move-sheet.tsx';
import { LadderDock } from './ladder-dock.tsx';
import { LadderGrid } from './ladder-grid.tsx';
import { LadderPosition } from './ladder-position.tsx';
import { type Cell, kindAt } from './ladder-rows.ts';
import './price-ladder.css';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { maySend } from '../orders/trading-gate.ts';
import { useGate } from '../orders/use-gate.ts';
import { useMoves } from '../orders/use-moves.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly desk: OrderDesk;
  readonly ticketStore: TicketStore;
  readonly frame: (icons: ReactNode, children: ReactNode) => ReactNode;
  readonly onGuard: () => void;
  readonly onChart: () => void;
}

/** A first tap expires after this time. */
const ARMED_MS = 3_000;
/** docs/design.md 6: a ladder changes six times a second at most. */
const PACE_MS = 170;

export function PriceLadder({ instrument, desk, ticketStore, frame, onGuard, onChart }: Props) {
  const words = useWords(overseaTradeWords);
  const { ladderTap: chosenTap } = usePreferences();
  const { positions, orders, guard } = useOverseaAccount();
  // Without limits a single slip would be an order: without a guard it takes two taps.
  const ladderTap = chosenTap === 'instant' && !guard ? 'twice' : chosenTap;
  const tick = useLiveTick(instrument.stock, PACE_MS);
  const gate = useGate(instrument, tick);
  const moves = useMoves(instrument);
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const ticket = useTicket(ticketStore, position);
  const qty = Math.min(ticket.qty, guard?.once ?? ticket.qty);
  // Where one tap is enough on the ladder, it is enough in the dock below it.
  const isInstant = ladderTap === 'instant';
  const confirmed = useConfirmedOrder({ instrument, desk, gate, position, tick, isInstant });
  const { armed, arm, disarm } = useArmed();

  function tap({ side, price }: Cell): void {
    if (tick === undefined) return;
    const marketType = kindAt(side, price, tick);
    if (!maySend(gate, { side, type: marketType }, position)) return;
    if (ladderTap === 'fill') {
      ticket.change({ type: marketType, price });
      onChart();
      return;
    }
    const isSecond = armed?.side === side && armed.price === price;
    if (ladderTap === 'twice' && !isSecond) {
      arm({ side, price });
      return;
    }
    disarm();
    void desk.place({ overseaOptionId: instrument.id, tradeType: side, marketType, qty, price });
  }

  const taps = { fill: words.guard.fill, twice: words.guard.twice, instant: words.guard.instantOn };
  return frame(
    <>
      <IconButton icon="candles" size={22} label={words.chart} onPress={onChart} />
      <IconButton icon="sliders" size={22} label={words.ladderSettings} onPress={onGuard} />
    </>,
    <>
      <main className="price-ladder">
        <LadderPosition instrument={instrument} position={position} tick={tick} />
        <LadderGrid
          instrument={instrument}
          tick={tick}
          position={position}
          orders={orders}
          armed={armed}
          maySend={(side, type) => maySend(gate, { side, type }, position)}
          onTap={tap}
          onDrop={(chip, to) => void moves.apply({ ...chip, to })}
          onRemove={(chip) => void moves.remove(chip)}
          onOpen={(chip, to) => moves.open({ ...chip, to })}
        />
        <button type="button" className="price-ladder__guard" onClick={onGuard}>
          <Icon name="shield" size={16} weight={2} />
          <span className="price-ladder__limits figure">
            <b>{words.guard.name}</b> {guard ? words.guard.line(figuresOf(guard)) : words.guard.none}
          </span>
          <Badge tone={ladderTap === 'instant' ? 'brass' : 'neutral'}>{taps[ladderTap]}</Badge>
        </button>
      </main>
      <LadderDock
        instrument={instrument}
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
        {armed ? words.onceMoreLine : ''}
      </p>
    </>,
  );
}

const figuresOf = ({ once, ticks, total }: WireOrderGuard) => ({
  once: formatDecimal(String(once)),
  ticks: formatDecimal(String(ticks)),
  total: formatDecimal(String(total)),
});

/** The cell that was tapped once and waits for its second tap. */
function useArmed() {
  const { timers } = usePlatform();
  const [armed, setArmed] = useState<Cell>();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const disarm = () => {
    stop.current();
    setArmed(undefined);
  };
  return {
    armed,
    disarm,
    arm(cell: Cell) {
      stop.current();
      setArmed(cell);
      stop.current = timers.after(ARMED_MS, () => setArmed(undefined));
    },
  };
}
