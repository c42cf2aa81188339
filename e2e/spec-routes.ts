// The table of routes of the specification, row by row, with what each row requires for a guest and for a member.

export interface SpecRoute {
  /** The path as it is typed. */
  readonly path: string;
  /** The path to which a guest is redirected. */
  readonly guest: string;
  /** The path to which a member is redirected; the path itself unless the row redirects. */
  readonly member?: string;
  /** The title in the header. */
  readonly title?: string;
  /** Where the arrow leads. A row without one has no arrow. */
  readonly back?: string;
  /** Where the cross leads. */
  readonly close?: string;
  /** The tab that is marked in the footer. A row without one has no footer. */
  readonly tab?: string;
  /** The name that the menu cookie stores, where the table gives one. */
  readonly menu?: string;
}

const signIn = '/signin';
const underMore = { guest: signIn, back: '/more' } as const;

export const specRoutes: readonly SpecRoute[] = [
  { path: '/signin', guest: signIn, member: '/more' },
  { path: '/register', guest: '/register', member: '/more' },
  { path: '/ref/NURI01', guest: '/ref/NURI01', member: '/more' },
  { path: '/exchange', guest: '/exchangeView', title: '거래하기', back: '/oversea' },
  // Before any option was opened: afterwards this page leads to the one that was opened last.
  { path: '/exchangeView', guest: '/exchangeView', member: '/exchange' },
  { path: '/exchange/102', guest: '/exchangeView/102' },
  { path: '/exchange/one', guest: signIn, member: '/more' },
  { path: '/oversea', guest: '/overseaView', tab: '빠른주문' },
  { path: '/oversea/303', guest: '/overseaView/303' },
  { path: '/oversea/NQ', guest: signIn, member: '/more' },
  { path: '/dnw', guest: signIn, title: '입출금', tab: '입출금' },
  { path: '/search', guest: signIn, member: '/search/oversea' },
  { path: '/search/oversea', guest: signIn, tab: '검색', menu: 'quick order' },
  { path: '/search/dnw', guest: signIn, tab: '검색', menu: 'deposit/withdraw' },
  { path: '/more', guest: signIn, title: '더보기', tab: '더보기' },
  { path: '/more/notice', ...underMore, title: '공지사항' },
  { path: '/more/notice/7', guest: signIn, title: '공지사항', close: '/more/notice' },
  { path: '/more/notice/seven', guest: signIn, member: '/more' },
  { path: '/more/change_password', ...underMore, title: '비밀번호 변경' },
  { path: '/more/contact', ...underMore, title: '1:1 문의' },
  { path: '/more/contact/7', guest: signIn, title: '1:1 문의', close: '/more/contact' },
  { path: '/more/contact/seven', guest: signIn, member: '/more' },
  { path: '/more/contact/create', guest: signIn, title: '문의하기', close: '/more/contact' },
  { path: '/more/economic', ...underMore, title: '경제지표' },
  { path: '/more/livechat', ...underMore, title: '실시간 상담' },
  { path: '/more/setting', ...underMore, title: '설정' },
  { path: '/more/mypage', ...underMore, title: '내 정보' },
  { path: '/more/terms', ...underMore, title: '이용약관' },
  { path: '/more/privacy', ...underMore, title: '개인정보 처리방침' },
  { path: '/wallet/asset', ...underMore, title: '지갑' },
  { path: '/wallet/p2p', ...underMore, title: '지갑' },
  { path: '/wallet/dnw_history', ...underMore, title: '지갑' },
  { path: '/wallet/history', ...underMore, title: '지갑' },
  { path: '/wallet/receipts', ...underMore, title: '지갑' },
  { path: '/wallet/rounds', ...underMore, title: '지갑' },
  // A receipt closes to the page from which it was opened.
  { path: '/wallet/history/7', guest: signIn, title: '거래 상세', close: '/more' },
  { path: '/nowhere/at/all', guest: signIn, member: '/more' },

  // The other targets that the specification names below its table.
  { path: '/exchangeView/102', guest: '/exchangeView/102', member: '/exchange/102' },
  { path: '/overseaView', guest: '/overseaView', member: '/oversea' },
  { path: '/overseaView/303', guest: '/overseaView/303', member: '/oversea/303' },
  { path: '/future/BTCUSDT', guest: '/futureView/BTCUSDT' },
  { path: '/futureView/BTCUSDT', guest: '/futureView/BTCUSDT', member: '/future/BTCUSDT' },
  { path: '/balances/list', ...underMore, title: '지갑' },
  { path: '/balances/deposit', ...underMore, title: '입금 신청' },
  { path: '/balances/withdraw', ...underMore, title: '출금 신청' },
  { path: '/support/notice', ...underMore, title: '공지사항' },
  { path: '/support/invest_info', ...underMore, title: '투자정보' },
  { path: '/support/more/faq', ...underMore, title: '자주 묻는 질문' },
  { path: '/service/contact', ...underMore, title: '1:1 문의' },
  { path: '/wallet/deposit/BTC', ...underMore, title: '비트코인 입금' },
  { path: '/wallet/convert/BTC_USDT', ...underMore, title: '전환' },
];
