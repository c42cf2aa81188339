import { type Platform, usePlatform, useWatched } from '../../shell/platform.tsx';
import { type FollowedAccount, followAccount, NOTHING_HELD, type OverseaAccount } from './oversea-account.ts';

const GUEST: OverseaAccount = { ...NOTHING_HELD, state: 'ready' };
const nobody: FollowedAccount = { get: () => GUEST, watch: () => () => {}, reload: () => {} };

/** One for each page: however many screens look, it is read and subscribed to once. */
const accounts = new WeakMap<Platform, FollowedAccount>();

function accountOf(platform: Platform): FollowedAccount {
  const account = accounts.get(platform) ?? followAccount(platform);
  accounts.set(platform, account);
  return account;
}

/** Open positions, resting orders and the account's worth; a guest holds nothing. */
export function useOverseaAccount(): OverseaAccount & { reload(): void } {
  const platform = usePlatform();
  const isGuest = useWatched(platform.member) === undefined;
  const account = isGuest ? nobody : accountOf(platform);
  return { ...useWatched(account), reload: account.reload };
}
