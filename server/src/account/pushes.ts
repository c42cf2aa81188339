// Wallets as pushes show them: the push of an event that moves a player's money has the new balance of each wallet it
// changed.
import type { WalletPoint } from '@maru/contract/fields';
import { toDecimal } from '@maru/engine/amount';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, PlayerPurseKind } from '@maru/engine/purse';
import { shownPoint } from '../desk/call-answer.ts';
import type { PushesOf } from '../push/event-pushes.ts';

export const walletPushes: PushesOf = (event, player) =>
  walletsAfter(event, player).map((data) => ({ queue: 'point', type: 'POINT', data }));

/** Purses that a wallet shows beside what is free and what waits. */
export const APART_KINDS = [
  'withdrawHold',
  'convertHold',
  'share',
  'debt',
] as const satisfies readonly PlayerPurseKind[];
export type ApartKind = (typeof APART_KINDS)[number];

const isApart = (kind: string | undefined): kind is ApartKind => APART_KINDS.some((each) => each === kind);

function walletsAfter(event: AnyEvent, player: PlayerId): readonly WalletPoint[] {
  const wallets = new Map<string, Omit<WalletPoint, 'type' | 'currency'>>();
  for (const { purse, balance } of event.after) {
    const [owner, type = '', kind] = purse.split(':');
    if (Number(owner) !== player || kind === 'posMargin') continue;
    const wallet = wallets.get(type) ?? { point: '0', gameWaitPoint: '0' };
    if (kind === 'free') wallet.point = shownPoint(balance);
    else if (kind === 'wait') wallet.gameWaitPoint = shownPoint(balance);
    else if (isApart(kind)) wallet[kind] = toDecimal(balance);
    wallets.set(type, wallet);
  }
  return [...wallets].flatMap(([type, wallet]) => {
    const currency = currencyOf(event, `${player}:${type}:`);
    // An event may also name the balance of a wallet whose money it did not move.
    return currency === undefined ? [] : [{ type, currency, ...wallet }];
  });
}

const currencyOf = (event: AnyEvent, wallet: string): string | undefined =>
  event.transfers.find((each) => each.from.startsWith(wallet) || each.to.startsWith(wallet))?.currency;
