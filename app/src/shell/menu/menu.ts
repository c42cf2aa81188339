// What the side menu and the page 더보기 offer, in the spec's order. A product that is not built offers nothing.
import type { SiteFeatures } from '@maru/contract/site-type';
import type { Text } from '../../text/ko.ts';
import type { IconName } from '../../ui/icons/icons.ts';
import { type Availability, isOffered } from '../products.ts';

export type MenuKey = keyof Text['shell']['menu'];
type MenuSection = 'trade' | 'assets' | 'news' | 'support' | 'account';

export interface MenuItem extends Availability {
  readonly key: MenuKey;
  readonly section: MenuSection;
  readonly icon: IconName;
  /** What a tap does: opens a page, says that it is in preparation, or signs out. */
  readonly does: { readonly open: string } | 'announce-preparation' | 'leave';
  readonly unread?: 'CONTACT' | 'NOTICE';
  /** Stands among the tiles of 더보기 instead of its rows. */
  readonly isTile?: true;
}

const items: readonly MenuItem[] = [
  {
    key: 'exchange',
    section: 'trade',
    icon: 'line-chart',
    does: { open: '/exchange' },
    feature: 'binary',
  },
  // The spec's own words: futures options are in preparation, and the menu says so.
  { key: 'futures', section: 'trade', icon: 'candles', does: 'announce-preparation' },
  {
    key: 'history',
    section: 'trade',
    icon: 'history',
    does: { open: '/wallet/history' },
    isTile: true,
  },
  {
    key: 'receipts',
    section: 'trade',
    icon: 'shield',
    does: { open: '/wallet/receipts' },
    isTile: true,
  },
  {
    key: 'rounds',
    section: 'trade',
    icon: 'bars',
    does: { open: '/wallet/rounds' },
    feature: 'binary',
    isTile: true,
  },
  {
    key: 'dnwHistory',
    section: 'assets',
    icon: 'transfer',
    waitsFor: 'cashier',
    does: { open: '/wallet/dnw_history' },
  },
  {
    key: 'deposit',
    section: 'assets',
    icon: 'download',
    waitsFor: 'cashier',
    does: { open: '/dnw' },
  },
  {
    key: 'withdraw',
    section: 'assets',
    icon: 'send',
    waitsFor: 'cashier',
    does: { open: '/balances/withdraw' },
  },
  {
    key: 'notice',
    section: 'news',
    icon: 'megaphone',
    waitsFor: 'content',
    does: { open: '/more/notice' },
    unread: 'NOTICE',
  },
  {
    key: 'investInfo',
    section: 'news',
    icon: 'document',
    waitsFor: 'content',
    does: { open: '/support/invest_info' },
  },
  {
    key: 'contact',
    section: 'support',
    icon: 'chat',
    waitsFor: 'support',
    does: { open: '/more/contact' },
    unread: 'CONTACT',
  },
  { key: 'profile', section: 'account', icon: 'user', does: { open: '/more/mypage' } },
  {
    key: 'changePassword',
    section: 'account',
    icon: 'key',
    does: { open: '/more/change_password' },
  },
  { key: 'setting', section: 'account', icon: 'gear', does: { open: '/more/setting' } },
  { key: 'terms', section: 'account', icon: 'document', does: { open: '/more/terms' } },
  { key: 'privacy', section: 'account', icon: 'lock', does: { open: '/more/privacy' } },
  { key: 'leave', section: 'account', icon: 'leave', does: 'leave' },
];

export interface MenuGroup {
  readonly section: MenuSection;
  readonly items: readonly MenuItem[];
}

const SECTIONS: readonly MenuSection[] = ['trade', 'assets', 'news', 'support', 'account'];

export function menuFor(features: SiteFeatures | undefined): readonly MenuGroup[] {
  const offered = items.filter((item) => isOffered(item, features));
  const groups = SECTIONS.map((section) => ({
    section,
    items: offered.filter((item) => item.section === section),
  }));
  return groups.filter((group) => group.items.length > 0);
}
