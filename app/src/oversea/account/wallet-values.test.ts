import { expect, test } from 'vitest';
import { overseaWalletWords } from '../../text/oversea-wallet.ts';
import { valueWallet } from './wallet-values.ts';

const point = { type: 'BINARY', currency: 'KRW', point: '500000', gameWaitPoint: '100000' };
const words = overseaWalletWords.ko;

test('a loss beyond the money of the wallet leaves nothing, not less (I01)', () => {
  const cross = {
    playerPoint: '500000',
    lastPnl: '-620000',
    playerGameWaitPoint: '100000',
    losscut: '0',
    equity: '0',
  };
  expect(valueWallet(point, cross, words).figure).toBe('0');
});

test('until the profit was sent, what is locked counts in full', () => {
  expect(valueWallet(point, undefined, words).figure).toBe('600000');
});
