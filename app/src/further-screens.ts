// Screens that are opened now and then, the bar of wide screens, and the notices of members. What each of them imports
// is named by the file that imports it: here, that is a file of its own, and the names of their many parts do not weigh
// on the first screen.

export const furtherScreens = {
  AssetScreen: async () => (await import('./asset/asset-screen.tsx')).AssetScreen,
  BetDetailScreen: async () => (await import('./binary/receipt/bet-detail-screen.tsx')).BetDetailScreen,
  ChangePasswordScreen: async () =>
    (await import('./account/my-page/change-password-screen.tsx')).ChangePasswordScreen,
  CoinScreen: async () => (await import('./cashier/coin/coin-screen.tsx')).CoinScreen,
  ConvertScreen: async () => (await import('./cashier/convert/convert-screen.tsx')).ConvertScreen,
  DnwHistoryScreen: async () => (await import('./cashier/history/dnw-history-screen.tsx')).DnwHistoryScreen,
  DnwScreen: async () => (await import('./cashier/dnw/dnw-screen.tsx')).DnwScreen,
  DnwSearchScreen: async () => (await import('./cashier/search/dnw-search-screen.tsx')).DnwSearchScreen,
  FillDetailScreen: async () => (await import('./oversea/receipt/fill-detail-screen.tsx')).FillDetailScreen,
  FuturesFillScreen: async () =>
    (await import('./futures/receipt/futures-fill-screen.tsx')).FuturesFillScreen,
  FuturesFundingScreen: async () =>
    (await import('./futures/receipt/futures-funding-screen.tsx')).FuturesFundingScreen,
  IndexProofScreen: async () => (await import('./indices/index-proof-screen.tsx')).IndexProofScreen,
  LimitsScreen: async () => (await import('./limits/limits-screen.tsx')).LimitsScreen,
  MoreScreen: async () => (await import('./more/more-screen.tsx')).MoreScreen,
  MyPageScreen: async () => (await import('./account/my-page/my-page-screen.tsx')).MyPageScreen,
  P2pScreen: async () => (await import('./cashier/p2p/p2p-screen.tsx')).P2pScreen,
  PastScreen: async () => (await import('./past/past-screen.tsx')).PastScreen,
  PayoutsScreen: async () => (await import('./cashier/payouts/payouts-screen.tsx')).PayoutsScreen,
  PrivacyScreen: async () => (await import('./more/privacy-screen.tsx')).PrivacyScreen,
  ReceiptsScreen: async () => (await import('./history/receipts-screen.tsx')).ReceiptsScreen,
  RoundsScreen: async () => (await import('./binary/rounds/rounds-screen.tsx')).RoundsScreen,
  SettingScreen: async () => (await import('./more/setting-screen.tsx')).SettingScreen,
  SolvencyScreen: async () => (await import('./solvency/solvency-screen.tsx')).SolvencyScreen,
  TermsScreen: async () => (await import('./more/terms-screen.tsx')).TermsScreen,
  WelcomeScreen: async () => (await import('./account/sign-up/welcome-screen.tsx')).WelcomeScreen,
  WalletListScreen: async () => (await import('./cashier/wallets/wallet-list-screen.tsx')).WalletListScreen,
  WalletHistoryScreen: async () => (await import('./history/wallet-history-screen.tsx')).WalletHistoryScreen,
};

export const wideBar = async () => (await import('./wide-bar.tsx')).ProductBar;
export const memberNotices = async () => (await import('./member-notices.tsx')).MemberNotices;
