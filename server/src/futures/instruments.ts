// Which instruments are coin futures: those that have a contract.
import { assert } from '@maru/engine/assert';
import type { Instrument } from '@maru/engine/market/instrument';
import { type FuturesContract, futuresContracts } from './contracts.ts';

export interface FuturesInstrument extends Instrument {
  readonly contract: FuturesContract;
}

export interface FuturesInstruments {
  /** In the order of the lists. */
  readonly all: readonly FuturesInstrument[];
  readonly byNumber: ReadonlyMap<number, FuturesInstrument>;
  byId(id: number): FuturesInstrument | undefined;
  byStock(code: string): FuturesInstrument | undefined;
  /** Every instrument that was ever traded is still found by its number. */
  traded(id: number): FuturesInstrument;
}

export function listInstruments(instruments: readonly Instrument[]): FuturesInstruments {
  const listed = new Map(instruments.map((each) => [each.code, each]));
  const all = futuresContracts.flatMap((contract) => {
    const instrument = listed.get(contract.stock);
    return instrument === undefined ? [] : [{ ...instrument, contract }];
  });
  const byNumber = new Map(all.map((each) => [each.id, each]));
  const byStock = new Map(all.map((each) => [each.code, each]));
  return {
    all,
    byNumber,
    byId: (id) => byNumber.get(id),
    byStock: (code) => byStock.get(code),
    traded(id) {
      const instrument = byNumber.get(id);
      assert(instrument !== undefined, 'what was traded is an instrument of ours');
      return instrument;
    },
  };
}
