// All screens but the first, the bar of wide screens, and the notices of members. What each of them imports
// is named by the file that imports it: here, that is a file of its own, and the names of their many parts do not weigh
// on the first screen.
import { assert } from '@maru/engine/assert';
import type { ComponentType } from 'react';
import type { RoutePath } from './route-table.ts';

type Load = () => Promise<ComponentType>;

const exchange: Load = async () => (await import('./binary/offers/exchange-screen.tsx')).ExchangeScreen;
const exchangeTrade: Load = async () =>
  (await import('./binary/trade/binary-trade-screen.tsx')).BinaryTradeScreen;
const future: Load = async () => (await import('./futures/trade/future-screen.tsx')).FutureScreen;
const overseaTrade: Load = async () =>
  (await import('./oversea/trade/oversea-trade-screen.tsx')).OverseaTradeScreen;
const dnw: Load = async () => (await import('./cashier/dnw/dnw-screen.tsx')).DnwScreen;
const notices: Load = async () => (await import('./content/notice/notice-list-screen.tsx')).NoticeListScreen;
const contacts: Load = async () => (await import('./contact/contact-list-screen.tsx')).ContactListScreen;

/** Those that `routes.tsx` names itself, and those that lead to others. */
type FirstPath =
  | '/'
  | '/search'
  | '/signin'
  | '/register'
  | '/ref/$partnerCode'
  | '/oversea'
  | '/overseaView';

