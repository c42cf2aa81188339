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
  readonly rates: ReturnType<typeof useRates>['rates'];
  reload(): void;
}

function useRates() {
  const answer = useAnswer(exchangeRateMap, {});
  useEvery(RENEW_MS, answer.reload);
  return { isLoading: answer.state === 'loading', rates: answer.reply?.rates ?? {} };
}

export function useAssets(): Assets {
  const { wallets: watched, reloadWallets } = usePlatform();
  const wallets = useWatched(watched);
  const { isLoading, rates } = useRates();
  const valuesOf = useWalletValues();
  const held = Object.values(wallets.reply ?? {});
  return {
    // A total without rates would be a wrong one for a moment; without an answer it says what it lacks.
    state: wallets.state === 'ready' && isLoading ? 'loading' : wallets.state,
    assets: assetsOf({ wallets: held, values: valuesOf(held), rates }),
    rates,
    reload: () => void reloadWallets(),
  };
}
