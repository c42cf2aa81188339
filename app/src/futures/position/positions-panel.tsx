// The member's open positions (design 06b), the one that is nearest to its liquidation first, and what is done to them.
import { formatDecimal } from '@maru/client/format';
import { closeFuturesPositions } from '@maru/contract/futures/calls';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { lazy, Suspense, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { type Holding, useHoldings } from '../account/use-holdings.ts';
import { PositionCard } from './position-card.tsx';
import type { PositionSheet } from './position-sheets.tsx';
import './positions-panel.css';

const ScenarioPanel = lazy(async () => ({
  default: (await import('../scenario/scenario-panel.tsx')).ScenarioPanel,
}));
const PositionSheets = lazy(async () => ({
  default: (await import('./position-sheets.tsx')).PositionSheets,
}));

interface Props {
  readonly instrument: WireFuturesOption;
}

interface Opened {
  readonly sheet: PositionSheet;
  readonly positionId: number;
}

export function PositionsPanel({ instrument }: Props) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { holdings, state, reload } = useHoldings();
  const [isOnlyHere, setOnlyHere] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const [isScenario, setScenario] = useState(false);
  const failedTitle = useWords(futuresOrdersWords).accountFailed;
  if (state === 'loading') return <SkeletonRows count={2} figures />;
  if (state === 'failed') return <LoadFailed title={failedTitle} onRetry={reload} />;
  if (holdings.length === 0)
    return <StatePanel kind="empty" title={trade.noPositions} sentence={trade.noPositionsLead} />;
  const shown = isOnlyHere
    ? holdings.filter(({ position }) => position.futuresOptionId === instrument.id)
    : holdings;
  const current = holdings.find(({ position }) => position.id === opened?.positionId);
  return (
    <>
      <div className="futures-positions__bar">
        <Checkbox size="small" checked={isOnlyHere} onChange={setOnlyHere}>
          {words.onlyHere}
        </Checkbox>
        <Button kind="tonal" size="small" onPress={() => setScenario(true)}>
          {words.scenario}
        </Button>
        <CloseAll holdings={holdings} onDone={reload} />
      </div>
      {shown.length === 0 && <StatePanel kind="empty" title={words.noneHere} sentence={words.noneHereLead} />}
      <ul className="futures-positions" aria-label={trade.positions}>
        {shown.map((holding) => {
          const { id } = holding.position;
          const open = (sheet: PositionSheet) => setOpened({ sheet, positionId: id });
          return (
            <li key={id}>
              <PositionCard
                holding={holding}
                onTpsl={() => open('tpsl')}
                onMargin={() => open('margin')}
                onClose={() => open('close')}
                onMore={() => open('menu')}
                onWhy={(kind) => open(`why-${kind}`)}
              />
            </li>
          );
        })}
      </ul>
      <Suspense>
        {isScenario && <ScenarioPanel open onClose={() => setScenario(false)} instrument={instrument} />}
        {opened && current?.instrument && (
          <PositionSheets
            key={opened.positionId}
            holding={current}
            instrument={current.instrument}
            sheet={opened.sheet}
            onOpen={(sheet) => setOpened(sheet && { sheet, positionId: opened.positionId })}
          />
        )}
      </Suspense>
    </>
  );
}

interface CloseAllProps {
  readonly holdings: readonly Holding[];
  readonly onDone: () => void;
}

/** Each wallet is closed by one call of its own: it is one event of the account. */
function CloseAll({ holdings, onDone }: CloseAllProps) {
  const words = useWords(futuresPositionWords);
  const { ask, show } = useAlerts();
  const { busy, send } = useCall(closeFuturesPositions, { untilKnown: true });
  async function closeAll() {
    const choice = await ask({
      title: words.closeAllTitle(formatDecimal(String(holdings.length))),
      message: words.closeAllLead,
      safe: words.keep,
      other: words.closeAllDo,
      bright: 'other',
    });
    if (choice === 'safe') return;
    for (const walletType of new Set(holdings.map(({ position }) => position.walletType))) {
      const outcome = await send({ body: { walletType } });
      if (outcome?.ok === false) show(outcome.message);
    }
    onDone();
  }
  return (
    <Button kind="tonal" size="small" busy={busy} onPress={() => void closeAll()}>
      {words.closeAll}
    </Button>
  );
}
