// The copy tab of coin futures: whom I follow, or what I trade for others, with the way to the pages of copy trading.
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useNavigate } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { PastWay, TradingWay } from './own-ways.tsx';
import { ownTradingOf, useMyFollows, useMyTrader } from './use-my-copy.ts';

export function CopyPanel() {
  const words = useWords(copytradeWords);
  const { signed } = useMoneyText('USDT');
  const navigate = useNavigate();
  const follows = useMyFollows();
  const mine = useMyTrader().reply;
  const go = (to: string) => void navigate({ to });
  if (follows.state === 'loading') return <SkeletonRows count={1} />;
  if (follows.state === 'failed')
    return <LoadFailed title={words.tabFailed} message={follows.message} onRetry={follows.reload} />;
  const { current } = follows;
  const trading = mine && ownTradingOf(mine);
  return (
    <>
      {trading === 'ACTIVE' ? (
        <ListRow
          title={words.toTrading}
          meta={words.bars.TRADER}
          height={72}
          chevron
          onPress={() => go('/copytrade/trading')}
        />
      ) : current === undefined ? (
        <StatePanel
          kind="empty"
          title={words.tabNone}
          sentence={words.tabNoneLead}
          action={{ label: words.tabFind, onPress: () => go('/copytrade') }}
        />
      ) : (
        <ListRow
          title={current.traderNick}
          meta={
            current.state === 'ACTIVE' ? words.openCount(String(current.copies.length)) : words.bars.DETACHED
          }
          value={signed(current.net)}
          height={72}
          chevron
          onPress={() => go('/copytrade/mine')}
        />
      )}
      {trading !== undefined && trading !== 'ACTIVE' && <TradingWay state={trading} />}
      <PastWay {...follows} />
    </>
  );
}
