import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** What can be spent from this wallet now; nothing while it is not known. */
export function useFreeMoney(walletType: string | undefined): string {
  const { reply } = useWatched(usePlatform().wallets);
  return (walletType !== undefined && reply?.[walletType]?.point) || '0';
}
