// Funding of positions as SQL, exactly as `fundingPayment` of the engine computes it (docs/rules.md 3.11).

/** Decimals of SQL. `mark` is above zero wherever there is a rate. */
interface Payment {
  readonly side: string;
  readonly qty: string;
  readonly contract: string;
  readonly rate: string;
  readonly mark: string;
}

/**
 * The payment of one position, toward minus infinity at eight places. Division of decimals rounds in SQL, but `div` and
 * `mod` are exact: the quotient without its fraction, and a remainder with the sign of what was divided.
 */
export function fundingPaid({ side, qty, contract, rate, mark }: Payment): string {
  const value = `case ${side} when 'LONG' then -1 else 1 end * ${qty} * ${rate} * 100000000`;
  const whole = `(${value} * case ${contract} when 'INVERSE' then 1 else ${mark} end)`;
  const over = `(case ${contract} when 'INVERSE' then ${mark} else 1 end)`;
  return `((div(${whole}, ${over}) - case when mod(${whole}, ${over}) < 0 then 1 else 0 end) * 0.00000001)`;
}
