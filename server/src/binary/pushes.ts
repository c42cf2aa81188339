// The pushes to a player for an event of a binary round.
import type { BinaryEvent } from '@maru/engine/binary/events';
import { binary } from '@maru/engine/binary/product';
import { ownsEvent } from '@maru/engine/product';
import type { PlayerId } from '@maru/engine/purse';
import { paidPush, placedPush } from '../bets/pushes.ts';
import type { InstrumentById, PushContent, PushesOf } from '../push/event-pushes.ts';
import { roundName } from './offers.ts';
import { typeOf } from './wire.ts';

export const binaryPushes: PushesOf = (event, player, instruments) =>
  ownsEvent(binary, event) ? pushesOfEvent(event, player, instruments) : [];

function pushesOfEvent(
  event: BinaryEvent,
  player: PlayerId,
  instruments: InstrumentById,
): readonly PushContent[] {
  switch (event.kind) {
    case 'BET_PLACED':
      return [placedPush(event, { type: typeOf(event.side), rate: event.rate })];
    case 'ROUND_PAID':
      return [paidPush(event, player, roundName(event.round, instruments))];
    case 'ROUND_FROZEN':
    case 'ROUND_VOIDED':
      return [];
  }
}
