import type { ReceivedReply } from '@maru/client/call';
import type { marketList } from '@maru/contract/control/calls';

export type MarketRow = ReceivedReply<typeof marketList>['content'][number];
export type Traded = MarketRow['traded'][number];

/** Some of what is traded on it is restricted and the rest goes on; its state is the worst of them. */
export const isPartly = ({ state, traded }: MarketRow): boolean =>
  state !== 'NORMAL' && traded.some(({ mode }) => mode === 'NORMAL');
