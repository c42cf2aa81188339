import { isMarket } from '@maru/engine/bitball/markets';
import { fullPickOf } from '../../bitball/trade/market-words.ts';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';

interface Side {
  readonly name: string;
  readonly direction: 'up' | 'down' | 'flat';
}

/** What was bet on: a side of the price, or a market of a draw. */
export function useSideOf(): (type: string) => Side {
  const words = useWords(receiptWords);
  const ballWords = useWords(bitballWords);
  return (type) => {
    if (type !== 'LONG' && type !== 'SHORT')
      return { name: isMarket(type) ? fullPickOf(type, ballWords) : type, direction: 'flat' };
    const direction = type === 'LONG' ? 'up' : 'down';
    return { name: words[direction], direction };
  };
}

export function SideBadge({ type }: { readonly type: string }) {
  const { name, direction } = useSideOf()(type);
  if (direction === 'flat') return <Badge>{name}</Badge>;
  return (
    <Badge tone={direction}>
      <Triangle direction={direction} />
      {name}
    </Badge>
  );
}
