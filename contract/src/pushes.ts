// Which pushes an event makes for its players. The event is the push: nothing is added that the journal does not have,
// so what a client missed can be made again from the player's history.
import { ONE, print } from '@maru/engine/amount';
import { roundKeyOf } from '@maru/engine/binary/round';
import type { AnyEvent } from '@maru/engine/book';
import type { OverseaEvent } from '@maru/engine/oversea/events';
import type { PlayerId } from '@maru/engine/purse';
import { eventsSeen } from '@maru/engine/view';
import { type OverseaLook, overseaPushes } from './oversea-wire.ts';
import type { BetPlacedPush, BetResult, PlayerQueue, Push, WalletPoint } from './realtime.ts';

export interface QueuedPush {
  readonly queue: PlayerQueue;
  readonly push: Push & { readonly seq: number };
}

export interface PlayerPush extends QueuedPush {
  readonly player: PlayerId;
}

/**
 * For all of its players, or for those who are wanted, in one pass: a payment has thousands of them. `look` knows the
 * orders and positions of overseas futures as they were before the event.
 */
export function pushesOfAll(
  event: AnyEvent,
  look?: OverseaLook,
  isWanted?: (player: PlayerId) => boolean,
): readonly PlayerPush[] {
  const pushes: PlayerPush[] = [];
  for (const [player, seen] of eventsSeen(event, isWanted)) {
    for (const each of pushesOf(seen, player, look)) pushes.push({ player, ...each });
  }
  return pushes;
}

export function pushesOf(event: AnyEvent, player: PlayerId, look?: OverseaLook): readonly QueuedPush[] {
  const seq = event.steps.find((step) => step.player === player)?.seq;
  if (seq === undefined) return [];
  const { at } = event;
  const wallets = walletsAfter(event, player).map((data): QueuedPush => {
    return { queue: 'point', push: { type: 'POINT', seq, at, data } };
  });
  if (isOversea(event)) {
    const own = look === undefined ? [] : overseaPushes(event, look);
    return [...wallets, ...own.map((each): QueuedPush => ({ queue: 'oversea', push: { ...each, seq, at } }))];
  }
  const trade = tradePush(event, player);
  return trade === undefined ? wallets : [...wallets, { queue: 'trade', push: { ...trade, seq, at } }];
}

const isOversea = (event: AnyEvent): event is OverseaEvent => event.kind.startsWith('OVERSEA_');

function tradePush(
  event: Exclude<AnyEvent, OverseaEvent>,
  player: PlayerId,
): { readonly type: 'BET_PLACED' | 'BET_RESULT'; readonly data: BetPlacedPush | BetResult } | undefined {
  switch (event.kind) {
    case 'BET_PLACED': {
      const type = event.side === 'UP' ? 'LONG' : 'SHORT';
      return { type: 'BET_PLACED', data: placed(event, type, event.rate) };
    }
    case 'BALL_BET_PLACED':
      return { type: 'BET_PLACED', data: placed(event, event.market, event.odds - ONE) };
    case 'ROUND_PAID':
    case 'BALL_PAID': {
      const bets = event.bets
        .filter((bet) => bet.player === player)
        .map(({ bet: id, status, credit, strike }) => ({
          id,
          status,
          credit: print(credit),
          ...(strike === undefined ? {} : { strikePrice: print(strike.price) }),
        }));
      return { type: 'BET_RESULT', data: { ...roundNames(event.round), bets } };
    }
    case 'ACCOUNT_OPENED':
    case 'PRACTICE_REFILLED':
    case 'FUNDS_HELD':
    case 'FUNDS_RELEASED':
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_UNBLOCKED':
    case 'SESSIONS_ENDED':
    case 'ROUND_FROZEN':
    case 'ROUND_VOIDED':
    case 'BALL_SEALED':
    case 'BALL_SALTED':
    case 'BALL_DRAWN':
    case 'BALL_VOIDED':
      return undefined;
  }
}

const roundNames = (round: number) => ({
  tradeRoundId: round,
  tradeOptionId: roundKeyOf(round)?.option ?? 0,
});

const placed = (
  event: Extract<AnyEvent, { readonly kind: 'BET_PLACED' | 'BALL_BET_PLACED' }>,
  type: string,
  rate: bigint,
): BetPlacedPush => ({
  id: event.id,
  ...roundNames(event.round),
  type,
  point: print(event.stake),
  rate: print(rate),
  createdMillis: event.acceptedAt,
});

function walletsAfter(event: AnyEvent, player: PlayerId): readonly WalletPoint[] {
  const wallets = new Map<string, { point: string; gameWaitPoint: string }>();
  for (const { purse, balance } of event.after) {
    const [owner, type = '', kind] = purse.split(':');
    if (Number(owner) !== player || (kind !== 'free' && kind !== 'wait')) continue;
    const wallet = wallets.get(type) ?? { point: '0', gameWaitPoint: '0' };
    if (kind === 'free') wallet.point = print(balance);
    else wallet.gameWaitPoint = print(balance);
    wallets.set(type, wallet);
  }
  return [...wallets].map(([type, wallet]) => ({
    type,
    currency: currencyOf(event, `${player}:${type}:`),
    ...wallet,
  }));
}

const currencyOf = (event: AnyEvent, wallet: string): string =>
  event.transfers.find((each) => each.from.startsWith(wallet) || each.to.startsWith(wallet))?.currency ?? '';
