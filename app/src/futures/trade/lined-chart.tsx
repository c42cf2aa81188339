// The chart with the member's own lines in it: position, exits, resting orders and the liquidation price.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import { exitPreview } from '@maru/engine/futures/preview';
import { marketPrice, otherSide } from '@maru/engine/futures/terms';
import { useMemo } from 'react';
import { TradeChart } from '../../chart/panel/trade-chart.tsx';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { ROW_PACE_MS } from '../../market/prices/paced-quote.ts';
import { useDay } from '../../market/prices/use-day.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { walletCurrency } from '../account/unit-words.ts';
import { type EngineSurroundings, liquidationNow, useSurroundings } from '../account/use-surroundings.ts';
import { MoveSheet } from '../orders/move-sheet.tsx';
import { useMoves } from '../orders/use-moves.ts';
import { chartLines } from './chart-lines.ts';

interface Props {
  readonly instrument: WireFuturesOption;
  /** Shown while there is a line that can be dragged. */
  readonly dragHint?: string;
  /** Without indicators and drawings; the member's own lines stay. */
  readonly isPlain?: boolean;
}

export function LinedChart({ instrument, dragHint, isPlain = false }: Props) {
  const { language } = useLanguage();
  const words = useWords(futuresOrdersWords);
  const { signedFigure } = useMoneyText(walletCurrency(instrument));
  const tick = useLiveTick(instrument.stock, ROW_PACE_MS);
  const { priceChange } = useDay(instrument.stock, ROW_PACE_MS);
  const { account, engine } = useSurroundings(instrument, tick);
  const { positions, orders: all } = account;
  const moves = useMoves(instrument);
  const position = positions.find(({ futuresOptionId }) => futuresOptionId === instrument.id);
  const orders = useMemo(
    () => all.filter(({ futuresOptionId }) => futuresOptionId === instrument.id),
    [all, instrument.id],
  );
  const closed = engine && netNow(engine);
  const net = closed === undefined ? undefined : signedFigure(closed);
  const liquidation = engine && liquidationNow(engine);
  const { ask } = moves;
  const lines = useMemo(
    () => chartLines({ instrument, position, orders, net, liquidation, words, onMove: ask }),
    [instrument, position, orders, net, liquidation, words, ask],
  );
  return (
    <>
      <TradeChart
        stock={instrument.stock}
        name={nameOf(instrument, language)}
        precision={instrument.precision}
        change={priceChange}
        lines={lines}
        isPlain={isPlain}
        note={lines.some(({ onMove }) => onMove !== undefined) ? dragHint : undefined}
      />
      <MoveSheet instrument={instrument} position={position} moves={moves} />
    </>
  );
}

/** What closing the position at the market would leave after fees. */
function netNow({ facts, terms, quote }: EngineSurroundings): string | undefined {
  const position = facts.positions.get(terms.instrument);
  if (position === undefined || quote === undefined) return undefined;
  const at = marketPrice(otherSide(position.side), quote);
  return toDecimal(exitPreview(position, at, terms, facts.unit).net);
}
