// The instruments of overseas futures as functions of the seed and the moment: a price path that runs, jumps, pauses
// and goes below zero, trade dates of a minute or so with a break, and settings that change while orders rest.
import { amountOfUnits, priceOfUnits, qty, type Rate, rateOfUnits } from '@maru/engine/amount';
import { dayNumber } from '@maru/engine/market/calendar-date';
import type { Quote } from '@maru/engine/market/quote';
import { NEVER, type OverseaMode, type OverseaSession, type OverseaTerms } from '@maru/engine/oversea/terms';
import type { Millis } from '@maru/engine/time';
import { diceFor, share, streams } from '../dice.ts';
import { LEADS } from './limits.ts';

export interface Instrument {
  readonly id: number;
  readonly tickSize: bigint;
  /** Around which price it runs, and how far from it, in ticks. */
  readonly around: number;
  readonly swing: number;
  readonly multiplier: string;
  readonly rate: string;
  readonly mayBeNegative: boolean;
  /** Runs against this one: a player who holds both loses here what is gained there. */
  readonly against?: number;
  /** A trade date with the pause after it. */
  readonly dateMs: number;
}

const UNIT = 100_000_000n;

/** The first two run against each other. */
export const INSTRUMENTS: readonly [Instrument, ...Instrument[]] = [
  {
    ...{ id: 201, tickSize: UNIT / 4n, around: 400, swing: 24 },
    ...{ multiplier: '2', rate: '1.3845', mayBeNegative: false, dateMs: 60_000 },
  },
  {
    ...{ id: 203, tickSize: 5n * UNIT, around: 7_000, swing: 24, against: 201 },
    ...{ multiplier: '5', rate: '0.0291', mayBeNegative: false, dateMs: 48_000 },
  },
  {
    ...{ id: 202, tickSize: UNIT / 100n, around: 3, swing: 18 },
    ...{ multiplier: '30', rate: '1.7', mayBeNegative: true, dateMs: 84_000 },
  },
];

/** Shares of a trade date at which it pauses, goes on, and ends. */
const BREAK_FROM = 0.4;
const BREAK_TO = 0.45;
const ENDS = 0.93;

/** In some worlds the second instrument trades day and night: its dates go by and nothing ends with them. */
const ENDLESS_INSTRUMENT = 203;
export const isEndless = (seed: number, id: number): boolean =>
  id === ENDLESS_INSTRUMENT && share(seed, streams.prices, 9_500, id) < 0.25;

export const endOfDate = ({ dateMs }: Pick<Instrument, 'dateMs'>, date: number): number =>
  Math.floor((date + ENDS) * dateMs);

const dateAt = ({ dateMs }: Instrument, at: number) => Math.floor(at / dateMs);

function sessionAt(
  seed: number,
  instrument: Instrument,
  at: number,
): { readonly isRest: boolean; readonly session: OverseaSession | undefined } {
  const { id, dateMs } = instrument;
  const date = dateAt(instrument, at);
  const of = (part: number) => Math.floor((date + part) * dateMs) as Millis;
  if (isEndless(seed, id)) {
    const session = {
      tradeDate: dayNumber(date),
      opensAt: of(0),
      closesAt: NEVER,
      endsAt: NEVER,
      isLastTradingDay: false,
      leads: LEADS,
    };
    return { isRest: false, session };
  }
  const endsAt = of(ENDS);
  if (at >= endsAt) return { isRest: true, session: undefined };
  const isBreak = at >= of(BREAK_FROM) && at < of(BREAK_TO);
  if (isBreak) return { isRest: false, session: undefined };
  const isFirst = at < of(BREAK_FROM);
  const session = {
    tradeDate: dayNumber(date),
    opensAt: of(isFirst ? 0 : BREAK_TO),
    closesAt: of(isFirst ? BREAK_FROM : ENDS),
    endsAt,
    isLastTradingDay: share(seed, streams.prices, 9_000 + id, date) < 0.2,
    leads: LEADS,
  };
  return { isRest: false, session };
}

/** Settings hold for so long. What was written on a fill or locked for an order must not change with them. */
export const SETTINGS_MS = 9_000;
const rateOf = (text: string, percent: bigint): Rate => {
  const [whole = '0', part = ''] = text.split('.');
  const units = BigInt(whole) * UNIT + BigInt(part.padEnd(8, '0'));
  return rateOfUnits((units * percent) / 100n);
};

