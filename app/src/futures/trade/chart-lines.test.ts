import { expect, test } from 'vitest';
import { exitOf, orderOf, positionOf } from '../../futures-double.ts';
import { tradedBitcoin } from '../../futures-market-double.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import type { Move } from '../orders/use-moves.ts';
import { chartLines } from './chart-lines.ts';

const moves: Move[] = [];
const stop = orderOf({
  id: 60,
  marketType: 'STOPLIMIT',
  status: 'WAITING',
  price: '96100',
  stopPrice: '96000',
  fires: 'AT_OR_ABOVE',
});
const held = {
  instrument: tradedBitcoin,
  position: positionOf(),
  orders: [
    orderOf(),
    stop,
    exitOf(),
    exitOf({ id: 61, marketType: 'STOPLOSS', stopPrice: '93000', qty: '0.1' }),
    exitOf({ id: 62, marketType: 'TRAILINGSTOP', stopPrice: '94000' }),
  ],
  net: '+101.5',
  liquidation: '46012.1',
  words: futuresOrdersWords.ko,
  onMove: (move: Move) => void moves.push(move),
};

test('position, orders with both their prices, exits and the liquidation are lines', () => {
  expect(chartLines(held).map(({ kind, label, price }) => `${kind} ${label} ${price}`)).toEqual([
    'position 롱 0.250 BTC  +101.5 95000',
    'order 지정가 매수 0.100 BTC 95000',
    'order 감시 STOP 매수 0.100 BTC 96000',
    'order STOP 매수 0.100 BTC 96100',
    'takeProfit 익절 97000',
    'stopLoss 손절 0.100 BTC 93000',
    'stopLoss 손절 94000',
    'lossCut 청산 46012.1',
  ]);
});

test('what was triggered keeps only its limit', () => {
  const lines = chartLines({ ...held, orders: [{ ...stop, status: 'OPEN' }] });
  expect(lines.filter(({ kind }) => kind === 'order').map(({ price }) => price)).toEqual(['96100']);
});

test('orders and exits can be dragged to a tick; the position, a trailing stop and the liquidation cannot', () => {
  const lines = chartLines(held);
  expect(lines.filter(({ onMove }) => onMove === undefined).map(({ price }) => price)).toEqual([
    '95000',
    '94000',
    '46012.1',
  ]);
  lines.find(({ kind }) => kind === 'takeProfit')?.onMove?.('97010.04');
  expect(moves.at(-1)).toMatchObject({ leg: 'stopPrice', to: '97010', order: { marketType: 'TAKEPROFIT' } });
  lines.find(({ id }) => id === 'price-60')?.onMove?.('96200.06');
  expect(moves.at(-1)).toMatchObject({ leg: 'price', to: '96200.1', order: { id: 60 } });
});
