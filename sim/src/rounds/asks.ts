// What the players bet: around the cut-off to the millisecond, over every limit, on both sides, on rounds that are over
// or were never sealed, and with keys used before. The server stamps a bet when it receives it, unless the draw decides
// that it was received at an edge and has waited since.
import { type Amount, amountOfUnits, type Rate, rate, rateOfUnits, ZERO } from '@maru/engine/amount';
import type { PlaceBet } from '@maru/engine/binary/commands';
import type { Side } from '@maru/engine/binary/events';
import type { BinaryTerms, StrikeMode } from '@maru/engine/binary/terms';
import type { PlaceBallBet } from '@maru/engine/bitball/commands';
import { chanceOf, defaultOddsOf, MARKETS } from '@maru/engine/bitball/markets';
import { playerId, siteId } from '@maru/engine/purse';
import { familyOf, lengthOf, type RoundType, roundId, windowsOf } from '@maru/engine/rounds/round';
import { floorTo, later, type Millis } from '@maru/engine/time';
import { type Dice, diceFor, share, streams } from '../dice.ts';
import type { ProductAsk } from '../product.ts';
import { type Sender, siteOf } from '../workload.ts';
import { ticksIn } from './market.ts';

export interface Offer {
  readonly id: number;
  readonly type: RoundType;
  readonly strikeMode: StrikeMode;
  readonly cutOffMs: number;
}

export const ROUND_OFFERS: readonly [Offer, ...Offer[]] = [
  { id: 7, type: 'R.5', strikeMode: 'ROUND_OPEN', cutOffMs: 5_000 },
  { id: 8, type: 'R1', strikeMode: 'ROUND_OPEN', cutOffMs: 10_000 },
  { id: 9, type: 'B1', strikeMode: 'AT_BET', cutOffMs: 15_000 },
  { id: 10, type: 'B1', strikeMode: 'ROUND_OPEN', cutOffMs: 15_000 },
  { id: 11, type: 'B2', strikeMode: 'AT_BET', cutOffMs: 20_000 },
];
export const BALL_OFFER: Offer = { id: 31, type: 'P1', strikeMode: 'ROUND_OPEN', cutOffMs: 10_000 };

const UNIT = 100_000_000n;
const units = (whole: bigint): Amount => amountOfUnits(whole * UNIT);

/** The settings of a site change every five seconds; what was promised to a bet must not. */
function termsAt(seed: number, { id, strikeMode, cutOffMs }: Offer, site: number, at: number): BinaryTerms {
  const steady = diceFor(seed, 'prices', 1_000 + id, site);
  const dice = diceFor(seed, 'prices', 2_000 + id * 8 + site, Math.floor(at / 5_000));
  const usual = steady.pick(['BINARY', 'BINARY', 'BINARY', 'FUTURES', 'BTC']);
  return {
    wallet: dice.chance(0.1) ? dice.pick(['FUTURES', 'GOLD']) : usual,
    strikeMode: dice.chance(0.03) ? 'ROUND_OPEN' : strikeMode,
    cutOffMs,
    rate: rate(dice.pick(['0.87', '0.9', '0.333', '0.07', '1', '4'])),
    stakeMin: units(dice.pick([1n, 2n])),
    stakeUnit: amountOfUnits(dice.pick([UNIT, UNIT, UNIT / 2n])),
    stakeMax: units(dice.pick([30n, 600n])),
    roundMost: units(dice.pick([50n, 1_000n])),
    ticketsMost: dice.pick([2, 3, 10]),
    exposureMost: units(dice.pick([15n, 90n, 100_000n])),
    allowBothSides: dice.chance(0.3),
    precision: steady.pick([2, 3, 3, 1]),
    staleMs: steady.pick([3_000, 5_000, 15_000, 15_000]),
  };
}

export type BetCommand = PlaceBet | PlaceBallBet;

export interface BetKnowledge extends Sender {
  readonly seed: number;
  readonly offers: readonly Offer[];
  readonly clockMs: number;
  readonly free: (wallet: string) => bigint;
  /** The openings of rounds that others have bet on, or that are sealed. */
  readonly openings: (offer: number) => readonly number[];
}

