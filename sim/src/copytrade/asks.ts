// The requests of traders, of followers and of staff about them: follows with values at every edge, orders that others
// copy, closes in the copy tab, and what the normal forms must refuse.
import { amountOfUnits, priceOfUnits, qtyOfUnits, rateOfUnits } from '@maru/engine/amount';
import type { FollowRequest } from '@maru/engine/copytrade/commands';
import type { PlaceFuturesOrder } from '@maru/engine/futures/commands';
import type { OrderSide } from '@maru/engine/futures/terms';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import { type Dice, diceFor } from '../dice.ts';
import { INSTRUMENTS, type Instrument, instrumentOf } from '../futures/market.ts';
import { ordersOf, positionsOf, type TwinPosition } from '../futures/twin.ts';
import type { TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { siteOf } from '../workload.ts';
import { isTraderOf, marketOf, PAIRS, pricesOf, tradersOf } from './people.ts';
import { dueOf, followOfPlayer, type TwinFollow, WALLET } from './twin.ts';

export interface CopyKnowledge {
  readonly seed: number;
  readonly player: number;
  readonly players: number;
  readonly sites: number;
  readonly session: number;
  readonly contracts: number;
  readonly state: TwinState;
  readonly clockMs: number;
}

/** What is asked for, without what every command has; `isOfStaff` comes without a session. */
interface Wanted {
  readonly body: object & { readonly kind: AnyCommand['kind'] };
  readonly isOfStaff?: boolean;
  /** Whose settings and price the server adds. */
  readonly instrument?: number;
}

const UNIT = 100_000_000n;
const CENT = 1_000_000n;

export function copyAskOf(
  index: number,
  know: CopyKnowledge,
): {
  readonly command: AnyCommand;
  readonly twice: boolean;
  readonly stamp: (asked: AnyCommand, at: number, state: TwinState) => AnyCommand;
} {
  const { seed, player, sites, session } = know;
  const dice = diceFor(seed, 'workload', player, 30_000_000 + index);
  const { body, isOfStaff = false, instrument } = wantedOf(dice, know);
  const text = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  const isOld = dice.chance(0.02);
  const command = {
    ...body,
    ...{ site: siteId(siteOf(player, sites)), player: playerId(player) },
    ...(isOfStaff ? {} : { session: isOld ? session - 1 : session }),
    key: { key: `copy${index}`, fingerprint: `${text} ${instrument}` },
  } as AnyCommand;
  const stamp = (asked: AnyCommand, at: number, state: TwinState): AnyCommand => {
    const site = siteOf(player, sites);
    const held = positionsOf(state.futures, player);
    const market = instrument === undefined ? {} : marketOf(seed, site, instrument, at);
    return { ...asked, ...market, priced: pricesOf(seed, site, held, at) } as AnyCommand;
  };
  return { command, twice: dice.chance(0.12), stamp };
}

const oneOf = <Item>(dice: Dice, items: readonly Item[]): Item | undefined =>
  items[dice.below(Math.max(1, items.length))];

function wantedOf(dice: Dice, know: CopyKnowledge): Wanted {
  const { player, sites, state } = know;
  const trader = state.copytrade.traders.get(player);
  if (trader !== undefined && trader.status !== 'DELETED') return ofTrader(dice, know, trader.status);
  // Now and then somebody who follows is made a trader, and one who was a trader follows.
  const isMade = isTraderOf(player, sites)
    ? dice.chance(trader === undefined ? 0.97 : 0.5)
    : dice.chance(0.01);
  if (isMade) return { isOfStaff: !dice.chance(0.05), body: traderBody(dice, 'ACTIVE') };
  const follow = followOfPlayer(state, player);
  if (follow === undefined) return withoutFollow(dice, know);
  return ofFollower(dice, know, follow);
}

function traderBody(dice: Dice, status: string, quota?: number): Wanted['body'] {
  const isOdd = dice.chance(0.08);
  const pairs = isOdd
    ? dice.pick([[], [301, 303]] as const)
    : dice.pick([PAIRS, PAIRS, PAIRS, PAIRS, [301], [302]] as const);
  const rate = (isOdd ? dice.pick([9n, 31n, 10n]) : dice.pick([10n, 15n, 30n])) * CENT;
  const drawn = isOdd ? dice.pick([0, -1, 100_001]) : dice.pick([100, 100, 100, 2, 1]);
  return {
    kind: 'SET_COPY_TRADER',
    ...{ status, isAccepting: dice.chance(0.97), quota: quota ?? drawn, rate: rateOfUnits(rate), pairs },
  } as Wanted['body'];
}

const TRADED = INSTRUMENTS.filter(({ id }) => PAIRS.includes(id));

function ofTrader(dice: Dice, know: CopyKnowledge, status: string): Wanted {
  const { state, player, contracts } = know;
  const { quota, isHeld = false } = state.copytrade.traders.get(player) ?? {};
  const held = oneOf(
    dice,
    positionsOf(state.futures, player).filter(({ wallet }) => wallet === WALLET),
  );
  if (status === 'OFF') {
    if (held !== undefined && dice.chance(0.7))
      return { body: { kind: 'CLOSE_FUTURES_POSITIONS', wallet: WALLET } as never };
    // Whom staff switched off asks in vain at times.
    const isOfStaff = isHeld && dice.chance(0.8);
    return { body: traderBody(dice, dice.chance(0.85) ? 'ACTIVE' : 'OFF', quota), isOfStaff };
  }
  const draw = dice.below(100);
  if (draw < 4) return { body: traderBody(dice, 'ACTIVE', quota) };
  if (draw < 7) return { body: traderBody(dice, 'OFF', quota), isOfStaff: draw === 4 };
  if (draw < 9) return { body: traderBody(dice, 'DELETED', quota), isOfStaff: dice.chance(0.9) };
  if (draw < 11) return followWanted(dice, know);
  if (held !== undefined && draw < 40)
    return { body: closeBody(dice, know, held), instrument: held.instrument };
  if (held !== undefined && draw < 46) {
    // What only staff could send: it turns the position in one fill.
    const qty = qtyOfUnits(held.qty * 2n);
    return {
      ...orderOf(dice, know, instrumentOf(held.instrument), { held, isOpposing: true, qty }),
      isOfStaff: true,
    };
  }
  if (held !== undefined && draw < 49)
    return orderOf(dice, know, instrumentOf(held.instrument), { held, isOpposing: true });
  const instrument =
    held !== undefined && dice.chance(0.5)
      ? instrumentOf(held.instrument)
      : // Now and then one that is not copied, because another wallet pays it.
        oneOf(dice, (dice.chance(0.15) ? INSTRUMENTS : TRADED).slice(0, contracts));
  const own = positionsOf(state.futures, player).find((each) => each.instrument === instrument?.id);
  return orderOf(dice, know, instrument ?? INSTRUMENTS[0], { held: own });
}

interface Ordered {
  readonly held?: TwinPosition | undefined;
  readonly isOpposing?: boolean;
  readonly qty?: PlaceFuturesOrder['qty'];
}

function orderOf(
  dice: Dice,
  { seed, player, sites, clockMs }: CopyKnowledge,
  instrument: Instrument,
  { held, isOpposing = false, qty }: Ordered,
): Wanted {
  const { id, tickSize, around, qtyStep, usualSteps } = instrument;
  const { quote } = marketOf(seed, siteOf(player, sites), id, clockMs);
  const last = quote?.last ?? BigInt(around) * tickSize;
  const other: OrderSide = held?.side === 'LONG' ? 'SHORT' : 'LONG';
  const side = held === undefined ? dice.pick(['LONG', 'SHORT']) : isOpposing ? other : held.side;
  const type = qty !== undefined || dice.chance(0.8) ? 'MARKET' : 'LIMIT';
  const away = BigInt(Math.round((around / 1_000) * dice.pick([0, 2, 6, 15]))) * tickSize;
  const steps = BigInt(1 + dice.below(dice.chance(0.2) ? usualSteps : Math.ceil(usualSteps / 6)));
  const usual = diceFor(seed, 'workload', player, 31_000_000 + id);
  return {
    instrument: id,
    body: {
      kind: 'PLACE_FUTURES_ORDER',
      ...{ side, type, qty: qty ?? qtyOfUnits(steps * qtyStep), by: 'last' },
      ...(type === 'LIMIT' ? { price: priceOfUnits(side === 'LONG' ? last - away : last + away) } : {}),
      leverage: held?.leverage ?? usual.pick([3, 5, 5, 12, 25, 50]),
      marginType: held?.marginType ?? usual.pick(['CROSS', 'CROSS', 'ISOLATED']),
      reduceOnly: isOpposing && qty === undefined && dice.chance(0.3),
      ...{ postOnly: false, immediate: false },
      ...(dice.chance(0.03) ? { takeProfit: { price: priceOfUnits(last * 2n), by: 'last' } } : {}),
    } as Wanted['body'],
  };
}

/** A part on the step and off it, all, more than all, and an own price that is far from the market. */
function closeBody(dice: Dice, know: CopyKnowledge, held: TwinPosition): Wanted['body'] {
  const { qtyStep } = instrumentOf(held.instrument);
  const third = (held.qty / 3n / qtyStep) * qtyStep;
  const half = (held.qty / 2n / qtyStep) * qtyStep;
  const odd = dice.pick([qtyStep, held.qty + 1n, 0n, third + 1n, third + qtyStep]);
  const qty = dice.pick([undefined, undefined, third, half, half, dice.chance(0.3) ? odd : third]);
  const position = dice.chance(0.04) ? dice.pick([0, held.id + 1, 1.5]) : held.id;
  const closePrice = seenPrice(dice, know, held);
  return {
    kind: 'CLOSE_LEAD',
    position,
    closePrice,
    ...(qty === undefined ? {} : { qty: qtyOfUnits(qty) }),
  } as never;
}

function seenPrice(dice: Dice, { seed, player, sites, clockMs }: CopyKnowledge, held: TwinPosition) {
  const { around, tickSize } = instrumentOf(held.instrument);
  const { quote } = marketOf(seed, siteOf(player, sites), held.instrument, clockMs);
  const last = quote?.last ?? BigInt(around) * tickSize;
  // Mostly one that cannot be much better than the market.
  const easy = held.side === 'LONG' ? last / 2n : last * 2n;
  return priceOfUnits(dice.pick([last, easy, easy, easy, dice.chance(0.1) ? 0n : last]));
}

/** Who wants to follow becomes flat first. */
function withoutFollow(dice: Dice, know: CopyKnowledge): Wanted {
  const { state, player } = know;
  const held = oneOf(dice, positionsOf(state.futures, player));
  if (held !== undefined && dice.chance(0.7))
    return { body: { kind: 'CLOSE_FUTURES_POSITIONS', wallet: held.wallet } as Wanted['body'] };
  if (ordersOf(state.futures, player).length > 0 && dice.chance(0.6))
    return { body: { kind: 'CANCEL_FUTURES_ORDERS', reason: 'PLAYER' } as Wanted['body'] };
  return dice.chance(0.97) ? followWanted(dice, know) : ownOrder(dice, know);
}

function followWanted(dice: Dice, know: CopyKnowledge): Wanted {
  const { player, players } = know;
  const own = tradersOf(player, know).filter(
    (each) => know.state.copytrade.traders.get(each)?.status === 'ACTIVE',
  );
  const trader = dice.chance(0.06) ? dice.pick([player, 1 + dice.below(players), 999]) : oneOf(dice, own);
  if (trader === undefined) return ownOrder(dice, know);
  const request = {
    kind: 'FOLLOW_TRADER',
    trader: playerId(trader),
    ...requestOf(dice, know, offeredBy(know, trader)),
    isPaused: dice.chance(0.03),
  };
  if (!dice.chance(0.03)) return { body: request as Wanted['body'] };
  const { maxBet: _gone, ...rest } = request;
  return { body: rest as Wanted['body'] };
}

const money = (units: bigint) => amountOfUnits(units * UNIT);

const offeredBy = ({ state }: CopyKnowledge, trader: number): readonly number[] =>
  state.copytrade.traders.get(trader)?.pairs ?? PAIRS;

function requestOf(
  dice: Dice,
  { state, player }: CopyKnowledge,
  offered: readonly number[] = PAIRS,
): FollowRequest {
  const isOdd = dice.chance(0.08);
  const oneMaxBet = dice.pick([10n, 10n, 12n, 25n, 60n]);
  const maxBet = dice.pick([oneMaxBet + 1n, oneMaxBet * 2n, oneMaxBet * 5n, 400n, 400n]);
  const free = unitsIn(state, pursesOf(player, WALLET).free);
  return {
    pairs: isOdd
      ? dice.pick([[], [7], PAIRS, [302, 301, 302]] as const)
      : dice.chance(0.85)
        ? offered
        : offered.slice(0, 1),
    multiplyPer: isOdd
      ? dice.pick([-1, 1.5, 100_001, 0])
      : dice.pick([2_000, 20, 50, 100, 100, 100, 200, 200, 600, 0]),
    maxBet: isOdd ? dice.pick([money(9n), money(oneMaxBet), money(maxBet)]) : money(maxBet),
    oneMaxBet: dice.chance(0.03)
      ? amountOfUnits(free + 1n)
      : isOdd
        ? dice.pick([money(9n), money(10n)])
        : money(oneMaxBet),
    ...(dice.chance(0.25)
      ? { maxLeverage: isOdd ? dice.pick([0, 126]) : dice.pick([1, 3, 3, 10, 125]) }
      : {}),
    ...(dice.chance(0.3)
      ? { lossLimit: isOdd ? money(0n) : amountOfUnits(dice.pick([50n, 200n, 800n]) * CENT) }
      : {}),
    ...(dice.chance(0.2)
      ? { entryGuard: rateOfUnits(isOdd ? 5n * CENT + 1n : dice.pick([1n, 100_000n, 5n * CENT])) }
      : {}),
    ...(dice.chance(0.25)
      ? { exitGuard: rateOfUnits(isOdd ? 0n : dice.pick([1n, 50_000n, 300_000n, 5n * CENT])) }
      : {}),
  };
}

/** An order of the player's own, which copies must not touch. */
function ownOrder(dice: Dice, know: CopyKnowledge): Wanted {
  const instrument = oneOf(dice, INSTRUMENTS.slice(0, know.contracts)) ?? INSTRUMENTS[0];
  const held = positionsOf(know.state.futures, know.player).find((each) => each.instrument === instrument.id);
  return orderOf(dice, know, instrument, { held, isOpposing: dice.chance(0.4) });
}

function ofFollower(dice: Dice, know: CopyKnowledge, follow: TwinFollow): Wanted {
  const { state, player } = know;
  const copies = positionsOf(state.futures, player).filter((held) => follow.copies.has(held.instrument));
  const copy = oneOf(dice, copies);
  const id = dice.chance(0.03)
    ? dice.pick([0, follow.id + 1, [...state.copytrade.follows.keys()][0] ?? 1])
    : follow.id;
  const draw = dice.below(100);
  const isDetached = follow.state === 'DETACHED';
  if (follow.copies.size === 0 && dueOf(follow) > 0n && dice.chance(0.4)) return endWanted(dice, follow, id);
  if (isDetached && copy !== undefined && dice.chance(0.5)) return leftOrder(dice, know, copy, follow);
  if (draw < (isDetached ? 25 : 10) && copy !== undefined) {
    const position = dice.chance(0.04) ? dice.pick([0, copy.id + 1]) : copy.id;
    const body = { kind: 'CLOSE_COPY', follow: id, position, closePrice: seenPrice(dice, know, copy) };
    return { body: body as Wanted['body'], instrument: copy.instrument };
  }
  if (draw < (isDetached ? 45 : 18))
    return { body: { kind: 'CLOSE_COPIES', follow: id, cause: 'OWN' } as Wanted['body'] };
  if (draw < (isDetached ? 60 : 28)) return endWanted(dice, follow, id);
  if (draw < (isDetached ? 65 : 60))
    return { body: { kind: 'CHANGE_FOLLOW', follow: id, ...changeOf(dice, know, follow) } as Wanted['body'] };
  return ownOrder(dice, know);
}

/** Only without a session something is added to what is left of a copy. Of both together a part is closed. */
function leftOrder(dice: Dice, know: CopyKnowledge, held: TwinPosition, { copies }: TwinFollow): Wanted {
  const instrument = instrumentOf(held.instrument);
  const isMixed = held.qty > (copies.get(held.instrument)?.qty ?? held.qty);
  const half = (held.qty / 2n / instrument.qtyStep) * instrument.qtyStep;
  if (isMixed && half > 0n && dice.chance(0.7))
    return orderOf(dice, know, instrument, { held, isOpposing: true, qty: qtyOfUnits(half) });
  const isOpposing = dice.chance(0.3);
  return { ...orderOf(dice, know, instrument, { held, isOpposing }), isOfStaff: dice.chance(0.7) };
}

const endWanted = (dice: Dice, { trader }: TwinFollow, follow: number): Wanted => ({
  body: { kind: 'END_FOLLOW', follow, other: dice.chance(0.05) ? playerId(1) : trader } as Wanted['body'],
});

function changeOf(dice: Dice, know: CopyKnowledge, { isPaused, total }: TwinFollow): FollowRequest {
  if (isPaused && dice.chance(0.7))
    return { isPaused: false, ...(dice.chance(0.5) ? { lossLimit: null } : {}) };
  // A limit that is used up already, and with which nothing opens.
  if (total < 0n && dice.chance(0.25)) return { lossLimit: amountOfUnits(-total) };
  const { pairs, multiplyPer, maxBet, oneMaxBet, ...protections } = requestOf(dice, know);
  switch (dice.below(6)) {
    case 0:
      return { isPaused: dice.chance(0.4) };
    case 1:
      return { pairs, multiplyPer } as FollowRequest;
    case 2:
      return { maxBet, oneMaxBet } as FollowRequest;
    case 3:
      return protections;
    // Less than the copies have taken already.
    case 4:
      return { maxBet: amountOfUnits(10n * UNIT + 1n), oneMaxBet: money(10n) };
    default:
      return {
        entryGuard: null,
        exitGuard: null,
        maxLeverage: null,
        ...(dice.chance(0.4) ? { lossLimit: null } : {}),
      };
  }
}
