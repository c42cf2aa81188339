import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** The free money of this wallet; zero while it is not known. */
export function useFreeMoney(walletType: string | undefined): string {
  const { reply } = useWatched(usePlatform().wallets);
  return (walletType !== undefined && reply?.[walletType]?.point) || '0';
}
