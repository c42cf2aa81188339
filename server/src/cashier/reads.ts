// What the cashier reads from the book.
import { type Amount, ZERO } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import { requestOfRow } from '@maru/engine/cashier/row-number';
import { bonusesIn, requestsOf } from '@maru/engine/cashier/state';
import { mayReceive } from '@maru/engine/cashier/transfer-money';
import { lockedIn } from '@maru/engine/cashier/withdrawable';
import { type PlayerId, playerPurse, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { balanceOf } from '@maru/engine/transfer';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';
import type { Desk } from '../desk/desk.ts';

interface OfRequest {
  readonly request: number;
}

interface OpenFor {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly wallet: string;
}

/** Whose it is and since when; undefined when it has ended or never was. Accounts with an open request are always in the book. */
export const readRequest = defineRead({
  name: 'cashier.request',
  players: (_args: OfRequest) => [],
  compute: ({ cashier }, { request }): (OpenFor & { readonly at: Millis }) | undefined => {
    const open = cashier.requests.get(request);
    return open && { site: open.site, player: open.player, wallet: open.wallet, at: open.at };
  },
});

/** Whether the tables show this row, if it is a request that is open now; false when that takes too long. */
export async function isShown(desk: Pick<Desk, 'read' | 'caughtUp'>, row: number): Promise<boolean> {
  const request = requestOfRow(row);
  if (request === undefined) return true;
  const open = await desk.read(readRequest, { request });
  if (open === undefined) return false;
  return open.seen === undefined || desk.caughtUp(open.seen.player);
}

interface OfWallet {
  readonly player: PlayerId;
  readonly wallet: string;
}

/** The parts of what may be withdrawn. */
export const readStanding = defineRead({
  name: 'cashier.standing',
  players: ({ player }: OfWallet) => [player],
  compute: (book: Book, { player, wallet }: OfWallet) => {
    let held = 0n;
    for (const request of requestsOf(book.cashier, player)) {
      if (request.wallet === wallet && (request.type === 'W' || request.type === 'WS'))
        held += request.amount + request.fee;
    }
    let turnoverLeft = 0n;
    for (const bonus of bonusesIn(book.cashier, player, wallet)) turnoverLeft += bonus.turnoverLeft;
    const isOpen = book.players.get(player)?.wallets.has(wallet) ?? false;
    return {
      isOpen,
      free: isOpen ? balanceOf(book, playerPurse(player, wallet, 'free')) : ZERO,
      held: held as Amount,
      locked: lockedIn(book.cashier, player, wallet),
      turnoverLeft: turnoverLeft as Amount,
    };
  },
});

interface OfWallets {
  readonly wallets: readonly OfWallet[];
}

/** Free money and open conditions of bonuses, in the order asked for. Their accounts have open requests: they are in the book. */
export const readWaitingWallets = defineRead({
  name: 'cashier.waitingWallets',
  players: ({ wallets }: OfWallets) => [...new Set(wallets.map(({ player }) => player))],
  compute: (book: Book, { wallets }: OfWallets) =>
    wallets.map(({ player, wallet }) => {
      let turnoverLeft = 0n;
      for (const bonus of bonusesIn(book.cashier, player, wallet)) turnoverLeft += bonus.turnoverLeft;
      const isOpen = book.players.get(player)?.wallets.has(wallet) ?? false;
      return {
        free: isOpen ? balanceOf(book, playerPurse(player, wallet, 'free')) : ZERO,
        turnoverLeft: turnoverLeft as Amount,
      };
    }),
});

interface OfTransfer {
  readonly sender: PlayerId;
  readonly recipient: PlayerId;
}

/** Whether a transfer would find this recipient. */
export const readMayReceive = defineRead({
  name: 'cashier.mayReceive',
  players: ({ sender, recipient }: OfTransfer) => [sender, recipient],
  compute: ({ players }: Book, { sender, recipient }: OfTransfer): boolean => {
    const [from, to] = [players.get(sender), players.get(recipient)];
    return from !== undefined && to !== undefined && mayReceive(to, from);
  },
});

interface Until {
  readonly now: Millis;
  readonly most: number;
}

/** Purchases whose time to pay is over, and coupons whose date has passed. */
export const readOverdue = defineRead({
  name: 'cashier.overdue',
  players: (_args: Until) => [],
  compute: ({ cashier }, { now, most }) => {
    const requests: { readonly id: number; readonly site: SiteId; readonly player: PlayerId }[] = [];
    for (const { id, site, player, payUntil, state } of cashier.requests.values()) {
      if (requests.length >= most) break;
      if (state === 'REQUESTED' && payUntil !== undefined && payUntil <= now)
        requests.push({ id, site, player });
    }
    const coupons: { readonly site: SiteId; readonly coupon: string }[] = [];
    for (const { site, coupon, until } of cashier.coupons.values()) {
      if (coupons.length >= most) break;
      if (until <= now) coupons.push({ site, coupon });
    }
    return { requests, coupons };
  },
});

interface OfKey {
  readonly player: PlayerId;
  readonly key: string;
}

/** The event that first answered a key. */
export const readAnswer = defineRead({
  name: 'cashier.answer',
  players: ({ player }: OfKey) => [player],
  key: ({ player, key }) => ({ player, key }),
  compute: (_book, _args, answer): number | undefined => answer?.event,
});

export const cashierReads: readonly AnyBookRead[] = [
  readRequest,
  readStanding,
  readWaitingWallets,
  readMayReceive,
  readOverdue,
  readAnswer,
];
