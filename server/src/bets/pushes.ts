// A placed bet and the payment of a round, as they are pushed to their player in every product that takes bets on rounds.
import type { BetResult } from '@maru/contract/realtime';
import { toDecimal } from '@maru/engine/amount';
import { ownerOf, type PlayerId } from '@maru/engine/purse';
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

/** What came from the house less what went to it. One round is bet on with one currency. */
function netOf(transfers: PaymentEvent<string>['transfers'], player: PlayerId) {
  const [first] = transfers;
  if (first === undefined) return {};
  let net = 0n;
  for (const { from, to, amount } of transfers) {
    if (ownerOf(to) === player && ownerOf(from) === undefined) net += amount;
    if (ownerOf(from) === player && ownerOf(to) === undefined) net -= amount;
  }
  return { net: { amount: toDecimal(net), currency: first.currency } };
}

export function paidPush(
  { round, bets, transfers }: PaymentEvent<string>,
  player: PlayerId,
  name: BetResult['round'],
): PushContent {
  const own = bets
    .filter((bet) => bet.player === player)
    .map(({ bet: id, status, credit, strike }) => ({
      id,
      status,
      credit: toDecimal(credit),
      ...(strike === undefined ? {} : { strikePrice: toDecimal(strike.price) }),
    }));
  return {
    queue: 'trade',
    type: 'BET_RESULT',
    data: {
      ...roundNames(round),
      bets: own,
      ...netOf(transfers, player),
      ...(name === undefined ? {} : { round: name }),
    },
  };
}
