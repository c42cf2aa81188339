// An exchange rate as the engine's commands take it: an exact fraction in its lowest terms, because neither 1/1,385.5 nor
// a quotient of two prices terminates.
import type { Amount } from '@maru/engine/amount';
import type { Rate } from '@maru/engine/cashier/commands';
import type { ExchangeRate } from '@maru/engine/rates/exchange-rate';

function commonDivisor(a: bigint, b: bigint): bigint {
  let [greater, less] = [a, b];
  while (less > 0n) [greater, less] = [less, greater % less];
  return greater;
}

/** `counter` for one `base`. */
export function exactRate({ worth, at, source }: ExchangeRate): Rate {
  const by = commonDivisor(worth.base, worth.counter);
  return {
    numerator: (worth.base / by) as Amount,
    denominator: (worth.counter / by) as Amount,
    at,
    source,
  };
}
