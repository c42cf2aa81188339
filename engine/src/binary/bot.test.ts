// A bot that receives prices a second before we do (docs/reliability.md, T-40). Its lead is worthless because a tick
// counts by the time its source gave it and not by the time we received it: when a bet is accepted, no tick that
// could become its strike exists yet. In R the strike comes seconds after the cut-off, in B it is the first tick
// after the acceptance, and the result follows at least fifteen seconds later. With the house's rate the bot then
// loses. Where ticks have only the time of their arrival, the bot would know the strike of a binary bet: such bets
// are refused.
import { expect, test } from 'vitest';
import { toDecimal } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import { lengthOf, windowsOf } from '../rounds/round.ts';
import { later, type Millis } from '../time.ts';
import type { Side } from './events.ts';
import {
  bet,
  bookWith,
  eventFrom,
  freeze,
  moneyOf,
  NOON,
  pay,
  refusalOf,
  roundAt,
  totalOf,
} from './testing.ts';

const TICK_MS = 250;
const LEAD_MS = 1_000;
/** In hundredths, per tick: a second moves twice as much. */
const STEP = 200;
const THRESHOLD = 2 * STEP * Math.sqrt(LEAD_MS / TICK_MS);
const STAKE = 5_000;
const CREDIT = '100000000';
const BOTS = 20;
/** The shortest of each family (docs/rules.md 1.3). */
const CUT_OFF_MS = { 'R.5': 5_000, B1: 15_000 };
/** A hundred thousand bets take a moment, and longer on a busy machine. */
const PATIENCE_MS = 120_000;

/** What the bot knows at a moment: every tick whose own time is not later than this. */
type Horizon = (now: Millis) => Millis;

interface Prices {
  readonly knowsUntil: Horizon;
  readonly isStampedOnArrival: boolean;
}

/** The source stamps its ticks. The bot has each at once, we have it a second later under the same time. */
const stampedAtSource: Prices = { knowsUntil: (now) => now, isStampedOnArrival: false };
/** The source's clock is ahead of ours by as much as we accept. */
const stampedAhead: Prices = { knowsUntil: (now) => later(now, 50), isStampedOnArrival: false };
/** Ticks are stamped when we receive them, a second after the bot has them. */
const stampedOnArrival: Prices = { knowsUntil: (now) => later(now, LEAD_MS), isStampedOnArrival: true };

interface Season {
  readonly bets: number;
  readonly refused: number;
  /** Gain per stake. */
  readonly mean: number;
  /** Standard error of the mean, by rounds: bets that share a result count as one. */
  readonly error: number;
}

/** One bot after the other, round after round, until this many bets are paid. */
function play(
  type: 'R.5' | 'B1',
  count: number,
  { knowsUntil, isStampedOnArrival }: Prices,
  seed: number,
): Season {
  const dice = diceOf(seed);
  const book = bookWith(BOTS, { credit: CREDIT });
  const cutOffMs = CUT_OFF_MS[type];
  const rounds: { readonly gain: number; readonly staked: number }[] = [];
  const wrong: string[] = [];
  let bets = 0;
  let refused = 0;
  for (let nth = 1; bets + refused < count; nth++) {
    const open = later(NOON, nth * 4 * lengthOf(type));
    const round = roundAt(open);
    const windows = windowsOf(type, open, cutOffMs);
    const path = walk(dice, later(windows.betsFrom, -5_000), windows.close);
    const player = (nth % BOTS) + 1;
    let side: Side | undefined;
    let tickets = 0;
    // The bot bets just after a tick, when the next is farthest away.
    for (
      let at = later(windows.betsFrom, 1);
      at < windows.betsUntil && tickets < 10;
      at = later(at, TICK_MS)
    ) {
      const edge = edgeAt(path, at, knowsUntil(at));
      const wanted: Side = edge > 0 ? 'UP' : 'DOWN';
      if (Math.abs(edge) < THRESHOLD || (side !== undefined && side !== wanted)) continue;
      const decision = bet(book, {
        player,
        side: wanted,
        type,
        round,
        receivedAt: at,
        stake: String(STAKE),
        terms: { cutOffMs, isStampedOnArrival },
      });
      if (refusalOf(decision) === 'NO_SOURCE_TIME') {
        refused += 1;
        continue;
      }
      eventFrom(decision, 'BET_PLACED');
      side = wanted;
      tickets += 1;
    }
    if (tickets === 0) continue;
    const ticks = path.ticks.filter(({ ts }) => ts >= later(open, -3_000));
    freeze(book, { type, open, ticks });
    const paid = eventFrom(pay(book, round), 'ROUND_PAID');
    let credit = 0n;
    for (const each of paid.bets) credit += each.credit;
    // Asserted once for all rounds, because there are many thousands.
    if (paid.bets.length !== tickets) wrong.push(`${paid.bets.length} of ${tickets} bets were paid`);
    rounds.push({ gain: Number(toDecimal(credit)) - tickets * STAKE, staked: tickets * STAKE });
    bets += tickets;
  }
  // Every bet is paid, and no money was created.
  expect(wrong).toEqual([]);
  for (let player = 1; player <= BOTS; player++) expect(moneyOf(book, player).wait).toBe(0n);
  expect(totalOf(book)).toBe(0n);
  const staked = rounds.reduce((sum, each) => sum + each.staked, 0);
  const mean = staked === 0 ? 0 : rounds.reduce((sum, each) => sum + each.gain, 0) / staked;
  const spread = rounds.reduce((sum, each) => sum + (each.gain - mean * each.staked) ** 2, 0);
  const error = staked === 0 ? 0 : Math.sqrt(spread) / staked;
  return { bets, refused, mean, error };
}

