// The payments that are listed are those that were accrued, although no row of them was ever written.
import { type Amount, amount, qty } from '@maru/engine/amount';
import { BTC, BTC_COIN, ETH } from '@maru/engine/futures/testing';
import { playerId, siteId } from '@maru/engine/purse';
import { HOUR_MS, later } from '@maru/engine/time';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { type FundingFilter, listFundingPayments } from './funding-store.ts';
import { createHistory, type History } from './history-testing.ts';
import { histories, PLAYERS } from './random-history-testing.ts';
import { deleteOld, emptyFuturesTables, openPlayers, writeEvents } from './shadow/tables-testing.ts';

const SITE = siteId(1);
const ALL = { offset: 0, limit: 10_000 };

describe.each(testDatabases)('funding payments on $name', ({ open }) => {
  let store: TestDatabase;
  let history: History;
  beforeAll(async () => {
    store = await open();
    await openPlayers(store.database, PLAYERS);
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    await emptyFuturesTables(store.database);
    history = createHistory(PLAYERS);
  });

  const list = (more: Partial<FundingFilter> = {}, page = ALL) =>
    store.database.transaction((tx) =>
      listFundingPayments(tx, { site: SITE, player: playerId(1), ...more }, page),
    );
  const write = () => writeEvents(store.database, history.events);
  const trade = (side: 'LONG' | 'SHORT', size: string, terms = BTC) =>
    history.trade({ terms, side, qty: size });

  /** Everything that ended before this time leaves the tables. */
  const archive = (at: number) => deleteOld(store.database, { event: history.book.lastEvent, at });

  test('are of what was open at that moment: enlarged, reduced, reversed and closed', async () => {
    trade('LONG', '1');
    history.wait(HOUR_MS);
    history.fund(BTC);
    trade('LONG', '1');
    history.wait(HOUR_MS);
    history.fund(BTC, { by: '-0.0002' });
    trade('SHORT', '1.5');
    history.wait(HOUR_MS);
    history.fund(BTC);
    trade('SHORT', '1');
    history.wait(HOUR_MS);
    history.fund(BTC);
    trade('LONG', '0.5');
    history.wait(HOUR_MS);
    history.fund(BTC);
    await write();
    const { payments, total } = await list();
    expect(payments.map(({ side, qty: size, amount: paid }) => [side, size, paid])).toEqual([
      ['SHORT', qty('0.5'), amount('3')],
      ['LONG', qty('0.5'), amount('-3')],
      ['LONG', qty('2'), amount('24')],
      ['LONG', qty('1'), amount('-6')],
    ]);
    expect(total).toBe(4);
  });

  test('are none of a position that was opened after the time, although before it was paid', async () => {
    history.wait(HOUR_MS);
    const dueAt = history.now();
    history.wait(1);
    trade('LONG', '1');
    history.trade({ player: 2, terms: BTC, side: 'SHORT', qty: '1' });
    history.wait(1);
    history.fund(BTC, { dueAt });
    history.wait(1);
    history.fund(BTC);
    await write();
    expect((await list()).payments).toMatchObject([{ amount: amount('-6') }]);
    expect((await list({ player: playerId(3) })).payments).toEqual([]);
  });

  test('of a rate of zero are none, and of an inverse contract are in coins, to the last place', async () => {
    trade('LONG', '100', BTC_COIN);
    history.wait(1);
    history.fund(BTC_COIN, { by: '0.0001', mark: '61234.5' });
    history.wait(1);
    history.fund(BTC_COIN, { by: '0', mark: '0' });
    await write();
    // 0.01 dollars are 0.000000163… coins, which are paid rounded up.
    expect((await list()).payments).toMatchObject([{ wallet: 'BTC', amount: amount('-0.00000017') }]);
  });

  test('are listed by instrument, by time and in pages, newest first', async () => {
    trade('LONG', '1');
    trade('LONG', '1', ETH);
    const from = history.now();
    for (let hour = 1; hour <= 4; hour++) {
      history.wait(HOUR_MS);
      history.fund(BTC);
      history.fund(ETH);
    }
    await write();
    const hours = ({ payments }: Awaited<ReturnType<typeof list>>) =>
      payments.map(({ dueAt, instrument }) => `${instrument} ${(dueAt - from) / HOUR_MS}`);
    expect(hours(await list({ instrument: 102 }))).toEqual(['102 4', '102 3', '102 2', '102 1']);
    expect(hours(await list({ from: from + 2 * HOUR_MS, to: from + 3 * HOUR_MS }))).toEqual([
      '102 2',
      '101 2',
    ]);
    const second = await list({}, { offset: 2, limit: 3 });
    expect([hours(second), second.total]).toEqual([['102 3', '101 3', '102 2'], 8]);
    expect(await list({}, { offset: 90, limit: 3 })).toEqual({ payments: [], total: 8 });
  });

  test('that are left are the same after older fills and fundings were archived', async () => {
    trade('LONG', '2');
    history.wait(HOUR_MS);
    history.fund(BTC);
    history.wait(HOUR_MS);
    trade('SHORT', '0.5');
    history.wait(HOUR_MS);
    history.fund(BTC);
    history.wait(HOUR_MS);
    trade('SHORT', '1.5');
    trade('SHORT', '1');
    history.wait(HOUR_MS);
    history.fund(BTC);
    await write();
    const { payments: before } = await list();
    expect(before.map(({ qty: size }) => size)).toEqual([qty('1'), qty('1.5'), qty('2')]);
    await archive(later(history.now(), -3 * HOUR_MS));
    expect((await list()).payments).toEqual(before.slice(0, 2));
    await archive(later(history.now(), -HOUR_MS + 1));
    expect((await list()).payments).toEqual(before.slice(0, 1));
  });

  test('add up to what was posted with fills and what is still accrued, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (moves) => {
        await emptyFuturesTables(store.database);
        history = createHistory(PLAYERS);
        for (const { move, waitMs } of moves) {
          history.wait(waitMs);
          move(history);
        }
        await write();
        for (let player = 1; player <= PLAYERS; player++) {
          const { payments } = await list({ player: playerId(player) });
          const paid = new Map<number, bigint>();
          const add = (position: number, by: Amount) => paid.set(position, (paid.get(position) ?? 0n) + by);
          for (const { position, amount: by } of payments) add(position, by);
          for (const event of history.events) {
            if (event.kind !== 'FUTURES_FILLED' || event.steps[0]?.player !== player) continue;
            for (const { closedPosition, funding } of event.fills)
              if (closedPosition !== undefined) add(closedPosition, -funding as Amount);
          }
          for (const { id, funding } of history.state.accounts.get(playerId(player))?.positions.values() ??
            [])
            add(id, -funding as Amount);
          expect([...paid.values()].filter((left) => left !== 0n)).toEqual([]);
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
