import type { ChartText } from '../../text/chart.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip } from '../../ui/buttons/chip.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import type { ChartChoices } from '../series/chart-memory.ts';
import { DRAWING_TOOLS, type Pen } from '../series/drawing-tool.ts';
import { INDICATORS, type IndicatorName, toggled } from '../series/indicator-choice.ts';
import './chart-tools-sheet.css';

interface Props {
  readonly text: ChartText;
  readonly open: boolean;
  readonly choices: ChartChoices;
  readonly pen: Pen | undefined;
  readonly onClose: () => void;
  readonly onChoose: (choices: ChartChoices) => void;
  readonly onPen: (pen: Pen) => void;
  readonly onClear: () => void;
  readonly onFit: () => void;
}

export function ChartToolsSheet({
  text,
  open,
  choices,
  pen,
  onClose,
  onChoose,
  onPen,
  onClear,
  onFit,
}: Props) {
  const names: Readonly<Partial<Record<IndicatorName, string>>> = {
    MA: text.average,
    EMA: text.exponential,
    BOLL: text.bands,
    VOL: text.volume,
  };
  const closing = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={text.tools}
      closeLabel={text.close}
      action={
        <Button kind="tonal" onPress={closing(onFit)}>
          {text.fit}
        </Button>
      }
    >
      <div className="chart-tools">
        {/* Ticks have no open and close, so they are a line whatever was chosen. */}
        <Segmented
          label={text.kind}
          options={[
            { value: 'candle', label: text.candle },
            { value: 'line', label: text.line },
          ]}
          value={choices.period === 'tick' ? 'line' : choices.kind}
          disabled={choices.period === 'tick'}
          onChange={(kind) => onChoose({ ...choices, kind })}
        />
        <section>
          <h3 className="chart-tools__title text-lead">{text.indicators}</h3>
          <div className="chart-tools__chips">
            {INDICATORS.map((name) => (
              <Chip
                key={name}
                pressed={choices.indicators.includes(name)}
                onPress={() => onChoose({ ...choices, indicators: toggled(choices.indicators, name) })}
              >
                {names[name] ?? name}
              </Chip>
            ))}
          </div>
          <p className="chart-tools__note text-micro">{text.panesAtMost}</p>
        </section>
        <section>
          <h3 className="chart-tools__title text-lead">{text.drawing}</h3>
          <div className="chart-tools__chips">
            {[...DRAWING_TOOLS, 'eraser' as const].map((tool) => (
              <Chip key={tool} pressed={tool === pen} onPress={closing(() => onPen(tool))}>
                {text[tool]}
              </Chip>
            ))}
            <Chip pressed={false} icon="trash" onPress={closing(onClear)}>
              {text.clear}
            </Chip>
          </div>
        </section>
      </div>
    </BottomSheet>
  );
}
