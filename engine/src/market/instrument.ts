// What can be traded: names, price grid, filters and hours. Rows of this shape come from the office later; the
// validator here rejects a bad row.
import { isMultiple, ONE, PLACES, type Price, type Qty, type Rate, unitOf } from '../amount.ts';
import { ROUND_TYPES, type RoundType } from '../rounds/round.ts';
import { checkHours, type TradingHours } from './trading-hours.ts';

/** INDEX is an index of our own, whose every price can be proven (docs/decisions/0029). */
export type InstrumentKind = 'CRYPTO' | 'FOREX' | 'STOCK' | 'FUTURES' | 'INDEX';

export interface Instrument {
  /** Stable for good: lists and orders name it. */
  readonly id: number;
  readonly code: string;
  readonly koName: string;
  readonly enName: string;
  /** What people also call it; search finds it by these. */
  readonly nicknames?: readonly string[];
  readonly kind: InstrumentKind;
  /** What a price is written in. */
  readonly currency: string;
  /** Decimal places shown, and the places in which round prices are compared (docs/rules.md 1.4). */
  readonly precision: number;
  readonly tickSize: Price;
  /** Money per whole point and contract; 1 where nothing is multiplied. */
  readonly multiplier: Qty;
  /** The distance of bid and ask that is assumed when the feed sends none (docs/rules.md 0.5). */
  readonly spreadTicks: number;
  /** A larger move from one tick to the next waits for a second tick. */
  readonly maxJump: Rate;
  readonly staleMs: number;
  /** Oil was sold below zero in April 2020; a share cannot be. */
  readonly mayBeNegative: boolean;
  readonly hours: TradingHours;
  readonly isPlay: boolean;
  /** The rounds on its price that can be bet on. */
  readonly roundTypes: readonly RoundType[];
}

/** docs/rules.md 0.5: how old the newest tick may be. */
export const STALE_MS: Record<InstrumentKind, number> = {
  CRYPTO: 3_000,
  FOREX: 5_000,
  FUTURES: 5_000,
  INDEX: 5_000,
  STOCK: 15_000,
};

const CODE = /^[A-Z0-9_]{1,32}$/;
const CURRENCY = /^[A-Z]{3,8}$/;

/** What is wrong with the row, in words for the operator, or nothing. */
export function checkInstrument(instrument: Instrument): readonly string[] {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const { precision, tickSize, multiplier, spreadTicks, maxJump, staleMs } = instrument;
  expect(Number.isSafeInteger(instrument.id) && instrument.id > 0, 'the id is a positive integer');
  expect(CODE.test(instrument.code), 'the code has 1 to 32 capital letters, digits or underscores');
  expect(instrument.koName.trim() !== '' && instrument.koName.length <= 40, 'the Korean name is missing');
  expect(instrument.enName.trim() !== '' && instrument.enName.length <= 40, 'the English name is missing');
  const { nicknames = [] } = instrument;
  expect(
    nicknames.every((each) => each.trim() !== '' && each.length <= 40) && nicknames.length <= 10,
    'at most 10 nicknames, none of them empty',
  );
  expect(CURRENCY.test(instrument.currency), 'the currency is 3 to 8 capital letters');
  const hasPrecision = Number.isInteger(precision) && precision >= 0 && precision <= PLACES;
  expect(hasPrecision, 'the precision lies in 0..8');
  expect(tickSize > 0n, 'the tick size is above zero');
  expect(!hasPrecision || isMultiple(tickSize, unitOf(precision)), 'the tick size fits the precision');
  expect(multiplier > 0n, 'the multiplier is above zero');
  expect(Number.isInteger(spreadTicks) && spreadTicks >= 0 && spreadTicks <= 1_000, 'spread ticks: 0..1000');
  expect(maxJump > 0n && maxJump <= ONE, 'the largest jump lies above 0 and at most at 100 %');
  expect(Number.isInteger(staleMs) && staleMs >= 500 && staleMs <= 60_000, 'stale after 0.5 to 60 seconds');
  const { roundTypes } = instrument;
  expect(new Set(roundTypes).size === roundTypes.length, 'a type of rounds is offered once');
  expect(
    roundTypes.every((type) => ROUND_TYPES.includes(type)),
    'an unknown type of rounds',
  );
  return [...faults, ...checkHours(instrument.hours)];
}
