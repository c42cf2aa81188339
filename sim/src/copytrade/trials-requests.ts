// What players and staff might ask of copy trading at moments and with values that a run does not have by itself: a close
// exactly at the tolerance of the seen price, a follow with every limit at its edge and on the day after a trader has stopped,
// and a trader who is set by somebody who must not.
import { amountOfUnits, priceOfUnits, qtyOfUnits, rateOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import { instrumentOf } from '../futures/market.ts';
import { ordersOf, positionsOf, type TwinPosition } from '../futures/twin.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin, TwinPlayer, TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { PAIRS } from './people.ts';
import { settledTermsOf } from './trials.ts';
import { followOfPlayer, isTrading, WALLET } from './twin.ts';

interface Trial {
  readonly seed: number;
  readonly state: TwinState;
  readonly people: readonly TwinPlayer[];
  readonly dice: Dice;
}

interface Tried {
  readonly command: AnyCommand;
  readonly now: number;
}

/** Each costs as much as a command, and a run is looked at less often than players ask. */
const MOST = 20;

export function tryCopyRequests(book: Book, twin: Twin, { seed, copyEach, trials }: Plan): void {
  if (copyEach === 0) return;
  const { state } = twin;
  // A desk asks for accounts that it does not have: here only those are tried that it has.
  const people = [...state.players.values()].filter(({ id }) => book.players.has(playerId(id)));
  for (let index = 0; index < Math.min(trials, MOST); index += 1) {
    const dice = diceFor(seed, 'workload', 36_000_000 + state.lastEvent, index);
    const trial = { seed, state, people, dice };
    const tried = dice.pick([closeOf, closeOf, followBy, followBy, traderOf, traderOf, accountClosedOf])(
      trial,
    );
    if (tried !== undefined) tryDecision(book, twin, tried.command, tried.now as Millis);
  }
}

const oneOf = <Item>(dice: Dice, items: readonly Item[]): Item | undefined =>
  items[dice.below(Math.max(1, items.length))];

const headOf = ({ id, site }: TwinPlayer) => ({ site: siteId(site), player: playerId(id) });

/** Of anybody who has a position: copies, those of traders, and others. */
function closeOf({ seed, state, people, dice }: Trial): Tried | undefined {
  const of = oneOf(
    dice,
    people.filter(({ id }) => positionsOf(state.futures, id).length > 0),
  );
  const held = of && oneOf(dice, positionsOf(state.futures, of.id));
  if (of === undefined || held === undefined) return undefined;
  const now = state.lastAt as Millis;
  const instrument = instrumentOf(held.instrument);
  const { last, closePrice } = seenOf(held, instrument.tickSize, dice);
  const whose = { seed, state, site: of.site, player: of.id, now, dice };
  const market = {
    terms: settledTermsOf(whose, instrument),
    quote: { ts: now, seq: 1, last, bid: last, ask: last, mark: last },
  };
  const head = { ...headOf(of), position: held.id + (dice.chance(0.05) ? 1 : 0), closePrice, ...market };
  const follow = followOfPlayer(state, of.id);
  if (follow !== undefined && dice.chance(isTrading(state, of.id) ? 0.1 : 0.8))
    return { now, command: { kind: 'CLOSE_COPY', ...head, follow: follow.id } };
  const { qtyStep } = instrument;
  const half = (held.qty / 2n / qtyStep) * qtyStep;
  const qty = dice.pick([undefined, undefined, half, half, half + 1n, held.qty, held.qty + qtyStep, 0n]);
  return {
    now,
    command: { kind: 'CLOSE_LEAD', ...head, ...(qty === undefined ? {} : { qty: qtyOfUnits(qty) }) },
  };
}

/** A market that is worse than what was seen by half a percent, by a little more, or not at all. */
function seenOf({ side, entry: { sum, over } }: TwinPosition, tickSize: bigint, dice: Dice) {
  // Whoever closes a long position sells: 199 is half a percent less than 200, and 201 so much more.
  const parts = side === 'LONG' ? 199n : 201n;
  const times = sum / over / (parts * tickSize);
  const part = (times > 0n ? times : 1n) * tickSize;
  const worse = side === 'LONG' ? 1n : -1n;
  const seen = part * 200n;
  const closePrice = dice.pick([seen, seen, seen + worse, seen + worse, seen - worse, part * parts, 0n]);
  return { last: priceOfUnits(part * parts), closePrice: priceOfUnits(closePrice) };
}

const TEN = 1_000_000_000n;
const DAY_MS = 86_400_000;
const KOREA_MS = 32_400_000;

/** Mostly by somebody whom nothing holds back, or who was a trader. */
function followBy({ state, people, dice }: Trial): Tried | undefined {
  const { traders } = state.copytrade;
  const isFlat = ({ id }: TwinPlayer) =>
    positionsOf(state.futures, id).length + ordersOf(state.futures, id).length === 0;
  const isFree = (each: TwinPlayer) => isFlat(each) && followOfPlayer(state, each.id) === undefined;
  const gone = people.filter(({ id }) => traders.has(id) && !isTrading(state, id));
  const some = dice.pick([people, people.filter(isFree), people.filter(isFree), gone]);
  const of = oneOf(dice, some);
  if (of === undefined) return undefined;
  const own = traders.get(of.id);
  const trader = oneOf(
    dice,
    [...traders.values()].filter(({ site }) => site === of.site || dice.chance(0.05)),
  );
  const offered = trader?.pairs ?? PAIRS;
  const free = unitsIn(state, pursesOf(of.id, WALLET).free);
  // One thing is odd at a time: the first that is wrong would hide the others.
  const odd = dice.pick(['nothing', 'nothing', 'oneMaxBet', 'maxBet', 'pairs']);
  const oneMaxBet = odd === 'oneMaxBet' ? dice.pick([TEN - 1n, free, free + 1n]) : TEN;
  const maxBet = odd === 'maxBet' ? dice.pick([oneMaxBet, TEN - 1n]) : oneMaxBet + 1n;
  const pairs = odd === 'pairs' ? dice.pick([[...offered, 303], [offered[0] ?? 301], []]) : offered;
  // The first and the last moment at which a day of Korea ends its ban.
  const lastDay = own?.deletedOn ?? Math.floor(((own?.since ?? 0) + KOREA_MS) / DAY_MS);
  const midnight = (lastDay + 1) * DAY_MS - KOREA_MS - dice.below(2);
  return {
    now: dice.chance(0.6) && midnight > state.lastAt ? midnight : state.lastAt,
    command: {
      kind: 'FOLLOW_TRADER',
      ...headOf(of),
      ...(trader === undefined ? {} : { trader: trader.player }),
      ...{ pairs, multiplyPer: 100, maxBet: amountOfUnits(maxBet), oneMaxBet: amountOfUnits(oneMaxBet) },
    },
  };
}

/** By staff, by the trader, or by somebody who is none. */
function traderOf({ state, people, dice }: Trial): Tried | undefined {
  const { traders } = state.copytrade;
  const waiting = people.filter(({ id }) => ordersOf(state.futures, id).length > 0);
  const of = oneOf(dice, dice.pick([people, people.filter(({ id }) => traders.has(id)), waiting]));
  if (of === undefined) return undefined;
  const before = traders.get(of.id);
  const odd = dice.pick(['nothing', 'nothing', 'nothing', 'quota', 'rate', 'pairs']);
  const quota = odd === 'quota' ? dice.pick([50, 0, 100_000, 100_001]) : (before?.quota ?? 50);
  const rate = odd === 'rate' ? dice.pick([9_999_999n, 30_000_000n, 30_000_001n]) : 10_000_000n;
  return {
    now: state.lastAt,
    command: {
      kind: 'SET_COPY_TRADER',
      ...headOf(of),
      ...(dice.chance(0.4) ? { session: of.version } : {}),
      ...{ status: dice.pick(['ACTIVE', 'ACTIVE', 'OFF', 'DELETED']), isAccepting: dice.chance(0.5), quota },
      rate: rateOfUnits(rate),
      pairs: odd === 'pairs' ? dice.pick([[302, 301, 302], []]) : PAIRS,
    },
  };
}

/** Of those alone who follow: they must not close their account. */
function accountClosedOf({ state, people, dice }: Trial): Tried | undefined {
  const of = oneOf(
    dice,
    people.filter(({ id }) => followOfPlayer(state, id) !== undefined),
  );
  return of && { now: state.lastAt, command: { kind: 'BLOCK_ACCOUNT', ...headOf(of), session: of.version } };
}
