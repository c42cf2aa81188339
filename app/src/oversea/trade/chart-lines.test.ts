import { expect, test } from 'vitest';
import { orderOf, positionOf, tradedNasdaq } from '../../oversea-double.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import type { Move } from '../orders/use-moves.ts';
import { chartLines } from './chart-lines.ts';

const moves: Move[] = [];
const held = {
  instrument: tradedNasdaq,
  position: positionOf({ tpTick: 40, tpPrice: '25411.25', slTick: 40, slPrice: '25391.25' }),
  orders: [orderOf(), orderOf({ id: 52, overseaOptionId: 2 })],
  tick: { bid: '25412.75', ask: '25413' },
  cut: '25300.5',
  words: overseaTradeWords.ko,
  signedFigure: (amount: string | undefined) => amount ?? '–',
  onMove: (move: Move) => void moves.push(move),
};

test('position, exits, orders of this instrument and the loss-cut are lines', () => {
  const lines = chartLines(held);
  expect(lines.map(({ kind, label, price }) => `${kind} ${label} ${price}`)).toEqual([
    // 46 ticks of 6,900 won on three contracts, less 3,500 won for each of them on both sides.
    'position 매수 3  931200 25401.25',
    'takeProfit 익절 25411.25',
    'stopLoss 손절 25391.25',
    'order 지정가 매수 2 25390',
    'lossCut 로스컷 25300.5',
  ]);
});

test('orders and exits can be moved and snap to a tick, a position and the loss-cut cannot', () => {
  const lines = chartLines(held);
  expect(lines.filter(({ onMove }) => onMove === undefined).map(({ kind }) => kind)).toEqual([
    'position',
    'lossCut',
  ]);
  lines.find(({ kind }) => kind === 'order')?.onMove?.('25388.11');
  expect(moves.at(-1)).toMatchObject({ kind: 'order', to: '25388' });
  lines.find(({ kind }) => kind === 'stopLoss')?.onMove?.('25380.2');
  expect(moves.at(-1)).toMatchObject({ kind: 'exit', leg: 'SL', to: '25380.25' });
});
