// What a copy was sized with, as the text of one column: it is only read together.
import { amount, qty, rate, toDecimal } from '@maru/engine/amount';
import type { CopySizing } from '@maru/engine/futures/events';

/** Decimals as texts; what is absent has no place. */
export const writeSizing = (sizing: CopySizing): string =>
  JSON.stringify(sizing, (_name, value: unknown) => (typeof value === 'bigint' ? toDecimal(value) : value));

type StoredSizing = {
  readonly [Field in keyof CopySizing]: CopySizing[Field] extends number | undefined
    ? CopySizing[Field]
    : string;
};

export function readSizing(text: string): CopySizing {
  const stored = JSON.parse(text) as StoredSizing;
  return {
    multiplyPer: stored.multiplyPer,
    maxBet: amount(stored.maxBet),
    oneMaxBet: amount(stored.oneMaxBet),
    guard: rate(stored.guard),
    qtyStep: qty(stored.qtyStep),
    qtyLeast: qty(stored.qtyLeast),
    notionalLeast: amount(stored.notionalLeast),
    feeRate: rate(stored.feeRate),
    ...(stored.used === undefined ? undefined : { used: amount(stored.used) }),
    ...(stored.available === undefined ? undefined : { available: amount(stored.available) }),
    ...(stored.leverage === undefined ? undefined : { leverage: stored.leverage }),
    ...(stored.held === undefined ? undefined : { held: qty(stored.held) }),
  };
}
