import type { futuresWallet as ko } from '../ko/futures-wallet.ts';
import type { Same } from '../same.ts';

export const futuresWallet: Same<typeof ko> = {
  name: 'Coin futures',
  cash: 'Cash',
  markPnl: 'Mark P&L',
  funding: 'Funding',
  formula: 'Coin futures = cash + funding + mark P&L',
  words: 'cash + funding + mark P&L',
};
