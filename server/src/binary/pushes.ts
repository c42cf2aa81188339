// What a placed bet and the payment of a round say to their player. A ball round is bet on and paid in the same words.
import { print } from '@maru/engine/amount';
import type { BetPlaced, RoundPaid } from '@maru/engine/binary/events';
import type { PlayerId } from '@maru/engine/purse';
import { roundKeyOf } from '@maru/engine/rounds/round';
import type { PushContent, PushesOf } from '../push/event-pushes.ts';
import { typeOf } from './wire.ts';

export const binaryPushes: PushesOf = (event, player) => {
  if (event.kind === 'BET_PLACED') {
    return [placedPush(event, { type: typeOf(event.side), rate: event.rate })];
  }
  return event.kind === 'ROUND_PAID' ? [paidPush(event, player)] : [];
};

const roundNames = (round: number) => ({
  tradeRoundId: round,
  tradeOptionId: roundKeyOf(round)?.option ?? 0,
});

export const placedPush = (
  event: Pick<BetPlaced, 'id' | 'round' | 'stake' | 'acceptedAt'>,
  { type, rate }: { readonly type: string; readonly rate: bigint },
): PushContent => ({
  queue: 'trade',
  type: 'BET_PLACED',
  data: {
    id: event.id,
    ...roundNames(event.round),
    type,
    point: print(event.stake),
    rate: print(rate),
    createdMillis: event.acceptedAt,
  },
});

export function paidPush({ round, bets }: Pick<RoundPaid, 'round' | 'bets'>, player: PlayerId): PushContent {
  const own = bets
    .filter((bet) => bet.player === player)
    .map(({ bet: id, status, credit, strike }) => ({
      id,
      status,
      credit: print(credit),
      ...(strike === undefined ? {} : { strikePrice: print(strike.price) }),
    }));
  return { queue: 'trade', type: 'BET_RESULT', data: { ...roundNames(round), bets: own } };
}
