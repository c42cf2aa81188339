import type { futuresWide as ko } from '../ko/futures-wide.ts';
import type { Same } from '../same.ts';

export const futuresWide: Same<typeof ko> = {
  product: 'Coin futures',
  wallet: 'Futures wallet',
  chartOf: (name) => `${name} chart`,
  held: 'My coin futures',
  mark: 'Mark',
  index: 'Index',
  dayHigh: 'High today',
  dayLow: 'Low',
  exitsBy: (watched) => `By ${watched} · set by return`,
  availableAfter: 'Available after',
  bookStep: 'Price step of the book',
  bookStepOf: (step) => `Price step ${step}, change`,
  close: 'Close',

  instrument: 'Instrument',
  distance: 'To liquidation',
  action: 'Order',
  kind: 'Type',
  price: 'Price',
  condition: 'Condition',
  cost: 'Margin',
  time: 'Time',
  fills: 'Fills',
  qty: 'Quantity',
  atMarket: 'Market',
  cancelAllOf: (name, count) => `Cancel ${count} of ${name}`,
  noFills: 'No fills yet',
  fillsFailed: 'Fills could not be loaded',
  currency: 'Wallet',
};
