// The desk's refusals of coin futures as those of a call.
import type { AnyCall, RefusalOf } from '@maru/contract/call';
import { tooEarlyRefusals } from '@maru/engine/products';
import { refusalFor } from '../desk/call-answer.ts';

type DeskRefusal = Parameters<typeof refusalFor>[1];

/**
 * Refused because the sender was too early: a position was opened that its prices did not know, or funding that is due
 * comes first. Nothing happened, and the next attempt succeeds.
 */
type TooEarly = 'PRICES_MISSING' | 'FUNDING_DUE';

const isTooEarly = (refusal: string): refusal is TooEarly => tooEarlyRefusals.has(refusal);

export const futuresRefusal = <C extends AnyCall>(call: C, refusal: DeskRefusal | TooEarly): RefusalOf<C> =>
  isTooEarly(refusal) ? 'TRY_AGAIN' : refusalFor(call, refusal);
