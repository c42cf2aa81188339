// Finds instruments by Korean name, initials, code or English name, the likeliest first.
import { displayCode } from '@maru/client/format';
import { findTyped, type Match } from './hangul-match.ts';
import type { Instrument } from './instrument-order.ts';

export interface Found<Each> {
  readonly instrument: Each;
  /** Where the Korean name matches; undefined when the code or the English name does. */
  readonly inKoName: Match | undefined;
  readonly inEnName: Match | undefined;
  readonly inCode: Match | undefined;
}

/** A code is not guessed at: it begins as typed. */
function codeMatch(code: string, typed: string): Match | undefined {
  const asked = typed.trim().toUpperCase();
  return asked !== '' && code.startsWith(asked) ? { from: 0, to: asked.length } : undefined;
}

const startsWord = (name: string, { from }: Match): boolean => from === 0 || name[from - 1] === ' ';

/** Small is better. */
function rank({ instrument, inCode, inKoName, inEnName }: Found<Instrument>): number {
  if (inCode && inCode.to === displayCode(instrument.stock).length) return 0;
  if (inKoName?.from === 0) return 1;
  if (inKoName && startsWord(instrument.koName, inKoName)) return 2;
  if (inCode) return 3;
  if (inKoName) return 4;
  return inEnName && startsWord(instrument.enName, inEnName) ? 5 : 6;
}

export function searchInstruments<Each extends Instrument>(
  instruments: readonly Each[],
  typed: string,
): readonly Found<Each>[] {
  return instruments
    .map((instrument) => ({
      instrument,
      inKoName: findTyped(instrument.koName, typed),
      inEnName: findTyped(instrument.enName, typed),
      inCode: codeMatch(displayCode(instrument.stock), typed),
    }))
    .filter(({ inKoName, inEnName, inCode }) => inKoName ?? inEnName ?? inCode)
    .toSorted((a, b) => rank(a) - rank(b));
}
