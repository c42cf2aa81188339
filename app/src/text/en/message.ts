import type { message as korean } from '../ko/message.ts';
import type { Same } from '../same.ts';

export const message: Same<typeof korean> = {
  filterBy: 'Choose messages',
  all: 'All',
  unread: 'Unread',
  readAll: 'Mark all read',
  more: 'Menu',
  close: 'Close',
  contact: '1:1 inquiry',
  failed: 'Messages could not be loaded',
  empty: 'No messages',
  emptyLead: 'Security, deposits and answers to inquiries are told here.',
  noUnread: 'All read',
  isUnread: 'Unread',
  remove: 'Delete',
  removed: 'Message deleted',
  kept: 'Messages are kept for 90 days.',
  kinds: {
    NOTICE: 'Support',
    SECURITY: 'Security',
    COPY: 'Copy',
    COUPON: 'Coupon',
    DNW: 'Cashier',
    TERMS: 'Terms',
  },
};
