// The instruments of coin futures as functions of the seed and the moment: prices that run, jump, pause and crash, a mark
// that stands a little beside them, settings that change while something is open, and a funding every few seconds.
import { amountOfUnits, priceOfUnits, qtyOfUnits, type Rate, rateOfUnits } from '@maru/engine/amount';
import type { Contract, FuturesMode, FuturesTerms, Quote } from '@maru/engine/futures/terms';
import type { Tier } from '@maru/engine/futures/tiers';
import type { Millis } from '@maru/engine/time';
import { diceFor, share, streams } from '../dice.ts';

const UNIT = 100_000_000n;
/** Hundredths of a whole. */
const CENT = UNIT / 100n;

export interface Instrument {
  readonly id: number;
  readonly contract: Contract;
  readonly wallet: string;
  readonly tickSize: bigint;
  /** Around which price it runs, in ticks. */
  readonly around: number;
  readonly qtyStep: bigint;
  /** A usual order, in steps. */
  readonly usualSteps: number;
  /** Caps of the tiers in the money of the wallet. */
  readonly caps: readonly [bigint, bigint, bigint, bigint];
  /** Runs against this one: a player who holds both loses here what is gained there. */
  readonly against?: number;
}

/** The first two are paid from one wallet, so that a cross account has several positions. */
export const INSTRUMENTS: readonly [Instrument, ...Instrument[]] = [
  {
    ...{ id: 301, contract: 'HYBRID', wallet: 'FUTURES', tickSize: 5n * CENT, around: 2_000 },
    ...{ qtyStep: CENT, usualSteps: 300, caps: [250n, 600n, 1_500n, 9_000n] },
  },
  {
    ...{ id: 302, contract: 'LINEAR', wallet: 'FUTURES', tickSize: CENT, around: 3_000, against: 301 },
    ...{ qtyStep: 10n * CENT, usualSteps: 90, caps: [300n, 500n, 1_200n, 7_000n] },
  },
  {
    ...{ id: 303, contract: 'INVERSE', wallet: 'ETH', tickSize: 5n * CENT, around: 900 },
    ...{ qtyStep: UNIT, usualSteps: 200, caps: [4n, 9n, 25n, 150n] },
  },
];

export const instrumentOf = (id: number): Instrument =>
  INSTRUMENTS.find((each) => each.id === id) ?? INSTRUMENTS[0];

/** docs/rules.md 3.9: each deduction makes the maintenance margin go on where the tier before it ends. */
function tiersOf({ caps }: Instrument, rates: readonly bigint[], leverages: readonly number[]): Tier[] {
  const tiers: Tier[] = [];
  let floor = 0n;
  let deduction = 0n;
  for (const [index, whole] of caps.entries()) {
    const rate = rates[index] ?? 0n;
    const before = rates[index - 1] ?? rate;
    deduction += (floor * (rate - before)) / UNIT;
    const cap = whole * UNIT;
    tiers.push({
      floor: amountOfUnits(floor),
      cap: amountOfUnits(cap),
      leverageMost: leverages[index] ?? 1,
      maintenance: rateOfUnits(rate),
      deduction: amountOfUnits(deduction),
    });
    floor = cap;
  }
  return tiers;
}

/** Settings hold for so long. */
export const SETTINGS_MS = 9_000;
/** Between two fundings of an instrument. */
const FUNDING_MS = 26_000;

const offsetOf = (id: number) => (id % 7) * 1_900;

/** The latest time at or before this one at which funding was due. */
export const fundingDueAt = (id: number, at: number): Millis =>
  (Math.floor((at - offsetOf(id)) / FUNDING_MS) * FUNDING_MS + offsetOf(id)) as Millis;
export const nextFunding = (due: number): Millis => (due + FUNDING_MS) as Millis;
export const fundingBefore = (due: number, times: number): Millis => (due - times * FUNDING_MS) as Millis;

/** Up to 0.75 % in either direction, and sometimes nothing. */
export function fundingRateOf(seed: number, id: number, due: number): Rate {
  const dice = diceFor(seed, 'prices', 13_000 + id, Math.floor(due / 100));
  if (dice.chance(0.15)) return rateOfUnits(0n);
  return rateOfUnits(BigInt(dice.below(1_500_001) - 750_000));
}

export function futuresTermsAt(seed: number, instrument: Instrument, site: number, at: number): FuturesTerms {
  const { id, contract, wallet, tickSize, qtyStep } = instrument;
  const steady = diceFor(seed, 'prices', 10_000 + id, site);
  const dice = diceFor(seed, 'prices', 11_000 + id * 8 + site, Math.floor(at / SETTINGS_MS));
  const mode: FuturesMode = dice.chance(0.94) ? 'NORMAL' : dice.pick(['REDUCE_ONLY', 'STOPPED']);
  const first = dice.pick([400_000n, 500_000n, 1_000_000n]);
  const rates = [first, 2n * first, 2_500_000n, dice.pick([5_000_000n, 10_000_000n])];
  return {
    instrument: id,
    wallet,
    contract,
    tickSize: priceOfUnits(tickSize),
    qtyStep: qtyOfUnits(qtyStep),
    qtyLeast: qtyOfUnits(qtyStep * dice.pick([1n, 2n])),
    notionalLeast: amountOfUnits(5n * UNIT),
    leverageMost: steady.pick([50, 75]),
    tiers: tiersOf(instrument, rates, [steady.pick([50, 75]), 25, dice.pick([12, 20]), 5]),
    feeRate: rateOfUnits(dice.pick([80_000n, 80_000n, 45_000n, 0n, 123_457n])),
    liquidationFeeRate: rateOfUnits(dice.pick([500_000n, 500_000n, 1_500_000n])),
    warnRatio: rateOfUnits(dice.pick([80_000_000n, 80_000_000n, 60_000_000n])),
    leverageWithPosition: dice.chance(0.15) ? 'FORBID' : 'RAISE',
    staleMs: steady.pick([4_000, 7_000]),
    mode,
    fundingDue: fundingDueAt(id, at),
  };
}

