/** Hundred-millionths as a decimal number without needless zeros. */
export function decimal(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const whole = (units < 0n ? -units : units) / 100_000_000n;
  const rest = String((units < 0n ? -units : units) % 100_000_000n)
    .padStart(8, '0')
    .replace(/0+$/, '');
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}
