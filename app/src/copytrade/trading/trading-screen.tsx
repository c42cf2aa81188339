// A trader's own tab (picture 38b): the trades, the followers, the shares of profit; and for others how to become one.
import { lazy, Suspense, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import '../copy-block.css';
import '../copy-rows.css';
import '../copy-sheet.css';
import { useMyTrader } from '../../futures/copied/use-my-copy.ts';
import { usePairs } from '../use-pairs.ts';
import { NoTrader } from './apply-form.tsx';
import { FollowersPanel } from './followers-panel.tsx';
import { ClosedTrades, OwnTrades } from './own-trades.tsx';
import type { OwnTrader } from './settings-sheet.tsx';
import { SharesPanel } from './shares-panel.tsx';
import './trading-screen.css';
import { useReadForFollowers } from './use-read-for-followers.ts';

const SettingsSheet = lazy(async () => ({ default: (await import('./settings-sheet.tsx')).SettingsSheet }));

type Tab = 'trades' | 'followers' | 'shares';
const TABS_ID = 'copy-trading';

export function TradingScreen() {
  const words = useWords(copytradeTradingWords);
  const member = useWatched(usePlatform().member);
  const answer = useMyTrader();
  if (answer.state === 'loading' || member === undefined)
    return (
      <div className="copy-trading copy-trading--loading" aria-hidden="true">
        <Skeleton height={32} />
        <Skeleton height={96} />
        <SkeletonRows count={4} />
      </div>
    );
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  const { trader } = answer.reply;
  return (
    <div className="copy-trading">
      {trader?.status !== 'ACTIVE' && <NoTrader mine={answer.reply} onChanged={answer.reload} />}
      {trader !== null && <TraderTabs trader={trader} traderId={member.id} reload={answer.reload} />}
    </div>
  );
}

interface TabsProps {
  readonly trader: OwnTrader;
  readonly traderId: number;
  readonly reload: () => void;
}

/** Who has stopped keeps them: followers have copies left, and shares are still paid. */
function TraderTabs({ trader, traderId, reload }: TabsProps) {
  const words = useWords(copytradeTradingWords);
  const pairs = usePairs();
  const [tab, setTab] = useEntryState<Tab>('tab', 'trades');
  const [isSetting, setSetting] = useState(false);
  const isActive = trader.status === 'ACTIVE';
  useReadForFollowers({ state: 'ready', reload });
  return (
    <>
      {isActive && (
        <HeaderEnd>
          <IconButton icon="sliders" size={22} label={words.settings} onPress={() => setSetting(true)} />
        </HeaderEnd>
      )}
      <Tabs<Tab>
        id={TABS_ID}
        label={words.tabsLabel}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'trades', label: words.tabs.trades },
          { value: 'followers', label: words.tabs.followers, count: trader.followers },
          { value: 'shares', label: words.tabs.shares },
        ]}
      />
      <TabPanel id={TABS_ID} value={tab} className="copy-trading__panel">
        {tab === 'trades' &&
          (isActive ? (
            <OwnTrades traderId={traderId} pairs={pairs} onFollowers={() => setTab('followers')} />
          ) : (
            <ClosedTrades pairs={pairs} />
          ))}
        {tab === 'followers' && <FollowersPanel isActive={isActive} />}
        {tab === 'shares' && <SharesPanel />}
      </TabPanel>
      <Suspense>
        {isSetting && isActive && (
          <SettingsSheet
            trader={trader}
            onClose={() => setSetting(false)}
            onDone={() => {
              setSetting(false);
              reload();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
