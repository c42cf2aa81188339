import type { overseaWallet as ko } from '../ko/oversea-wallet.ts';
import type { Same } from '../same.ts';

export const overseaWallet: Same<typeof ko> = {
  name: 'Overseas futures',
  cash: 'Cash',
  lastPnl: 'Open P&L',
  waiting: 'In orders',
  formula: 'Overseas futures = cash + open P&L + money in orders, never below zero.',
  words: 'cash + open P&L + money in orders',
};
