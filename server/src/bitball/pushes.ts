// The pushes to a player for an event of a ball round; the rate is the profit of a hit beyond the stake.
import { ONE } from '@maru/engine/amount';
import type { BallEvent } from '@maru/engine/bitball/events';
import { bitball } from '@maru/engine/bitball/product';
import { ownsEvent } from '@maru/engine/product';
import type { PlayerId } from '@maru/engine/purse';
import { paidPush, placedPush } from '../bets/pushes.ts';
import { roundName } from '../binary/offers.ts';
import type { InstrumentById, PushContent, PushesOf } from '../push/event-pushes.ts';

export const ballPushes: PushesOf = (event, player, instruments) =>
  ownsEvent(bitball, event) ? pushesOfEvent(event, player, instruments) : [];

function pushesOfEvent(
  event: BallEvent,
  player: PlayerId,
  instruments: InstrumentById,
): readonly PushContent[] {
  switch (event.kind) {
    case 'BALL_BET_PLACED':
      return [placedPush(event, { type: event.market, rate: event.odds - ONE })];
    case 'BALL_PAID':
      return [paidPush(event, player, roundName(event.round, instruments))];
    case 'BALL_SEALED':
    case 'BALL_SALTED':
    case 'BALL_DRAWN':
    case 'BALL_VOIDED':
      return [];
  }
}
