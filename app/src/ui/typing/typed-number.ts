// The rules of a number that is being typed (spec 5). Everything here is text and bigint: an amount of money never
// passes through a float. There are three texts: the raw text of the input, the draft (what the input may hold while
// one types: `-`, `12.`, `0.0`), and the value (exact decimal text as it is sent, empty for none).
import { caretBefore, caretBehind, type Reading, type Typed } from './typed-input.ts';

export interface NumberRule {
  /** Decimal places that may be typed; 0 is whole numbers only. */
  readonly precision: number;
  /** Both ends belong to the range. Default: the safe integers. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** May the number be negative? Prices may: crude oil was at −37.63. */
  readonly minus?: boolean | undefined;
}

const SAFE = String(Number.MAX_SAFE_INTEGER);
/** Longer than any number of the range; longer pasted text is not a number. */
const MOST_CHARACTERS = 64;

const PLAIN: Readonly<Record<string, string>> = { '．': '.', '－': '-', '−': '-', '–': '-' };

function plainCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff10 && code <= 0xff19) return String.fromCharCode(code - 0xff10 + 0x30);
  return PLAIN[character] ?? character;
}

/** The draft inside a raw text, and the caret in it: behind the same characters as before. */
export function draftOf({ raw, caret }: Omit<Typed, 'previous'>, rule: NumberRule): Reading {
  let text = '';
  let before = 0;
  let places: number | undefined;
  for (let index = 0; index < Math.min(raw.length, MOST_CHARACTERS); index++) {
    const character = plainCharacter(raw[index] ?? '');
    if (character === '.') {
      // `1,234.50` pasted where only whole numbers go is 1234, never 123450.
      if (rule.precision === 0) break;
      if (places !== undefined) continue;
      places = 0;
    } else if (character === '-') {
      if (text !== '' || rule.minus !== true) continue;
    } else if (/\d/.test(character)) {
      if (places !== undefined && places >= rule.precision) continue;
      // A zero before the caret that a digit follows has no meaning. One behind the caret stays: deleting the 1 of
      // 10,000 to make it 20,000 must not remove the zeros.
      if (places === undefined && /^-?0$/.test(text) && index < caret) {
        text = text.slice(0, -1);
        before -= 1;
      }
      if (places !== undefined) places += 1;
    } else continue;
    text += character;
    if (index < caret) before += 1;
  }
  return { text, caret: Math.max(0, before) };
}

/** The exact decimal text of a draft: no leading or trailing zeros, and empty for zero. */
export function exactValue(draft: string): string {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(draft.replaceAll(',', ''));
  if (!match) return '';
  const whole = (match[2] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return text === '0' ? '' : `${match[1]}${text}`;
}

const placesOf = (value: string): number => value.split('.')[1]?.length ?? 0;

/** The value as a whole count of 10^-places. */
function unitsOf(value: string, places: number): bigint {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? value.slice(1) : value).split('.');
  const units = BigInt(`${whole}${fraction.padEnd(places, '0')}` || '0');
  return negative ? -units : units;
}

function textOf(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const cut = digits.length - places;
  return exactValue(`${units < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`);
}

/** Negative when a < b, positive when a > b; an empty value is zero. */
export function compareValues(a: string, b: string): number {
  const places = Math.max(placesOf(a), placesOf(b));
  const gap = unitsOf(a, places) - unitsOf(b, places);
  return gap < 0n ? -1 : gap > 0n ? 1 : 0;
}

function bounds(rule: NumberRule): { readonly min: string; readonly max: string } {
  const lowest = rule.minus === true ? `-${SAFE}` : '0';
  const min = rule.min ?? lowest;
  return { min: rule.minus !== true && compareValues(min, '0') < 0 ? '0' : min, max: rule.max ?? SAFE };
}

/** Inside the range; where the range is empty its maximum wins, because that is what the member can afford. */
export function clampValue(value: string, rule: NumberRule): string {
  const { min, max } = bounds(rule);
  const raised = compareValues(value, min) < 0 ? min : value;
  return exactValue(compareValues(raised, max) > 0 ? max : raised);
}

/** The value of a finished text: cut to the precision, inside the range, empty for zero. */
export function settledValue(text: string, rule: NumberRule): string {
  const isNegative = /^\s*[-−－]/.test(text);
  if (isNegative && rule.minus !== true) return '';
  const value = exactValue(draftOf({ raw: text, caret: text.length }, rule).text);
  return value === '' ? '' : clampValue(value, rule);
}

