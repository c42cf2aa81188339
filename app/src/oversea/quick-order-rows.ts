import { formatDecimal } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/market';
import { currencyName } from '../market/instrument-words.ts';
import { useText, useWords } from '../text/language.tsx';
import { overseaAccountWords } from '../text/oversea-account.ts';
import { useOverseaAccount } from './use-oversea-account.ts';

export interface RowWords {
  readonly detail: string | undefined;
  readonly held: string | undefined;
  readonly heldSide: 'up' | 'down' | undefined;
}

/** What a row says besides its price: the contract's month, and what I hold of it. */
export function useRowWords(): (option: WireOverseaOption) => RowWords {
  const text = useText();
  const words = useWords(overseaAccountWords);
  const { positions } = useOverseaAccount();
  return ({ id, terms, currency }) => {
    const position = positions.find(({ overseaOptionId }) => overseaOptionId === id);
    const month = terms?.month && words.contractMonth(String(Number(terms.month.slice(5))));
    return {
      // Those in won stand apart, and say so.
      detail: month && currency === 'KRW' ? `${month} · ${currencyName(currency, text)}` : month || undefined,
      held: position && `${words.side[position.tradeType]} ${formatDecimal(String(position.qty))}`,
      heldSide: position && (position.tradeType === 'LONG' ? 'up' : 'down'),
    };
  };
}
