// Commands of the platform about overseas futures at prices and moments that a run seldom has by itself: exactly where
// an order waits or a position is closed, a millisecond before and after a phase of the trade date, and with markets
// that have been without a price for some time.
import { type Price, priceOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import { dayNumber } from '@maru/engine/market/calendar-date';
import type { Quote } from '@maru/engine/market/quote';
import type { OverseaCommand } from '@maru/engine/oversea/commands';
import type { Priced } from '@maru/engine/oversea/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin } from '../twin.ts';
import { judge } from '../twin-rules.ts';
import { instrumentOf } from './asks.ts';
import { LEADS } from './limits.ts';
import { endOfDate, overseaTermsAt } from './market.ts';
import { exitPrices, ordersOf, positionsOf, type TwinOrder, type TwinPosition } from './twin.ts';

type Open = TwinOrder | TwinPosition;
const isOrder = (open: Open): open is TwinOrder => 'type' in open;

/** What a trial is about, and when. */
interface Trial {
  readonly seed: number;
  readonly open: Open;
  readonly now: Millis;
  readonly dice: Dice;
  /** Of all that its player has open. */
  readonly edges: readonly Open[];
}

/** Of all trials of a run so many are about this: a run has few positions. */
const SHARE = 2;

export function tryOversea(book: Book, twin: Twin, plan: Plan): void {
  const { state } = twin;
  const { positions, orders } = state.oversea;
  const all: readonly Open[] = [...positions.values(), ...orders.values()].sort((a, b) => a.id - b.id);
  // Who holds several has the most to be judged by.
  const several = all.filter((open) => !isOrder(open) && positionsOf(state.oversea, open.player).length > 1);
  const overnight = several.length === 0 ? undefined : heldOvernight(book, twin);
  for (let index = 0; index < plan.trials / SHARE; index += 1) {
    const dice = diceFor(plan.seed, 'workload', 18_000_000 + state.lastEvent, index);
    const some = dice.chance(0.6) && several.length > 0 ? several : all;
    const open = some[dice.below(some.length)];
    if (open === undefined) return;
    const now = momentOf(dice, open, state.lastAt as Millis);
    const edges = [...positionsOf(state.oversea, open.player), ...ordersOf(state.oversea, open.player)];
    const command = commandOf({ seed: plan.seed, open, now, dice, edges });
    const as = command.kind === 'CHECK_OVERSEA_OVERNIGHT' && dice.chance(0.8) ? overnight : undefined;
    tryDecision(as?.book ?? book, as?.twin ?? twin, command, now);
  }
}

/** As if all players wanted to hold all positions overnight, which few of them do. */
function heldOvernight(book: Book, twin: Twin): { readonly book: Book; readonly twin: Twin } {
  const flag = <Key, Held extends { readonly overnight: boolean }>(positions: ReadonlyMap<Key, Held>) =>
    new Map(Array.from(positions, ([key, held]) => [key, { ...held, overnight: true }] as const));
  const accounts = new Map(
    Array.from(book.oversea.accounts, ([player, account]) => [
      player,
      { ...account, positions: flag(account.positions) },
    ]),
  );
  const oversea = { ...twin.state.oversea, positions: flag(twin.state.oversea.positions) };
  const state = { ...twin.state, oversea };
  return {
    book: { ...book, oversea: { ...book.oversea, accounts, positions: flag(book.oversea.positions) } },
    twin: { ...twin, state, judge: (command, now) => judge(state, command, now) },
  };
}

/** Now, or around a phase of the trade date for which it is held. */
function momentOf(dice: Dice, open: Open, now: Millis): Millis {
  const date = isOrder(open) ? open.tradeDate : open.heldFor;
  const endsAt = endOfDate(instrumentOf(open.instrument), date);
  const lead = dice.pick([LEADS.OVERNIGHT_CHECK, LEADS.OVERNIGHT_CHECK, LEADS.FORCED_CLOSE, 0]);
  const then = (endsAt - lead + dice.pick([-1, 0, 0, 1, 1_000])) as Millis;
  return dice.chance(0.7) && then > now ? then : later(now, dice.pick([0, 0, 1, 500]));
}

function commandOf(trial: Trial): OverseaCommand {
  const { open, dice, edges } = trial;
  const own = { site: open.site as SiteId, player: open.player as PlayerId };
  const held = edges.filter((each) => !isOrder(each)) as readonly TwinPosition[];
  const priced = held.map(({ instrument }) => pricedIn(trial, instrument));
  const here = priced.find(({ terms }) => terms.instrument === open.instrument);
  const { terms, quote } = here ?? pricedIn(trial, open.instrument);
  const isAfterGap = dice.chance(0.2);
  const draw = dice.below(10);
  if (draw < 2 || (isOrder(open) && draw < 4))
    return {
      ...{ kind: 'END_OVERSEA_SESSION', ...own, terms, quote, isAfterGap },
      reason: dice.pick(['SESSION_END', 'SESSION_END', 'EXPIRY', 'STAFF_CLOSE']),
    };
  if (isOrder(open))
    return {
      ...{ kind: 'FILL_OVERSEA_ORDER', ...own, order: open.id, terms, quote, isAfterGap },
      isFirstPrice: dice.chance(0.3),
    };
  if (draw < 4) return { kind: 'CUT_OVERSEA_LOSSES', ...own, priced, isAfterGap };
  if (draw < 6) {
    const leg = dice.pick(['TP', 'SL']);
    return { kind: 'EXIT_OVERSEA_POSITION', ...own, position: open.id, leg, terms, quote, isAfterGap };
  }
  // Mostly all that end by then.
  const closing = held
    .filter((each) => each.id === open.id || endOf(each) <= endOf(open) || dice.chance(0.1))
    .map(({ instrument, heldFor }) => ({
      instrument,
      nextTradeDate: dayNumber(heldFor + dice.pick([1, 1, 1, 1, 0])),
    }));
  return { kind: 'CHECK_OVERSEA_OVERNIGHT', ...own, closing, priced };
}

const endOf = ({ instrument, heldFor }: TwinPosition): number => endOfDate(instrumentOf(instrument), heldFor);

function pricedIn({ seed, open, now, dice, edges }: Trial, id: number): Priced & { readonly quote: Quote } {
  const instrument = instrumentOf(id);
  const terms = overseaTermsAt(seed, instrument, open.site, now);
  const { tickSize, around, mayBeNegative } = instrument;
  const levels = edges.filter((each) => each.instrument === id).flatMap((each) => levelsOf(each, tickSize));
  const level = levels[dice.below(levels.length)] ?? BigInt(around) * tickSize;
  const last = level / tickSize + BigInt(dice.pick([0, 0, 0, 1, -1, 3, -3, 20, -20]));
  const spread = BigInt(dice.pick([0, 0, 1, 2]));
  const priceOf = (ticks: bigint): Price =>
    priceOfUnits((ticks > 0n || mayBeNegative ? ticks : 1n) * tickSize);
  const age = dice.pick([0, 0, 0, 0, terms.staleMs, terms.staleMs + 1, terms.staleMs + 1, 60_000]);
  const ts = (now - age) as Millis;
  const quote = {
    ...{ ts, seq: dice.below(1_000), last: priceOf(last) },
    ...{ bid: priceOf(last - spread), ask: priceOf(last + spread) },
  };
  return { terms, quote };
}

/** Prices at which something is decided about it. */
function levelsOf(open: Open, tickSize: bigint): readonly bigint[] {
  if (isOrder(open)) return [open.price];
  const { tp, sl } = exitPrices(open, tickSize);
  return [open.sum / open.over, ...(tp === undefined ? [] : [tp]), ...(sl === undefined ? [] : [sl])];
}
