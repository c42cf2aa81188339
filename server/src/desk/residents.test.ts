// Accounts that are not needed stay in the tables, on both databases.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDecimal } from '@maru/engine/amount';
import { describeBook } from '@maru/engine/describe';
import { playerId, playerPurse } from '@maru/engine/purse';
import { balanceOf } from '@maru/engine/transfer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { emptyTables } from '../shadow/sql-tables.ts';
import { shadowParts } from '../shadow-products.ts';
import type { OpenedDesk } from './open-desk.ts';
import {
  everybody,
  hold,
  opening,
  openPlayers,
  openTestDesk,
  refill,
  release,
  untilCaughtUp,
} from './testing.ts';

const one = playerId(1);
const two = playerId(2);
const three = playerId(3);

describe.each(testDatabases)('the accounts in the book on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let opened: OpenedDesk | undefined;

  async function start(limits = {}): Promise<OpenedDesk['desk']> {
    opened = await openTestDesk(store, folder, {
      limits,
    });
    return opened.desk;
  }

  const stop = async () => {
    await opened?.desk.stop();
    opened = undefined;
  };

  const residents = async (desk: OpenedDesk['desk']) =>
    (await desk.inspect((book) => [...book.players.keys()].sort((a, b) => a - b)))?.seen;

  beforeAll(async () => {
    store = await open();
    folder = join(mkdtempSync(join(tmpdir(), 'maru-residents-')), 'journal');
  });

  afterEach(async () => {
    await stop();
    if (store.url === undefined) rmSync(folder, { recursive: true, force: true });
    else await store.database.transaction((tx) => tx.query('delete from journal'));
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
  });

  afterAll(() => store.drop());

  test('a start loads only accounts into the book that have something open', async () => {
    const before = await start();
    await openPlayers(before, 5);
    await before.submit(hold(two, '1000'));
    await untilCaughtUp(before, everybody(before));
    const whole = (await before.inspect(describeBook))?.seen;
    await stop();

    const desk = await start();
    expect(await residents(desk)).toEqual([two]);
    expect(desk.highestPlayer()).toBe(5);
    expect((await desk.inspect(describeBook, everybody(desk)))?.seen).toBe(whole);
  });

  test('an account is loaded into the book when a request needs it, with its money and its kept answers', async () => {
    const before = await start();
    await openPlayers(before, 3);
    await before.submit(refill(one, '123', 'a-key-of-one'));
    await untilCaughtUp(before, everybody(before));
    await stop();

    const desk = await start();
    expect(await residents(desk)).toEqual([]);
    const [again, held] = await Promise.all([
      desk.submit(refill(one, '123', 'a-key-of-one')),
      desk.submit(hold(two, '10000001')),
    ]);
    expect(again).toMatchObject({ ok: true, repeated: true });
    expect(held).toEqual({ ok: false, refusal: 'INSUFFICIENT_BALANCE' });
    expect(await residents(desk)).toEqual([one, two]);
    const read = await desk.inspect(
      (book) => toDecimal(balanceOf(book, playerPurse(three, 'BINARY', 'free'))),
      [three],
    );
    expect(read?.seen).toBe('10000000');
  });

  test('one player’s requests keep their order while the account is fetched', async () => {
    const before = await start();
    await openPlayers(before, 1);
    await untilCaughtUp(before, [one]);
    await stop();

    const desk = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => desk.submit(refill(one, String(index + 1)))),
    );
    const amounts = outcomes.map((outcome) =>
      outcome.ok && outcome.event.kind === 'PRACTICE_REFILLED' ? toDecimal(outcome.event.amount) : 'refused',
    );
    expect(amounts).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
    const ids = outcomes.map((outcome) => (outcome.ok ? outcome.event.id : 0));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('a number that no account has is refused, and an account that exists is not opened again', async () => {
    const before = await start();
    await before.submit(opening(one));
    await before.submit(opening(three));
    await untilCaughtUp(before, [one, three]);
    await stop();

    const desk = await start();
    expect(await desk.submit(hold(two, '1'))).toEqual({ ok: false, refusal: 'ACCOUNT_NOT_FOUND' });
    expect(await desk.submit(hold(playerId(99), '1'))).toEqual({ ok: false, refusal: 'ACCOUNT_NOT_FOUND' });
    expect(await desk.submit(opening(three))).toEqual({ ok: false, refusal: 'ACCOUNT_EXISTS' });
    expect(await desk.submit(opening(two))).toMatchObject({ ok: true });
  });

  test('requests beyond the limit of those that wait for accounts get TRY_AGAIN', async () => {
    const before = await start();
    await openPlayers(before, 5);
    await untilCaughtUp(before, everybody(before));
    await stop();

    const desk = await start({ queue: 3 });
    const outcomes = await Promise.all(everybody(desk).map((player) => desk.submit(hold(player, '1'))));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refusal === 'TRY_AGAIN')).toHaveLength(2);
  });

  test('accounts that were idle longest are removed from the book, but none with something open', async () => {
    const desk = await start({ residents: 10 });
    await openPlayers(desk, 10);
    const held = await desk.submit(hold(one, '1000'));
    const whole = (await desk.inspect(describeBook))?.seen;
    await untilCaughtUp(desk, everybody(desk));
    await desk.submit(opening(playerId(11)));
    await desk.submit(hold(two, '1'));
    const left = (await residents(desk)) ?? [];
    expect(left.length).toBeLessThan(11);
    expect(left).toContain(one);
    await untilCaughtUp(desk, everybody(desk));
    // A removed account is loaded again, unchanged, when a request needs it.
    const text = (await desk.inspect(describeBook, everybody(desk)))?.seen ?? '';
    for (const line of whole?.split('\n').filter((each) => /^(player|wallet) [3-9] /.test(each)) ?? [])
      expect(text).toContain(line);
    expect(held.ok && (await desk.submit(release(one, held.event.id)))).toMatchObject({ ok: true });
  });
});
