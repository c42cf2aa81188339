// Everything that the page of assets shows, from the wallets, the products' accounts and the rates.
import { exchangeRateMap } from '@maru/contract/rates/calls';
import { useEvery } from '../market/prices/use-every.ts';
import { useWalletValues } from '../products.ts';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { type Asset, assetsOf } from './assets.ts';

/** As often as the server renews them. */
const RENEW_MS = 10_000;

export interface Assets {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly assets: readonly Asset[];
  readonly rates: ReturnType<typeof useRates>;
  reload(): void;
}

function useRates() {
  const answer = useAnswer(exchangeRateMap, {});
  useEvery(RENEW_MS, answer.reload);
  return answer.reply?.rates ?? {};
}

export function useAssets(): Assets {
  const { wallets: watched, reloadWallets } = usePlatform();
  const wallets = useWatched(watched);
  const rates = useRates();
  const valuesOf = useWalletValues();
  const held = Object.values(wallets.reply ?? {});
  return {
    state: wallets.state,
    assets: assetsOf({ wallets: held, values: valuesOf(held), rates }),
    rates,
    reload: () => void reloadWallets(),
  };
}
