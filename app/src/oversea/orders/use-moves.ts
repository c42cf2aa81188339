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
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { price as priceOf } from '@maru/engine/amount';
import { openingPart } from '@maru/engine/oversea/netting';
import { brokenGuard, type GuardRefusal } from '@maru/engine/oversea/order-guard';
import { useCallback, useRef, useState } from 'react';
import { ticksFrom } from '../../market/prices/price-grid.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { amendmentsOf } from './amendments.ts';
import { useGuardedOrder, useGuardQuestion } from './use-guarded-order.ts';

/** What can be dragged to another price: an order of the member, or an exit of their position. */
export type Movable =
  | { readonly kind: 'order'; readonly order: WireOverseaOrder }
  | { readonly kind: 'exit'; readonly position: WireOverseaPosition; readonly leg: 'TP' | 'SL' };

/** What was dragged, and the price at which it was released. */
export type Move = Movable & { readonly to: string };
type ExitMove = Extract<Move, { kind: 'exit' }>;

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
  /** Cancels the order or clears the exit. */
  remove(moved: Movable): Promise<void>;
}

/** How far an exit at this price is from the mean, in whole ticks; 0 or less is the wrong side. */
export function exitTicks({ position, leg, to }: ExitMove, { tickSize }: WireOverseaOption): number {
  const up = ticksFrom(position.entryPrice, to, tickSize);
  const isAbove = (position.tradeType === 'LONG') === (leg === 'TP');
  return isAbove ? up : -up;
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

  /** Only the distance is new; the number of contracts was checked when the order was placed. */
  function beyondReach(order: WireOverseaOrder, to: string): GuardRefusal | undefined {
    if (!guard || tick === undefined) return undefined;
    const held = positions.find(({ overseaOptionId }) => overseaOptionId === order.overseaOptionId);
    const opened = openingPart(
      { ...order, instrument: order.overseaOptionId, side: order.tradeType },
      held && { side: held.tradeType, qty: held.qty },
    );
    const limits = { once: opened, ticks: guard.ticks, total: opened };
    const at = { price: priceOf(to), last: priceOf(tick.last), tickSize: priceOf(instrument.tickSize) };
    return brokenGuard(limits, { opened, totalAfter: opened, ...at });
  }

  async function moveOrder(order: WireOverseaOrder, to: string): Promise<void> {
    // Checked before the order is cancelled: an order that the guard refuses stays where it is.
    const refusal = beyondReach(order, to);
    if (refusal !== undefined && !(await mayGoBeyond(refusal))) return;
    const end = amendmentsOf(platform).begin(order, to);
    try {
      await amend(order, to, refusal !== undefined);
    } finally {
      end();
    }
  }

  async function amend(order: WireOverseaOrder, to: string, beyondGuard: boolean): Promise<void> {
    if (!(await cancelOrder(order))) return;
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
        side: words.side[tradeType],
        count: formatDecimal(String(qty)),
        price: formatPrice(to, instrument.precision),
      }),
    });
  }

  async function moveExit(move: ExitMove): Promise<void> {
    const { position, leg } = move;
    const ticks = exitTicks(move, instrument);
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
      title: words.exitMoved(words.leg[leg]),
      line: words.ticks(formatDecimal(String(ticks))),
    });
    reload();
  }

  /** True when it is cancelled. */
  async function cancelOrder({ id }: WireOverseaOrder): Promise<boolean> {
    const outcome = await cancelling.send({ body: { id } });
    if (outcome?.ok === false) {
      show(outcome.message);
      reload();
    }
    return outcome?.ok === true;
  }

  async function removeExit({ position, leg }: Extract<Movable, { kind: 'exit' }>): Promise<void> {
    const { id, overseaOptionId } = position;
    const outcome = await removing.send({ body: { id, overseaOptionId, value: leg } });
    if (outcome === undefined) return;
    if (!outcome.ok) show(outcome.message);
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
    async remove(moved) {
      await run<unknown>(() => (moved.kind === 'order' ? cancelOrder(moved.order) : removeExit(moved)));
    },
  };
}
