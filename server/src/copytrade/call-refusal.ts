// The desk's refusals of copy trading as those of a call.
import type { AnyCall, RefusalOf } from '@maru/contract/call';
import { refusalFor } from '../desk/call-answer.ts';

type DeskRefusal = Parameters<typeof refusalFor>[1];

/** No price of something that the account holds is known yet, and nothing can be computed without it. */
export function copyRefusal<C extends AnyCall>(call: C, refusal: DeskRefusal): RefusalOf<C> {
  if (refusal === 'PRICES_MISSING') return refusalFor(call, 'NO_FRESH_PRICE');
  return refusal === 'FUNDING_DUE' ? ('TRY_AGAIN' as RefusalOf<C>) : refusalFor(call, refusal);
}
