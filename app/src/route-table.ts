// Every route of the product, as the spec's table has them. `routes.tsx` makes the router from it.
import type { RouteRow } from './shell/routing/route-row.ts';

const open = { requiresAuth: false } as const;
const member = { requiresAuth: true } as const;

// What neighbouring rows share.
const optionList = { layout: 'Trade', menu: 'exchange', title: 'trade' } as const;
const optionTrade = { layout: 'OwnHead', menu: 'exchange', title: 'trade', digits: ['id'] } as const;
const overseaTrade = { layout: 'OwnHead', menu: 'oversea', digits: ['id'] } as const;
const future = { layout: 'OwnHead', menu: 'future' } as const;
const page = { ...member, layout: 'Home' } as const;
const underMore = { ...page, back: '/more' } as const;
const wallet = { ...member, layout: 'Wallet', title: 'wallet', back: '/more' } as const;
/** A page of one action of a wallet: opened from many places, and without the wallet's menu. */
const money = { ...page, back: '/balances/list', closesToOpener: true } as const;
const tradeDetail = {
  ...page,
  menu: 'history',
  title: 'tradeDetail',
  close: '/wallet/history',
  closesToOpener: true,
  digits: ['id'],
} as const;

export const routeTable = [
  { ...open, path: '/', layout: 'No', menu: 'root', redirectTo: '/signin' },
  { ...open, path: '/signin', layout: 'Sign', menu: 'signin' },
  { ...open, path: '/register', layout: 'Sign', menu: 'register' },
  { ...open, path: '/ref/$partnerCode', layout: 'Sign', menu: 'register' },
  { ...open, path: '/find_id', layout: 'Sign', menu: 'find_id' },
  { ...open, path: '/find_pw', layout: 'Sign', menu: 'find_pw' },
  { ...member, path: '/welcome', layout: 'Sign', menu: 'welcome' },

  {
    ...member,
    ...optionList,
    path: '/exchange',
    back: '/oversea',
    isSearched: true,
    guestPath: '/exchangeView',
  },
  { ...member, ...optionTrade, path: '/exchange/$id', back: '/oversea', guestPath: '/exchangeView/$id' },
  { ...open, ...optionList, path: '/exchangeView', back: '/overseaView', memberPath: '/exchange' },
  { ...open, ...optionTrade, path: '/exchangeView/$id', back: '/overseaView', memberPath: '/exchange/$id' },

  { ...page, path: '/oversea', menu: 'oversea', tab: 'quickOrder', guestPath: '/overseaView' },
  { ...member, ...overseaTrade, path: '/oversea/$id', guestPath: '/overseaView/$id' },
  { ...open, path: '/overseaView', layout: 'Home', menu: 'oversea', memberPath: '/oversea' },
  { ...open, ...overseaTrade, path: '/overseaView/$id', memberPath: '/oversea/$id' },

  {
    ...open,
    path: '/index/$stock',
    layout: 'Home',
    menu: 'index proof',
    title: 'indexProof',
    back: '/oversea',
    closesToOpener: true,
  },

  {
    ...open,
    path: '/trial',
    layout: 'Home',
    menu: 'trial',
    title: 'trial',
    back: '/signin',
    closesToOpener: true,
  },

  {
    ...open,
    path: '/fairness',
    layout: 'Home',
    menu: 'fairness',
    title: 'fairness',
    back: '/oversea',
    closesToOpener: true,
  },

  {
    ...open,
    path: '/status',
    layout: 'Home',
    menu: 'status',
    title: 'status',
    back: '/signin',
    closesToOpener: true,
  },

  { ...member, ...future, path: '/future/$stock', back: '/oversea', guestPath: '/futureView/$stock' },
  { ...open, ...future, path: '/futureView/$stock', back: '/overseaView', memberPath: '/future/$stock' },

  {
    ...open,
    path: '/copytrade',
    layout: 'Home',
    menu: 'copytrade',
    title: 'copytrade',
    back: '/oversea',
    closesToOpener: true,
  },
  {
    ...open,
    path: '/copytrade/$traderId',
    layout: 'Home',
    menu: 'copytrade',
    title: 'copyTrader',
    isTitleUnseen: true,
    back: '/copytrade',
    digits: ['traderId'],
  },
  {
    ...page,
    path: '/copytrade/mine',
    menu: 'copytrade',
    title: 'copyMine',
    back: '/copytrade',
    closesToOpener: true,
  },
  {
    ...page,
    path: '/copytrade/trading',
    menu: 'copytrade',
    title: 'copyTrading',
    back: '/copytrade',
    closesToOpener: true,
  },

  { ...member, path: '/quiz', layout: 'OwnHead', menu: 'quiz' },

  { ...member, path: '/dnw', layout: 'Fixed', menu: 'dnw', title: 'dnw', tab: 'dnw' },
  { ...member, path: '/search', layout: 'Search', menu: 'search', redirectTo: '/search/oversea' },
  { ...member, path: '/search/oversea', layout: 'Search', menu: 'quick order', tab: 'search' },
  { ...member, path: '/search/dnw', layout: 'Search', menu: 'deposit/withdraw', tab: 'search' },

  { ...page, path: '/more', menu: 'more', title: 'more', tab: 'more' },
  { ...underMore, path: '/more/notice', menu: 'notice', title: 'notice' },
  {
    ...page,
    path: '/more/notice/$id',
    menu: 'notice',
    title: 'notice',
    close: '/more/notice',
    digits: ['id'],
  },
  { ...underMore, path: '/more/change_password', menu: 'change_password', title: 'changePassword' },
  { ...underMore, path: '/more/message', menu: 'message', title: 'message' },
  { ...underMore, path: '/more/contact', menu: 'contact', title: 'contact' },
  {
    ...page,
    path: '/more/contact/create',
    menu: 'contact',
    title: 'contactCreate',
    close: '/more/contact',
  },
  {
    ...page,
    path: '/more/contact/$id',
    menu: 'contact',
    title: 'contact',
    close: '/more/contact',
    digits: ['id'],
  },
  { ...underMore, path: '/more/economic', menu: 'economic', title: 'economic' },
  { ...underMore, path: '/more/livechat', menu: 'livechat', title: 'livechat' },
  { ...underMore, path: '/more/setting', menu: 'setting', title: 'setting' },
  { ...underMore, path: '/more/notifications', menu: 'notifications', title: 'notifications' },
  {
    ...page,
    path: '/more/notifications/setting',
    menu: 'notifications',
    title: 'notificationSetting',
    back: '/more/notifications',
    closesToOpener: true,
  },
  {
    ...page,
    path: '/more/alerts',
    menu: 'alerts',
    title: 'alerts',
    back: '/more/notifications',
    closesToOpener: true,
  },
  { ...member, path: '/more/alerts/$stock', layout: 'OwnHead', menu: 'alerts', title: 'alerts' },
  { ...underMore, path: '/more/limits', menu: 'limits', title: 'limits' },
  { ...underMore, path: '/more/identity', menu: 'identity', title: 'identity', closesToOpener: true },
  { ...underMore, path: '/more/api-keys', menu: 'api-keys', title: 'apiKeys' },
  { ...underMore, path: '/more/mypage', menu: 'mypage', title: 'mypage' },
  { ...page, path: '/more/security', menu: 'mypage', title: 'security', back: '/more/mypage' },
  { ...page, path: '/more/security/totp', menu: 'mypage', title: 'totp', back: '/more/security' },
  { ...page, path: '/more/security/history', menu: 'mypage', title: 'signIns', back: '/more/security' },
  { ...underMore, path: '/partner', menu: 'partner', title: 'partner' },
  { ...underMore, path: '/more/terms', menu: 'terms', title: 'terms' },
  { ...underMore, path: '/more/privacy', menu: 'privacy', title: 'privacy' },

  { ...wallet, path: '/wallet/asset', menu: 'asset' },
  { ...page, path: '/wallet/past', menu: 'past', title: 'past', back: '/wallet/asset' },
  { ...wallet, path: '/wallet/p2p', menu: 'p2p' },
  { ...wallet, path: '/wallet/dnw_history', menu: 'dnw_history' },
  { ...wallet, path: '/wallet/history', menu: 'history' },
  { ...wallet, path: '/wallet/receipts', menu: 'receipts' },
  { ...wallet, path: '/wallet/rounds', menu: 'rounds' },
  { ...underMore, path: '/wallet/solvency', menu: 'solvency', title: 'solvency', closesToOpener: true },
  { ...tradeDetail, path: '/wallet/history/futures/$id' },
  { ...tradeDetail, path: '/wallet/history/futures/funding/$position/$time', digits: ['position', 'time'] },
  { ...tradeDetail, path: '/wallet/history/oversea/$id' },
  { ...tradeDetail, path: '/wallet/history/$id' },
  { ...money, path: '/wallet/payouts', menu: 'payouts', title: 'payouts' },
  { ...money, path: '/wallet/convert/$pair', menu: 'convert', title: 'convert' },
  { ...money, path: '/wallet/$type/$coin', menu: 'wallet', title: 'wallet' },

  { ...underMore, path: '/balances/list', menu: 'balances', title: 'wallet' },
  { ...underMore, path: '/balances/deposit', menu: 'deposit', title: 'deposit' },
  { ...underMore, path: '/balances/withdraw', menu: 'withdraw', title: 'withdraw' },
  { ...underMore, path: '/support/notice', menu: 'notice', title: 'notice' },
  { ...underMore, path: '/support/invest_info', menu: 'invest_info', title: 'investInfo' },
  { ...underMore, path: '/support/more/$page', menu: 'support', title: 'support' },
  { ...underMore, path: '/service/contact', menu: 'contact', title: 'contact' },
] as const satisfies readonly RouteRow[];

export type RoutePath = (typeof routeTable)[number]['path'];
