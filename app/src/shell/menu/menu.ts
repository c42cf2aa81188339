// The items of the side menu and the page 더보기, in the spec's order. A product that is not built has none.
import type { SiteFeatures } from '@maru/contract/site-type';
import type { Text } from '../../text/ko.ts';
import type { IconName } from '../../ui/icons/icons.ts';
import { type Availability, isOffered } from '../products.ts';

export interface MenuItem extends Availability {
  readonly key: keyof Text['shell']['menu'];
  readonly icon: IconName;
  /** What a tap does: opens a page, shows that the product is in preparation, or signs out. */
  readonly does: { readonly open: string } | 'announce-preparation' | 'leave';
  /** Shown only where the site has set this. */
  readonly needs?: 'liveChatUrl';
  readonly unread?: 'CONTACT' | 'NOTICE' | 'NOTIFICATION';
  /** Shown to partners alone. */
  readonly isOfPartners?: true;
  /** Shown among the tiles of 더보기 instead of its rows. */
  readonly isTile?: true;
}

interface MenuGroup {
  readonly section: keyof Text['shell']['sections'];
  readonly items: readonly MenuItem[];
}

const groups: readonly MenuGroup[] = [
  {
    section: 'trade',
    items: [
      { key: 'partner', icon: 'users', does: { open: '/partner' }, isTile: true, isOfPartners: true },
      { key: 'exchange', icon: 'line-chart', does: { open: '/exchange' }, feature: 'binary' },
      { key: 'copytrade', icon: 'users', does: { open: '/copytrade' }, feature: 'futures' },
      // The spec's own words: futures options are in preparation, and the menu shows that.
      { key: 'futures', icon: 'candles', does: 'announce-preparation' },
      { key: 'history', icon: 'history', does: { open: '/wallet/history' }, isTile: true },
      { key: 'receipts', icon: 'shield', does: { open: '/wallet/receipts' }, isTile: true },
      { key: 'rounds', icon: 'bars', does: { open: '/wallet/rounds' }, feature: 'binary', isTile: true },
    ],
  },
  {
    section: 'assets',
    items: [
      { key: 'dnwHistory', icon: 'transfer', does: { open: '/wallet/dnw_history' } },
      { key: 'deposit', icon: 'download', does: { open: '/dnw' } },
      { key: 'withdraw', icon: 'send', does: { open: '/balances/withdraw' } },
      { key: 'wallet', icon: 'wallet', does: { open: '/balances/list' } },
      { key: 'coupon', icon: 'gift', does: { open: '/balances/list?coupon' } },
      { key: 'payouts', icon: 'bank', does: { open: '/wallet/payouts' } },
      { key: 'solvency', icon: 'lock', does: { open: '/wallet/solvency' } },
    ],
  },
  {
    section: 'news',
    items: [
      {
        key: 'notifications',
        icon: 'bell',
        does: { open: '/more/notifications' },
        unread: 'NOTIFICATION',
      },
      {
        key: 'notice',
        icon: 'megaphone',
        does: { open: '/more/notice' },
        unread: 'NOTICE',
      },
      { key: 'investInfo', icon: 'document', does: { open: '/support/invest_info' } },
      { key: 'economic', icon: 'calendar', does: { open: '/more/economic' } },
    ],
  },
  {
    section: 'support',
    items: [
      {
        key: 'contact',
        icon: 'chat',
        does: { open: '/more/contact' },
        unread: 'CONTACT',
      },
      { key: 'fairness', icon: 'shield', does: { open: '/fairness' } },
      { key: 'status', icon: 'signal', does: { open: '/status' } },
      { key: 'faq', icon: 'info', does: { open: '/support/more/faq' } },
      { key: 'livechat', icon: 'headset', does: { open: '/more/livechat' }, needs: 'liveChatUrl' },
    ],
  },
  {
    section: 'account',
    items: [
      { key: 'mypage', icon: 'user', does: { open: '/more/mypage' } },
      { key: 'changePassword', icon: 'key', does: { open: '/more/change_password' } },
      { key: 'limits', icon: 'hand', does: { open: '/more/limits' } },
      { key: 'apiKeys', icon: 'bolt', does: { open: '/more/api-keys' } },
      { key: 'setting', icon: 'gear', does: { open: '/more/setting' } },
      { key: 'terms', icon: 'document', does: { open: '/more/terms' } },
      { key: 'privacy', icon: 'lock', does: { open: '/more/privacy' } },
      { key: 'leave', icon: 'leave', does: 'leave' },
    ],
  },
];

type MenuSite = { readonly features: SiteFeatures; readonly liveChatUrl: string | null };

type MenuMember = { readonly role: string };

const isShown = (item: MenuItem, site: MenuSite | undefined, member: MenuMember | undefined): boolean =>
  isOffered(item, site?.features) &&
  (item.needs === undefined || (site?.[item.needs] ?? null) !== null) &&
  (item.isOfPartners !== true || member?.role === 'PARTNER');

export const menuFor = (site: MenuSite | undefined, member: MenuMember | undefined): readonly MenuGroup[] =>
  groups
    .map(({ section, items }) => ({ section, items: items.filter((item) => isShown(item, site, member)) }))
    .filter(({ items }) => items.length > 0);
