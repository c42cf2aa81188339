// Which pushes an event makes for one of its players. The event is the push: nothing is added that the journal does
// not have, so what a client missed can be made again from the player's history.
import { print } from '@maru/engine/amount';
import type { AnyEvent } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { PlayerQueue, Push, WalletPoint } from './realtime.ts';

export interface QueuedPush {
  readonly queue: PlayerQueue;
  readonly push: Push & { readonly seq: number };
}

export function pushesOf(event: AnyEvent, player: PlayerId): readonly QueuedPush[] {
  const seq = event.steps.find((step) => step.player === player)?.seq;
  if (seq === undefined) return [];
  return walletsAfter(event, player).map((data) => ({
    queue: 'point',
    push: { type: 'POINT', seq, at: event.at, data },
  }));
}

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
