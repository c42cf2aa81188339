import type { account as ko } from '../ko/account.ts';
import type { Same } from '../same.ts';

export const account: Same<typeof ko> = {
  headline: 'Where now is seen:',
  signInLead: 'Prices and rules are real, only the money is for practice.',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signIn: 'Sign in',
  signingIn: 'Signing in',
  demoHint: 'New here? Use the demo account printed where the server was started.',
  signOut: 'Sign out',
  practiceMoney: 'Practice money',
  won: 'KRW',
  inUse: (amount) => `${amount} in trades`,
  otherWallets: 'Other wallets',
  coinFutures: 'Coin futures',
  refill: 'Refill',
  refillLead: 'The wallet starts anew with the amount you choose.',
  refillMillion: '₩1M',
  refillTenMillion: '₩10M',
  refillHundredMillion: '₩100M',
  walletFailed: 'Could not load the wallet',
};
