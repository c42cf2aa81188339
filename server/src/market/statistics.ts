// The trade date so far and the book, as the wire shows them.
import { toDecimal } from '@maru/engine/amount';
import type { Depth, DepthLevel } from '@maru/engine/market/depth';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';
import type { Days } from './days.ts';
import { shownPrice } from './listed.ts';

/** Undefined while the instrument has no price at all. */
export function statisticsOf(instrument: Instrument, tick: Tick | undefined, days: Days) {
  if (!tick) return undefined;
  const day = days.of(instrument.code);
  const shown = (units: bigint) => shownPrice(instrument, units);
  const previousClose = day?.previousClose ?? tick.last;
  return {
    stock: instrument.code,
    lastPrice: shown(tick.last),
    markPrice: shown(tick.mark),
    bidPrice: shown(tick.bid),
    askPrice: shown(tick.ask),
    openPrice: shown(day?.candle?.open ?? tick.last),
    highPrice: shown(day?.candle?.high ?? tick.last),
    lowPrice: shown(day?.candle?.low ?? tick.last),
    prevClosePrice: shown(previousClose),
    priceChange: shown(tick.last - previousClose),
    priceChangePercent: days.change(instrument.code, tick.last),
    volume: day?.candle?.ticks ?? 0,
    time: tick.ts,
  };
}

export function wireDay(instrument: Instrument, days: Days) {
  const candle = days.of(instrument.code)?.candle;
  if (!candle) return undefined;
  const shown = (units: bigint) => shownPrice(instrument, units);
  return {
    stock: instrument.code,
    time: candle.start,
    open: shown(candle.open),
    high: shown(candle.high),
    low: shown(candle.low),
    close: shown(candle.close),
    volume: candle.ticks,
  };
}

/** A source without a book shows an empty one. */
export function wireDepth(instrument: Instrument, depth: Depth | undefined, now: Millis) {
  const level = ({ price, qty }: DepthLevel): [string, string] => [
    shownPrice(instrument, price),
    toDecimal(qty),
  ];
  return {
    stock: instrument.code,
    time: depth?.at ?? now,
    bids: depth?.bids.map(level) ?? [],
    asks: depth?.asks.map(level) ?? [],
  };
}
