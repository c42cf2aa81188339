import type { content as korean } from '../ko/content.ts';

export const content: typeof korean = {
  notices: 'Notices',
  all: 'All',
  category: 'Kind of notice',
  unread: 'Unread',
  pinned: 'Pinned',
  rowMeta: (category, day) => (category === '' ? day : `${category} · ${day}`),
  failed: 'The text could not be loaded',
  gone: 'There is no such text',
  goneLead: 'It was withdrawn, or its address has changed.',
  toNotices: 'See the notices',
  noNotices: 'No notices yet',
  noNoticesLead: 'News will appear here.',
  noTexts: 'No texts yet',
  pages: { faq: 'Frequent questions', strategy: 'Investment info', promotion: 'Promotions' },
  notAdvice: 'Nothing here is investment advice.',
  hideToday: 'Do not show today',
  close: 'Close',
  popup: 'News',
  chatTitle: 'Live chat',
  chatLead:
    'The chat opens on the page of another company. Nobody there will ask for your password or a code.',
  chatOpen: 'Open the chat',
  chatAbsent: 'There is no live chat',
  chatAbsentLead: 'Please ask your question as a 1:1 inquiry.',
  toContact: 'Ask a question',
};
