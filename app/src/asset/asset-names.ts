import { assetWords } from '../text/asset.ts';
import { useWords } from '../text/language.tsx';
import { marketWords } from '../text/market.ts';
import type { Asset } from './assets.ts';

/** What a wallet is called: by its product, or by its coin. */
export function useAssetName(assets: readonly Asset[]): (type: string | undefined) => string {
  const words = useWords(assetWords);
  const { coinNames } = useWords(marketWords);
  return (type) => {
    if (type === undefined) return words.others;
    const product = assets.find((asset) => asset.type === type)?.live?.name;
    return product ?? words.spot(coinNames[type as keyof typeof coinNames] ?? type);
  };
}
