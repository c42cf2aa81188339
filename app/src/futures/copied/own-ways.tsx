// Quiet rows that lead a member to their own pages of copy trading, also when nothing is going on there any more: who has
// stopped as a trader may start again, and whoever followed once may look at what it brought.
import { Link } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import type { MyFollows, OwnTrading } from './use-my-copy.ts';

export function TradingWay({ state }: { readonly state: OwnTrading }) {
  const words = useWords(copytradeWords);
  const isApplying = state === 'WAITING' || state === 'REJECTED';
  return (
    <ListRow
      title={isApplying ? words.becomeTrader : words.toTrading}
      value={state === 'ACTIVE' ? undefined : words.ownStates[state]}
      height={56}
      plain
      chevron
      renderLink={(link) => <Link to="/copytrade/trading" {...link} />}
    />
  );
}

/** Of who follows somebody the page of that follow has the past ones, too. */
export function PastWay({ current, ended }: Pick<MyFollows, 'current' | 'ended'>) {
  const words = useWords(copytradeWords);
  if (current !== undefined || ended.length === 0) return null;
  return (
    <ListRow
      title={words.pastFollows}
      height={56}
      plain
      chevron
      renderLink={(link) => <Link to="/copytrade/mine" {...link} />}
    />
  );
}
