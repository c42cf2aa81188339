// The messages between the thread that computes the simulated past and its caller.
import type { CandleText } from '@maru/contract/candle-text';
import { priceOfUnits } from '@maru/engine/amount';
import type { Candle, Period } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Millis, millis } from '@maru/engine/time';
import type { Window } from '../market/past.ts';

export interface PastWorkerData {
  /** Seed of the simulated market; absent where another feed provides its prices. */
  readonly seed?: string | undefined;
  /** Secret of the Maru indices. */
  readonly indexSecret?: string | undefined;
  readonly instruments: readonly Instrument[];
}

interface CandleQuestion {
  readonly stock: string;
  readonly period: Period;
  readonly window: Window;
  readonly until: Millis;
}

export type PastQuestion =
  | { readonly kind: 'price'; readonly stock: string; readonly at: Millis }
  | ({ readonly kind: 'candles' } & CandleQuestion)
  | ({ readonly kind: 'text'; readonly most: number } & CandleQuestion);

export type PastReply =
  | { readonly ok: true; readonly result: BigInt64Array<ArrayBuffer> | CandleText }
  | { readonly ok: false; readonly message: string };

const FIELDS = 6;

/** Flat numbers are transferred without a copy. */
export function packCandles(candles: readonly Candle[]): BigInt64Array<ArrayBuffer> {
  const numbers = new BigInt64Array(candles.length * FIELDS);
  let place = 0;
  for (const { start, open, high, low, close, ticks } of candles) {
    numbers[place++] = BigInt(start);
    numbers[place++] = open;
    numbers[place++] = high;
    numbers[place++] = low;
    numbers[place++] = close;
    numbers[place++] = BigInt(ticks);
  }
  return numbers;
}

export function unpackCandles(numbers: BigInt64Array): readonly Candle[] {
  const candles: Candle[] = [];
  for (let place = 0; place < numbers.length; place += FIELDS) {
    const [start, open, high, low, close, ticks] = numbers.subarray(place, place + FIELDS);
    candles.push({
      start: millis(Number(start)),
      open: priceOfUnits(open as bigint),
      high: priceOfUnits(high as bigint),
      low: priceOfUnits(low as bigint),
      close: priceOfUnits(close as bigint),
      ticks: Number(ticks),
    });
  }
  return candles;
}
