// What the side menu and the page 더보기 offer, in the spec's order. A product that is not built offers nothing.
import type { SiteFeatures } from '@maru/contract/site-type';
import type { Text } from '../../text/ko.ts';
import type { IconName } from '../../ui/icons/icons.ts';
import { isBuilt, type Product } from '../products.ts';

export type MenuKey = keyof Text['shell']['menu'];
type MenuSection = 'trade' | 'assets' | 'news' | 'support' | 'account';

export interface MenuItem {
  readonly key: MenuKey;
  readonly section: MenuSection;
  readonly icon: IconName;
  readonly product: Product;
  /** What a tap does: opens a page, says that it is in preparation, or signs out. */
  readonly does: { readonly open: string } | 'announce-preparation' | 'leave';
  readonly feature?: keyof SiteFeatures;
  readonly unread?: 'CONTACT' | 'NOTICE';
  /** Stands among the tiles of 더보기 instead of its rows. */
  readonly isTile?: true;
}

const items: readonly MenuItem[] = [
  {
    key: 'binary',
    section: 'trade',
    icon: 'line-chart',
    product: 'binary',
    does: { open: '/exchange' },
    feature: 'binary',
  },
  // The spec's own words: futures options are in preparation, and the menu says so.
  { key: 'futures', section: 'trade', icon: 'candles', product: 'account', does: 'announce-preparation' },
  {
    key: 'history',
    section: 'trade',
    icon: 'history',
    product: 'history',
    does: { open: '/wallet/history' },
    isTile: true,
  },
  {
    key: 'receipts',
    section: 'trade',
    icon: 'shield',
    product: 'history',
    does: { open: '/wallet/receipts' },
    isTile: true,
  },
  {
    key: 'rounds',
    section: 'trade',
    icon: 'bars',
    product: 'history',
    does: { open: '/wallet/rounds' },
    feature: 'binary',
    isTile: true,
  },
  {
    key: 'dnwHistory',
    section: 'assets',
    icon: 'transfer',
    product: 'cashier',
    does: { open: '/wallet/dnw_history' },
  },
  {
    key: 'deposit',
    section: 'assets',
    icon: 'download',
    product: 'cashier',
    does: { open: '/dnw' },
  },
  {
    key: 'withdraw',
    section: 'assets',
    icon: 'send',
    product: 'cashier',
    does: { open: '/balances/withdraw' },
  },
  {
    key: 'notice',
    section: 'news',
    icon: 'megaphone',
    product: 'content',
    does: { open: '/more/notice' },
    unread: 'NOTICE',
  },
  {
    key: 'investInfo',
    section: 'news',
    icon: 'document',
    product: 'content',
    does: { open: '/support/invest_info' },
  },
  {
    key: 'contact',
    section: 'support',
    icon: 'chat',
    product: 'support',
    does: { open: '/more/contact' },
    unread: 'CONTACT',
  },
  { key: 'profile', section: 'account', icon: 'user', product: 'account', does: { open: '/more/mypage' } },
  {
    key: 'changePassword',
    section: 'account',
    icon: 'key',
    product: 'account',
    does: { open: '/more/change_password' },
  },
  { key: 'setting', section: 'account', icon: 'gear', product: 'account', does: { open: '/more/setting' } },
  { key: 'terms', section: 'account', icon: 'document', product: 'account', does: { open: '/more/terms' } },
  { key: 'privacy', section: 'account', icon: 'lock', product: 'account', does: { open: '/more/privacy' } },
  { key: 'leave', section: 'account', icon: 'leave', product: 'account', does: 'leave' },
];

export interface MenuGroup {
  readonly section: MenuSection;
  readonly items: readonly MenuItem[];
}

const SECTIONS: readonly MenuSection[] = ['trade', 'assets', 'news', 'support', 'account'];

export function menuFor(features: SiteFeatures | undefined): readonly MenuGroup[] {
  const offered = items.filter(
    ({ product, feature }) => isBuilt(product) && (feature === undefined || features?.[feature] === true),
  );
  const groups = SECTIONS.map((section) => ({
    section,
    items: offered.filter((item) => item.section === section),
  }));
  return groups.filter((group) => group.items.length > 0);
}
