import { amount } from '@maru/engine/amount';
import type { FuturesPosition } from '@maru/engine/futures/state';
import { type PlayerId, playerId, playerPurse } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { silentLog } from '../log/log.ts';
import { createCrossPushes } from './cross.ts';
import { createHoldings } from './holdings.ts';
import { listInstruments } from './instruments.ts';
import { testInstruments } from './market-testing.ts';

const NOW = millis(1_767_614_400_000);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Everybody is connected and nobody holds anything any more. */
function stand(holdings = createHoldings()) {
  const asked: number[] = [];
  const pushed: { readonly player: PlayerId; readonly wallet: string; readonly equity: string }[] = [];
  const cross = createCrossPushes({
    desk: {
      async read(_read: unknown, { players }: { readonly players: readonly PlayerId[] }) {
        asked.push(...players);
        return { seen: [] };
      },
    } as never,
    prices: { latest: () => undefined } as never,
    pushCross: (player, { data: { wallet, equity } }) => void pushed.push({ player, wallet, equity }),
    pushLiquidPrices: () => undefined,
    connected: () => [playerId(1)],
    isConnected: () => true,
    onPresence: () => () => undefined,
    time: { clock: () => NOW, wait: () => new Promise<void>(() => undefined) },
    log: silentLog,
    holdings,
    instruments: listInstruments(testInstruments),
    terms: {} as never,
  });
  return { cross, asked, pushed };
}

const freeOf = (player: PlayerId, balance: string, wallet = 'FUTURES') => ({
  purse: playerPurse(player, wallet, 'free'),
  balance: amount(balance),
});

test('thousands whose last position was liquidated get what is left of it, and the desk is not asked', async () => {
  const { cross, asked, pushed } = stand();
  for (let player = 1; player <= 1_000; player += 1)
    cross.touch(playerId(player), [freeOf(playerId(player), `${player}`)]);
  while (pushed.length < 1_000) await nextTurn();
  expect(pushed[6]).toEqual({ player: playerId(7), wallet: 'FUTURES', equity: '7' });
  expect(new Set(pushed.map(({ player }) => player)).size).toBe(1_000);
  expect(asked).toEqual([]);
});

test('only the last event of a player counts', async () => {
  const { cross, pushed } = stand();
  cross.touch(playerId(1), [freeOf(playerId(1), '5')]);
  cross.touch(playerId(1), [freeOf(playerId(1), '3')]);
  await nextTurn();
  expect(pushed).toEqual([{ player: playerId(1), wallet: 'FUTURES', equity: '3' }]);
});

test('after an event that moved no money the desk is asked', async () => {
  const { cross, asked, pushed } = stand();
  cross.touch(playerId(1), []);
  await nextTurn();
  expect(asked).toEqual([1]);
  expect(pushed).toEqual([]);
});

test('a run over everybody does not ask the desk about who was liquidated meanwhile', async () => {
  const holdings = createHoldings();
  holdings.state.accounts.set(playerId(1), {
    orders: new Map(),
    positions: new Map([[1, { id: 1, wallet: 'FUTURES' } as FuturesPosition]]),
  });
  const { cross, asked } = stand(holdings);
  const run = cross.runOnce();
  holdings.state.accounts.delete(playerId(1));
  cross.touch(playerId(1), [freeOf(playerId(1), '2')]);
  await run;
  await cross.runOnce();
  expect(asked).toEqual([]);
});
