// A bet on balls and its payment are told as those of a binary round; its rate is what a hit pays beyond the stake.
import { ONE } from '@maru/engine/amount';
import { paidPush, placedPush } from '../binary/pushes.ts';
import type { PushesOf } from '../push/event-pushes.ts';

export const ballPushes: PushesOf = (event, player) => {
  if (event.kind === 'BALL_BET_PLACED') {
    return [placedPush(event, { type: event.market, rate: event.odds - ONE })];
  }
  return event.kind === 'BALL_PAID' ? [paidPush(event, player)] : [];
};
