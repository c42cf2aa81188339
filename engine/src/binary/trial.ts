// A round that anybody may try without an account: fifteen seconds on an index whose prices can be proven. It is judged
// like a binary bet with a strike of its own (docs/rules.md 1.4 to 1.8); only its length is different.
import { amount, minus, rate } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import type { BetOutcome } from '../payment/bet-queue.ts';
import { floorTo, later, type Millis, SECOND_MS } from '../time.ts';
import type { Side, VoidReason } from './events.ts';
import { betOutcome, type RoundOutcome, roundOutcome } from './prices.ts';

export const TRIAL_STOCK = 'M100';
export const TRIAL_STAKE = amount('10000');
export const TRIAL_RATE = rate('0.9');
const TRIAL_MS = 15 * SECOND_MS;
/** The wallet that gets the result, and its places. */
export const TRIAL_WALLET = 'BINARY';
export const TRIAL_PLACES = 0;
export const TRIAL_TERMS = { strikeMode: 'AT_BET', precision: 2, staleMs: 3_000 } as const;

/**
 * An index has a tick in every whole second, so the first one after the acceptance is that of the next second, and the
 * result is the tick fifteen seconds after it.
 */
export function trialSpan(acceptedAt: Millis): { readonly open: Millis; readonly close: Millis } {
  const open = floorTo(acceptedAt, SECOND_MS);
  return { open, close: later(open, SECOND_MS + TRIAL_MS) };
}

type TrialVoidReason = VoidReason | 'NO_ENTRY_TICK';

export interface JudgedTrial {
  readonly round: RoundOutcome;
  readonly outcome: BetOutcome;
  readonly reason: TrialVoidReason | undefined;
}

/** `ticks`: from `staleMs` before the opening up to and including the close, in order. */
export function judgeTrial(
  ticks: readonly TickRef[],
  { side, acceptedAt }: { readonly side: Side; readonly acceptedAt: Millis },
): JudgedTrial {
  const round = roundOutcome(ticks, trialSpan(acceptedAt), TRIAL_TERMS);
  const { status, voidReason, closeTick } = round;
  const bet = { side, acceptedAt, stake: TRIAL_STAKE, rate: TRIAL_RATE };
  const outcome = betOutcome(bet, { status, voidReason, closeTick, ticks }, TRIAL_TERMS, TRIAL_PLACES);
  return { round, outcome, reason: outcome.status === 3 ? reasonOf(voidReason, outcome) : undefined };
}

/** The round may be a tie from its opening to its close, and the bet void for another reason. */
function reasonOf(ofRound: VoidReason | undefined, { strike }: BetOutcome): TrialVoidReason {
  if (ofRound !== undefined && ofRound !== 'TIE') return ofRound;
  return strike === undefined ? 'NO_ENTRY_TICK' : 'TIE';
}

/** Below zero it was lost. */
export const trialProfit = ({ credit }: Pick<BetOutcome, 'credit'>) => minus(credit, TRIAL_STAKE);
