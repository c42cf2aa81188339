import type { ChartText } from '../../text/chart.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { rove } from '../../ui/controls/roving.ts';
import { SHOWN_PERIODS } from '../series/chart-memory.ts';
import type { ChartPeriod } from '../series/chart-source.ts';
import './chart-toolbar.css';

const labels = {
  tick: 'tick',
  '1m': 'minute',
  '5m': 'fiveMinutes',
  '15m': 'quarter',
  '1h': 'hour',
  '1d': 'day',
} as const satisfies Record<(typeof SHOWN_PERIODS)[number], keyof ChartText>;

interface Props {
  readonly text: ChartText;
  readonly panelId: string;
  readonly period: ChartPeriod;
  readonly note?: string | undefined;
  readonly isLarge: boolean;
  readonly isToolsOpen: boolean;
  /** Only the periods and the size. */
  readonly isPlain: boolean;
  readonly onPeriod: (period: ChartPeriod) => void;
  readonly onTools: () => void;
  readonly onLarge: () => void;
}

export function ChartToolbar({
  text,
  panelId,
  period,
  note,
  isLarge,
  isToolsOpen,
  isPlain,
  onPeriod,
  onTools,
  onLarge,
}: Props) {
  const chosen = (SHOWN_PERIODS as readonly ChartPeriod[]).indexOf(period);
  return (
    <div className="chart-toolbar">
      <div className="chart-toolbar__periods" role="tablist" aria-label={text.periods}>
        {SHOWN_PERIODS.map((each, index) => (
          <button
            key={each}
            type="button"
            role="tab"
            className="chart-toolbar__period text-caption"
            aria-selected={each === period}
            aria-controls={panelId}
            tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
            onClick={() => onPeriod(each)}
            onKeyDown={(event) =>
              rove(event, {
                index,
                count: SHOWN_PERIODS.length,
                onMove: (next) => onPeriod(SHOWN_PERIODS[next]!),
              })
            }
          >
            {text[labels[each]]}
          </button>
        ))}
      </div>
      {note !== undefined && <span className="chart-toolbar__note text-micro">{note}</span>}
      <span className="chart-toolbar__tools">
        {!isPlain && (
          <IconButton
            icon="candles"
            size={18}
            label={text.tools}
            expanded={isToolsOpen}
            quiet
            onPress={onTools}
          />
        )}
        <IconButton
          icon={isLarge ? 'close' : 'expand'}
          size={18}
          label={isLarge ? text.shrink : text.expand}
          quiet
          onPress={onLarge}
        />
      </span>
    </div>
  );
}
