// The chart of the trade screens: periods and tools above, the drawn chart below. Its height is what the screen leaves.
import { toDecimal } from '@maru/engine/amount';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { chartWords } from '../../text/chart.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import type { ChartLine } from '../drawing/chart-line.ts';
import { type CandleSeries, createCandleSeries } from '../series/candle-series.ts';
import { type ChartChoices, createChartMemory } from '../series/chart-memory.ts';
import { type ChartPeriod, chartSource } from '../series/chart-source.ts';
import type { Pen } from '../series/drawing-tool.ts';
import { ChartCanvas, type ChartCommands } from './chart-canvas.tsx';
import { chartSentence } from './chart-sentence.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { ChartToolsSheet } from './chart-tools-sheet.tsx';
import { useLargeChart } from './large-chart.ts';
import './trade-chart.css';

interface Props {
  readonly stock: string;
  readonly name: string;
  readonly precision: number;
  /** Against the close of the day before, as a decimal text; part of the description for screen readers. */
  readonly change?: string | undefined;
  readonly lines?: readonly ChartLine[] | undefined;
  /** A hint beside the periods, where there is room for one. */
  readonly note?: string | undefined;
  /** Without indicators, drawings and their tools. */
  readonly isPlain?: boolean;
  /** Only what is drawn, with the period that was chosen the last time. */
  readonly isBare?: boolean;
}

const NO_LINES: readonly ChartLine[] = [];
const NO_INDICATORS: ChartChoices['indicators'] = [];
const ANNOUNCE_AGAIN_AFTER_MS = 500;

export function TradeChart({
  stock,
  name,
  precision,
  change,
  lines = NO_LINES,
  note,
  isPlain = false,
  isBare = false,
}: Props) {
  const text = useWords(chartWords);
  const { storage } = useDevice();
  const memory = useMemo(() => createChartMemory(storage), [storage]);
  // The drawings are not shown, so none of them may be replaced either.
  const plainMemory = useMemo(() => ({ ...memory, drawings: () => [], saveDrawings: () => {} }), [memory]);
  const [choices, setChoices] = useState(() => memory.choices());
  const [isToolsOpen, setIsToolsOpen] = useState(false);
  const [pen, setPen] = useState<Pen>();
  const frame = useRef<HTMLElement>(null);
  const commands = useRef<ChartCommands>(null);
  const [isLarge, toggleLarge] = useLargeChart(frame);
  const panelId = useId();
  const series = useSeries(stock, choices.period);
  const price = useLastPrice(series);

  function choose(next: ChartChoices): void {
    setChoices(next);
    memory.saveChoices(next);
  }

  const hint = pen && { eraser: text.eraserHint, brush: text.brushHint }[pen as 'eraser' | 'brush'];
  return (
    <section ref={frame} className={isLarge ? 'trade-chart trade-chart--large' : 'trade-chart'}>
      {!isBare && (
        <ChartToolbar
          text={text}
          panelId={panelId}
          period={choices.period}
          note={note}
          isLarge={isLarge}
          isToolsOpen={isToolsOpen}
          isPlain={isPlain}
          onPeriod={(period) => choose({ ...choices, period })}
          onTools={() => setIsToolsOpen(true)}
          onLarge={toggleLarge}
        />
      )}
      {pen && !isPlain && (
        <p className="trade-chart__hint text-note" role="status">
          {hint ?? text.drawingHint}
          <Button kind="tonal" size="small" onPress={() => setPen(undefined)}>
            {text.stopDrawing}
          </Button>
        </p>
      )}
      <div
        id={panelId}
        className="trade-chart__panel"
        {...(!isBare && { role: 'tabpanel', 'aria-label': name })}
      >
        <ChartCanvas
          text={text}
          stock={stock}
          precision={precision}
          series={series}
          choices={isPlain ? { ...choices, indicators: NO_INDICATORS } : choices}
          lines={lines}
          sentence={chartSentence(text, { name, price, change, precision })}
          memory={isPlain ? plainMemory : memory}
          pen={isPlain ? undefined : pen}
          commands={commands}
          onDrawn={() => setPen(undefined)}
        />
      </div>
      <ChartToolsSheet
        text={text}
        open={isToolsOpen}
        choices={choices}
        pen={pen}
        onClose={() => setIsToolsOpen(false)}
        onChoose={choose}
        onPen={setPen}
        onClear={() => commands.current?.clearDrawings()}
        onFit={() => commands.current?.fit()}
      />
    </section>
  );
}

function useSeries(stock: string, period: ChartPeriod): CandleSeries {
  const { call, realtime, timers } = usePlatform();
  const series = useMemo(
    () =>
      createCandleSeries({
        source: chartSource(call, stock, period),
        followTick: (onTick) => realtime.followTick(stock, onTick),
        connection: realtime.connection,
        timers,
      }),
    [call, realtime, timers, stock, period],
  );
  useEffect(() => series.start(), [series]);
  return series;
}

/** The price for screen readers is not a ticker: it changes twice a second at most. */
function useLastPrice(series: CandleSeries): string | undefined {
  const { timers } = usePlatform();
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    let stopWaiting: (() => void) | undefined;
    const read = () => {
      const last = series.state.get().bars.at(-1);
      setPrice(last && toDecimal(last.close));
    };
    const later = () => {
      stopWaiting ??= timers.after(ANNOUNCE_AGAIN_AFTER_MS, () => {
        stopWaiting = undefined;
        read();
      });
    };
    read();
    const stop = series.state.watch(later);
    return () => {
      stop();
      stopWaiting?.();
    };
  }, [series, timers]);
  return price;
}
