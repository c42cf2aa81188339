// Does the watch submit everything that a tick reaches, and nothing else? Compared with a plain check of every order
// and position, where the watch checks only those whose level is reached.
import type { Amount } from '@maru/engine/amount';
import type { Quote } from '@maru/engine/market/quote';
import type { FillOverseaOrder } from '@maru/engine/oversea/commands';
import type { OverseaAccount, OverseaPosition, OverseaState } from '@maru/engine/oversea/state';
import type { OverseaTerms } from '@maru/engine/oversea/terms';
import type { AnyCommand } from '@maru/engine/products';
import { Violation } from '../violation.ts';
import {
  exitPrices,
  floorOf,
  gainOf,
  isExitReached,
  isFreshQuote,
  isOpenMarket,
  isOrderReached,
} from './twin.ts';

export interface Seen {
  readonly state: OverseaState;
  readonly free: ReadonlyMap<string, bigint>;
  readonly quoteOf: (instrument: number) => Quote | undefined;
  readonly termsOf: (site: number, instrument: number) => OverseaTerms;
  readonly stepOf: (wallet: string) => Amount;
  readonly now: number;
  /** Since when prices are received. */
  readonly since: number;
  /** Orders that arrived without a price and have had a fresh one since. */
  readonly met: Set<number>;
}

/** What a command is about, as a short name. */
export function targetOf(command: AnyCommand): string {
  switch (command.kind) {
    case 'FILL_OVERSEA_ORDER':
      return `fill ${command.order}`;
    case 'EXIT_OVERSEA_POSITION':
      return `${command.leg} ${command.position}`;
    case 'CUT_OVERSEA_LOSSES':
      return `cut ${command.player}`;
    case 'END_OVERSEA_SESSION':
      return `end ${command.player} ${command.terms.instrument} ${command.reason}`;
    case 'CHECK_OVERSEA_OVERNIGHT':
      return `overnight ${command.player}`;
    default:
      return command.kind;
  }
}

/** All that must be submitted at this tick of this instrument. */
function reachedBy(instrument: number, seen: Seen): ReadonlySet<string> {
  const reached = new Set<string>();
  const quote = seen.quoteOf(instrument);
  if (quote === undefined) return reached;
  for (const [player, account] of seen.state.accounts) {
    for (const order of account.orders.values()) {
      if (order.instrument !== instrument || !mayFill(order.site, instrument, quote, seen)) continue;
      if (isOrderReached(order, quote)) reached.add(`fill ${order.id}`);
    }
    const held = account.positions.get(instrument);
    if (held === undefined) continue;
    if (mayFill(held.site, instrument, quote, seen)) {
      const { tickSize } = seen.termsOf(held.site, instrument);
      const legs = exitPrices({ ...held, ...held.entry }, tickSize);
      for (const leg of ['TP', 'SL'] as const)
        if (isExitReached(held.side, legs, quote.last, leg)) reached.add(`${leg} ${held.id}`);
    }
    if (isToBeCut(account, player, seen)) reached.add(`cut ${player}`);
  }
  return reached;
}

function mayFill(site: number, instrument: number, quote: Quote, { termsOf, now }: Seen): boolean {
  const terms = termsOf(site, instrument);
  return isOpenMarket(terms, now) && isFreshQuote(quote, terms, now);
}

function isToBeCut(account: OverseaAccount, player: number, seen: Seen): boolean {
  const { quoteOf, termsOf, now, since, free, stepOf } = seen;
  const positions: readonly OverseaPosition[] = [...account.positions.values()];
  const [first] = positions;
  if (first === undefined) return false;
  let equity = free.get(`${player}:${first.wallet}:free`) ?? 0n;
  let level = 0n;
  let isFilled = false;
  for (const held of positions) {
    const quote = quoteOf(held.instrument);
    const terms = termsOf(held.site, held.instrument);
    const isOpen = isOpenMarket(terms, now);
    const isFresh = isFreshQuote(quote, terms, now);
    const newestMs = Math.max(quote?.ts ?? 0, since, terms.session?.opensAt ?? 0);
    if (isOpen && !isFresh && now - newestMs <= terms.staleMs) return false;
    isFilled ||= isOpen && isFresh;
    const last = quote?.last ?? floorOf(held.entry.sum, held.entry.over);
    const { multiplier, rate, lossCutRate } = terms;
    const value = { multiplier, rate, step: stepOf(held.wallet) };
    equity += held.margin + gainOf({ ...held, ...held.entry }, held.qty, last, value);
    level += (held.margin * lossCutRate) / 100_000_000n;
  }
  for (const { margin } of account.orders.values()) equity += margin;
  return isFilled && equity <= level;
}

/** Everything reached is submitted or was submitted before, and nothing else is submitted. */
export function checkWatch(
  instrument: number,
  asks: readonly AnyCommand[],
  outstanding: ReadonlySet<string>,
  seen: Seen,
): void {
  const reached = reachedBy(instrument, seen);
  const asked = new Set(asks.map(targetOf));
  for (const target of reached)
    if (!asked.has(target) && !outstanding.has(target))
      throw new Violation('I-47', `a tick of ${instrument} reaches “${target}” and nobody asks for it`);
  // An account that could not be judged before may be cut by a tick of an instrument that is no longer held.
  const isReached = (command: AnyCommand) => {
    const account = seen.state.accounts.get(command.player);
    if (command.kind !== 'CUT_OVERSEA_LOSSES' || account === undefined) return false;
    return isToBeCut(account, command.player, seen);
  };
  for (const command of asks) {
    const target = targetOf(command);
    if (command.kind === 'FILL_OVERSEA_ORDER') checkFirstPrice(command, seen);
    if (!reached.has(target) && !isReached(command))
      throw new Violation('I-47', `“${target}” is asked for and the tick of ${instrument} does not reach it`);
  }
  for (const order of seen.state.orders.values())
    if (
      order.instrument === instrument &&
      !asked.has(`fill ${order.id}`) &&
      !outstanding.has(`fill ${order.id}`)
    ) {
      const quote = seen.quoteOf(instrument);
      if (quote !== undefined && mayFill(order.site, instrument, quote, seen)) seen.met.add(order.id);
    }
}

/** Only a limit that arrived without a price has a first price, and only one. */
function checkFirstPrice(command: FillOverseaOrder, { state, met }: Seen): void {
  const isFirst = state.orders.get(command.order)?.isUnpriced === true && !met.has(command.order);
  if (isFirst !== (command.isFirstPrice === true))
    throw new Violation('I-47', `order ${command.order} is filled as if its first price were ${!isFirst}`);
}
