// What must happen at the cashier sometimes, read from the journal.
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import { couponName, isIn } from './twin.ts';
import { isCashierEvent } from './twin-events.ts';

export const cashierGoals = [
  'withdrawal approved by two',
  'request cancelled after the first of two approvals',
  'request outlived a crash',
  'purchase ran out of time',
  'purchase paid and confirmed',
  'purchase in hand was rejected',
  'provider confirmed what it carries',
  'small amount approved by the rule',
  'deposit nobody asked for',
  'last use of a coupon',
  'money sent to another member',
  'converted there and back',
  'bonus cut to what is left',
  'bonus ended with its practice run',
  'deduction of all that was free',
  'deposit asked for by a player with limits',
  'deposit of a player with limits failed',
  'purchase or sale disputed',
  'money moved between own wallets',
] as const;
export type CashierGoal = (typeof cashierGoals)[number];

export function createCashierGoals(reached: (goal: CashierGoal) => void) {
  const madeIn = new Map<number, number>();
  const converted = new Set<string>();
  return (event: AnyEvent, epoch: number, { cashier, limits }: TwinState): void => {
    if (event.notes?.some(({ product }) => product === 'cashier') === true)
      reached(
        event.kind === 'PRACTICE_REFILLED'
          ? 'bonus ended with its practice run'
          : 'bonus cut to what is left',
      );
    if (!isCashierEvent(event)) return;
    const noteFailed = ({ type, notes }: Extract<typeof event, { readonly type: string }>) => {
      if (isIn(type) && notes?.some(({ product }) => product === 'limits') === true)
        reached('deposit of a player with limits failed');
    };
    const request = 'request' in event ? cashier.requests.get(event.request) : undefined;
    switch (event.kind) {
      case 'REQUEST_MADE':
        madeIn.set(event.id, epoch);
        if (event.type === 'D' && limits.has(event.steps[0]?.player ?? 0))
          reached('deposit asked for by a player with limits');
        return;
      case 'REQUEST_DONE': {
        if (request === undefined) return;
        if (request.type === 'W' && request.confirmedBy !== undefined) reached('withdrawal approved by two');
        if ((madeIn.get(request.id) ?? epoch) < epoch) reached('request outlived a crash');
        if (request.type === 'WB' && request.state === 'PROCESSING') reached('purchase paid and confirmed');
        if ('provider' in event.by) reached('provider confirmed what it carries');
        if ('rule' in event.by) reached('small amount approved by the rule');
        const free = event.after.find(({ purse }) => purse.endsWith(':free'))?.balance;
        if (request.type === 'PM' && free === 0n) reached('deduction of all that was free');
        return;
      }
      case 'REQUEST_DISPUTED':
        reached('purchase or sale disputed');
        return;
      case 'REQUEST_REJECTED':
        noteFailed(event);
        if (request?.type === 'WB' && request.state === 'PROCESSING')
          reached('purchase in hand was rejected');
        return;
      case 'REQUEST_CANCELLED':
        noteFailed(event);
        if (event.isExpired) reached('purchase ran out of time');
        if (request?.confirmedBy !== undefined) reached('request cancelled after the first of two approvals');
        return;
      case 'DEPOSIT_CREDITED':
        reached('deposit nobody asked for');
        return;
      case 'MONEY_TRANSFERRED':
        reached(
          event.sender === event.recipient
            ? 'money moved between own wallets'
            : 'money sent to another member',
        );
        return;
      case 'COUPON_USED': {
        const coupon = cashier.coupons.get(couponName(event.site, event.coupon));
        if (coupon !== undefined && coupon.usedBy.length === coupon.uses - 1) reached('last use of a coupon');
        return;
      }
      case 'CONVERTED': {
        const player = event.steps[0]?.player;
        converted.add(`${player} ${event.from} ${event.to}`);
        if (converted.has(`${player} ${event.to} ${event.from}`)) reached('converted there and back');
        return;
      }
      default:
    }
  };
}
