// The dock at the bottom: how many contracts, and which side (design 05). An order that is not possible now is shown as
// such before it is pressed.

import { formatPrice } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { openingDate } from '../../market/instruments/instrument-words.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { OwnLimitNote } from '../../shell/member/own-limit-note.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { type Direction, DirectionPair } from '../../ui/buttons/direction-pair.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { CountRow } from './count-row.tsx';
import { useConfirmedOrder } from './use-confirmed-order.tsx';
import './order-dock.css';
import { type LiveTick, useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import type { OrderSide } from '../orders/order-request.ts';
import { type Gate, maySend, reduced, type ShutGate } from '../orders/trading-gate.ts';
import { useGate } from '../orders/use-gate.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { faultWords } from './order-form.tsx';
import { requestOf, type TicketStore, ticketFault, useTicket } from './order-ticket.ts';
import { useLimitedSides } from './use-limited-sides.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly ticketStore: TicketStore;
  readonly desk: OrderDesk;
  /** On a wide screen the count is in the form above, and keys press the buttons. */
  readonly isWide?: boolean;
}

const WIDE_KEYS = { up: 'B', down: 'S' } as const;
const SIDES = { up: 'LONG', down: 'SHORT' } as const satisfies Record<Direction, OrderSide>;

export function OrderDock(props: Props) {
  const tick = useLiveTick(props.instrument.stock);
  const gate = useGate(props.instrument, tick);
  if (gate.kind !== 'open' && gate.kind !== 'reduceOnly')
    return <ShutDock kind={gate.kind} instrument={props.instrument} />;
  return <OpenDock {...props} tick={tick} gate={gate} />;
}

interface OpenProps extends Props {
  readonly tick: LiveTick | undefined;
  readonly gate: Extract<Gate, { readonly isStale: boolean }>;
}

function OpenDock({ instrument, ticketStore, desk, isWide = false, tick, gate }: OpenProps) {
  const words = useWords(overseaTradeWords);
  const { show } = useAlerts();
  const { buyOnRight } = usePreferences();
  const { positions } = useOverseaAccount();
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const ticket = useTicket(ticketStore, position);
  const confirmed = useConfirmedOrder({ instrument, desk, gate, position, tick });

  const may = (side: OrderSide) => maySend(gate, { side, type: ticket.type }, position);

  function press(direction: Direction) {
    const side = SIDES[direction];
    if (!may(side)) return;
    const fault = ticketFault(ticket, instrument, tick);
    if (fault !== undefined) return show(faultWords(fault, instrument, words));
    confirmed.place(orderOf(side));
  }

  function noteNow(): string | undefined {
    if (desk.isChecking) return `${words.checking} · ${words.checkingLead}`;
    if (gate.isStale && ticket.type !== 'LIMIT') return words.gate.stale;
    if (gate.kind !== 'reduceOnly') return undefined;
    return gate.endsAt === undefined
      ? words.gate.reduceOnly
      : words.reduceOnlyUntil(formatClock(gate.endsAt));
  }

  const orderOf = (side: OrderSide) => reduced(gate, requestOf(ticket, instrument.id, side), position);
  const limited = useLimitedSides({
    instrument,
    tick,
    requestOf: (side) => (may(side) ? orderOf(side) : undefined),
  });

  const note = noteNow();
  return (
    <Dock label={words.dock}>
      {note !== undefined && (
        <p className="order-dock__note text-note" role="status">
          {note}
        </p>
      )}
      {limited && <OwnLimitNote {...limited} />}
      {!isWide && (
        <CountRow qty={ticket.qty} onQty={(qty) => ticket.change({ qty })} instrument={instrument} />
      )}
      <div className="order-dock__sides">
        <DirectionPair
          label={words.sides}
          up={sideOf('LONG', may('LONG'))}
          down={sideOf('SHORT', may('SHORT'))}
          flipped={buyOnRight}
          keys={isWide ? WIDE_KEYS : undefined}
          state={may('LONG') || may('SHORT') ? 'open' : 'locked'}
          pending={desk.underWay && (desk.underWay.tradeType === 'LONG' ? 'up' : 'down')}
          onPress={press}
        />
      </div>
      {confirmed.sheet}
    </Dock>
  );

  function sideOf(side: OrderSide, isOpen: boolean) {
    const word = words.side[side];
    const market = side === 'LONG' ? tick?.ask : tick?.bid;
    // The button places this order: for a limit or a trigger it shows the order's own price, never the market's.
    const price = formatPrice(
      ticket.type === 'MARKET' ? market : ticket.price || undefined,
      instrument.precision,
    );
    const type = words.type[ticket.type];
    const figure = isOpen ? price : undefined;
    const label = isOpen ? words.sideLabel({ side: word, price, type }) : undefined;
    return { word, figure, label, isLocked: !isOpen };
  }
}

function ShutDock({ kind, instrument }: { readonly kind: ShutGate; readonly instrument: WireOverseaOption }) {
  const words = useWords(overseaTradeWords);
  const { language } = useLanguage();
  const isResting = kind === 'rest' || kind === 'closed';
  return (
    <Dock label={words.dock}>
      <div className="order-dock__shut" role="status">
        <b className="text-title3">{words.gate[kind]}</b>
        {isResting && instrument.nextOpenMillis !== null && (
          <span className="text-caption figure">
            {words.nextOpening} {openingDate(instrument.nextOpenMillis, language)}
          </span>
        )}
        {!isResting && <span className="text-caption">{words.gateLead[kind]}</span>}
      </div>
      <DirectionPair
        label={words.sides}
        up={{ word: words.side.LONG }}
        down={{ word: words.side.SHORT }}
        state="locked"
        onPress={() => {}}
      />
    </Dock>
  );
}
