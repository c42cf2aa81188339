// The drawn chart in React: klinecharts is fetched when this is first shown; everything else is passed to it as props.

import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useWatched } from '../../shell/platform.tsx';
import type { ChartText } from '../../text/chart.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { ChartLine } from '../drawing/chart-line.ts';
import type { ChartView, PointedBar } from '../drawing/chart-view.ts';
import type { CandleSeries } from '../series/candle-series.ts';
import type { ChartChoices, ChartMemory } from '../series/chart-memory.ts';
import { ChartLegend } from './chart-legend.tsx';
import './chart-canvas.css';
import type { Pen } from '../series/drawing-tool.ts';

/** One-time actions of the tools on the chart, which are no state of it. */
export type ChartCommands = Pick<ChartView, 'fit' | 'clearDrawings'>;

interface Props {
  readonly text: ChartText;
  readonly stock: string;
  readonly precision: number;
  readonly series: CandleSeries;
  readonly choices: ChartChoices;
  readonly lines: readonly ChartLine[];
  readonly sentence: string;
  readonly memory: ChartMemory;
  readonly pen: Pen | undefined;
  readonly commands: RefObject<ChartCommands | null>;
  readonly onDrawn: () => void;
}

const PAN_BARS = 3;
const ZOOM = 1.15;

export function ChartCanvas(props: Props) {
  const { text, stock, precision, series, choices, lines, sentence, memory, pen, commands, onDrawn } = props;
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ChartView>();
  const [isMissing, setIsMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [pointed, setPointed] = useState<PointedBar>();
  const { kind, bars, isLoadingOlder } = useWatched(series.state);
  const latest = useRef({ stock, onDrawn, memory });
  latest.current = { stock, onDrawn, memory };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again.
  useEffect(() => {
    let isCurrent = true;
    let made: ChartView | undefined;
    setIsMissing(false);
    import('../drawing/chart-view.ts')
      .then(({ createChartView }) => {
        if (!isCurrent || !container.current) return;
        made = createChartView(container.current, {
          onPoint: setPointed,
          onDrawings: (drawings) => latest.current.memory.saveDrawings(latest.current.stock, drawings),
          onDrawn: () => latest.current.onDrawn(),
        });
        setView(made);
      })
      // The code could not be fetched, or this browser has no canvas.
      .catch(() => isCurrent && setIsMissing(true));
    return () => {
      isCurrent = false;
      made?.dispose();
      setView(undefined);
    };
  }, [attempt]);

  const { period, kind: chartKind, indicators } = choices;
  useEffect(() => view?.setStyle({ kind: chartKind, indicators }), [view, chartKind, indicators]);
  useEffect(() => {
    view?.show({ stock, period, precision, series }, memory.drawings(stock));
  }, [view, stock, period, precision, series, memory]);
  useEffect(() => view?.setLines(lines), [view, lines]);
  useEffect(() => view?.hold(pen), [view, pen]);
  useImperativeHandle<ChartCommands | null, ChartCommands | null>(commands, () => view ?? null, [view]);

  function steer(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => view?.pan(PAN_BARS),
      ArrowRight: () => view?.pan(-PAN_BARS),
      '+': () => view?.zoom(ZOOM),
      '=': () => view?.zoom(ZOOM),
      '-': () => view?.zoom(1 / ZOOM),
      Home: () => view?.fit(),
    };
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  const hasFailed = isMissing || kind === 'failed';
  const isLoading = !hasFailed && (kind === 'loading' || !view);
  return (
    <div className="chart-canvas">
      <div
        className="chart-canvas__ground"
        role="img"
        aria-label={sentence}
        aria-description={text.keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows pan and zoom the picture (docs/design.md 11).
        tabIndex={0}
        onKeyDown={steer}
      >
        <div ref={container} className="chart-canvas__drawing" hidden={hasFailed} />
      </div>
      {pointed && <ChartLegend text={text} bar={pointed} period={period} />}
      {isLoadingOlder && (
        <span className="chart-canvas__older" role="status" aria-label={text.loadingOlder}>
          <Skeleton width={28} height={64} />
        </span>
      )}
      {isLoading && (
        <div className="chart-canvas__cover" role="status" aria-label={text.loading}>
          <ChartSkeleton />
        </div>
      )}
      {!isLoading && !hasFailed && bars.length === 0 && (
        <div className="chart-canvas__cover">
          <p className="text-lead">{text.empty}</p>
        </div>
      )}
      {hasFailed && (
        <div className="chart-canvas__cover" role="alert">
          <p className="text-lead">{text.failed}</p>
          <Button
            kind="tonal"
            size="small"
            onPress={() => {
              if (isMissing) setAttempt((before) => before + 1);
              series.retry();
            }}
          >
            {text.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

const SKELETON_BARS = [34, 52, 46, 70, 62, 84, 76, 58, 66, 48, 40, 56, 72, 64, 80];

const ChartSkeleton = () => (
  <span className="chart-canvas__skeleton" aria-hidden="true">
    {SKELETON_BARS.map((height) => (
      <i key={height} style={{ height: `${height}%` }} />
    ))}
  </span>
);
