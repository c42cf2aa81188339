// Amounts as they are read: with a sign, with the unit apart, in large steps and in words. Cut toward minus infinity
// like every figure of `format.ts`.
import { divide, PLACES } from '@maru/engine/amount';
import {
  floorTo,
  formatBalance,
  formatDecimal,
  formatPrice,
  type Language,
  MISSING,
  unitsOf,
} from './format.ts';

/** The figure and its unit apart, so that the unit can be drawn smaller (docs/design.md 3.2). */
export interface MoneyParts {
  readonly figure: string;
  /** `KRW` is a word of the user's language (원), which the screen knows; a coin's code is its own name. */
  readonly unit: string;
  /** `원` directly follows its figure, a coin's code follows a space. */
  readonly gap: '' | ' ';
}

const partsOf = (figure: string, currency: string): MoneyParts => ({
  figure,
  unit: currency,
  gap: currency === 'KRW' ? '' : ' ',
});

/** Sums of many wallets, and typed amounts, may be larger than any one wallet of the engine. */
function largeUnitsOf(text: string | undefined): bigint | undefined {
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,8}))?$/.exec(text ?? '');
  if (!match) return undefined;
  const units = BigInt(`${match[2]}${(match[3] ?? '').padEnd(PLACES, '0')}`);
  return match[1] === '-' ? -units : units;
}

/** A figure above zero has a plus sign; zero has no sign. */
const signed = (figure: string, units: bigint | undefined): string =>
  units !== undefined && units > 0n && /[1-9]/.test(figure) ? `+${figure}` : figure;

/** Won are whole, coins as `formatCoin`: `12,405.2219 USDT`, `3,200 USDT`, `0.09999158 BTC`. */
export function formatMoney(text: string | undefined, currency: string): MoneyParts {
  const figure = currency === 'KRW' ? formatBalance(text, 'KRW') : formatCoin(text, currency);
  return partsOf(figure, currency);
}

/** As `formatMoney`, with a sign: a profit or a loss. */
export function formatSignedMoney(text: string | undefined, currency: string): MoneyParts {
  const { figure } = formatMoney(text, currency);
  return partsOf(signed(figure, unitsOf(text)), currency);
}

const COIN_PLACES = 4;
/** A ten-thousandth of these is money: with four places a fee or a whole practice margin would be shown as 0. */
const FINE_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH']);

/** At most four places, of a coin worth thousands all eight; without trailing zeros. */
export function formatCoin(text: string | undefined, currency: string): string {
  if (text === undefined) return MISSING;
  return FINE_COINS.has(currency) ? formatDecimal(text) : formatDecimal(floorTo(text, COIN_PLACES));
}

/** A change of a price, in the instrument's precision: `+207.25`, `−1.50`, `0.00`. */
export const formatChange = (text: string | undefined, precision: number): string =>
  signed(formatPrice(text, precision), unitsOf(text));

/** Profit and loss in a coin, eight places: `+124.45931872` (spec 9); none is `0`. */
export const formatCoinProfit = (text: string | undefined): string =>
  unitsOf(text) === 0n ? '0' : formatChange(text, PLACES);

/** All the places that are there, with a sign: a part of a sum that can be checked. */
export const formatSignedDecimal = (text: string | undefined): string =>
  signed(formatDecimal(text), unitsOf(text));

/** Return on equity in percent, two places: `+12.34%`. */
export function formatRoe(percent: string | undefined): string {
  const figure = formatChange(percent, 2);
  return figure === MISSING ? figure : `${figure}%`;
}

interface Step {
  readonly power: number;
  readonly word: string;
}

/** Korean counts in ten thousands, English in thousands. */
const LARGE: Readonly<Record<Language, readonly Step[]>> = {
  ko: [
    { power: 12, word: '조' },
    { power: 8, word: '억' },
    { power: 4, word: '만' },
  ],
  en: [
    { power: 9, word: 'B' },
    { power: 6, word: 'M' },
    { power: 3, word: 'K' },
  ],
};

const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

/**
 * Axes and back-office only: `50만`, `95.51억`, `1.2M`. At most two places; below the first step all four, as a coin.
 * With `isSigned` a quick-add is `+10만`.
 */
export function formatLarge(
  text: string | undefined,
  { language, isSigned = false }: { readonly language: Language; readonly isSigned?: boolean },
): string {
  const units = largeUnitsOf(text);
  if (text === undefined || units === undefined) return MISSING;
  const step = LARGE[language].find(({ power }) => absolute(units) >= 10n ** BigInt(power + PLACES));
  const figure = step
    ? `${inSteps(units, step.power)}${step.word}`
    : formatDecimal(floorTo(text, COIN_PLACES));
  return isSigned ? signed(figure, units) : figure;
}

function inSteps(units: bigint, power: number): string {
  // Two places of the step: hundredths, written as a decimal text again.
  const hundredths = divide(units, 10n ** BigInt(power + PLACES - 2), 'down');
  const digits = absolute(hundredths).toString().padStart(3, '0');
  const text = `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return formatDecimal(floorTo(text, 2));
}

const READING: Readonly<Record<Language, readonly Step[]>> = {
  ko: LARGE.ko,
  en: [
    { power: 9, word: ' billion' },
    { power: 6, word: ' million' },
    { power: 3, word: ' thousand' },
  ],
};

/**
 * How a whole amount of won is read aloud, to be compared with the digits: `100만 원`, `1,248만 500원`, `1억 2,000만 원`.
 * Empty for nothing.
 */
export function readAmount(text: string | undefined, language: Language): string {
  const units = largeUnitsOf(text);
  if (units === undefined) return '';
  let rest = divide(units, 10n ** BigInt(PLACES), 'down');
  if (rest <= 0n) return '';
  const parts: string[] = [];
  for (const { power, word } of READING[language]) {
    const size = 10n ** BigInt(power);
    if (rest >= size) parts.push(`${formatDecimal(String(rest / size))}${word}`);
    rest %= size;
  }
  if (rest > 0n) parts.push(formatDecimal(String(rest)));
  const words = parts.join(' ');
  if (language === 'en') return `${words} won`;
  return rest > 0n ? `${words}원` : `${words} 원`;
}
