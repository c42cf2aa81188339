// What a fill does to a position and to the money (docs/rules.md 3.6, 3.12, 6.1), as the event must show it.
import type { AttachedExits, PositionState, RestingOrder } from '@maru/engine/futures/events';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import {
  type Account,
  againstOf,
  canReduce,
  endedBody,
  heldIn,
  marketOf,
  openBody,
  restingBody,
  splitOf,
  type TwinOrder,
  type TwinPosition,
} from './twin.ts';
import { feeOf, gainedOf, marginOf, meanOf, partOf } from './twin-value.ts';

export interface Wanted {
  readonly side: 'LONG' | 'SHORT';
  readonly qty: bigint;
  readonly price: bigint;
  readonly cause: string;
  readonly leverage: number;
  readonly marginType: PositionState['marginType'];
  readonly fees?: { readonly fee: bigint; readonly liquidationFee: bigint };
  /** All of the margin of an isolated position goes to the insurance, which settles the rest. */
  readonly isForfeited?: boolean;
}

export interface TwinFill {
  readonly terms: FuturesTerms;
  readonly after: TwinPosition | undefined;
  readonly closed: bigint;
  readonly opened: bigint;
  /** What it does to the free money. */
  readonly brought: bigint;
  readonly body: object;
}

/** One for what closes, and one for what opens. */
export function fillsOf(
  account: Account,
  wanted: Wanted,
  terms: FuturesTerms,
  quote: Quote,
): readonly TwinFill[] {
  const held = heldIn(account, terms.instrument);
  const { closed, opened } = splitOf(held, wanted.side, wanted.qty);
  const fills: TwinFill[] = [];
  if (held !== undefined && closed > 0n)
    fills.push(closedFill(account, held, closed, wanted, { terms, quote }));
  if (opened > 0n)
    fills.push(openedFill(account, closed > 0n ? undefined : held, opened, wanted, { terms, quote }));
  return fills;
}

/** The whole position at the market. */
export function closeOf(
  account: Account,
  held: TwinPosition,
  priced: Priced,
  how: Pick<Wanted, 'cause' | 'fees' | 'isForfeited'>,
): TwinFill {
  const side = againstOf(held.side);
  const { leverage, marginType } = held;
  const price = marketOf(side, priced.quote);
  return closedFill(
    account,
    held,
    held.qty,
    { side, qty: held.qty, price, leverage, marginType, ...how },
    priced,
  );
}

function closedFill(
  { wallet }: Account,
  held: TwinPosition,
  closed: bigint,
  wanted: Wanted,
  { terms, quote }: Priced,
): TwinFill {
  const { price, fees, isForfeited = false } = wanted;
  const { leverage, marginType } = held;
  const pnl = gainedOf(held, closed, price, terms);
  const funding = partOf(held.funding, closed, held.qty);
  const entryFee = partOf(held.entryFee, closed, held.qty);
  const fee = fees?.fee ?? feeOf(closed, price, terms.feeRate, terms);
  const liquidationFee = fees?.liquidationFee ?? 0n;
  let released = partOf(held.margin, closed, held.qty);
  let insured = 0n;
  if (isForfeited) insured = -(held.margin + funding + pnl - fee);
  else if (held.marginType === 'ISOLATED') {
    // The share that comes back pays first, then what would stay, then the insurance.
    const missing = -(released + pnl + funding);
    const staying = held.margin - released;
    if (missing > 0n) {
      const taken = missing < staying ? missing : staying;
      released += taken;
      insured = missing - taken;
    }
  }
  const after =
    closed === held.qty
      ? undefined
      : ({
          ...held,
          qty: held.qty - closed,
          margin: held.margin - released,
          funding: held.funding - funding,
          entryFee: held.entryFee - entryFee,
        } as TwinPosition);
  return {
    terms,
    after,
    closed,
    opened: 0n,
    brought: isForfeited ? 0n : released + pnl + funding + insured - fee - liquidationFee,
    body: {
      ...fillHead({ ...wanted, leverage, marginType }, wallet, { terms, quote }),
      ...{ qty: closed, closedQty: closed, openedQty: 0n, closedPosition: held.id, closedEntry: held.entry },
      ...{ openedAt: held.openedAt, pnl, funding, fee, liquidationFee, entryFee, exitFee: fee },
      ...{ released, margin: 0n, insured },
      ...(after === undefined ? {} : { position: openBody(after) }),
    },
  };
}

function openedFill(
  { state, player, site, wallet, now }: Account,
  held: TwinPosition | undefined,
  opened: bigint,
  wanted: Wanted,
  { terms, quote }: Priced,
): TwinFill {
  const { side, price, leverage, marginType } = wanted;
  const fee = feeOf(opened, price, terms.feeRate, terms);
  const margin = marginType === 'ISOLATED' ? marginOf(opened, price, leverage, terms) : 0n;
  const after = (
    held === undefined
      ? {
          ...{
            id: state.lastEvent + 1,
            side,
            qty: opened,
            entry: { sum: price, over: 1n },
            leverage,
            marginType,
          },
          ...{ margin, funding: 0n, entryFee: fee, openedAt: now },
          ...{ player, site, instrument: terms.instrument, wallet },
        }
      : {
          ...held,
          qty: held.qty + opened,
          entry: meanOf(held, opened, price, terms),
          margin: held.margin + margin,
          entryFee: held.entryFee + fee,
        }
  ) as TwinPosition;
  return {
    ...{ terms, after, closed: 0n, opened, brought: -fee - margin },
    body: {
      ...fillHead(wanted, wallet, { terms, quote }),
      ...{ qty: opened, closedQty: 0n, openedQty: opened },
      ...(held === undefined ? {} : { openedAt: held.openedAt }),
      ...{ pnl: 0n, funding: 0n, fee, liquidationFee: 0n, entryFee: 0n, exitFee: 0n },
      ...{ released: 0n, margin, insured: 0n, position: openBody(after) },
    },
  };
}

