// The instruments that one product trades.
import { assert } from '@maru/engine/assert';
import type { Instrument, InstrumentKind } from '@maru/engine/market/instrument';

export interface InstrumentList {
  readonly all: readonly Instrument[];
  readonly byNumber: ReadonlyMap<number, Instrument>;
  byId(id: number): Instrument | undefined;
  byStock(code: string): Instrument | undefined;
  /** Every instrument that was ever traded is still found by its number. */
  traded(id: number): Instrument;
}

export function listInstruments(
  instruments: readonly Instrument[],
  kinds: ReadonlySet<InstrumentKind>,
): InstrumentList {
  const all = instruments.filter(({ kind }) => kinds.has(kind));
  const byId = new Map(all.map((each) => [each.id, each]));
  const byStock = new Map(all.map((each) => [each.code, each]));
  return {
    all,
    byNumber: byId,
    byId: (id) => byId.get(id),
    byStock: (code) => byStock.get(code),
    traded(id) {
      const instrument = byId.get(id);
      assert(instrument !== undefined, 'what was traded is an instrument of ours');
      return instrument;
    },
  };
}
