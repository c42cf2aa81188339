// The member's open positions: of this instrument first, then the others.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { PositionRow } from './position-row.tsx';

interface Props {
  readonly instrument: WireFuturesOption;
}

export function PositionsPanel({ instrument }: Props) {
  const words = useWords(futuresTradeWords);
  const accountText = useWords(futuresOrdersWords);
  const navigate = useNavigate();
  const { positions, state, reload } = useFuturesAccount();
  const instruments = useListedFutures().reply ?? [];
  if (state === 'loading') return <SkeletonRows count={2} figures />;
  if (state === 'failed') return <LoadFailed title={accountText.accountFailed} onRetry={reload} />;
  if (positions.length === 0)
    return <StatePanel kind="empty" title={words.noPositions} sentence={words.noPositionsLead} />;
  const isHere = (each: { readonly futuresOptionId: number }) => each.futuresOptionId === instrument.id;
  const sorted = positions.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)));
  return (
    <ul aria-label={words.positions}>
      {sorted.map((position) => (
        <li key={position.id}>
          <PositionRow
            position={position}
            instrument={instruments.find(({ id }) => id === position.futuresOptionId)}
            onPress={() => void navigate({ to: `/future/${position.stock}` })}
          />
        </li>
      ))}
    </ul>
  );
}
