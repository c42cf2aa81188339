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

test('what a withdrawal holds is in the push of the event that moved it, and in no other', () => {
  const player = playerId(1);
  const purse = (kind: 'free' | 'wait' | 'withdrawHold') => playerPurse(player, 'USDT', kind);
  const after = [
    { purse: purse('free'), balance: amount('70') },
    { purse: purse('wait'), balance: amount('0') },
  ];
  const transfer = { from: purse('free'), to: purse('withdrawHold'), currency: 'USDT', amount: amount('30') };
  const pushed = (held: readonly { purse: string; balance: bigint }[]) => {
    const event = { transfers: [transfer], after: [...after, ...held] } as unknown as AnyEvent;
    return walletPushes(event, player, new Map()).map(({ data }) => data);
  };
  const shown = { type: 'USDT', currency: 'USDT', point: '70', gameWaitPoint: '0' };
  expect(pushed([{ purse: purse('withdrawHold'), balance: amount('30') }])).toEqual([
    { ...shown, withdrawHold: '30' },
  ]);
  // The last one left: the app must not keep what it knew.
  expect(pushed([{ purse: purse('withdrawHold'), balance: amount('0') }])).toEqual([
    { ...shown, withdrawHold: '0' },
  ]);
  expect(pushed([])).toEqual([shown]);
});
