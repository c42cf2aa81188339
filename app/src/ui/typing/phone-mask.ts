// Korean phone numbers while they are typed (spec 5): 02 is ##-###-#### or ##-####-####, everything else
// ###-###-#### or ###-####-####.

import { caretBefore, caretBehind, type Reading, type Typed } from './typed-input.ts';

const MOST_DIGITS = { seoul: 10, other: 11 } as const;

const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** The digits alone, as they are sent; never more than a number can have. */
export function phoneDigits(text: string): string {
  const digits = digitsIn(text);
  return digits.slice(0, digits.startsWith('02') ? MOST_DIGITS.seoul : MOST_DIGITS.other);
}

/** `0101234` is `010-123-4`, `0101234567` is `010-123-4567`, and the eleventh digit moves the second hyphen. */
export function maskPhone(text: string): string {
  const digits = phoneDigits(text);
  const area = digits.startsWith('02') ? 2 : 3;
  const rest = digits.slice(area);
  if (rest === '') return digits;
  // Up to seven digits belong to a 3-4 number; the eighth makes it 4-4.
  const middle = rest.length > 7 ? 4 : 3;
  const tail = rest.slice(middle);
  return [digits.slice(0, area), rest.slice(0, middle), ...(tail === '' ? [] : [tail])].join('-');
}

/** A complete number. */
export function isWholePhone(text: string): boolean {
  return /^(02-\d{3,4}|0\d{2}-\d{3,4})-\d{4}$/.test(maskPhone(text));
}

/** The position of the caret after masking: behind as many digits as before. */
export const phoneCaret = ({ raw, caret }: Omit<Typed, 'previous'>): number =>
  caretBehind(digitsIn(raw.slice(0, caret)).length, maskPhone(raw), '-');

/** One key or one paste. A digit inside a complete number is rejected, so that it cannot push out the last. */
export function typedPhone(typed: Typed): Reading {
  const { previous, raw, caret } = typed;
  const isOneDigit = digitsIn(raw).length === digitsIn(previous).length + 1;
  if (isOneDigit && digitsIn(raw) !== phoneDigits(raw)) return { text: previous, caret: caretBefore(typed) };
  return { text: maskPhone(raw), caret: phoneCaret({ raw, caret }) };
}
