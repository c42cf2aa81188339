// Pushes of the cashier: which rows of the history an event made or changed.
import type { DnwPush } from '@maru/contract/realtime';
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
      return ofRequest({ ...event, request: event.id }, 0);
    case 'REQUEST_TAKEN':
    case 'REQUEST_PAID':
    case 'REQUEST_DISPUTED':
      return ofRequest(event, 4);
    // Nothing that its player could see has changed.
    case 'REQUEST_CONFIRMED':
      return [];
    case 'REQUEST_DONE':
      return [requestPush(event, 1)];
    case 'REQUEST_REJECTED':
      return ofRequest(event, 2);
    case 'REQUEST_CANCELLED':
      return [requestPush(event, 3), donePush(event, 'E', event.wallet)];
    case 'DEPOSIT_CREDITED':
      return [donePush(event, 'D', event.wallet)];
    case 'CONVERTED':
      return [donePush(event, 'CO', event.from), donePush(event, 'CI', event.to, 1)];
    case 'MONEY_TRANSFERRED': {
      const { sender, recipient, from, to } = event;
      const sent = player === sender ? [donePush(event, 'TO', from)] : [];
      const received = player === recipient ? [donePush(event, 'TI', to, 1)] : [];
      return [...sent, ...received];
    }
    case 'COUPON_USED':
      return [donePush(event, 'B', event.wallet)];
    case 'COUPON_ISSUED':
    case 'COUPON_ENDED':
      return [];
  }
}

interface OfRequest {
  readonly request: number;
  readonly type: DnwPush['type'];
  readonly wallet: string;
}

/** A grant or deduction is shown to its player only when it is done. */
const ofRequest = (request: OfRequest, status: DnwPush['status']): readonly DnwPush[] =>
  request.type === 'PB' || request.type === 'PM' ? [] : [requestPush(request, status)];

const requestPush = ({ request, type, wallet }: OfRequest, status: DnwPush['status']): DnwPush => ({
  dnwHistoryId: rowNumber(request),
  type,
  status,
  walletType: wallet,
});

const donePush = (
  { id }: Pick<CashierEvent, 'id'>,
  type: DnwPush['type'],
  walletType: string,
  place: 0 | 1 = 0,
): DnwPush => ({ dnwHistoryId: rowNumber(id, place), type, status: 1, walletType });
