// Which instruments are overseas futures.
import type { NamedOption } from '@maru/contract/oversea-wire';
import type { Instrument } from '@maru/engine/market/instrument';

export interface OverseaOptions {
  readonly all: readonly Instrument[];
  byId(id: number): Instrument | undefined;
  byStock(code: string): Instrument | undefined;
  named(id: number): NamedOption | undefined;
}

export function listOptions(instruments: readonly Instrument[]): OverseaOptions {
  const all = instruments.filter(({ offers }) => offers.oversea);
  const byId = new Map(all.map((each) => [each.id, each]));
  const byStock = new Map(all.map((each) => [each.code, each]));
  const named = new Map(
    all.map(({ id, code, precision, tickSize }) => [id, { stock: code, precision, tickSize }]),
  );
  return {
    all,
    byId: (id) => byId.get(id),
    byStock: (code) => byStock.get(code),
    named: (id) => named.get(id),
  };
}
