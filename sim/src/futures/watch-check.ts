// Does the watch submit everything that a price reaches, and nothing else? Every account is valued and every order looked
// at whenever the watch is called, where the watch itself looks only at what is reached.
import type { FuturesOrder, FuturesPosition } from '@maru/engine/futures/state';
import type { Quote } from '@maru/engine/futures/terms';
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import type { AnyEvent } from '@maru/engine/products';
import { Violation } from '../violation.ts';
import type { TwinOrder } from './twin.ts';
import { canFill } from './twin-account.ts';
import { isOrderReached } from './twin-platform.ts';
import { createAccountsCheck, partIn, type Seen } from './watch-check-accounts.ts';

/** Until when a trailing stop that is stored knows how far the price went. */
export const knownUntil = ({ trailing, placedAt }: FuturesOrder): number => trailing?.extreme?.ts ?? placedAt;

export function createWatchCheck(seen: Seen) {
  const { state } = seen;
  const { judgeAll, forgetGone, wasLiquidated, wasRefused } = createAccountsCheck(seen);
  const extremes = new Map<number, bigint>();
  /** Orders that arrived without a price and have had a fresh one since. */
  const met = new Set<number>();
  /** By the command: what is filled may be submitted again under another state before the first is answered. */
  const outstanding = new Map<FuturesWatchCommand, string>();

  const fillOf = (id: number) => `fill ${id} ${state.orders.get(id)?.state}`;

  function targetOf(command: FuturesWatchCommand): string {
    switch (command.kind) {
      case 'FILL_FUTURES_ORDER':
        return fillOf(command.order);
      case 'TRAIL_FUTURES_ORDER':
        return `trail ${command.order}`;
      case 'LIQUIDATE_FUTURES':
        return `liquidate ${partIn(command)}`;
      case 'WARN_FUTURES':
        return `warn ${partIn(command)}`;
    }
  }

  /** Trailing stops see the price before it is compared with them. */
  function see({ id, side, by, trailing }: FuturesOrder, quote: Quote): void {
    if (trailing === undefined) return;
    const isFurther = (a: bigint, b: bigint) => (side === 'SHORT' ? a > b : a < b);
    const [at, stored, { activation }] = [quote[by], trailing.extreme?.price, trailing];
    let known = extremes.get(id);
    if (known === undefined || (stored !== undefined && isFurther(stored, known))) known = stored ?? known;
    if (known === undefined) {
      if (activation === undefined || at === activation || isFurther(at, activation)) extremes.set(id, at);
    } else extremes.set(id, isFurther(at, known) ? at : known);
  }

  const mayFill = ({ site, instrument }: FuturesOrder, quote: Quote, now: number): boolean =>
    canFill({ terms: seen.termsOf(site, instrument, now), quote }, now);

  const isReached = (order: FuturesOrder, quote: Quote, now: number): boolean =>
    mayFill(order, quote, now) &&
    isOrderReached(order as unknown as TwinOrder, quote, extremes.get(order.id));

  const isWaitingForPrice = ({ id, isUnpriced, instrument, placedAt }: FuturesOrder): boolean =>
    isUnpriced && !met.has(id) && seen.rememberedAt(instrument) <= placedAt;

  /** Only a limit that arrived without a price has a first price, and only one. */
  function checkFills(commands: readonly FuturesWatchCommand[], now: number): void {
    for (const command of commands) {
      if (command.kind === 'TRAIL_FUTURES_ORDER') {
        if (extremes.get(command.order) !== command.extreme.price)
          throw new Violation('I-47', `order ${command.order} has not followed to ${command.extreme.price}`);
        continue;
      }
      if (command.kind !== 'FILL_FUTURES_ORDER') continue;
      const order = state.orders.get(command.order);
      const quote = order && seen.quoteOf(order.instrument);
      if (order === undefined || quote === undefined || !isReached(order, quote, now))
        throw new Violation('I-47', `“${targetOf(command)}” is asked for and no price reaches it`);
      const isFirst = isWaitingForPrice(order);
      if (isFirst !== (command.isFirstPrice === true))
        throw new Violation(
          'I-47',
          `order ${command.order} is filled as if its first price were ${!isFirst}`,
        );
    }
  }

  function compare(commands: readonly FuturesWatchCommand[], due: ReadonlySet<string>, when: string): void {
    const judged = new Set(
      commands.filter(({ kind }) => kind === 'LIQUIDATE_FUTURES' || kind === 'WARN_FUTURES').map(targetOf),
    );
    for (const target of due)
      if (!judged.has(target))
        throw new Violation('I-47', `“${target}” is due ${when} and nobody asks for it`);
    for (const target of judged)
      if (!due.has(target)) throw new Violation('I-47', `“${target}” is asked for ${when} and not due`);
  }

  return {
    started: (now: number) => void judgeAll(() => true, now, false),
    /** A price that came while this process was not there. */
    recalled(instrument: number, quote: Quote): void {
      for (const order of state.orders.values())
        if (order.instrument === instrument && quote.ts >= knownUntil(order)) see(order, quote);
    },
    ticked(instrument: number, quote: Quote, commands: readonly FuturesWatchCommand[], now: number): void {
      const waiting = new Set(outstanding.values());
      // Also those whose fill is submitted: should it be refused, they go on from the furthest price.
      for (const order of state.orders.values()) if (order.instrument === instrument) see(order, quote);
      checkFills(commands, now);
      const fills = new Set(commands.map(targetOf));
      for (const order of state.orders.values()) {
        if (order.instrument !== instrument) continue;
        const target = fillOf(order.id);
        const isAsked = fills.has(target) || waiting.has(target);
        if (isReached(order, quote, now) && !isAsked)
          throw new Violation('I-47', `a tick of ${instrument} reaches “${target}” and nobody asks for it`);
        if (!isAsked && mayFill(order, quote, now)) met.add(order.id);
      }
      const due = judgeAll((held) => held.instrument === instrument, now);
      compare(commands, due, `at a tick of ${instrument}`);
    },
    /** `changed` has the purses whose balance is another one now. */
    followed(
      event: AnyEvent,
      changed: ReadonlySet<string>,
      commands: readonly FuturesWatchCommand[],
      now: number,
    ): void {
      forgetGone();
      const isOwn = event.kind.startsWith('FUTURES_');
      const players = new Set(isOwn ? event.steps.map(({ player }) => player) : []);
      if (event.kind === 'FUTURES_FILLED' && event.liquidation !== undefined)
        for (const fill of event.fills.slice(0, 1))
          wasLiquidated(
            `${event.steps[0]?.player} ${fill.wallet} ${event.liquidation.marginType === 'CROSS' ? 'cross' : fill.closedPosition}`,
          );
      if (event.kind === 'FUTURES_ORDER_CHANGED' && event.cause === 'AMENDED' && event.order.isUnpriced)
        met.delete(event.order.id);
      checkFills(commands, now);
      const isTouched = (held: FuturesPosition) =>
        players.has(held.player) ||
        (held.marginType === 'CROSS' && changed.has(`${held.player}:${held.wallet}:free`));
      compare(commands, judgeAll(isTouched, now), `after event ${event.id}`);
    },
    /** After a funding, or when settings changed. */
    reviewed(
      commands: readonly FuturesWatchCommand[],
      isIn: (held: FuturesPosition) => boolean,
      now: number,
    ): void {
      checkFills(commands, now);
      compare(commands, judgeAll(isIn, now), 'in a review');
    },
    submitted: (command: FuturesWatchCommand) => void outstanding.set(command, targetOf(command)),
    answered(command: FuturesWatchCommand, isRefused: boolean): void {
      outstanding.delete(command);
      if (!isRefused) return;
      if (command.kind !== 'LIQUIDATE_FUTURES' && command.kind !== 'WARN_FUTURES') return;
      wasRefused(partIn(command), command.kind === 'LIQUIDATE_FUTURES');
    },
  };
}
