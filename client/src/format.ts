// Every figure that is shown is formatted here (spec 9, docs/design.md 6). Amounts and prices are decimal texts and are
// cut, never rounded: floor is toward minus infinity, so nobody is shown money they do not have.
import { divide, PLACES, storedUnits, toDecimal } from '@maru/engine/amount';

/** A few figures contain words: days, ten thousands. */
export type Language = 'ko' | 'en';

/** Shown where a figure is missing. */
export const MISSING = '–';
/** The typographic minus: as wide as a digit, so signed columns line up. */
const MINUS = '−';

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

function punctuate(plain: string): string {
  const negative = plain.startsWith('-');
  const [whole = '0', fraction] = (negative ? plain.slice(1) : plain).split('.');
  const text = fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`;
  return negative ? `${MINUS}${text}` : text;
}

/** Cut to this many places, with exactly as many shown. */
function fixed(units: bigint, places: number): string {
  const cut = divide(units, 10n ** BigInt(PLACES - places), 'down');
  const negative = cut < 0n;
  const digits = (negative ? -cut : cut).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return negative ? `-${text}` : text;
}

/** The units of a decimal text; undefined without one. */
export const unitsOf = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : storedUnits(text);

const boundedPlaces = (places: number): number => Math.min(Math.max(Math.trunc(places), 0), PLACES);

/** `25412.75` with precision 2 is `25,412.75`; a text that is not a decimal is shown as missing. */
export function formatPrice(text: string | undefined, precision: number): string {
  const units = unitsOf(text);
  return units === undefined ? MISSING : punctuate(fixed(units, boundedPlaces(precision)));
}

/** A mean price at the instrument's places, half up: it may be between two prices. */
export function formatMean(text: string | undefined, precision: number): string {
  const units = unitsOf(text);
  if (units === undefined) return MISSING;
  const step = 10n ** BigInt(PLACES - boundedPlaces(precision));
  return formatPrice(toDecimal(divide(units, step, 'half-up') * step), precision);
}

/** All the places that are there: `1234.5` is `1,234.5`. */
export function formatDecimal(text: string | undefined): string {
  const units = unitsOf(text);
  return units === undefined ? MISSING : punctuate(toDecimal(units));
}

/** Cut to at most this many places, without trailing zeros. */
export function floorTo(text: string, places: number): string {
  const units = storedUnits(text);
  if (units === undefined) return MISSING;
  const step = 10n ** BigInt(PLACES - boundedPlaces(places));
  return toDecimal(divide(units, step, 'down') * step);
}

/** A wallet's balance: whole when it is whole, four places when it is not (spec 9). Won have no fraction. */
export function formatBalance(text: string | undefined, currency: string): string {
  const units = unitsOf(text);
  if (units === undefined) return MISSING;
  if (currency === 'KRW') return punctuate(fixed(units, 0));
  const four = fixed(units, 4);
  return punctuate(four.endsWith('.0000') ? four.slice(0, -5) : four);
}

/** `+0.82%`, `−1.46%`, `0.00%`: the sign accompanies the colour, which is never the only sign. */
export function formatPercent(percent: number | undefined): string {
  if (percent === undefined || !Number.isFinite(percent)) return MISSING;
  const hundredths = Math.trunc(Math.abs(percent) * 100 + 1e-9);
  const text = `${group(String(Math.trunc(hundredths / 100)))}.${String(hundredths % 100).padStart(2, '0')}%`;
  if (hundredths === 0) return text;
  return percent < 0 ? `${MINUS}${text}` : `+${text}`;
}

export type Direction = 'up' | 'down' | 'flat';

/** Of a signed amount as text, or of a percentage: one that is shown as 0.00% has no direction. */
export function directionOf(change: string | number | undefined): Direction {
  if (typeof change === 'string') {
    if (!/[1-9]/.test(change)) return 'flat';
    return change.startsWith('-') ? 'down' : 'up';
  }
  if (change === undefined || !Number.isFinite(change) || Math.abs(change) < 0.01) return 'flat';
  return change > 0 ? 'up' : 'down';
}

const SIZE_UNITS = ['Bytes', 'Kb', 'Mb', 'Gb', 'Tb'] as const;

/** Steps of 1024, one place from Kb on: `1.2 Mb`. */
export function formatFileSize(bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (size >= 1_024 && unit < SIZE_UNITS.length - 1) {
    size /= 1_024;
    unit++;
  }
  const text = unit === 0 ? String(Math.floor(size)) : (Math.floor(size * 10) / 10).toFixed(1);
  return `${text} ${SIZE_UNITS[unit]}`;
}

/** 3-3-4 or 3-4-4; Seoul's 02 is 2-3-4 or 2-4-4. Text that is no phone number is returned unchanged. */
export function formatPhone(digits: string): string {
  const seoul = /^(02)(\d{3,4})(\d{4})$/.exec(digits);
  const other = /^(0(?!2)\d{2})(\d{3,4})(\d{4})$/.exec(digits);
  const match = seoul ?? other;
  return match ? `${match[1]}-${match[2]}-${match[3]}` : digits;
}

/** The code as shown: without `EBEST_` in front and `MARK` or `PERP` at the end (spec 9). */
export const displayCode = (stock: string): string =>
  stock.replace(/^EBEST_/, '').replace(/_?(MARK|PERP)$/, '');

const COIN_PAIR = /^([A-Z0-9]{2,}?)(USDT|USDC|USD|KRW|BTC)$/;
const MONIES = 'USD|EUR|GBP|JPY|AUD|NZD|CAD|CHF|CNY|HKD|SGD|KRW';
const MONEY_PAIR = new RegExp(`^(${MONIES})(${MONIES})$`);

/** The code as a person reads it: `BTC/USDT`, `USD/JPY`. A share or a contract has only its code. */
export const readableCode = (stock: string): string =>
  displayCode(stock).replace(MONEY_PAIR, '$1/$2').replace(COIN_PAIR, '$1/$2');
