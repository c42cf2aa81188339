import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { LadderGrid } from '../ladder/ladder-grid.tsx';
import { useLadder } from '../ladder/use-ladder.ts';
import { MoveSheet } from '../orders/move-sheet.tsx';
import './wide-ladder.css';
import type { WideTradeProps } from './wide-trade.tsx';

/** A mouse hits what a thumb does not. */
const ROW_PX = 24;

/** Ordering by a press on a price: the same ladder as on a phone, with lower rows. */
export function WideLadder({
  instrument,
  desk,
  ticketStore,
  onGuard,
}: Pick<WideTradeProps, 'instrument' | 'desk' | 'ticketStore' | 'onGuard'>) {
  const words = useWords(overseaTradeWords);
  const ladder = useLadder({ instrument, desk, ticketStore });
  return (
    <WidePanel
      label={words.ladder}
      className="wide-ladder"
      title={words.ladder}
      end={
        <button
          type="button"
          className="wide-ladder__tap"
          aria-label={`${words.ladderSettings}, ${ladder.tapText}`}
          onClick={onGuard}
        >
          <Badge tone={ladder.isInstant ? 'brass' : 'neutral'}>{ladder.tapText}</Badge>
        </button>
      }
    >
      <LadderGrid {...ladder.grid} rowPx={ROW_PX} />
      <button type="button" className="wide-ladder__guard text-micro" onClick={onGuard}>
        <Icon name="shield" size={14} weight={2} />
        <span className="text-cut figure">
          {words.guard.name} {ladder.guardText}
        </span>
      </button>
      <MoveSheet instrument={instrument} moves={ladder.moves} />
      <p className="unseen" role="status">
        {ladder.armedText}
      </p>
    </WidePanel>
  );
}
