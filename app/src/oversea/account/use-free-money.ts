import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** What can be spent from this wallet now; nothing while it is not known. */
export function useFreeMoney(walletType: string | undefined): string {
  const state = useWatched(usePlatform().wallets);
  return (state.kind === 'ready' && walletType !== undefined && state.wallets[walletType]?.point) || '0';
}
