import { isMarket } from '@maru/engine/bitball/markets';
import { fullPickOf } from '../../bitball/trade/market-words.ts';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';

/** What was bet on: a side of the price, or a market of a draw. */
export function SideBadge({ type }: { readonly type: string }) {
  const words = useWords(receiptWords);
  const ballWords = useWords(bitballWords);
  if (type !== 'LONG' && type !== 'SHORT')
    return <Badge>{isMarket(type) ? fullPickOf(type, ballWords) : type}</Badge>;
  const direction = type === 'LONG' ? 'up' : 'down';
  return (
    <Badge tone={direction}>
      <Triangle direction={direction} />
      {words[direction]}
    </Badge>
  );
}
