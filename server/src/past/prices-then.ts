// Prices of the past: the mark where the record has one, otherwise the last price; for many moments the closes of hours.
import type { Price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import { DAY_MS, earlier, HOUR_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { History } from '../market/history.ts';
import { markRecordedAt } from '../market/recorded-marks.ts';
import type { TickRecorder } from '../market/tick-recorder.ts';

export interface PriceAt {
  readonly price: Price;
  readonly of: 'MARK' | 'LAST';
}

/** A market that closed keeps its price over holidays; a price that is older is none. */
const LONGEST_CLOSED_MS = 7 * DAY_MS;

export interface PricesThen {
  /** The last price at or before the instant. */
  at(instrument: Instrument, wanted: PriceAt['of'], at: Millis): Promise<PriceAt | undefined>;
  /** The same for many instants, from the closes of whole hours: for a line. */
  line(
    instruments: readonly Instrument[],
    window: { readonly from: Millis; readonly to: Millis },
  ): Promise<(instrument: number, at: Millis) => Price | undefined>;
}

export function createPricesThen(parts: {
  readonly database: Database;
  readonly recorder: Pick<TickRecorder, 'open'>;
  readonly history: Pick<History, 'priceAt' | 'candlesOf'>;
}): PricesThen {
  const { history } = parts;
  return {
    async at(instrument, wanted, at) {
      const mark = wanted === 'MARK' ? await markRecordedAt(parts, instrument.code, at) : undefined;
      if (mark !== undefined) return { price: mark, of: 'MARK' };
      const last = await history.priceAt(instrument, at);
      return last === undefined ? undefined : { price: last, of: 'LAST' };
    },
    async line(instruments, { from, to }) {
      const asked = instruments.map((instrument) => ({ instrument, from: earlier(from, LONGEST_CLOSED_MS) }));
      const candles = await history.candlesOf(asked, '1h', to, to);
      const codes = new Map(instruments.map(({ id, code }) => [id, code]));
      return (id, at) => {
        const hours = candles.get(codes.get(id) ?? '') ?? [];
        const last = hours.findLast(({ start }) => start + HOUR_MS <= at);
        return last === undefined || at - last.start > LONGEST_CLOSED_MS ? undefined : last.close;
      };
    },
  };
}
