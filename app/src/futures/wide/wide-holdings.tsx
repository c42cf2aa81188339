// Below the columns: the member's positions, orders, fills and wallets of all instruments, one behind the other.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { lazy, Suspense, useState } from 'react';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useHoldings } from '../account/use-holdings.ts';
import { CopyPanel } from '../copied/copy-panel.tsx';
import { isClosedHere, useCopyBars } from '../copied/use-copy-bar.ts';
import { RiskBanner } from '../notices/risk-banner.tsx';
import { CloseAll } from '../position/close-all.tsx';
import { WideAssets } from './wide-assets.tsx';
import { WideFills } from './wide-fills.tsx';
import './wide-holdings.css';
import { CancelAll, WideOrders } from './wide-orders.tsx';
import { WidePositions } from './wide-positions.tsx';

const ScenarioPanel = lazy(async () => ({
  default: (await import('../scenario/scenario-panel.tsx')).ScenarioPanel,
}));

interface Props {
  readonly instrument: WireFuturesOption;
}

type HeldTab = 'positions' | 'openOrders' | 'copy' | 'fills' | 'assets';

export function WideHoldings({ instrument }: Props) {
  const words = useWords(futuresTradeWords);
  const wideText = useWords(futuresWideWords);
  const { positions, orders } = useFuturesAccount();
  const [tab, setTab] = useEntryState<HeldTab>('held', 'positions');
  return (
    <WidePanel label={wideText.held} className="futures-wide__held">
      <div className="futures-wide__tabs">
        <Tabs<HeldTab>
          id="futures-held"
          label={wideText.held}
          dense
          tabs={[
            { value: 'positions', label: words.positions, count: positions.length },
            { value: 'openOrders', label: words.openOrders, count: orders.length },
            { value: 'copy', label: words.copy },
            { value: 'fills', label: wideText.fills },
            { value: 'assets', label: words.assets },
          ]}
          value={tab}
          onChange={setTab}
        />
        <div className="futures-wide__acts">
          {tab === 'positions' && <ActsOnAll instrument={instrument} />}
          {tab === 'openOrders' && <CancelAll instrument={instrument} />}
        </div>
      </div>
      <TabPanel id="futures-held" value={tab} className="wide-panel__scroller">
        {/* In the list of positions the one at risk is marked itself. */}
        {tab !== 'positions' && <RiskBanner onOpen={() => setTab('positions')} />}
        <Content tab={tab} />
      </TabPanel>
    </WidePanel>
  );
}

function Content({ tab }: { readonly tab: HeldTab }) {
  switch (tab) {
    case 'positions':
      return <WidePositions />;
    case 'openOrders':
      return <WideOrders />;
    case 'copy':
      return <CopyPanel />;
    case 'fills':
      return <WideFills />;
    case 'assets':
      return <WideAssets />;
  }
}

function ActsOnAll({ instrument }: Props) {
  const words = useWords(futuresPositionWords);
  const { holdings, reload } = useHoldings();
  const barOf = useCopyBars();
  const [isScenario, setScenario] = useState(false);
  if (holdings.length === 0) return null;
  return (
    <>
      <Button kind="tonal" size="small" onPress={() => setScenario(true)}>
        {words.scenario}
      </Button>
      {!holdings.some(({ position }) => isClosedHere(barOf(position))) && (
        <CloseAll holdings={holdings} onDone={reload} />
      )}
      <Suspense>
        {isScenario && <ScenarioPanel open onClose={() => setScenario(false)} instrument={instrument} />}
      </Suspense>
    </>
  );
}
