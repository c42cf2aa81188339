// What the rules about requests share: the event of a new one, the money that it sets aside, and the way back.
import { plus, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { type Event, playerEvent } from '../event.ts';
import { housePurse, playerPurse } from '../purse.ts';
import type { Transfer } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import type { RequestMade } from './events.ts';
import type { RequestType } from './request-machine.ts';
import { type OpenRequest, requestsOf } from './state.ts';
import { channelPurse } from './terms.ts';

/** An event about one wallet: it always says what the wallet holds afterwards, because the reply shows it. */
export function walletEvent<Kind extends string>(
  kind: Kind,
  book: Book,
  { player, wallet }: { readonly player: Player; readonly wallet: Wallet },
  context: Context,
  transfers: readonly Transfer[] = [],
): Event<Kind> {
  const hold = holdPurse(player, wallet);
  const isHeld = transfers.some(({ from, to }) => from === hold || to === hold);
  return playerEvent(kind, book, player, context, transfers, isHeld ? undefined : wallet);
}

const holdPurse = ({ id }: Player, { type }: Wallet) => playerPurse(id, type, 'withdrawHold');

/** One request of each type at a time (docs/rules.md 6.5); with a counterpart it is one purchase or sale. */
export function isOngoing(book: Book, player: Player, type: RequestType, channel: string): boolean {
  for (const request of requestsOf(book.cashier, player.id)) {
    if (request.type === type) return true;
    if (channel === 'p2p' && request.channel === 'p2p') return true;
  }
  return false;
}

type Asked = Pick<RequestMade, 'type' | 'amount' | 'fee' | 'channel'>;

/** What leaves a wallet is held; what comes to it from a counterpart lies in escrow from the start (I-69). */
export function setAside(player: Player, wallet: Wallet, asked: Asked): readonly Transfer[] {
  const { currency, free } = wallet;
  switch (asked.type) {
    case 'W':
    case 'WS': {
      const amount = plus(asked.amount, asked.fee);
      return [{ from: free, to: holdPurse(player, wallet), currency, amount, reason: 'WITHDRAW_HOLD' }];
    }
    case 'WB': {
      const from = channelPurse(player.site, asked.channel, currency);
      return [{ from, to: escrow(player, wallet), currency, amount: asked.amount, reason: 'ESCROW' }];
    }
    case 'D':
    case 'PB':
    case 'PM':
      return [];
  }
}

/** Exactly what was set aside goes back to where it was. */
export const giveBack = (player: Player, wallet: Wallet, request: OpenRequest): readonly Transfer[] =>
  setAside(player, wallet, request).map(({ from, to, currency, amount, reason }) => ({
    from: to,
    to: from,
    currency,
    amount,
    reason: reason === 'ESCROW' ? 'ESCROW_BACK' : 'WITHDRAW_BACK',
  }));

/** The money of a request that is done. */
export function payments(player: Player, wallet: Wallet, request: OpenRequest): readonly Transfer[] {
  const { currency, free } = wallet;
  const { amount, fee, type, channel } = request;
  const outside = channelPurse(player.site, channel, currency);
  const bonus = housePurse(player.site, 'bonus', currency);
  switch (type) {
    case 'D':
      return [{ from: outside, to: free, currency, amount, reason: 'DEPOSIT' }];
    case 'WB':
      return [{ from: escrow(player, wallet), to: free, currency, amount, reason: 'PURCHASE' }];
    case 'W':
    case 'WS': {
      const from = holdPurse(player, wallet);
      const reason = type === 'W' ? 'WITHDRAWAL' : 'SALE';
      const paid = { from, to: outside, currency, amount, reason };
      if (fee === ZERO) return [paid];
      const charge = { from, to: housePurse(player.site, 'fee', currency), currency, amount: fee };
      return [paid, { ...charge, reason: 'WITHDRAWAL_FEE' }];
    }
    case 'PB':
      return [{ from: bonus, to: free, currency, amount, reason: 'GRANT' }];
    case 'PM':
      return [{ from: free, to: bonus, currency, amount, reason: 'DEDUCTION' }];
  }
}

const escrow = ({ site }: Player, { currency }: Wallet) => housePurse(site, 'escrow', currency);

export function walletOf(player: Player, { wallet: type }: Pick<OpenRequest, 'wallet'>): Wallet {
  const wallet = player.wallets.get(type);
  assert(wallet !== undefined, 'a request is about a wallet of its player');
  return wallet;
}

/** Of this very player: that of another is refused like one that does not exist. */
export function findRequest(book: Book, player: Player, id: number): OpenRequest | undefined {
  const request = book.cashier.requests.get(id);
  return request?.player === player.id ? request : undefined;
}

export const ofRequest = ({ id, type, wallet }: OpenRequest) => ({ request: id, type, wallet });
