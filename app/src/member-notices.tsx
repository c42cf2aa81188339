// What tells a member something on any screen: orders that end, and how long they have been here. One part, fetched when
// somebody signs in, so that the first screen of a guest names none of their files.

import { CopyNotices } from './copytrade/notices/copy-notices.tsx';
import { FuturesNotices } from './futures/notices/futures-notices.tsx';
import { TermsDue } from './identity/terms-due.tsx';
import { UseReminder } from './limits/reminder.tsx';
import { UnreadCounts } from './message/unread-counts.tsx';
import { NotificationNotices } from './notification/notices.tsx';
import { TradeNotices } from './oversea/notices/trade-notices.tsx';
import { notificationMakers } from './products.ts';
import { TradeTour } from './tour/trade-tour.tsx';

export function MemberNotices() {
  return (
    <>
      <TradeNotices />
      <FuturesNotices />
      <CopyNotices />
      <UseReminder />
      <TermsDue />
      <UnreadCounts />
      <TradeTour />
      <NotificationNotices makers={notificationMakers} />
    </>
  );
}
