// A placed bet and the payment of a round, as they are pushed to their player in every product that takes bets on rounds.
import { toDecimal } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import { roundKeyOf } from '@maru/engine/rounds/round';
import type { BetEvent, PaymentEvent } from '@maru/engine/rounds/round-events';
import type { PushContent } from '../push/event-pushes.ts';

const roundNames = (round: number) => ({
  tradeRoundId: round,
  tradeOptionId: roundKeyOf(round)?.offer ?? 0,
});

export const placedPush = (
  event: BetEvent<string>,
  { type, rate }: { readonly type: string; readonly rate: bigint },
): PushContent => ({
  queue: 'trade',
  type: 'BET_PLACED',
  data: {
    id: event.id,
    ...roundNames(event.round),
    type,
    point: toDecimal(event.stake),
    rate: toDecimal(rate),
    createdMillis: event.acceptedAt,
  },
});

export function paidPush({ round, bets }: PaymentEvent<string>, player: PlayerId): PushContent {
  const own = bets
    .filter((bet) => bet.player === player)
    .map(({ bet: id, status, credit, strike }) => ({
      id,
      status,
      credit: toDecimal(credit),
      ...(strike === undefined ? {} : { strikePrice: toDecimal(strike.price) }),
    }));
  return { queue: 'trade', type: 'BET_RESULT', data: { ...roundNames(round), bets: own } };
}