const SLOT_MS = 900;
const STRETCH_MS = 9_000;
/** For this part of a stretch the mark may stay behind. */
const MARK_BEHIND = 0.3;
/** No quote is searched further back than this. */
const SLOTS_BACK = 16;

/** Around which price the stretch runs, in ticks: usually a few percent from its home, sometimes a fifth. */
function levelOf(seed: number, { id, around, against }: Instrument, stretch: number): number {
  const source = 12_000 + (against ?? id);
  const part = share(seed, streams.prices, source, stretch, 1);
  const isWild = share(seed, streams.prices, source, stretch, 2) < 0.22;
  const sign = against === undefined ? 1 : -1;
  return Math.round(around * (1 + sign * (part * 2 - 1) * (isWild ? 0.2 : 0.04)));
}

function tickOf(seed: number, instrument: Instrument, slot: number): Quote | undefined {
  const { id, tickSize, around } = instrument;
  const stretch = Math.floor((slot * SLOT_MS) / STRETCH_MS);
  const mood = share(seed, streams.prices, 12_500 + id, stretch, 3);
  const dice = diceFor(seed, 'prices', 14_000 + id, slot);
  if (mood < 0.12 || dice.chance(mood < 0.2 ? 0.8 : 0.12)) return undefined;
  const ts = slot * SLOT_MS + dice.below(SLOT_MS);
  // Some stretches are reached gradually, the others by a jump.
  const isWalk = mood > 0.5;
  const to = levelOf(seed, instrument, stretch);
  const from = isWalk ? levelOf(seed, instrument, stretch - 1) : to;
  const walked = (ts - stretch * STRETCH_MS) / STRETCH_MS;
  const noise = Math.max(3, Math.round(around / 250));
  const ticks = Math.round(from + (to - from) * walked) + dice.below(2 * noise + 1) - noise;
  const spread = dice.pick([0, 1, 1, 2]);
  const beside = dice.pick([0, 0, 1, 1, 4]) * (dice.below(2 * noise + 1) - noise);
  // A mark that stays behind a jump lets a position live on whose margin is used up at the market.
  const isBehind =
    !isWalk && walked < MARK_BEHIND && share(seed, streams.prices, 12_600 + id, stretch, 4) < 0.6;
  const markTicks = (isBehind ? levelOf(seed, instrument, stretch - 1) : ticks) + beside;
  const priceOf = (count: number) => priceOfUnits(BigInt(Math.max(1, count)) * tickSize);
  return {
    ts: ts as Millis,
    seq: slot,
    last: priceOf(ticks),
    bid: priceOf(ticks - spread),
    ask: priceOf(ticks + (spread === 2 ? 1 : spread)),
    mark: priceOf(markTicks),
  };
}

/** All ticks in `(from, to]`, in their order. */
export function quotesIn(seed: number, instrument: Instrument, from: number, to: number): readonly Quote[] {
  const quotes: Quote[] = [];
  for (let slot = Math.floor(from / SLOT_MS); slot * SLOT_MS <= to; slot += 1) {
    const tick = tickOf(seed, instrument, slot);
    if (tick !== undefined && tick.ts > from && tick.ts <= to) quotes.push(tick);
  }
  return quotes;
}

/** Those of several instruments. */
export const ticksIn = (seed: number, instruments: readonly Instrument[], from: number, to: number) =>
  instruments
    .flatMap((instrument) =>
      quotesIn(seed, instrument, from, to).map((quote) => ({ instrument: instrument.id, quote })),
    )
    .sort((a, b) => a.quote.ts - b.quote.ts);

/** The newest tick at this moment, fresh or not. */
export function quoteAt(seed: number, instrument: Instrument, at: number): Quote | undefined {
  const newest = Math.floor(at / SLOT_MS);
  for (let slot = newest; slot > newest - SLOTS_BACK; slot -= 1) {
    const tick = tickOf(seed, instrument, slot);
    if (tick !== undefined && tick.ts <= at) return tick;
  }
  return undefined;
}

/** What is known of the instruments at a moment. */
export interface MarketView {
  readonly quoteOf: (instrument: number, at: number) => Quote | undefined;
  readonly termsOf: (site: number, instrument: number, at: number) => FuturesTerms;
}

/** As it is in this run. */
export const marketIn = (seed: number): MarketView => ({
  quoteOf: (instrument, at) => quoteAt(seed, instrumentOf(instrument), at),
  termsOf: (site, instrument, at) => futuresTermsAt(seed, instrumentOf(instrument), site, at),
});
