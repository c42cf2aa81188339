// `kill -9` while orders are sent, funding falls due and a position is liquidated: what was answered is there, nothing is
// there twice, and the ledger adds up to zero. Driven from outside, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instruments } from './feed/instruments.ts';
import { type Answer, type KilledServer, killedDatabases, openKilledServer } from './killed-testing.ts';

/** The clock is moved over this time while everything is under way. */
const FUNDING_AT = Date.parse('2026-11-17T16:00:00Z');
const BEFORE_MS = 60_000;
const [BTC, ETH] = ['BTCUSDT', 'ETHUSDT'];
const numberOf = new Map(instruments.map(({ code, id }) => [code, id]));

interface Asked {
  readonly key: string;
  readonly body: object;
  answer?: Answer;
}
interface Fill {
  readonly orderId: number;
  readonly marketType: string;
}

describe.each(killedDatabases)('a killed server on $name', ({ name }) => {
  let server: KilledServer;
  const asked: Asked[] = [];

  beforeAll(async () => {
    server = await openKilledServer(name, FUNDING_AT - BEFORE_MS);
  });
  afterAll(() => server.remove());

  /** Sent with a key of its own; without an answer when the server is gone. */
  async function order(stock: string, more: object): Promise<void> {
    const body = { futuresOptionId: numberOf.get(stock), tradeType: 'LONG', marketType: 'MARKET', ...more };
    const each: Asked = { key: `killed-order-${asked.length}`, body };
    asked.push(each);
    const answer = await server.send('/api/futures/order', body, each.key).catch(() => undefined);
    if (answer !== undefined) each.answer = answer;
  }

  const fillsOf = async () =>
    (await server.ask<{ content: readonly Fill[] }>('/api/futures/history/list?size=100')).content;

  /** Orders and prices without a pause until the server is gone. */
  async function tradeUntilKilled(bitcoin: string, answers: number): Promise<void> {
    let isAlive = true;
    let answered = 0;
    const prices = (async () => {
      while (isAlive) await server.publish({ [BTC]: bitcoin, [ETH]: '3000' }).catch(() => undefined);
    })();
    const traders = ['LONG', 'SHORT', 'LONG'].map(async (tradeType) => {
      while (isAlive) {
        await order(ETH, { tradeType, qty: '0.01' });
        answered += 1;
        if (answered !== answers) continue;
        isAlive = false;
        await server.end('SIGKILL');
      }
    });
    await Promise.all([prices, ...traders]);
  }

  test('has everything that it answered, and nothing twice', async () => {
    await server.start();
    await server.publish({ [BTC]: '50000', [ETH]: '3000' });
    await order(BTC, { qty: '0.1', leverage: 100, marginType: 'ISOLATED' });
    await order(ETH, { qty: '1' });
    // Funding falls due, and the same ticks liquidate bitcoin.
    await server.moveClock(BEFORE_MS);
    await tradeUntilKilled('49000', 4);
    await server.start();
    await tradeUntilKilled('49000', 9);
    await server.start();
    await server.publish({ [BTC]: '49000', [ETH]: '3000' });
    for (const each of asked) {
      const again = await server.send('/api/futures/order', each.body, each.key);
      if (each.answer?.status === 200) expect(again).toEqual(each.answer);
      each.answer = again;
    }
    let fills = await fillsOf();
    while (!fills.some(({ marketType }) => marketType === 'LIQUIDATION')) fills = await fillsOf();
    expect(fills.filter(({ marketType }) => marketType === 'LIQUIDATION')).toHaveLength(1);
    const traded = asked
      .filter(({ answer }) => answer?.status === 200)
      .map(({ answer }) => answer?.body['id']);
    const byOrder = new Set<unknown>(
      fills.filter(({ marketType }) => marketType === 'MARKET').map((each) => each.orderId),
    );
    expect(traded.length).toBeGreaterThan(2);
    expect(byOrder).toEqual(new Set(traded));
    const paid = await server.ask<{ content: readonly { stock: string; amount: string }[] }>(
      '/api/futures/history/funding',
    );
    expect(new Set(paid.content.map(({ stock }) => stock)).size).toBe(paid.content.length);
    await server.end('SIGTERM');
    expect(await server.withTables((tables) => tables.transaction((tx) => tx.query(UNBALANCED)))).toEqual([]);
  });
});

const UNBALANCED = `select site_id, currency
  from purse
  group by site_id, currency
  having sum(balance) <> 0`;
