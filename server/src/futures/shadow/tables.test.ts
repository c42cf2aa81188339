// The tables of coin futures are what the events say, however these were cut into batches: also funding, which reaches
// positions that no event of its batch names.
import type { FuturesEvent } from '@maru/engine/futures/events';
import { BTC, BTC_COIN, ETH } from '@maru/engine/futures/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../../db/testing.ts';
import { createHistory, type History } from '../history-testing.ts';
import { histories, PLAYERS } from '../random-history-testing.ts';
import { readMarks } from './judged-marks.ts';
import { futuresShadow } from './product.ts';
import {
  deleteOld,
  emptyFuturesTables,
  loadState,
  openPlayers,
  readRetained,
  readTables,
  restoreTables,
  rowsOf,
  shownState,
  writeEvents,
} from './tables-testing.ts';

describe.each(testDatabases)('the tables of coin futures on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await openPlayers(store.database, PLAYERS);
  });
  afterAll(() => store.drop());
  beforeEach(() => startAgain());

  const startAgain = () => emptyFuturesTables(store.database);

  test('a book that is loaded is the book, and the rows do not depend on the batches', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (moves) => {
        await startAgain();
        const history = createHistory(PLAYERS);
        let written = 0;
        for (const { move, waitMs, isCut } of moves) {
          history.wait(waitMs);
          move(history);
          if (!isCut) continue;
          await writeEvents(store.database, history.events.slice(written));
          written = history.events.length;
        }
        await writeEvents(store.database, history.events.slice(written));
        const loaded = shownState(await loadState(store.database));
        expect(loaded).toEqual(shownState(history.state));
        expect(loaded.carried).toBe(loaded.weighed);
        const cut = await readTables(store.database);
        await startAgain();
        await writeEvents(store.database, history.events);
        expect(await readTables(store.database)).toEqual(cut);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test('what a snapshot keeps is what is left when the rest is deleted, also after more has happened', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.double({ min: 0, max: 1, noNaN: true }), async (moves, share) => {
        await startAgain();
        const history = createHistory(PLAYERS);
        const began = history.now();
        const play = (some: typeof moves) => {
          for (const { move, waitMs } of some) {
            history.wait(waitMs);
            move(history);
          }
        };
        play(moves.slice(0, moves.length / 2));
        await writeEvents(store.database, history.events);
        const cutoffs = {
          event: history.book.lastEvent,
          at: Math.round(began + (history.now() - began) * share),
        };
        const kept = await readRetained(store.database, cutoffs);
        const written = history.events.length;
        play(moves.slice(moves.length / 2));
        const later = history.events.slice(written);
        await writeEvents(store.database, later);
        await deleteOld(store.database, cutoffs);
        const left = await readTables(store.database);
        await restoreTables(store.database, kept);
        await writeEvents(store.database, later);
        expect(await readTables(store.database)).toEqual(left);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test('the journal agrees with its own rows, and finds one that was changed, removed or invented', async () => {
    const history = createHistory();
    history.rest(1, {});
    history.trade({ terms: BTC, side: 'LONG', qty: '1' });
    history.trade({ terms: BTC_COIN, side: 'SHORT', qty: '100', marginType: 'ISOLATED' });
    history.wait(1);
    history.fund(BTC);
    history.warn(history.positionOf(1, BTC)!);
    history.liquidate(history.positionOf(1, BTC_COIN)!, BTC_COIN);
    await writeEvents(store.database, history.events);
    const [first, last] = [history.events[0]!.id, history.book.lastEvent];
    const check = (archived?: { event: number; at: number }) =>
      store.database.transaction((tx) =>
        futuresShadow.check(tx, rowsOf(history.events), { first, last, archived }),
      );
    await expect(check()).resolves.toBeUndefined();

    const edits: readonly (readonly [string, string])[] = [
      ['update futures_order set side = $$SHORT$$', 'order'],
      ['update futures_fill set price = price + 1 where option_id = 101', 'fill'],
      ['update futures_funding set rate = rate + 1', 'funding'],
      ['update futures_warning set ratio = 2', 'warning'],
      ['update futures_liquidation set marks = $$[]$$', 'liquidation'],
      ['delete from futures_fill where option_id = 101', 'is gone'],
      ['delete from futures_funding', 'is gone'],
      ['update futures_funding set id = id - 1', 'was never made'],
    ];
    for (const [edit, message] of edits) {
      await startAgain();
      await writeEvents(store.database, history.events);
      await store.database.transaction((tx) => tx.query(edit));
      await expect(check(), edit).rejects.toThrow(message);
    }
    await startAgain();
    await writeEvents(store.database, history.events);
    await store.database.transaction((tx) => tx.query('delete from futures_fill'));
    await expect(check({ event: last, at: history.now() + 1 })).resolves.toBeUndefined();
  });

  test('a liquidation keeps what was judged, with the ticks', async () => {
    const history = createHistory();
    history.trade({ terms: ETH, side: 'LONG', qty: '2' });
    history.rest(1, { instrument: ETH.instrument });
    history.rest(1, { instrument: BTC.instrument });
    const event = history.liquidate(history.positionOf(1, ETH)!, ETH);
    await writeEvents(store.database, history.events);
    const [row] = await store.database.transaction((tx) =>
      tx.query<{ marks: string; cancelled_orders: number }>('select * from futures_liquidation'),
    );
    expect(row).toMatchObject({ id: event.id, player_id: 1, wallet: 'FUTURES', cancelled_orders: 1 });
    expect(readMarks(row!.marks)).toEqual(event.liquidation?.marks);
  });

  test('what a player trades with is the last that was set', async () => {
    const history = createHistory();
    history.setLeverage(1, BTC, 20);
    history.setLeverage(1, ETH, 5);
    const events = history.events.slice();
    history.setLeverage(1, BTC, 75);
    await writeEvents(store.database, events);
    await writeEvents(store.database, history.events.slice(events.length));
    const { futures_leverage: rows } = await readTables(store.database);
    expect(rows).toMatchObject([
      { player_id: 1, option_id: 101, leverage: 75, margin_type: 'CROSS' },
      { player_id: 1, option_id: 102, leverage: 5, margin_type: 'CROSS' },
    ]);
  });

  test.each<[string, (history: History) => FuturesEvent, string]>([
    [
      'funding of one time twice',
      (history) => {
        history.fund(ETH);
        return { ...history.events.at(-1)!, id: history.book.lastEvent + 1 } as FuturesEvent;
      },
      'each_time_is_funded_once',
    ],
    [
      'a second position in an instrument',
      (history) => {
        const opened = history.trade({ terms: BTC, side: 'LONG', qty: '1' });
        const id = opened.id + 1;
        const fills = opened.fills.map((fill) => ({ ...fill, position: { ...fill.position!, id } }));
        return { ...opened, id, fills };
      },
      'one_net_futures_position',
    ],
    [
      'a cross position with a margin',
      (history) => {
        const opened = history.trade({ terms: BTC, side: 'LONG', qty: '1', marginType: 'ISOLATED' });
        const marginType = 'CROSS';
        const fills = opened.fills.map((fill) => ({ ...fill, position: { ...fill.position!, marginType } }));
        history.events.pop();
        return { ...opened, fills } as FuturesEvent;
      },
      'only_isolated_positions_have_a_margin',
    ],
  ])('refuse %s', async (_what, make, constraint) => {
    const history = createHistory();
    const odd = make(history);
    await writeEvents(store.database, history.events);
    await expect(writeEvents(store.database, [odd])).rejects.toThrow(constraint);
  });
});
