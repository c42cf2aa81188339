import type { overseaWide as ko } from '../ko/oversea-wide.ts';
import type { Same } from '../same.ts';

export const overseaWide: Same<typeof ko> = {
  oneTick: '1 tick',
  untilClose: 'Until close',
  canOrder: (contracts) => `Up to ${contracts}`,
  bothFees: 'Fees · in and out',
  toLossCut: 'To the loss-cut',
  positions: 'Positions',
  entryToNow: 'Entry → now',
  action: 'Order',
  closeOf: (position) => `Close ${position}`,
  detailOf: (position) => `Details of ${position}`,
  closeAll: 'Close all at market',
  total: 'Total · after fees',
  openOrders: 'Open orders',
  ordersAndFills: 'Open orders and fills',
  todayProfit: 'Today',
  afterFees: 'After fees',
  closedGross: 'Closed trades, by price',
  closedFees: 'Closed trades, fees',
  openNet: 'Open positions, net',
};
