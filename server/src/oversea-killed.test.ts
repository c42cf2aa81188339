// `kill -9` with open orders, and a level crossed while no process was running: the next process acts on the first
// price that it receives, and marks the fills as after a gap. Driven from outside, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KilledServer, killedDatabases, openKilledServer } from './killed-testing.ts';

/** Tuesday evening in Korea: Chicago trades. */
const BEGINS = Date.parse('2026-11-17T20:00:00+09:00');

interface Fill {
  readonly marketType: string;
  readonly price: string;
  readonly isAfterGap: boolean;
}

describe.each(killedDatabases)('a killed server on $name', ({ name }) => {
  let server: KilledServer;

  beforeAll(async () => {
    server = await openKilledServer(name, BEGINS);
  });
  afterAll(() => server.remove());

  const order = (more: object) =>
    server.ask('/api/oversea/order', {
      overseaOptionId: 303,
      tradeType: 'LONG',
      marketType: 'MARKET',
      qty: 1,
      ...more,
    });

  test('acts on the first fresh tick for what was crossed while it was down', async () => {
    await server.start();
    await server.publish({ NQ: '25000' });
    await order({ qty: 2, slTick: 40, tpTick: 400 });
    await order({ marketType: 'LIMIT', price: '24980' });
    await order({ marketType: 'STOPMARKET', price: '25100', tradeType: 'SHORT' });
    await server.end('SIGKILL');
    await server.moveClock(60_000);
    await server.start();
    expect(await server.ask<readonly unknown[]>('/api/oversea/history/open_order')).toHaveLength(2);
    expect(await server.ask('/api/oversea/history/open_position')).toMatchObject([
      { qty: 2, slPrice: '24990', tpPrice: '25100' },
    ]);
    // Both the stop-loss and the limit lie above it.
    await server.publish({ NQ: '24970.25' });
    let fills: readonly Fill[] = [];
    while (fills.length < 3) {
      ({ content: fills } = await server.ask<{ content: readonly Fill[] }>('/api/oversea/history/list'));
    }
    expect(fills).toMatchObject([
      { marketType: 'LIMIT', price: '24980', isAfterGap: true },
      { marketType: 'STOPLOSS', price: '24970.25', isAfterGap: true },
      { marketType: 'MARKET', price: '25000', isAfterGap: false },
    ]);
    const wallets =
      await server.ask<Record<string, { point: string; gameWaitPoint: string }>>('/api/wallet/my');
    // The margin of the closed position was returned, that of the limit belongs to the position it opened; the trigger
    // only reduces.
    expect(wallets['BINARY']?.gameWaitPoint).toBe('300000');
  });
});
