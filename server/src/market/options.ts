// What the three products list: instruments with their names, their state and their price. What only a product knows
// (rounds, leverage, margins) is that product's to add.
import type { WireBinaryOption, WireFuturesOption, WireOverseaOption } from '@maru/contract/market';
import { ONE, print, toPlaces } from '@maru/engine/amount';
import { BINARY_TYPES, type BinaryType, type Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen, isRestDay, nextOpening } from '@maru/engine/market/trading-hours';
import type { Millis } from '@maru/engine/time';
import type { Days } from './days.ts';

/** What the market needs from the feed. */
export interface Prices {
  latest(stock: string): Tick | undefined;
  /** OPEN, CLOSED, or why the price cannot be used. */
  condition(stock: string, now: Millis): string;
}

export interface OptionFilter {
  readonly isPlay?: boolean | undefined;
  readonly stockPrefix?: string | undefined;
}

/** A binary option is an instrument with a type; its id tells both, for good. */
const OPTIONS_PER_INSTRUMENT = 100;
export const binaryOptionId = (instrument: Instrument, type: BinaryType): number =>
  instrument.id * OPTIONS_PER_INSTRUMENT + BINARY_TYPES.indexOf(type) + 1;
export const instrumentIdOf = (binaryOption: number): number =>
  Math.floor(binaryOption / OPTIONS_PER_INSTRUMENT);

export interface Options {
  binary(
    filter: OptionFilter & { readonly types?: readonly string[] | undefined },
    now: Millis,
  ): WireBinaryOption[];
  futures(filter: OptionFilter, now: Millis): WireFuturesOption[];
  /** Those in won first (spec 2, stock drawer). */
  oversea(filter: OptionFilter, now: Millis): WireOverseaOption[];
  binaryById(id: number, now: Millis): WireBinaryOption | undefined;
  futuresById(id: number, now: Millis): WireFuturesOption | undefined;
  overseaById(id: number, now: Millis): WireOverseaOption | undefined;
}

export function createOptions(instruments: readonly Instrument[], prices: Prices, days: Days): Options {
  function shared(instrument: Instrument, now: Millis) {
    const { code, hours } = instrument;
    const tick = prices.latest(code);
    const opens = isOpen(hours, now);
    const condition = prices.condition(code, now);
    return {
      stock: code,
      koName: instrument.koName,
      enName: instrument.enName,
      nicknames: [...(instrument.nicknames ?? [])],
      kind: instrument.kind,
      currency: instrument.currency,
      precision: instrument.precision,
      tickSize: print(instrument.tickSize),
      isPlay: bit(instrument.isPlay),
      isStop: bit(opens && condition !== 'OPEN'),
      isRest: bit(isRestDay(hours, now)),
      isOpen: bit(opens),
      nextOpenMillis: opens ? null : (nextOpening(hours, now) ?? null),
      lastPrice: tick ? shownPrice(instrument, tick.last) : null,
      rateChange: tick ? days.change(code, tick.last) : 0,
    };
  }

  const binaryOf = (instrument: Instrument, type: BinaryType, now: Millis): WireBinaryOption => ({
    id: binaryOptionId(instrument, type),
    type,
    // What a hit pays is known by who takes the bets.
    rate: null,
    ...shared(instrument, now),
  });

  function futuresOf(instrument: Instrument, now: Millis): WireFuturesOption {
    const mark = prices.latest(instrument.code)?.mark;
    return {
      id: instrument.id,
      ...shared(instrument, now),
      markPrice: mark === undefined ? null : shownPrice(instrument, mark),
    };
  }

  const overseaOf = (instrument: Instrument, now: Millis): WireOverseaOption => ({
    id: instrument.id,
    ...shared(instrument, now),
    multiplier: print(instrument.multiplier),
    tickValue: print((instrument.tickSize * instrument.multiplier) / ONE),
    terms: null,
  });

  const coinFutures = instruments.filter(({ offers }) => offers.coinFutures);
  const won = (each: Instrument) => (each.currency === 'KRW' ? 0 : 1);
  const overseas = instruments
    .filter(({ offers }) => offers.oversea)
    .toSorted((a, b) => won(a) - won(b) || a.id - b.id);

  return {
    binary: ({ types, ...filter }, now) =>
      instruments
        .filter((each) => passes(each, filter))
        .flatMap((each) =>
          each.offers.binary
            .filter((type) => types === undefined || types.includes(type))
            .map((type) => binaryOf(each, type, now)),
        ),
    futures: (filter, now) =>
      coinFutures.filter((each) => passes(each, filter)).map((each) => futuresOf(each, now)),
    oversea: (filter, now) =>
      overseas.filter((each) => passes(each, filter)).map((each) => overseaOf(each, now)),
    binaryById(id, now) {
      const instrument = instruments.find((each) => each.id === instrumentIdOf(id));
      const type = BINARY_TYPES[(id % OPTIONS_PER_INSTRUMENT) - 1];
      if (!instrument || !type || !instrument.offers.binary.includes(type)) return undefined;
      return binaryOf(instrument, type, now);
    },
    futuresById(id, now) {
      const instrument = coinFutures.find((each) => each.id === id);
      return instrument && futuresOf(instrument, now);
    },
    overseaById(id, now) {
      const instrument = overseas.find((each) => each.id === id);
      return instrument && overseaOf(instrument, now);
    },
  };
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Prices leave with the places the instrument shows, so that no client has to round. */
export const shownPrice = (instrument: Instrument, units: bigint): string =>
  print(toPlaces(units, instrument.precision, 'half-up'));

function passes(instrument: Instrument, { isPlay, stockPrefix }: OptionFilter): boolean {
  if (isPlay !== undefined && instrument.isPlay !== isPlay) return false;
  return stockPrefix === undefined || instrument.code.startsWith(stockPrefix);
}
