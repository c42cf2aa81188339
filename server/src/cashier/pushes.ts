// Pushes of the cashier: which rows of the history an event made or changed.
import type { DnwPush } from '@maru/contract/realtime';
import { type Amount, toDecimal } from '@maru/engine/amount';
import type { CashierEvent } from '@maru/engine/cashier/events';
import { cashier } from '@maru/engine/cashier/product';
import { rowNumber } from '@maru/engine/cashier/row-number';
import { ownsEvent } from '@maru/engine/product';
import type { PlayerId } from '@maru/engine/purse';
import type { PushesOf } from '../push/event-pushes.ts';

export const cashierPushes: PushesOf = (event, player) =>
  ownsEvent(cashier, event)
    ? rowsChanged(event, player).map((data) => ({ queue: 'dnw', type: 'DNW', data }))
    : [];

function rowsChanged(event: CashierEvent, player: PlayerId): readonly DnwPush[] {
  switch (event.kind) {
    case 'REQUEST_MADE':
      return ofRequest({ ...event, request: event.id, moved: movedBy(event, event) }, 0);
    case 'REQUEST_TAKEN':
    case 'REQUEST_PAID':
    case 'REQUEST_DISPUTED':
      return ofRequest(event, 4);
    // Nothing that its player could see has changed.
    case 'REQUEST_CONFIRMED':
      return [];
    case 'REQUEST_DONE':
      return [requestPush({ ...event, moved: movedBy(event, event) }, 1)];
    case 'REQUEST_REJECTED':
      return ofRequest(event, 2);
    case 'REQUEST_CANCELLED':
      return [
        requestPush({ ...event, moved: movedBy(event, event) }, 3),
        donePush(event, 'E', { wallet: event.wallet, amount: event.amount }),
      ];
    case 'DEPOSIT_CREDITED':
      return [donePush(event, 'D', event)];
    case 'CONVERTED':
      return [
        donePush(event, 'CO', { wallet: event.from, amount: event.paid, place: 0 }),
        donePush(event, 'CI', { wallet: event.to, amount: event.received, place: 1 }),
      ];
    case 'MONEY_TRANSFERRED': {
      const { sender, recipient, from, to, amount } = event;
      const sent = player === sender ? [donePush(event, 'TO', { wallet: from, amount })] : [];
      const received = player === recipient ? [donePush(event, 'TI', { wallet: to, amount, place: 1 })] : [];
      return [...sent, ...received];
    }
    case 'COUPON_USED':
      return [donePush(event, 'B', event)];
    case 'COUPON_ISSUED':
    case 'COUPON_ENDED':
      return [];
  }
}

interface OfRequest {
  readonly request: number;
  readonly type: DnwPush['type'];
  readonly wallet: string;
  readonly moved?: Pick<DnwPush, 'amount' | 'currency'>;
}

/** The currency is that of the money that moved: an event names wallets only. */
function movedBy(
  { transfers }: Pick<CashierEvent, 'transfers'>,
  { wallet, amount }: { readonly wallet: string; readonly amount: Amount },
): Pick<DnwPush, 'amount' | 'currency'> {
  const isOf = (purse: string) => purse.split(':')[1] === wallet;
  const currency = transfers.find(({ from, to }) => isOf(from) || isOf(to))?.currency;
  return { amount: toDecimal(amount), ...(currency !== undefined && { currency }) };
}

/** A grant or deduction is shown to its player only when it is done. */
const ofRequest = (request: OfRequest, status: DnwPush['status']): readonly DnwPush[] =>
  request.type === 'PB' || request.type === 'PM' ? [] : [requestPush(request, status)];

const requestPush = ({ request, type, wallet, moved }: OfRequest, status: DnwPush['status']): DnwPush => ({
  dnwHistoryId: rowNumber(request),
  type,
  status,
  walletType: wallet,
  ...moved,
});

const donePush = (
  event: Pick<CashierEvent, 'id' | 'transfers'>,
  type: DnwPush['type'],
  { wallet, amount, place = 0 }: { readonly wallet: string; readonly amount: Amount; readonly place?: 0 | 1 },
): DnwPush => ({
  dnwHistoryId: rowNumber(event.id, place),
  type,
  status: 1,
  walletType: wallet,
  ...movedBy(event, { wallet, amount }),
});
