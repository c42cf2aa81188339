// What must happen to rounds and draws sometimes, read from the journal.
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import { placeOf } from './twin.ts';

export const roundGoals = [
  'tie',
  'round void for stale prices',
  'round void for few prices',
  'round void before payment',
  'round void after payment',
  'reversal became a debt',
  'debt repaid',
  'round paid in parts',
  'crash inside a settlement',
  'ball drawn',
  'ball void without a salt',
  'crash between salt and draw',
] as const;
export type RoundGoal = (typeof roundGoals)[number];

export function createRoundGoals(reached: (goal: RoundGoal) => void) {
  /** In which epoch a round was decided, or paid in part. */
  const settling = new Map<string, number>();

  /** Called before the twin applies the event: the state is as it was. */
  return (event: AnyEvent, epoch: number, state: TwinState): void => {
    if (!('round' in event)) return;
    const place = placeOf(event.site, event.round);
    switch (event.kind) {
      case 'ROUND_FROZEN':
        if (event.voidReason === 'TIE') reached('tie');
        if (event.voidReason === 'NO_OPEN_TICK' || event.voidReason === 'NO_CLOSE_TICK')
          reached('round void for stale prices');
        if (event.voidReason === 'FEW_TICKS') reached('round void for few prices');
        break;
      case 'ROUND_VOIDED':
        if ((state.rounds.get(place)?.paidPlayers ?? 0) > 0) reached('round void after payment');
        else reached('round void before payment');
        break;
      case 'ROUND_PAID':
      case 'BALL_PAID':
        for (const { reason, from } of event.transfers) {
          if (reason === 'BET_REVERSED' && from.endsWith(':debt')) reached('reversal became a debt');
          if (reason === 'DEBT_REPAID') reached('debt repaid');
        }
        if ((settling.get(place) ?? epoch) !== epoch) reached('crash inside a settlement');
        if (!event.isLast) reached('round paid in parts');
        break;
      case 'BALL_SALTED':
        break;
      case 'BALL_DRAWN':
        if ((settling.get(place) ?? epoch) !== epoch) reached('crash between salt and draw');
        reached('ball drawn');
        break;
      case 'BALL_VOIDED':
        if (event.voidReason === 'NO_SALT') reached('ball void without a salt');
        break;
      default:
        return;
    }
    settling.set(place, epoch);
  };
}
