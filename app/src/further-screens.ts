// Screens that are opened now and then, and the bar of wide screens. What each of them imports is named by the file that
// imports it: here, that is a file of its own, and the names of their many parts do not weigh on the first screen.

export const furtherScreens = {
  BetDetailScreen: async () => (await import('./binary/receipt/bet-detail-screen.tsx')).BetDetailScreen,
  ChangePasswordScreen: async () =>
    (await import('./account/my-page/change-password-screen.tsx')).ChangePasswordScreen,
  FillDetailScreen: async () => (await import('./oversea/receipt/fill-detail-screen.tsx')).FillDetailScreen,
  FuturesFillScreen: async () =>
    (await import('./futures/receipt/futures-fill-screen.tsx')).FuturesFillScreen,
  FuturesFundingScreen: async () =>
    (await import('./futures/receipt/futures-funding-screen.tsx')).FuturesFundingScreen,
  IndexProofScreen: async () => (await import('./indices/index-proof-screen.tsx')).IndexProofScreen,
  MyPageScreen: async () => (await import('./account/my-page/my-page-screen.tsx')).MyPageScreen,
  PrivacyScreen: async () => (await import('./more/privacy-screen.tsx')).PrivacyScreen,
  ReceiptsScreen: async () => (await import('./history/receipts-screen.tsx')).ReceiptsScreen,
  RoundsScreen: async () => (await import('./binary/rounds/rounds-screen.tsx')).RoundsScreen,
  SettingScreen: async () => (await import('./more/setting-screen.tsx')).SettingScreen,
  TermsScreen: async () => (await import('./more/terms-screen.tsx')).TermsScreen,
  WalletCoinScreen: async () => (await import('./cashier/wallet-coin-screen.tsx')).WalletCoinScreen,
  WalletHistoryScreen: async () => (await import('./history/wallet-history-screen.tsx')).WalletHistoryScreen,
};

export const wideBar = async () => (await import('./wide-bar.tsx')).ProductBar;
