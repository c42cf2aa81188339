// Finds instruments by Korean name, initials, code, English name or nickname, the likeliest first.
import { displayCode } from '@maru/client/format';
import type { Instrument } from '../instruments/instrument-order.ts';
import { findTyped, type Match } from './hangul-match.ts';

type Searched = Instrument & { readonly nicknames: readonly string[] };

export interface SearchMatch<Each> {
  readonly instrument: Each;
  /** Where the Korean name matches; undefined when the code or the English name does. */
  readonly inKoName: Match | undefined;
  readonly inEnName: Match | undefined;
  readonly inCode: Match | undefined;
  /** The nickname, if that is what was typed. */
  readonly nickname: string | undefined;
}

/** A code matches only from its beginning, with or without the slash of a pair. */
function codeMatch(code: string, typed: string): Match | undefined {
  const asked = typed.replaceAll(/[\s/]/g, '').toUpperCase();
  return asked !== '' && code.startsWith(asked) ? { from: 0, to: asked.length } : undefined;
}

const startsWord = (name: string, { from }: Match): boolean => from === 0 || name[from - 1] === ' ';

const plain = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase();

/** An exact nickname before one that only begins with the text. */
function nicknameMatch({ nicknames }: Searched, typed: string): string | undefined {
  const begun = nicknames.filter((each) => {
    const match = findTyped(each, typed);
    return match !== undefined && startsWord(each, match);
  });
  return begun.find((each) => plain(each) === plain(typed)) ?? begun[0];
}

/** Smaller is better. */
function rank(
  { instrument, inCode, inKoName, inEnName, nickname }: SearchMatch<Searched>,
  typed: string,
): number {
  if (inCode && inCode.to === displayCode(instrument.stock).length) return 0;
  if (nickname !== undefined && plain(nickname) === plain(typed)) return 0;
  if (inKoName?.from === 0) return 1;
  if (inKoName && startsWord(instrument.koName, inKoName)) return 2;
  if (inCode || nickname !== undefined) return 3;
  if (inKoName) return 4;
  return inEnName && startsWord(instrument.enName, inEnName) ? 5 : 6;
}

/** Of two equal matches, the one that can be traded now comes first. */
export function searchInstruments<Each extends Searched>(
  instruments: readonly Each[],
  typed: string,
): readonly SearchMatch<Each>[] {
  return instruments
    .map((instrument) => ({
      instrument,
      inKoName: findTyped(instrument.koName, typed),
      inEnName: findTyped(instrument.enName, typed),
      inCode: codeMatch(displayCode(instrument.stock), typed),
      nickname: nicknameMatch(instrument, typed),
    }))
    .filter(({ inKoName, inEnName, inCode, nickname }) => inKoName ?? inEnName ?? inCode ?? nickname)
    .toSorted((a, b) => rank(a, typed) - rank(b, typed) || b.instrument.isOpen - a.instrument.isOpen);
}
