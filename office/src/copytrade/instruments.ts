// The instruments that can be copied: coin futures of the USDT wallet.
import { futuresOptions } from '@maru/contract/futures/instruments';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/copytrade.ts';

export interface Instruments {
  nameOf(id: number): string;
  /** Those that can be chosen, and those among the chosen that no longer can. */
  choicesWith(chosen: readonly number[]): readonly { readonly value: string; readonly label: string }[];
}

export function useInstruments(): Instruments {
  const { data = [] } = useRead(futuresOptions, {});
  const names = new Map(data.map(({ id, stock }) => [id, stock]));
  const nameOf = (id: number): string => names.get(id) ?? words.instrument(id);
  return {
    nameOf,
    choicesWith(chosen) {
      const offered = data.filter(({ terms }) => terms?.walletType === COPY_WALLET).map(({ id }) => id);
      const ids = [...offered, ...chosen.filter((id) => !offered.includes(id))];
      return ids.map((id) => ({ value: String(id), label: nameOf(id) }));
    },
  };
}
