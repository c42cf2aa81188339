// The member's own limits for every screen that shows or meets them. A dock says what it would put at stake, and learns
// what the desk would answer; it knows nothing else of limits, and limits know no product.
import type { Patches } from '@maru/client/live';
import { myLimits, type WireLimits } from '@maru/contract/limits/calls';
import { refusalByLimits } from '@maru/contract/limits/own-limits';
import { type Amount, ZERO } from '@maru/engine/amount';
import type { AskedStake, StakeRefusal } from '@maru/engine/limits/standing';
import { millis } from '@maru/engine/time';
import { useAnswer } from '../connection/use-answer.ts';
import { useServerSecond } from '../connection/use-server-second.ts';
import { usePlatform, useWatched } from '../platform.tsx';

/**
 * What is used follows from every event that moves money: only the server computes it. Who has set nothing is not asked
 * about again.
 */
const patches: Patches<WireLimits> = {
  queue: { limits: () => undefined, point: (known) => (known.sinceMillis === null ? known : undefined) },
};

export const useMyLimits = () => useAnswer(myLimits, {}, patches);

/** In the currency of the wallet. Undefined: nothing is entered yet, and the least is meant. */
export type Judge = (currency: string, asked: AskedStake | undefined) => StakeRefusal | undefined;

const LEAST: AskedStake = { opened: 1n as Amount, ended: ZERO, result: ZERO };

/** Undefined as long as the member has set nothing: then nothing has to be computed for it. */
export function useOwnLimits(): Judge | undefined {
  const isMember = useWatched(usePlatform().member) !== undefined;
  const { reply } = useAnswer(myLimits, isMember ? {} : null, patches);
  const now = useServerSecond();
  if (reply === undefined || reply.sinceMillis === null) return undefined;
  return (currency, asked = LEAST) =>
    // What opens nothing is never refused.
    asked.opened > 0n ? refusalByLimits(reply, { ...asked, currency }, millis(now)) : undefined;
}
