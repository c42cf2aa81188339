// The instruments that traders offer, by the short names of their coins.
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useMemo } from 'react';
import { useListedFutures } from '../futures/account/use-futures-instruments.ts';
import { copytradeWords } from '../text/copytrade.ts';
import { useWords } from '../text/language.tsx';
import { countText } from './figures.ts';

export interface Pairs {
  find(id: number): WireFuturesOption | undefined;
  /** `BTC`; the number of one that is not listed any more. */
  nameOf(id: number): string;
  /** `BTC · ETH · SOL 외 4` */
  textOf(ids: readonly number[], most?: number): string;
}

const MOST_NAMES = 3;

export function usePairs(): Pairs {
  const words = useWords(copytradeWords);
  const { reply } = useListedFutures();
  return useMemo(() => {
    const byId = new Map((reply ?? []).map((each) => [each.id, each]));
    const nameOf = (id: number) => {
      const instrument = byId.get(id);
      return instrument === undefined
        ? String(id)
        : (instrument.terms?.baseCurrency ?? displayName(instrument.stock));
    };
    return {
      find: (id) => byId.get(id),
      nameOf,
      textOf(ids, most = MOST_NAMES) {
        if (ids.length === 0) return words.noPairs;
        const names = ids.slice(0, most).map(nameOf).join(' · ');
        return ids.length <= most ? names : words.pairsMore(names, countText(ids.length - most));
      },
    };
  }, [reply, words]);
}
