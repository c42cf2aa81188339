import type { ReceivedReply } from '@maru/client/call';
import type { marketList } from '@maru/contract/control/calls';

export type MarketRow = ReceivedReply<typeof marketList>['content'][number];
export type Traded = MarketRow['traded'][number];
