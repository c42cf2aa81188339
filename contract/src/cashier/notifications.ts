// What a member is told about deposits, withdrawals and transfers.
import type { NotificationMaker } from '../notification/of-push.ts';
import type { DnwPush } from '../realtime.ts';

export const cashierNotifications: NotificationMaker = {
  queue: 'dnw',
  madeOf({ data }) {
    const { dnwHistoryId, type, status, walletType: wallet, amount = null, currency = '' } = data as DnwPush;
    const content = { kind: 'DNW', dnwHistoryId, type, status, wallet, amount, currency } as const;
    const part = `dnw ${dnwHistoryId} ${status}`;
    return [{ part, category: 'DNW', path: '/wallet/dnw_history', content }];
  },
};