export function betOf(index: number, know: BetKnowledge): ProductAsk<BetCommand> {
  const { seed, player, sites, offers, clockMs } = know;
  const dice = diceFor(seed, 'workload', player, 3_000_000 + index);
  const offer = offers[dice.below(offers.length)] ?? BALL_OFFER;
  const ownSite = siteOf(player, sites);
  const site = sites > 1 && dice.chance(0.02) ? siteOf(player + 1, sites) : ownSite;
  const session = dice.chance(0.03) ? know.session - 1 : know.session;
  const terms = termsAt(seed, offer, ownSite, clockMs);
  const open = openingOf(dice, offer, know);
  const type = dice.chance(0.02) ? dice.pick(['R.5', 'B1', 'P1', 'P2']) : offer.type;
  const isWild = dice.chance(0.02);
  const round = isWild ? dice.pick([0, -1, Number.NaN, 100_000, 7.5]) : roundId({ offer: offer.id, open });
  const stake = stakeOf(dice, terms, know.free(terms.wallet));
  const fixedAt = receiptOf(dice, know, offer, open);
  // A key of the bet before, with a body of its own.
  const key = dice.chance(0.06) && index > 0 ? `b${index - 1}` : `b${index}`;
  const twice = dice.chance(0.12);
  const stamp = (command: BetCommand, at: number): BetCommand => ({
    ...command,
    receivedAt: fixedAt ?? (at as Millis),
    reserved: share(seed, streams.workload, player, index, 47) < 0.08 ? units(20n) : ZERO,
    terms: termsAt(seed, offer, ownSite, at),
  });
  const common = {
    site: siteId(site),
    player: playerId(player),
    session,
    round,
    type,
    stake,
    reserved: ZERO,
  };
  if (familyOf(offer.type) === 'BALL') {
    const market = dice.chance(0.03) ? dice.pick(['', 'NS', 'PN_10', 'toString']) : marketOf(dice);
    const odds = oddsOf(dice, market);
    const fingerprint = `ball ${round} ${type} ${market} ${stake} ${odds}`;
    const rest = { market, odds, receivedAt: clockMs as Millis, terms, key: { key, fingerprint } };
    return { command: { kind: 'PLACE_BALL_BET', ...common, ...rest }, twice, stamp };
  }
  const side: Side = index % 4 === 0 || player % 3 === 0 || dice.chance(0.1) ? 'DOWN' : 'UP';
  const fingerprint = `bet ${round} ${type} ${side} ${stake}`;
  const rest = { side, receivedAt: clockMs as Millis, terms, key: { key, fingerprint } };
  return { command: { kind: 'PLACE_BET', ...common, ...rest }, twice, stamp };
}

/** Mostly the round that is bet on now; sometimes one that is over, frozen, paid, or not yet open. */
function openingOf(dice: Dice, { type, id }: Offer, { clockMs, openings }: BetKnowledge): Millis {
  const known = openings(id).filter((open) => open + lengthOf(type) > clockMs);
  const crowded = known[dice.below(Math.max(1, known.length))];
  if (crowded !== undefined && dice.chance(0.6)) return crowded as Millis;
  const length = lengthOf(type);
  const running = floorTo(clockMs as Millis, length);
  const now = familyOf(type) === 'BINARY' ? running : later(running, length);
  return later(now, length * (dice.chance(0.82) ? 0 : dice.pick([-1, -1, -2, 1])));
}

/** When the server received it, if that is not the moment at which the desk gets it. */
function receiptOf(dice: Dice, know: BetKnowledge, offer: Offer, open: Millis): Millis | undefined {
  if (dice.chance(0.15)) return undefined;
  const { betsFrom, betsUntil } = windowsOf(offer.type, open, offer.cutOffMs);
  return dice.chance(0.3)
    ? edgeOf(dice, know, offer, open)
    : later(betsFrom, dice.below(betsUntil - betsFrom));
}

function edgeOf(dice: Dice, { seed }: BetKnowledge, { id, type, cutOffMs }: Offer, open: Millis): Millis {
  const { betsFrom, betsUntil } = windowsOf(type, open, cutOffMs);
  const ticks = ticksIn(seed, id, betsFrom, betsUntil);
  const tick = ticks[dice.below(Math.max(1, ticks.length))]?.ts ?? betsFrom;
  const near = dice.pick([betsFrom, betsUntil, betsUntil, tick, tick, tick]);
  return later(near, dice.pick([-1, -1, 0, 0, 1, -3_000, -3_001]));
}

function stakeOf(
  dice: Dice,
  { stakeMin, stakeMax, stakeUnit, roundMost }: BinaryTerms,
  free: bigint,
): Amount {
  if (dice.chance(0.15) && free >= stakeMin) return amountOfUnits((free / UNIT) * UNIT);
  if (dice.chance(0.75)) return amountOfUnits(stakeMin + BigInt(dice.below(4)) * UNIT);
  return amountOfUnits(
    dice.pick([
      stakeMin,
      stakeMin - stakeUnit,
      stakeMin + stakeUnit,
      stakeMin + 1n,
      stakeMax,
      stakeMax + stakeUnit,
      roundMost,
      (free / UNIT) * UNIT,
      (free / UNIT) * UNIT + UNIT,
      0n,
      -UNIT,
      2n ** 64n,
    ]),
  );
}

/** Half of them on the first few, so that several are in one set. */
const marketOf = (dice: Dice) => MARKETS[dice.below(dice.chance(0.5) ? 4 : MARKETS.length)] ?? 'NS_ODD';

function oddsOf(dice: Dice, market: string): Rate {
  const known = MARKETS.find((each) => each === market);
  if (known === undefined) return rate('1.95');
  if (dice.chance(0.95)) return defaultOddsOf(known);
  const { hits, of } = chanceOf(known);
  const fair = (UNIT * BigInt(of)) / BigInt(hits);
  return rateOfUnits(dice.pick([UNIT, UNIT + 1n, fair, fair - 1n, fair + 1n]));
}
