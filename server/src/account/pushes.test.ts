import { amount } from '@maru/engine/amount';
import type { AnyEvent } from '@maru/engine/products';
import { playerId, playerPurse } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { walletPushes } from './pushes.ts';

test('a wallet whose loss is covered by open profit shows 0', () => {
  const player = playerId(1);
  const [free, wait] = [playerPurse(player, 'FUTURES', 'free'), playerPurse(player, 'FUTURES', 'wait')];
  const event = {
    transfers: [{ from: free, to: 'house', currency: 'USDT', amount: amount('5') }],
    after: [
      { purse: free, balance: amount('-5') },
      { purse: wait, balance: amount('2') },
    ],
  } as unknown as AnyEvent;
  expect(walletPushes(event, player, new Map())).toEqual([
    {
      queue: 'point',
      type: 'POINT',
      data: { type: 'FUTURES', currency: 'USDT', point: '0', gameWaitPoint: '2' },
    },
  ]);
});