/** How far the newest price the bot knows is from the likely strike of a bet placed now. */
function edgeAt(path: Path, at: Millis, until: Millis): number {
  const newest = path.priceAt(until);
  // A strike that is already known is used; otherwise the bot's lead is the second of prices that we have not
  // received.
  return until > at
    ? newest - path.priceAt(later(at, TICK_MS - 1))
    : newest - path.priceAt(later(at, -LEAD_MS));
}

interface Path {
  readonly ticks: readonly TickRef[];
  /** In hundredths. */
  priceAt(at: Millis): number;
}

/** A random walk that sometimes jumps by as much as it moves in half a minute. */
function walk(dice: Dice, from: Millis, to: Millis): Path {
  const ticks: TickRef[] = [];
  const prices: number[] = [];
  let price = 5_000_000;
  for (let ts = from, seq = 1; ts <= to; ts = later(ts, TICK_MS), seq += 1) {
    price += Math.round(dice.gauss() * STEP);
    if (dice.share() < 0.005)
      price += Math.round((dice.share() < 0.5 ? -1 : 1) * STEP * (10 + 10 * dice.share()));
    prices.push(price);
    ticks.push({ ts, seq, price: (BigInt(price) * 1_000_000n) as TickRef['price'] });
  }
  return {
    ticks,
    priceAt: (at) => prices[Math.min(prices.length - 1, Math.floor((at - from) / TICK_MS))] ?? price,
  };
}

interface Dice {
  share(): number;
  gauss(): number;
}

function diceOf(seed: number): Dice {
  let state = seed;
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    share,
    gauss: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  };
}

/** An upper bound that chance alone exceeds once in a thousand times. */
const most = ({ mean, error }: Season) => mean + 3.1 * error;

test(
  'a bot with a feed a second faster than ours loses over 50,000 rent bets, because their strike comes after the cut-off',
  () => {
    const season = play('R.5', 50_000, stampedAtSource, 7);
    expect(season.bets).toBeGreaterThanOrEqual(50_000);
    expect(most(season)).toBeLessThan(0);
  },
  PATIENCE_MS,
);

test(
  'a bot with a feed a second faster than ours loses over 50,000 binary bets, because their strike is a tick that nobody has seen yet',
  () => {
    const season = play('B1', 50_000, stampedAtSource, 8);
    expect(season.bets).toBeGreaterThanOrEqual(50_000);
    expect(most(season)).toBeLessThan(0);
  },
  PATIENCE_MS,
);

test(
  'rent bets give the bot no advantage even where ticks are stamped on arrival, a second after the bot has them',
  () => {
    expect(most(play('R.5', 20_000, stampedOnArrival, 9))).toBeLessThan(0);
  },
  PATIENCE_MS,
);

test('no binary bet is taken where ticks are stamped on arrival: the bot would know the strike and what follows it', () => {
  const season = play('B1', 1_000, stampedOnArrival, 10);
  expect(season).toMatchObject({ bets: 0, mean: 0 });
  expect(season.refused).toBeGreaterThanOrEqual(1_000);
});

test(
  'a source whose clock is ahead by as much as we accept gives the bot no advantage',
  () => {
    expect(most(play('B1', 10_000, stampedAhead, 11))).toBeLessThan(0);
  },
  PATIENCE_MS,
);
