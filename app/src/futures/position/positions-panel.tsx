// The member's open positions (design 06b), the one that is nearest to its liquidation first, and what is done to them.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { lazy, Suspense, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useHoldings } from '../account/use-holdings.ts';
import { isClosedHere, useCopyBars } from '../copied/use-copy-bar.ts';
import { CloseAll } from './close-all.tsx';
import { PositionCard } from './position-card.tsx';
import './positions-panel.css';
import type { PositionSheet } from './position-sheets.tsx';
import { PositionsSkeleton } from './positions-skeleton.tsx';
import { usePositionSheets } from './use-position-sheets.tsx';

const ScenarioPanel = lazy(async () => ({
  default: (await import('../scenario/scenario-panel.tsx')).ScenarioPanel,
}));

interface Props {
  readonly instrument: WireFuturesOption;
}

export function PositionsPanel({ instrument }: Props) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { holdings, state, reload } = useHoldings();
  const [isOnlyHere, setOnlyHere] = useState(false);
  const { open, sheets } = usePositionSheets(holdings);
  const barOf = useCopyBars();
  const [isScenario, setScenario] = useState(false);
  const failedTitle = useWords(futuresOrdersWords).accountFailed;
  if (state === 'loading') return <PositionsSkeleton />;
  if (state === 'failed') return <LoadFailed title={failedTitle} onRetry={reload} />;
  if (holdings.length === 0)
    return <StatePanel kind="empty" title={trade.noPositions} sentence={trade.noPositionsLead} />;
  const shown = isOnlyHere
    ? holdings.filter(({ position }) => position.futuresOptionId === instrument.id)
    : holdings;
  return (
    <>
      <div className="futures-positions__bar">
        <Checkbox size="small" checked={isOnlyHere} onChange={setOnlyHere}>
          {words.onlyHere}
        </Checkbox>
        <Button kind="tonal" size="small" onPress={() => setScenario(true)}>
          {words.scenario}
        </Button>
        {!holdings.some(({ position }) => isClosedHere(barOf(position))) && (
          <CloseAll holdings={holdings} onDone={reload} />
        )}
      </div>
      {shown.length === 0 && <StatePanel kind="empty" title={words.noneHere} sentence={words.noneHereLead} />}
      <ul className="futures-positions" aria-label={trade.positions}>
        {shown.map((holding) => {
          const { id } = holding.position;
          const show = (sheet: PositionSheet) => open(sheet, id);
          return (
            <li key={id}>
              <PositionCard
                holding={holding}
                bar={barOf(holding.position)}
                onTpsl={() => show('tpsl')}
                onMargin={() => show('margin')}
                onClose={() => show('close')}
                onMore={() => show('menu')}
                onWhy={(kind) => show(`why-${kind}`)}
              />
            </li>
          );
        })}
      </ul>
      <Suspense>
        {isScenario && <ScenarioPanel open onClose={() => setScenario(false)} instrument={instrument} />}
      </Suspense>
      {sheets}
    </>
  );
}