const furtherScreens: Readonly<Record<Exclude<RoutePath, FirstPath>, Load>> = {
  '/balances/deposit': dnw,
  '/balances/list': async () => (await import('./cashier/wallets/wallet-list-screen.tsx')).WalletListScreen,
  '/balances/withdraw': dnw,
  '/copytrade': async () => (await import('./copytrade/list/copy-list-screen.tsx')).CopyListScreen,
  '/copytrade/$traderId': async () => (await import('./copytrade/profile/trader-screen.tsx')).TraderScreen,
  '/copytrade/mine': async () => (await import('./copytrade/mine/mine-screen.tsx')).MineScreen,
  '/copytrade/trading': async () => (await import('./copytrade/trading/trading-screen.tsx')).TradingScreen,
  '/dnw': dnw,
  '/exchange': exchange,
  '/exchange/$id': exchangeTrade,
  '/exchangeView': exchange,
  '/exchangeView/$id': exchangeTrade,
  '/status': async () => (await import('./fairness/status-screen.tsx')).StatusScreen,
  '/fairness': async () => (await import('./fairness/fairness-screen.tsx')).FairnessScreen,
  '/future/$stock': future,
  '/futureView/$stock': future,
  '/find_id': async () => (await import('./identity/find-id-screen.tsx')).FindIdScreen,
  '/find_pw': async () => (await import('./identity/find-password-screen.tsx')).FindPasswordScreen,
  '/index/$stock': async () => (await import('./indices/index-proof-screen.tsx')).IndexProofScreen,
  '/more': async () => (await import('./more/more-screen.tsx')).MoreScreen,
  '/more/alerts': async () => (await import('./alert/alert-list-screen.tsx')).AlertListScreen,
  '/more/alerts/$stock': async () => (await import('./alert/alert-screen.tsx')).AlertScreen,
  '/more/api-keys': async () => (await import('./apikeys/api-keys-screen.tsx')).ApiKeysScreen,
  '/more/change_password': async () =>
    (await import('./account/my-page/change-password-screen.tsx')).ChangePasswordScreen,
  '/more/identity': async () => (await import('./identity/identity-screen.tsx')).IdentityScreen,
  '/more/economic': async () => (await import('./economic/economic-screen.tsx')).EconomicScreen,
  '/more/contact': contacts,
  '/more/contact/$id': async () => (await import('./contact/contact-thread-screen.tsx')).ContactThreadScreen,
  '/more/contact/create': async () =>
    (await import('./contact/contact-create-screen.tsx')).ContactCreateScreen,
  '/more/limits': async () => (await import('./limits/limits-screen.tsx')).LimitsScreen,
  '/more/message': async () => (await import('./message/message-screen.tsx')).MessageScreen,
  '/more/mypage': async () => (await import('./account/my-page/my-page-screen.tsx')).MyPageScreen,
  '/more/livechat': async () => (await import('./content/chat/live-chat-screen.tsx')).LiveChatScreen,
  '/more/notice': notices,
  '/more/notice/$id': async () => (await import('./content/notice/notice-screen.tsx')).NoticeScreen,
  '/more/notifications': async () =>
    (await import('./futures/notices/notification-page.tsx')).NotificationPage,
  '/more/notifications/setting': async () =>
    (await import('./notification/setting/notification-setting-screen.tsx')).NotificationSettingScreen,
  '/more/privacy': async () => (await import('./more/privacy-screen.tsx')).PrivacyScreen,
  '/more/security': async () => (await import('./security/security-screen.tsx')).SecurityScreen,
  '/more/security/history': async () => (await import('./security/history-screen.tsx')).SignInHistoryScreen,
  '/more/security/totp': async () => (await import('./security/totp-screen.tsx')).TotpScreen,
  '/more/setting': async () => (await import('./more/setting-screen.tsx')).SettingScreen,
  '/more/terms': async () => (await import('./more/terms-screen.tsx')).TermsScreen,
  '/partner': async () => (await import('./partner/partner-screen.tsx')).PartnerScreen,
  '/quiz': async () => (await import('./quiz/quiz-screen.tsx')).QuizScreen,
  '/oversea/$id': overseaTrade,
  '/overseaView/$id': overseaTrade,
  '/search/oversea': async () => (await import('./market/search/search-screen.tsx')).ListingSearchScreen,
  '/search/dnw': async () => (await import('./cashier/search/dnw-search-screen.tsx')).DnwSearchScreen,
  '/trial': async () => (await import('./trial/receipt/trial-screen.tsx')).TrialScreen,
  '/support/invest_info': async () =>
    (await import('./content/support/support-page-screen.tsx')).InvestInfoScreen,
  '/support/more/$page': async () =>
    (await import('./content/support/support-page-screen.tsx')).SupportPageScreen,
  '/support/notice': notices,
  '/service/contact': contacts,
  '/wallet/$type/$coin': async () => (await import('./cashier/coin/coin-screen.tsx')).CoinScreen,
  '/wallet/asset': async () => (await import('./asset/asset-screen.tsx')).AssetScreen,
  '/wallet/convert/$pair': async () => (await import('./cashier/convert/convert-screen.tsx')).ConvertScreen,
  '/wallet/dnw_history': async () =>
    (await import('./cashier/history/dnw-history-screen.tsx')).DnwHistoryScreen,
  '/wallet/history': async () => (await import('./history/wallet-history-screen.tsx')).WalletHistoryScreen,
  '/wallet/history/$id': async () => (await import('./binary/receipt/bet-detail-screen.tsx')).BetDetailScreen,
  '/wallet/history/futures/$id': async () =>
    (await import('./futures/receipt/futures-fill-screen.tsx')).FuturesFillScreen,
  '/wallet/history/futures/funding/$position/$time': async () =>
    (await import('./futures/receipt/futures-funding-screen.tsx')).FuturesFundingScreen,
  '/wallet/history/oversea/$id': async () =>
    (await import('./oversea/receipt/fill-detail-screen.tsx')).FillDetailScreen,
  '/wallet/p2p': async () => (await import('./cashier/p2p/p2p-screen.tsx')).P2pScreen,
  '/wallet/past': async () => (await import('./past/past-screen.tsx')).PastScreen,
  '/wallet/payouts': async () => (await import('./cashier/payouts/payouts-screen.tsx')).PayoutsScreen,
  '/wallet/receipts': async () => (await import('./history/receipts-screen.tsx')).ReceiptsScreen,
  '/wallet/rounds': async () => (await import('./binary/rounds/rounds-screen.tsx')).RoundsScreen,
  '/wallet/solvency': async () => (await import('./solvency/solvency-screen.tsx')).SolvencyScreen,
  '/welcome': async () => (await import('./account/sign-up/welcome-screen.tsx')).WelcomeScreen,
};

export function furtherScreen(path: string): Promise<ComponentType> {
  const load = (furtherScreens as Readonly<Partial<Record<string, Load>>>)[path];
  assert(load !== undefined, `a screen of ${path}`);
  return load();
}

export const wideBar = async () => (await import('./wide-bar.tsx')).ProductBar;
export const contentNotices = async () => (await import('./content/content-notices.tsx')).ContentNotices;
export const memberNotices = async () => (await import('./member-notices.tsx')).MemberNotices;