/** A draft that can only grow further out of the range is limited at once; one that may grow into it is left alone. */
function heldInside(draft: string, rule: NumberRule): string {
  const value = exactValue(draft);
  if (value === '') return draft;
  const { min, max } = bounds(rule);
  const isAbove = compareValues(value, max) > 0 && compareValues(max, '0') >= 0;
  const isBelow = compareValues(value, min) < 0 && compareValues(min, '0') <= 0;
  return isAbove ? exactValue(max) : isBelow ? exactValue(min) : draft;
}

/** One keystroke, or one paste. A single character that has no room is rejected, so that it cannot push out another. */
export function typedNumber(typed: Typed, rule: NumberRule): Reading {
  const { previous, raw, caret } = typed;
  const isOneCharacter = caret > 0 && raw.slice(0, caret - 1) + raw.slice(caret) === previous;
  const inserted = plainCharacter(raw[caret - 1] ?? '');
  if (isOneCharacter && !hasRoomFor(inserted, previous, caret - 1, rule)) {
    return draftOf({ raw: previous, caret: caretBefore(typed) }, rule);
  }
  const draft = draftOf({ raw, caret }, rule);
  const held = heldInside(draft.text, rule);
  return held === draft.text ? draft : { text: held, caret: held.length };
}

function hasRoomFor(character: string, previous: string, at: number, rule: NumberRule): boolean {
  const point = previous.indexOf('.');
  const digitsAfter = previous.slice(at).replace(/[^\d]/g, '').length;
  if (character === '.') return rule.precision > 0 && point < 0 && digitsAfter <= rule.precision;
  if (/\d/.test(character)) {
    if (at === 0 && previous.startsWith('-')) return false;
    return point < 0 || at <= point || placesOf(previous) < rule.precision;
  }
  return character === '-' ? rule.minus === true && at === 0 && !previous.startsWith('-') : false;
}

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** With thousand separators. Handles drafts as well: `-`, `1234.` and `0.50` keep what they have. */
export function groupDigits(draft: string): string {
  const match = /^(-?)(\d*)(\..*)?$/.exec(draft);
  return match ? `${match[1]}${grouped(match[2] ?? '')}${match[3] ?? ''}` : draft;
}

/** A value that is not being edited: separators, and all its places where it is padded. */
export function restingText(value: string, rule: NumberRule, isPadded = false): string {
  if (value === '') return '';
  if (!isPadded || rule.precision === 0) return groupDigits(value);
  const [whole = '', fraction = ''] = value.split('.');
  return groupDigits(`${whole}.${fraction.padEnd(rule.precision, '0')}`);
}

/** The caret in the text with separators that is behind as many characters as `caret` is without them. */
export const groupedCaret = (text: string, caret: number): number => caretBehind(caret, text, ',');

/** The next value of the grid in this direction, inside the range. A value off the grid moves to its neighbour. */
export function stepValue(
  value: string,
  { step, direction, rule }: { readonly step: string; readonly direction: 1 | -1; readonly rule: NumberRule },
): string {
  const places = Math.max(placesOf(value), placesOf(step));
  const width = unitsOf(step, places);
  const from = unitsOf(value, places);
  if (width <= 0n) return value;
  const over = ((from % width) + width) % width;
  const floor = from - over;
  const next = direction === 1 ? floor + width : over === 0n ? floor - width : floor;
  return clampValue(textOf(next, places), rule);
}

/** A JavaScript number as a value: `1e-7` is written out. */
export function valueOfNumber(number: number | undefined, precision: number): string {
  if (number === undefined || !Number.isFinite(number)) return '';
  const text = String(number);
  return exactValue(text.includes('e') ? number.toFixed(Math.min(precision, 20)) : text);
}

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '.' | 'erase';

/** A key of the number pad, at the end of the draft. */
export function pressedDraft(draft: string, key: PadKey, rule: NumberRule): string {
  if (key === 'erase') return draft.slice(0, -1);
  const isFirst = draft === '' || draft === '-';
  if (isFirst && key === '.') return rule.precision > 0 ? `${draft}0.` : draft;
  let text = draft;
  for (const character of key) {
    const raw = `${text}${character}`;
    text = typedNumber({ previous: text, raw, caret: raw.length }, rule).text;
  }
  return rule.precision === 0 && exactValue(text) === '' ? '' : text;
}
