import { formatDecimal } from '@maru/client/format';
import type { Listing } from '../../market/listing/listing.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { oversea } from '../listing/oversea-listings.ts';

export interface Held {
  readonly held: string | undefined;
  readonly heldSide: 'up' | 'down' | undefined;
}

/** The member's position in an instrument: `매수 3`. */
export function useHeld(): (listing: Listing) => Held {
  const words = useWords(overseaAccountWords);
  const { positions } = useOverseaAccount();
  return ({ ways }) => {
    const way = ways.find(({ product }) => product === oversea);
    const position = way && positions.find(({ overseaOptionId }) => overseaOptionId === way.id);
    return {
      held: position && `${words.side[position.tradeType]} ${formatDecimal(String(position.qty))}`,
      heldSide: position && (position.tradeType === 'LONG' ? 'up' : 'down'),
    };
  };
}
