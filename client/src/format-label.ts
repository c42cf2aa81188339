// The display name of an instrument when only its code on the wire is known.
import { displayCode } from './format.ts';

/** A display name for a code, or the code without its prefix and suffix where there is none (spec 9). */
export function displayName(stock: string, names: Readonly<Record<string, string>> = {}): string {
  const code = displayCode(stock);
  return Object.hasOwn(names, code) ? (names[code] ?? code) : code;
}
