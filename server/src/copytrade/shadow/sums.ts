// What statistics are made of: sums of a trader, and of a follow, by Korean day. Each event adds to the day on which it
// became durable.
import { type Amount, amountOfUnits, divide, ONE, type Price, type Qty } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type {
  ChangedCopy,
  CopiedNote,
  CopyEnded,
  CopyMissed,
  CopyShared,
  LeadsNote,
} from '@maru/engine/copytrade/events';
import { growthOf } from '@maru/engine/copytrade/statistics';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { FuturesFill, FuturesFilled } from '@maru/engine/futures/events';
import { netOfFill } from '@maru/engine/futures/net-profit';
import type { OrderSide } from '@maru/engine/futures/terms';
import { initialMargin, shareOf, toMoney, UNIT, valueAtPrice } from '@maru/engine/futures/value';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { RowOf } from '../../shadow/table.ts';
import type { days, followDays } from './tables.ts';

type Mutable<Row> = { -readonly [Field in keyof Row]: Row[Field] };
type Day = Mutable<RowOf<typeof days>>;
type FollowDay = Mutable<RowOf<typeof followDays>>;

export interface DaySums {
  readonly days: Map<string, Day>;
  readonly followDays: Map<string, FollowDay>;
}

export const noSums = (): DaySums => ({ days: new Map(), followDays: new Map() });

const NOTHING = 0n as Amount;

function dayOf(
  { days: known }: DaySums,
  { trader, site, at }: { readonly trader: PlayerId; readonly site: SiteId; readonly at: Millis },
): Day {
  const day = koreanDate(at);
  const name = `${trader}/${day}`;
  const own = known.get(name) ?? {
    ...{ trader, day, site, closed: 0, wins: 0, net: NOTHING, gains: NOTHING, heldMs: 0 },
    ...{ openedValue: NOTHING, openedMargin: NOTHING, copied: 0, missed: 0, copyNet: NOTHING },
    ...{ copyMargin: NOTHING, shared: NOTHING, copyValue: NOTHING, copySlipped: NOTHING, updatedAt: at },
  };
  own.updatedAt = at;
  known.set(name, own);
  return own;
}

function followDayOf({ followDays: known }: DaySums, follow: number, at: Millis): FollowDay {
  const day = koreanDate(at);
  const name = `${follow}/${day}`;
  const own = known.get(name) ?? {
    ...{ follow, day, net: NOTHING, fees: NOTHING, funding: NOTHING, shared: NOTHING },
    ...{ entryValue: NOTHING, entrySlipped: NOTHING, exitValue: NOTHING, exitSlipped: NOTHING },
  };
  known.set(name, own);
  return own;
}

const add = (to: Amount, by: bigint): Amount => amountOfUnits(to + by);

/** The trader's own trades. Old events do not say which fills count: all, against what the wallet held before them. */
export function addTradedSums(
  sums: DaySums,
  { player, cash, counted }: LeadsNote,
  event: FuturesFilled,
): void {
  const ofWallet = event.fills.flatMap(({ wallet }, fill) =>
    wallet === COPY_WALLET ? [{ fill, cash }] : [],
  );
  const own = counted ?? ofWallet;
  if (own.length === 0) return;
  const day = dayOf(sums, { trader: player, site: event.site, at: event.at });
  day.growth ??= 0;
  if (event.liquidation !== undefined) day.liquidatedAt = event.at;
  for (const { fill: place, cash: base } of own) {
    const fill = event.fills[place];
    assert(fill !== undefined, 'a fill that counts is one of its event');
    if (fill.closedQty > 0n) day.growth += addClosed(day, fill, base, event.at);
    else addOpened(day, fill);
  }
}

/** By how much it grew the equity. */
function addClosed(day: Day, fill: FuturesFill, cash: Amount, at: Millis): number {
  const { net } = netOfFill(fill);
  day.closed += 1;
  day.net = add(day.net, net);
  day.heldMs += at - (fill.openedAt ?? at);
  if (net > 0n) {
    day.wins += 1;
    day.gains = add(day.gains, net);
  }
  return growthOf(net, cash);
}

function addOpened(day: Day, { openedQty, price, leverage, contract }: FuturesFill): void {
  const value = toMoney(valueAtPrice(openedQty, price, { contract }, 'down'), UNIT, 'down');
  day.openedValue = add(day.openedValue, value);
  day.openedMargin = add(day.openedMargin, initialMargin(openedQty, price, leverage, { contract }, UNIT));
}

export function addMissedSums(sums: DaySums, event: CopyMissed): void {
  dayOf(sums, event).missed += 1;
}

export function addShareSums(sums: DaySums, event: CopyShared | CopyEnded): void {
  if (event.share === 0n) return;
  const day = dayOf(sums, event);
  day.shared = add(day.shared, event.share);
  const own = followDayOf(sums, event.follow, event.at);
  own.shared = add(own.shared, event.share);
}

export interface CopiedFill {
  readonly note: CopiedNote;
  readonly changed: ChangedCopy;
  readonly fill: FuturesFill;
  readonly event: FuturesFilled;
}

export function addCopiedSums(sums: DaySums, { note, changed, fill, event }: CopiedFill): void {
  const { site, at } = event;
  const day = dayOf(sums, { trader: note.trader, site, at });
  const own = followDayOf(sums, note.follow, at);
  day.copyNet = add(day.copyNet, changed.net);
  own.net = add(own.net, changed.net);
  if (fill.openedQty > 0n) {
    const { openedQty, price, leverage, contract } = fill;
    day.copyMargin = add(day.copyMargin, initialMargin(openedQty, price, leverage, { contract }, UNIT));
  } else {
    // Of a position to which its player has added, only the copied part counts.
    const part = { part: changed.qty, of: fill.closedQty };
    const { entryFee, exitFee, liquidationFee, funding } = netOfFill(fill);
    own.fees = add(own.fees, shareOf(amountOfUnits(entryFee + exitFee + liquidationFee), part, UNIT));
    own.funding = add(own.funding, shareOf(funding, part, UNIT));
  }
  const { lead } = note;
  if (lead === undefined) return;
  day.copied += 1;
  const value = worthOf(changed.qty, lead.leadPrice);
  const slipped = slippedBy(fill.side, changed.qty, { found: fill.price, than: lead.leadPrice });
  day.copyValue = add(day.copyValue, value);
  day.copySlipped = add(day.copySlipped, slipped);
  if (lead.kind === 'OPEN') {
    own.entryValue = add(own.entryValue, value);
    own.entrySlipped = add(own.entrySlipped, slipped);
  } else {
    own.exitValue = add(own.exitValue, value);
    own.exitSlipped = add(own.exitSlipped, slipped);
  }
}

const worthOf = (qty: Qty, price: Price): bigint => divide(qty * price, ONE, 'down');

/** What a worse price than the trader's has cost, for who trades on this side; below zero it has brought something. */
const slippedBy = (
  side: OrderSide,
  qty: Qty,
  { found, than }: { readonly found: Price; readonly than: Price },
): bigint => divide(qty * (side === 'LONG' ? found - than : than - found), ONE, 'up');
