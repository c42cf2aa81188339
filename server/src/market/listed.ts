// An instrument as every product lists it: its names, its state and its price. What is specific to a product (rounds,
// leverage, margins) is added by that product.
import { type Price, toDecimal, toPlaces } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen, isRestDay, nextOpening } from '@maru/engine/market/trading-hours';
import type { Millis } from '@maru/engine/time';
import type { Days } from './days.ts';

/** What the market needs from the feed. */
export interface Prices {
  latest(stock: string): Tick | undefined;
  /** The index price of a coin. */
  index(stock: string): Price | undefined;
  /** OPEN, CLOSED, or why the price cannot be used. */
  condition(stock: string, now: Millis): string;
}

export type Listed = ReturnType<typeof createListed>;

export const createListed =
  (prices: Pick<Prices, 'latest' | 'condition'>, days: Pick<Days, 'change'>) =>
  (instrument: Instrument, now: Millis) => {
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
      tickSize: toDecimal(instrument.tickSize),
      isPlay: bit(instrument.isPlay),
      isStop: bit(opens && condition !== 'OPEN'),
      isRest: bit(isRestDay(hours, now)),
      isOpen: bit(opens),
      nextOpenMillis: opens ? null : (nextOpening(hours, now) ?? null),
      lastPrice: tick ? shownPrice(instrument, tick.last) : null,
      rateChange: tick ? days.change(code, tick.last) : 0,
    };
  };

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Prices are sent with the places that the instrument shows, so that no client has to round. */
export const shownPrice = (instrument: Instrument, units: bigint): string =>
  toDecimal(toPlaces(units, instrument.precision, 'half-up'));

/** Whether a list with this filter contains the instrument. */
export function isWanted(
  instrument: Instrument,
  {
    isPlay,
    stockPrefix,
  }: { readonly isPlay?: boolean | undefined; readonly stockPrefix?: string | undefined },
): boolean {
  if (isPlay !== undefined && instrument.isPlay !== isPlay) return false;
  return stockPrefix === undefined || instrument.code.startsWith(stockPrefix);
}