export function overseaTermsAt(seed: number, instrument: Instrument, site: number, at: number): OverseaTerms {
  const { id, multiplier, mayBeNegative } = instrument;
  const ofSite = diceFor(seed, 'prices', 3_000, site);
  const steady = diceFor(seed, 'prices', 3_000 + id, site);
  const dice = diceFor(seed, 'prices', 4_000 + id * 8 + site, Math.floor(at / SETTINGS_MS));
  const usual = ofSite.pick(['BINARY', 'BINARY', 'BINARY', 'XRP']);
  const mode: OverseaMode = dice.chance(0.94) ? 'NORMAL' : dice.pick(['REDUCE_ONLY', 'STOPPED']);
  return {
    instrument: id,
    wallet: dice.chance(0.02) ? dice.pick(['BTC', 'GOLD']) : usual,
    tickSize: priceOfUnits(instrument.tickSize),
    multiplier: qty(multiplier),
    rate: rateOf(instrument.rate, dice.pick([100n, 100n, 101n, 93n])),
    entryMargin: amountOfUnits(steady.pick([5n, 8n]) * UNIT + dice.pick([0n, 0n, UNIT / 2n, 2n * UNIT])),
    overnightMargin: amountOfUnits(dice.pick([7n, 20n, 45n]) * UNIT),
    commission: amountOfUnits(dice.pick([0n, (UNIT * 35n) / 100n, UNIT])),
    contractsMost: dice.pick([6, 9, 12]),
    playerContractsMost: dice.pick([8, 14, 20]),
    lossCutRate: rateOfUnits(dice.pick([UNIT / 5n, UNIT / 5n, (UNIT * 33n) / 100n])),
    staleMs: steady.pick([3_000, 5_000]),
    mayBeNegative,
    mode,
    ...sessionAt(seed, instrument, at),
  };
}

const SLOT_MS = 900;
const STRETCH_MS = 9_000;
/** No quote is searched further back than this. */
const SLOTS_BACK = 16;

/** Around which price the stretch runs, in ticks. */
function levelOf(seed: number, instrument: Instrument, stretch: number): number {
  const { id, around, swing, against } = instrument;
  const part = share(seed, streams.prices, 5_000 + (against ?? id), stretch, 1);
  const isWild = share(seed, streams.prices, 5_000 + (against ?? id), stretch, 2) < 0.15;
  const sign = against === undefined ? 1 : -1;
  return around + sign * Math.round((part * 2 - 1) * swing * (isWild ? 3 : 1));
}

function tickOf(seed: number, instrument: Instrument, slot: number): Quote | undefined {
  const { id, tickSize } = instrument;
  const stretch = Math.floor((slot * SLOT_MS) / STRETCH_MS);
  const mood = share(seed, streams.prices, 5_000 + id, stretch, 3);
  const dice = diceFor(seed, 'prices', 6_000 + id, slot);
  if (mood < 0.08 || dice.chance(mood < 0.2 ? 0.8 : 0.12)) return undefined;
  const ts = slot * SLOT_MS + dice.below(SLOT_MS);
  if (sessionAt(seed, instrument, ts).session === undefined) return undefined;
  // Some stretches are reached gradually, the others by a jump.
  const isWalk = mood > 0.6;
  const from = isWalk ? levelOf(seed, instrument, stretch - 1) : levelOf(seed, instrument, stretch);
  const to = levelOf(seed, instrument, stretch);
  const walked = (ts - stretch * STRETCH_MS) / STRETCH_MS;
  const ticks = Math.round(from + (to - from) * walked) + (dice.chance(0.4) ? 0 : dice.below(5) - 2);
  const spread = dice.pick([0, 0, 1, 2]);
  const priceOf = (count: number) => priceOfUnits(BigInt(count) * tickSize);
  return {
    ts: ts as Millis,
    seq: slot,
    last: priceOf(ticks),
    bid: priceOf(ticks - spread),
    ask: priceOf(ticks + (spread === 2 ? 1 : spread)),
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

/** The newest tick at this moment, fresh or not. */
export function quoteAt(seed: number, instrument: Instrument, at: number): Quote | undefined {
  const newest = Math.floor(at / SLOT_MS);
  for (let slot = newest; slot > newest - SLOTS_BACK; slot -= 1) {
    const tick = tickOf(seed, instrument, slot);
    if (tick !== undefined && tick.ts <= at) return tick;
  }
  return undefined;
}
