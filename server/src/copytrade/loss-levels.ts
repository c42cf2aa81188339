// The prices up to which a follow cannot have reached its loss limit, by instrument.
import { type Amount, ONE, type Price } from '@maru/engine/amount';
import type { Copy } from '@maru/engine/copytrade/state';
import {
  type FuturesTerms,
  marketPrice,
  type OrderSide,
  otherSide,
  type Quote,
} from '@maru/engine/futures/terms';
import { createPriceLevels, type Level, type PriceLevels } from './price-levels.ts';

export interface SafeCopy extends Omit<Level, 'price'> {
  readonly copy: Pick<Copy, 'instrument' | 'qty'>;
  readonly side: OrderSide;
  /** What it was valued with. */
  readonly terms: Pick<FuturesTerms, 'feeRate'>;
  readonly quote: Quote;
  /** What it may lose before anything is looked at again. */
  readonly room: Amount;
}

export interface LossLevels {
  add(copy: SafeCopy): void;
  /** The follows whose level this price has reached, each of which is to be valued again. */
  reach(instrument: number, quote: Quote): Iterable<number>;
}

/** Rounding of profits and fees, in units of 1e-8. */
const ROUNDING = 4n;

export function createLossLevels(isCurrent: (level: Level) => boolean): LossLevels {
  const falling = new Map<number, PriceLevels>();
  const rising = new Map<number, PriceLevels>();

  function levelsOf(side: OrderSide, instrument: number): PriceLevels {
    const all = side === 'LONG' ? falling : rising;
    const known = all.get(instrument) ?? createPriceLevels(side === 'LONG' ? 'FALL' : 'RISE', isCurrent);
    all.set(instrument, known);
    return known;
  }

  return {
    add({ id, version, copy: { instrument, qty }, side, terms, quote, room }) {
      const exit = marketPrice(otherSide(side), quote);
      const left = room > ROUNDING ? room - ROUNDING : 0n;
      // The fee of closing a short position grows with the price.
      const gap = (left * ONE * ONE) / (qty * (ONE + terms.feeRate));
      const price = (side === 'LONG' ? exit - gap : exit + gap) as Price;
      if (price > 0n) levelsOf(side, instrument).add({ price, id, version });
    },
    *reach(instrument, quote) {
      for (const side of ['LONG', 'SHORT'] as const)
        for (const level of levelsOf(side, instrument).reach(marketPrice(otherSide(side), quote)))
          if (isCurrent(level)) yield level.id;
    },
  };
}
