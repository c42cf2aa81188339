// What the limits of a site are held against: pure, from figures that were computed for it.
import type { RiskRule } from '@maru/contract/risk/rules';
import { type Amount, amountOfUnits, ONE } from '@maru/engine/amount';
import type { ExposedRound } from '../product/exposure.ts';
import type { Figures } from './figures.ts';
import type { Limits } from './limits.ts';

export interface Reading {
  readonly rule: RiskRule;
  readonly subject: string;
  readonly value: Amount;
  readonly limit: Amount;
}

export interface Measured {
  readonly figures: Pick<Figures, 'net' | 'gross' | 'near' | 'instruments'>;
  /** Stakes in won. */
  readonly rounds: readonly Pick<ExposedRound, 'id' | 'type' | 'instrument' | 'sides' | 'stakes'>[];
  /** Seconds without a price, of each instrument whose market is open and has none. */
  readonly silent: ReadonlyMap<string, number>;
  /** In percent: how far prices have differed from the second source since the last look. */
  readonly deviating: ReadonlyMap<string, Amount>;
  readonly withdrawals: number;
  /** In won; below zero when the house has gained. */
  readonly houseLoss: bigint;
  readonly codeOf: (instrument: number | undefined) => string;
}

const whole = (count: number): Amount => amountOfUnits(BigInt(count) * ONE);
const size = (value: bigint): Amount => amountOfUnits(value < 0n ? -value : value);

export function readingsOf(measured: Measured, limits: Limits): readonly Reading[] {
  const { figures, rounds, silent, deviating, withdrawals, houseLoss, codeOf } = measured;
  const readings: Reading[] = [];
  const add = (rule: RiskRule, subject: string, value: Amount): void => {
    readings.push({ rule, subject, value, limit: limits[rule] });
  };
  add('netTotal', '', size(figures.net));
  add('nearAccounts', '', whole(figures.near.accounts));
  add('withdrawalsWaiting', '', whole(withdrawals));
  add('houseLoss', '', amountOfUnits(houseLoss > 0n ? houseLoss : 0n));
  /** One instrument may be traded by several products. */
  const bySubject = new Map<string, bigint>();
  for (const { instrument, long, short } of figures.instruments) {
    const code = codeOf(instrument);
    add('netInstrument', code, size(long - short));
    bySubject.set(code, (bySubject.get(code) ?? 0n) + long + short);
    add('sideInstrument', `${code} LONG`, amountOfUnits(long));
    add('sideInstrument', `${code} SHORT`, amountOfUnits(short));
  }
  if (figures.gross > 0n && figures.gross >= limits.shareFrom)
    for (const [code, open] of bySubject)
      add('shareInstrument', code, amountOfUnits((open * 100n * ONE) / figures.gross));
  for (const { id, type, instrument, sides, stakes } of rounds) {
    if (sides === undefined || stakes === 0n || stakes < limits.roundSkewFrom) continue;
    add('roundSkew', `${codeOf(instrument)} ${type} ${id}`, skewOf(sides) ?? whole(0));
  }
  for (const [code, percent] of deviating) add('feedDeviation', code, percent);
  for (const [code, seconds] of silent) add('feedSilent', code, whole(seconds));
  return readings;
}

/** The larger side's part in percent. */
export function skewOf({ up, down }: { readonly up: bigint; readonly down: bigint }): Amount | undefined {
  const stakes = up + down;
  return stakes === 0n ? undefined : amountOfUnits(((up > down ? up : down) * 100n * ONE) / stakes);
}
