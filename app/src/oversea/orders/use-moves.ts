// Moving a resting order or an exit: a line of the chart or a chip of the ladder. An order is cancelled and placed
// again at its new price; take-profit and stop-loss are set in ticks. Both requests are repeated until the outcome is
// known.
import { formatDecimal, formatPrice } from '@maru/client/format';
import {
  cancelOverseaOrder,
  deleteOverseaTpsl,
  setOverseaTpsl,
  type WireOverseaOrder,
  type WireOverseaPosition,
} from '@maru/contract/oversea/calls';
import type { WireOrderGuard } from '@maru/contract/oversea/guard';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { price as priceOf } from '@maru/engine/amount';
import { openingPart } from '@maru/engine/oversea/netting';
import { brokenGuard, type GuardRefusal } from '@maru/engine/oversea/order-guard';
import { useCallback, useRef, useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { ticksFrom } from '../price/price-grid.ts';
import { useLiveTick } from '../price/use-live-tick.ts';
import type { Move } from '../trade/chart-lines.ts';
import { amendmentsOf } from './amendments.ts';
import { useGuardedOrder, useGuardQuestion } from './use-guarded-order.ts';

export interface Moves {
  /** The move that waits for confirmation, if any. */
  readonly asked: Move | undefined;
  readonly isBusy: boolean;
  readonly isChecking: boolean;
  /** Asks for confirmation where the settings require it. */
  ask(move: Move): void;
  /** Asks for confirmation in any case: the alternative to dragging. */
  open(move: Move): void;
  close(): void;
  apply(move: Move): Promise<void>;
  cancelOrder(order: WireOverseaOrder): Promise<void>;
  removeExit(position: WireOverseaPosition, leg: 'TP' | 'SL'): Promise<void>;
}

/** How far an exit at this price is from the mean, in whole ticks; 0 or less is the wrong side. */
export function exitTicks(
  { tradeType, entryPrice }: Pick<WireOverseaPosition, 'tradeType' | 'entryPrice'>,
  leg: 'TP' | 'SL',
  { to, tickSize }: { readonly to: string; readonly tickSize: string },
): number {
  const up = ticksFrom(entryPrice, to, tickSize);
  const isAbove = (tradeType === 'LONG') === (leg === 'TP');
  return isAbove ? up : -up;
}

interface Amended {
  readonly guard: WireOrderGuard | null | undefined;
  readonly order: WireOverseaOrder;
  readonly to: string;
  readonly tickSize: string;
  readonly last: string | undefined;
  readonly positions: readonly WireOverseaPosition[];
}

/** Only the distance is new; the number of contracts was checked when the order was placed. */
function beyondReach({ guard, order, to, tickSize, last, positions }: Amended): GuardRefusal | undefined {
  if (!guard || last === undefined) return undefined;
  const held = positions.find(({ overseaOptionId }) => overseaOptionId === order.overseaOptionId);
  const opened = openingPart(
    { ...order, instrument: order.overseaOptionId, side: order.tradeType },
    held && { side: held.tradeType, qty: held.qty },
  );
  const limits = { once: opened, ticks: guard.ticks, total: opened };
  const at = { price: priceOf(to), last: priceOf(last), tickSize: priceOf(tickSize) };
  return brokenGuard(limits, { opened, totalAfter: opened, ...at });
}

export function useMoves(instrument: WireOverseaOption): Moves {
  const platform = usePlatform();
  const words = useWords(overseaTradeWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const { confirmOrders } = usePreferences();
  const { reload, guard, positions } = useOverseaAccount();
  const cancelling = useCall(cancelOverseaOrder, { untilKnown: true });
  const placing = useGuardedOrder();
  const { mayGoBeyond } = useGuardQuestion();
  const tick = useLiveTick(instrument.stock);
  const setting = useCall(setOverseaTpsl, { untilKnown: true });
  const removing = useCall(deleteOverseaTpsl, { untilKnown: true });
  const [asked, setAsked] = useState<Move>();
  // One after the other: an order or exit that is being moved cannot be moved again.
  const { isBusy, run } = useExclusive();

  async function moveOrder(order: WireOverseaOrder, to: string): Promise<void> {
    // Checked before the order is cancelled: an order that the guard refuses stays where it is.
    const refusal = beyondReach({
      guard,
      order,
      to,
      tickSize: instrument.tickSize,
      last: tick?.last,
      positions,
    });
    if (refusal !== undefined && !(await mayGoBeyond(refusal))) return;
    const end = amendmentsOf(platform).begin(order, to);
    try {
      await amend(order, to, refusal !== undefined);
    } finally {
      end();
    }
  }

  async function amend(order: WireOverseaOrder, to: string, beyondGuard: boolean): Promise<void> {
    const cancelled = await cancelling.send({ body: { id: order.id } });
    if (cancelled === undefined) return;
    if (!cancelled.ok) {
      show(cancelled.message);
      return reload();
    }
    const { overseaOptionId, tradeType, qty, reduceOnly, tpTick, slTick } = order;
    const placed = await placing.send({
      overseaOptionId,
      tradeType,
      marketType: order.marketType === 'STOPMARKET' ? 'STOPMARKET' : 'LIMIT',
      qty,
      price: to,
      reduceOnly,
      ...(tpTick === null ? {} : { tpTick }),
      ...(slTick === null ? {} : { slTick }),
      ...(beyondGuard ? { beyondGuard } : {}),
    });
    if (placed === undefined) return;
    if (!placed.ok) return show(words.cancelledNotPlaced(placed.message));
    toasts.show({
      kind: 'order',
      title: words.moved,
      line: words.movedLine({
        side: tradeType === 'LONG' ? words.buy : words.sell,
        count: formatDecimal(String(qty)),
        price: formatPrice(to, instrument.precision),
      }),
    });
  }

  async function moveExit({ position, leg, to }: Extract<Move, { kind: 'exit' }>): Promise<void> {
    const ticks = exitTicks(position, leg, { to, tickSize: instrument.tickSize });
    if (ticks <= 0) return show(words.lineMoved.wrongSide);
    const outcome = await setting.send({
      body: {
        overseaPositionId: position.id,
        overseaOptionId: position.overseaOptionId,
        tpTick: leg === 'TP' ? ticks : position.tpTick,
        slTick: leg === 'SL' ? ticks : position.slTick,
      },
    });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({
      kind: 'order',
      title: words.exitMoved(leg === 'TP' ? words.takeProfit : words.stopLoss),
      line: words.ticks(formatDecimal(String(ticks))),
    });
    reload();
  }

  const apply = (move: Move) =>
    run(() => (move.kind === 'order' ? moveOrder(move.order, move.to) : moveExit(move)));

  // The chart keeps the callback that it got first; through this ref it calls the newest functions.
  const latest = useRef({ apply, confirmOrders });
  latest.current = { apply, confirmOrders };
  const ask = useCallback((move: Move) => {
    if (latest.current.confirmOrders) setAsked(move);
    else void latest.current.apply(move);
  }, []);

  return {
    asked,
    isBusy,
    isChecking: [cancelling, placing, setting, removing].some(({ isChecking }) => isChecking),
    ask,
    open: setAsked,
    close: () => setAsked(undefined),
    apply,
    cancelOrder: (order) =>
      run(async () => {
        const outcome = await cancelling.send({ body: { id: order.id } });
        if (outcome === undefined || outcome.ok) return;
        show(outcome.message);
        reload();
      }),
    removeExit: (position, leg) =>
      run(async () => {
        const outcome = await removing.send({
          body: { id: position.id, overseaOptionId: position.overseaOptionId, value: leg },
        });
        if (outcome === undefined) return;
        if (!outcome.ok) show(outcome.message);
        reload();
      }),
  };
}
