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
 * The payment of one position, toward minus infinity at eight places. Of an inverse contract it is divided by the mark:
 * a quotient of decimals is rounded in SQL, but `div`, the quotient without its fraction, and `mod`, the remainder with
 * the sign of what was divided, are exact.
 */
export function fundingPaid({ side, qty, contract, rate, mark }: Payment): string {
  const paid = `case ${side} when 'LONG' then -${qty} else ${qty} end * ${rate} * 100000000`;
  const inverse = `div(${paid}, ${mark}) - case when mod(${paid}, ${mark}) < 0 then 1 else 0 end`;
  return `(case ${contract} when 'INVERSE' then ${inverse} else floor(${paid} * ${mark}) end * 0.00000001)`;
}
