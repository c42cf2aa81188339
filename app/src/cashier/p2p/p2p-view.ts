// Where a P2P request stands, as its screen shows it: which of the four steps is now, and how it ended.
import type { ReceivedReply } from '@maru/client/call';
import type { p2pLatest } from '@maru/contract/cashier/p2p';

export type P2p = NonNullable<ReceivedReply<typeof p2pLatest>['p2p']>;

export type P2pEnd = 'DONE' | 'REJECTED' | 'CANCELLED' | 'EXPIRED';

export const P2P_STEPS = ['asked', 'pay', 'check', 'done'] as const;

export const isPurchase = ({ request }: P2p): boolean => request.type === 'WB';

/** Undefined while it runs. */
export function endOf({ request }: P2p): P2pEnd | undefined {
  switch (request.status) {
    case 1:
      return 'DONE';
    case 2:
      return 'REJECTED';
    case 3:
      return request.steps.some(({ step }) => step === 'EXPIRED') ? 'EXPIRED' : 'CANCELLED';
    case 0:
    case 4:
      return undefined;
  }
}

/** The number of the current step, from 0. Of a sale the payment is the counterpart's. */
export function currentStep(p2p: P2p): number {
  if (endOf(p2p) === 'DONE') return P2P_STEPS.length;
  const isPaid = p2p.request.status === 4 || p2p.request.steps.some(({ step }) => step === 'PAID');
  return isPaid ? 2 : 1;
}