const fillHead = (
  { side, price, cause, leverage, marginType }: Wanted,
  wallet: string,
  { terms: { instrument, contract, feeRate }, quote }: Priced,
) => ({ instrument, wallet, contract, side, price, cause, quote, leverage, marginType, feeRate });

export const freeAfter = (free: bigint, fills: readonly TwinFill[]): bigint =>
  fills.reduce((sum, { brought }) => sum + brought, free);

/** Was the last thing that these do to open something? */
export const isOpening = (fills: readonly TwinFill[]): boolean => (fills.at(-1)?.opened ?? 0n) > 0n;

/** The player's positions when the fills are done. */
function positionsAfter({ positions }: Account, fills: readonly TwinFill[]): readonly TwinPosition[] {
  let after = [...positions];
  for (const { terms, after: left } of fills) {
    after = after.filter(({ instrument }) => instrument !== terms.instrument);
    if (left !== undefined) after.push(left);
  }
  return after;
}

const hasCross = (positions: readonly TwinPosition[], wallet: string): boolean =>
  positions.some((held) => held.wallet === wallet && held.marginType === 'CROSS');

/** The account when they are done; who has no cross position owes nothing. */
export function accountAfter(account: Account, fills: readonly TwinFill[]): Account {
  const positions = positionsAfter(account, fills);
  const free = freeAfter(account.free, fills);
  return { ...account, positions, free: free < 0n && !hasCross(positions, account.wallet) ? 0n : free };
}

export interface Settled {
  readonly order?: TwinOrder;
  /** What an order that is filled at once asked for. */
  readonly asked?: object;
  readonly placed?: readonly RestingOrder[];
  readonly cancelled?: ReadonlyMap<number, string>;
  readonly isAfterGap: boolean;
  readonly liquidation?: object;
}

/** The event of these fills: which orders end with them, and what raises an account without cross positions to zero. */
export function settledOf(account: Account, fills: readonly TwinFill[], how: Settled): object {
  const after = positionsAfter(account, fills);
  const placed = how.placed ?? [];
  const ended = new Map(how.cancelled);
  for (const order of account.orders) {
    const { id, instrument, side, reduceOnly, position, qty, type } = order;
    if (id === how.order?.id || ended.has(id)) continue;
    const isReplaced =
      position !== undefined &&
      qty === undefined &&
      placed.some((exit) => exit.position === position && exit.type === type);
    const held = after.find((each) => each.instrument === instrument);
    const isTouched = fills.some(({ terms }) => terms.instrument === instrument);
    const isForeign = position !== undefined && position !== held?.id;
    if (isReplaced) ended.set(id, 'REPLACED');
    else if (reduceOnly && isTouched && (isForeign || !canReduce(held, side))) ended.set(id, 'POSITION_GONE');
  }
  const free = freeAfter(account.free, fills);
  return {
    kind: 'FUTURES_FILLED',
    ...(how.order === undefined ? {} : { order: restingBody(how.order) }),
    ...(how.asked === undefined ? {} : { asked: how.asked }),
    fills: fills.map(({ body }) => body),
    placed,
    cancelled: account.orders.flatMap((order) => {
      const reason = ended.get(order.id);
      return reason === undefined ? [] : [endedBody(order, reason)];
    }),
    isAfterGap: how.isAfterGap,
    ...(how.liquidation === undefined ? {} : { liquidation: how.liquidation }),
    topUp: free < 0n && !hasCross(after, account.wallet) ? -free : 0n,
  };
}

/** Numbers of orders follow from the event that makes them. */
export const orderNumber = ({ state }: Pick<Account, 'state'>, place: number): number =>
  (state.lastEvent + 1) * 32 + place;

/** A take-profit or stop-loss as it waits. */
export function exitBody(
  held: Pick<TwinPosition, 'id' | 'side' | 'leverage' | 'marginType'>,
  { instrument, wallet }: Pick<FuturesTerms, 'instrument' | 'wallet'>,
  exit: {
    readonly id: number;
    readonly type: 'TAKEPROFIT' | 'STOPLOSS';
    readonly level: NonNullable<AttachedExits['takeProfit']>;
    readonly qty?: bigint | undefined;
    readonly now: number;
  },
): RestingOrder {
  const { id, type, level, qty, now } = exit;
  const isAbove = type === 'TAKEPROFIT' ? held.side === 'LONG' : held.side === 'SHORT';
  return {
    ...{ id, instrument, wallet, side: againstOf(held.side), type, state: 'WAITING' },
    ...(qty === undefined ? {} : { qty }),
    ...{ trigger: level.price, by: level.by, fires: isAbove ? 'AT_OR_ABOVE' : 'AT_OR_BELOW' },
    ...{ reduceOnly: true, postOnly: false, leverage: held.leverage, marginType: held.marginType, cost: 0n },
    ...{ position: held.id, isUnpriced: false, placedAt: now },
  } as RestingOrder;
}

/** What an order that opens gives to its position. */
export function attachedBodies(
  account: Account,
  exits: AttachedExits,
  fills: readonly TwinFill[],
): readonly RestingOrder[] {
  const last = fills.at(-1);
  if (last?.after === undefined || last.opened === 0n) return [];
  const { after, terms } = last;
  const placed: RestingOrder[] = [];
  for (const [type, level] of [
    ['TAKEPROFIT', exits.takeProfit],
    ['STOPLOSS', exits.stopLoss],
  ] as const) {
    if (level === undefined) continue;
    const id = orderNumber(account, placed.length + 1);
    placed.push(exitBody(after, terms, { id, type, level, now: account.now }));
  }
  return placed;
}
