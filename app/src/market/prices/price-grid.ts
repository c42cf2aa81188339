// Prices on the grid of an instrument's tick, below zero as well. Decimal texts in and out.
import { divide, parseUnits, toDecimal } from '@maru/engine/amount';

const unitsOf = (text: string): bigint => parseUnits(text) ?? 0n;

/** The nearest price of the grid; halfway goes up. */
export function onGrid(price: string, tickSize: string): string {
  const tick = unitsOf(tickSize);
  return tick > 0n ? toDecimal(divide(unitsOf(price), tick, 'half-up') * tick) : price;
}

export const isOnGrid = (price: string, tickSize: string): boolean =>
  parseUnits(price) !== undefined && unitsOf(price) % unitsOf(tickSize) === 0n;

export const movedBy = (price: string, ticks: number, tickSize: string): string =>
  toDecimal(unitsOf(price) + BigInt(ticks) * unitsOf(tickSize));

/** How many ticks are between two prices, signed; a price off the grid counts as the nearest on it. */
export const ticksFrom = (from: string, to: string, tickSize: string): number =>
  Number(divide(unitsOf(to) - unitsOf(from), unitsOf(tickSize), 'half-up'));

export function comparePrices(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [unitsOf(a), unitsOf(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
