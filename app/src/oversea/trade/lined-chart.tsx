// The chart with the member's own lines in it: position, exits, resting orders and the price of the loss-cut.

import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useMemo } from 'react';
import { TradeChart } from '../../chart/panel/trade-chart.tsx';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { ROW_PACE_MS } from '../../market/prices/paced-quote.ts';
import { useDay } from '../../market/prices/use-day.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { useWalletMoney } from '../account/wallet-money.ts';
import { lossCutPrice } from '../order-form/order-preview.ts';
import { useSurroundings } from '../order-form/use-surroundings.ts';
import { MoveSheet } from '../orders/move-sheet.tsx';
import { useMoves } from '../orders/use-moves.ts';
import { chartLines } from './chart-lines.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  /** Shown while there is a line that can be dragged. */
  readonly dragHint?: string;
  /** Without indicators and drawings; the member's own lines stay. */
  readonly isPlain?: boolean;
}

export function LinedChart({ instrument, dragHint, isPlain = false }: Props) {
  const { language } = useLanguage();
  const words = useWords(overseaTradeWords);
  const { signedFigure } = useWalletMoney(instrument);
  const tick = useLiveTick(instrument.stock, ROW_PACE_MS);
  const { priceChange } = useDay(instrument.stock, ROW_PACE_MS);
  const around = useSurroundings(instrument, tick);
  const { positions, orders } = around.account;
  const moves = useMoves(instrument);
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const cut = position && lossCutPrice(around);
  const { ask } = moves;
  const lines = useMemo(
    () => chartLines({ instrument, position, orders, tick, cut, words, signedFigure, onMove: ask }),
    [instrument, position, orders, tick, cut, words, signedFigure, ask],
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
      <MoveSheet instrument={instrument} moves={moves} />
    </>
  );
}
