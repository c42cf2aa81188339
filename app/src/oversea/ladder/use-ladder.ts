// Ordering by a press on a price, in whatever layout: what a press does, and what it may not do.
import { formatDecimal } from '@maru/client/format';
import type { WireOrderGuard } from '@maru/contract/oversea/guard';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useEffect, useRef, useState } from 'react';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { type TicketStore, useTicket } from '../order-form/order-ticket.ts';
import { maySend } from '../orders/trading-gate.ts';
import { useGate } from '../orders/use-gate.ts';
import { useMoves } from '../orders/use-moves.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import type { LadderGridProps } from './ladder-grid.tsx';
import { type Cell, kindAt } from './ladder-rows.ts';

interface Around {
  readonly instrument: WireOverseaOption;
  readonly desk: OrderDesk;
  readonly ticketStore: TicketStore;
  /** A press filled a price into the ticket. */
  readonly onFilled?: () => void;
}

/** A first tap expires after this time. */
const ARMED_MS = 3_000;
/** docs/design.md 6: a ladder changes six times a second at most. */
const PACE_MS = 170;

export function useLadder({ instrument, desk, ticketStore, onFilled }: Around) {
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
  const { armed, arm, disarm } = useArmed();

  function tap({ side, price }: Cell): void {
    if (tick === undefined) return;
    const marketType = kindAt(side, price, tick);
    if (!maySend(gate, { side, type: marketType }, position)) return;
    if (ladderTap === 'fill') {
      ticket.change({ type: marketType, price });
      onFilled?.();
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
  return {
    tick,
    gate,
    moves,
    position,
    ticket,
    qty,
    // Where one tap is enough on the ladder, it is enough in the dock below it.
    isInstant: ladderTap === 'instant',
    tapText: taps[ladderTap],
    guardText: guard ? words.guard.line(figuresOf(guard)) : words.guard.none,
    /** For screen readers: a second press of the same cell is an order. */
    armedText: armed ? words.onceMoreLine : '',
    grid: {
      instrument,
      tick,
      position,
      orders,
      armed,
      maySend: (side, type) => maySend(gate, { side, type }, position),
      onTap: tap,
      onDrop: (chip, to) => void moves.apply({ ...chip, to }),
      onRemove: (chip) => void moves.remove(chip),
      onOpen: (chip, to) => moves.open({ ...chip, to }),
    } satisfies LadderGridProps,
  };
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
