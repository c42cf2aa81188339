import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDecimal } from '@maru/engine/amount';
import { describeBook } from '@maru/engine/describe';
import type { AnyEvent } from '@maru/engine/products';
import { playerId, playerPurse } from '@maru/engine/purse';
import { balanceOf } from '@maru/engine/transfer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { rebuildTables } from '../shadow/rebuild-tables.ts';
import { emptyTables } from '../shadow/sql-tables.ts';
import { shadowParts } from '../shadow-products.ts';
import { type OpenedDesk, openJournal } from './open-desk.ts';
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

describe.each(testDatabases)('a desk on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let opened: OpenedDesk | undefined;
  let durable: AnyEvent[] = [];

  const journalAt = () => (store.url === undefined ? { folder } : { url: store.url });

  async function start(limits = {}): Promise<OpenedDesk> {
    opened = await openTestDesk(store, folder, {
      shadowParts,
      journalAt: journalAt(),
      onDurable: (events) => durable.push(...events),
      limits,
    });
    return opened;
  }

  const stop = async () => {
    await opened?.desk.stop();
    opened = undefined;
  };

  const free = async (desk: OpenedDesk['desk'], player = one) =>
    (
      await desk.inspect(
        (book) => toDecimal(balanceOf(book, playerPurse(player, 'BINARY', 'free'))),
        [player],
      )
    )?.seen;

  beforeAll(async () => {
    store = await open();
  });

  afterEach(async () => {
    await stop();
    durable = [];
    if (store.url === undefined) rmSync(folder, { recursive: true, force: true });
    else await store.database.transaction((tx) => tx.query('delete from journal'));
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
  });

  afterAll(() => store.drop());

  beforeAll(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'maru-desk-')), 'journal');
  });

  test('every answered command is in the book after a restart, and the book is the same', async () => {
    const { desk } = await start();
    await openPlayers(desk, 3);
    expect(await desk.submit(refill(one, '5000000', 'key-first'))).toMatchObject({
      ok: true,
      repeated: false,
    });
    const held = await desk.submit(hold(two, '1000'));
    expect(held.ok).toBe(true);
    const before = (await desk.inspect(describeBook, everybody(desk)))?.seen;
    await stop();

    const again = await start();
    expect((await again.desk.inspect(describeBook, everybody(again.desk)))?.seen).toBe(before);
    expect(await free(again.desk)).toBe('5000000');
  });

  test('commands submitted together become durable in one batch', async () => {
    const { desk } = await start();
    await openPlayers(desk, 2);
    const batchesBefore = desk.stats().batches;
    const answers = desk.submitTogether(Array.from({ length: 500 }, () => hold(two, '1')));
    expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true);
    expect(desk.stats().batches - batchesBefore).toBe(1);
  });

  test('what may wait is decided after what others ask, in short batches', async () => {
    const { desk } = await start();
    await openPlayers(desk, 2);
    const batchesBefore = desk.stats().batches;
    const order: string[] = [];
    const patient = desk.submitPatiently(Array.from({ length: 1_000 }, () => hold(two, '1')));
    const asked = [desk.submit(refill(one, '1')), ...desk.submitTogether([hold(two, '2'), hold(two, '2')])];
    void patient.then((outcomes) => order.push(...outcomes.map(() => 'patient')));
    for (const answer of asked) void answer.then(() => order.push('asked'));
    const outcomes = [...(await patient), ...(await Promise.all(asked))];
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    // Within a batch answers have the order in which they were decided.
    expect(order.slice(0, 3)).toEqual(['asked', 'asked', 'asked']);
    expect(order).toHaveLength(1_003);
    const batches = desk.stats().batches - batchesBefore;
    expect(batches).toBeGreaterThanOrEqual(4);
    expect(batches).toBeLessThanOrEqual(6);
  });

  test('the part of the journal that the tables do not have yet is applied at the start', async () => {
    const { desk } = await start();
    await openPlayers(desk, 2);
    await desk.submit(refill(one, '123'));
    const before = (await desk.inspect(describeBook, everybody(desk)))?.seen;
    await stop();
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));

    const again = await start();
    expect((await again.desk.inspect(describeBook, everybody(again.desk)))?.seen).toBe(before);
  });

  test('tables that are ahead of the journal stop the start: their events were answered and must not be lost', async () => {
    const { desk } = await start();
    await openPlayers(desk, 2);
    await untilCaughtUp(desk, [two]);
    await stop();
    if (store.url === undefined) rmSync(folder, { recursive: true, force: true });
    else await store.database.transaction((tx) => tx.query('delete from journal'));
    await expect(start()).rejects.toThrow('the journal ends before it');
  });

  test('a list right after a restart waits for the batches that the tables do not have yet', async () => {
    const { desk } = await start();
    await openPlayers(desk, 1);
    for (let i = 1; i <= 300; i += 1) await desk.submit(refill(one, String(i)));
    await stop();
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));

    const again = await start();
    await untilCaughtUp(again.desk, [one]);
    const rows = await store.database.transaction((tx) =>
      tx.query<{ seq: number }>('select max(seq) as seq from account_event where player_id = 1'),
    );
    expect(rows).toEqual([{ seq: 301 }]);
  });

  test('the same key gets the first answer again, also after a restart, and with another body none', async () => {
    const { desk } = await start();
    await openPlayers(desk, 1);
    const [first, twin] = await Promise.all([
      desk.submit(refill(one, '700', 'key-0001')),
      desk.submit(refill(one, '700', 'key-0001')),
    ]);
    if (!first.ok || !twin.ok) throw new Error('both must be accepted');
    expect(twin).toEqual({ ok: true, repeated: true, event: first.event });
    expect(await desk.submit(refill(one, '800', 'key-0001'))).toEqual({ ok: false, refusal: 'KEY_REUSED' });
    await stop();

    const again = await start();
    expect(await again.desk.submit(refill(one, '700', 'key-0001'))).toEqual({
      ok: true,
      repeated: true,
      event: first.event,
    });
    expect(durable.filter((event) => event.kind === 'PRACTICE_REFILLED')).toHaveLength(1);
  });

  test('a refused key is refused the same way again', async () => {
    const { desk } = await start();
    await openPlayers(desk, 1);
    const tooMuch = refill(one, '100000001', 'key-0002');
    expect(await desk.submit(tooMuch)).toEqual({ ok: false, refusal: 'REFILL_ABOVE_LIMIT' });
    expect(await desk.submit(refill(one, '5', 'key-0002'))).toEqual({ ok: false, refusal: 'KEY_REUSED' });
    expect(await desk.submit(tooMuch)).toEqual({ ok: false, refusal: 'REFILL_ABOVE_LIMIT' });
  });

  test('two hundred holds at once never take more than the balance', async () => {
    const { desk } = await start();
    await openPlayers(desk, 1);
    await desk.submit(refill(one, '10000'));
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => desk.submit(hold(one, '1000'))));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10);
    expect(await free(desk)).toBe('0');
  });

  test('a full queue answers TRY_AGAIN and changes nothing', async () => {
    const { desk } = await start({ queue: 4 });
    await openPlayers(desk, 1);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => desk.submit(refill(one, String(i + 1)))),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(4);
    expect(outcomes.at(-1)).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    expect(await free(desk)).toBe('4');
  });

  test('a list that waited for the shadow shows the last write, read from the tables themselves', async () => {
    const { desk } = await start();
    await openPlayers(desk, 1);
    const held = await desk.submit(hold(one, '400'));
    if (!held.ok) throw new Error('must hold');
    await desk.submit(release(one, held.event.id));
    await desk.submit(refill(one, '777'));
    expect(await desk.caughtUp(one)).toBe(true);
    const rows = await store.database.transaction((tx) =>
      tx.query<{ balance: string }>("select balance from purse where id = '1:BINARY:free'"),
    );
    expect(rows).toEqual([{ balance: '777.00000000' }]);
    const history = await store.database.transaction((tx) =>
      tx.query<{ seq: number; kind: string }>(
        'select seq, kind from account_event where player_id = 1 order by seq',
      ),
    );
    expect(history.map((row) => `${row.seq} ${row.kind}`)).toEqual([
      '1 ACCOUNT_OPENED',
      '2 FUNDS_HELD',
      '3 FUNDS_RELEASED',
      '4 PRACTICE_REFILLED',
    ]);
  });

  test('rebuilding the tables from the journal gives the same rows and the same book', async () => {
    const { desk } = await start();
    await openPlayers(desk, 3);
    for (let i = 1; i <= 20; i += 1)
      await desk.submit(refill(i % 2 === 0 ? one : two, String(i * 1000), `key-${i}-abcdef`));
    await desk.submit(hold(two, '50'));
    await untilCaughtUp(desk, [two]);
    const before = (await desk.inspect(describeBook, everybody(desk)))?.seen;
    await stop();
    const dump = () =>
      store.database.transaction(async (tx) => ({
        purses: await tx.query('select * from purse order by id'),
        transfers: await tx.query('select * from transfer order by event_id, leg'),
        history: await tx.query('select * from account_event order by player_id, seq'),
        holds: await tx.query('select * from hold order by id'),
      }));
    const rows = await dump();
    const journal = await openJournal(journalAt(), 0, () => undefined);
    await rebuildTables({ database: store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
    expect(await dump()).toEqual(rows);

    const again = await start();
    expect((await again.desk.inspect(describeBook, everybody(again.desk)))?.seen).toBe(before);
  });

  test('by the database’s own sums the money of every site and currency adds up to zero', async () => {
    const { desk } = await start();
    await openPlayers(desk, 5);
    await Promise.all([1, 2, 3, 4, 5].map((id) => desk.submit(refill(playerId(id), String(id * 77)))));
    await desk.submit(hold(playerId(3), '200'));
    await untilCaughtUp(desk, [playerId(3)]);
    const sums = await store.database.transaction((tx) =>
      tx.query('select site_id, currency from purse group by 1, 2 having sum(balance) <> 0'),
    );
    expect(sums).toEqual([]);
    const purses = await store.database.transaction((tx) =>
      tx.query(
        `select purse.id
         from purse
         left join (
           select id, sum(by) as total
           from (
             select to_id as id, amount as by from ledger
             union all
             select from_id, -amount from ledger
           ) as legs
           group by id
         ) as moved on moved.id = purse.id
         where purse.balance <> coalesce(moved.total, 0)`,
      ),
    );
    expect(purses).toEqual([]);
  });

  describe('a key of the last day', () => {
    const send = (desk: OpenedDesk['desk'], from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          desk.submit(refill(one, String(from + index + 1), `key-${from + index}-abcd`)),
        ),
      );

    test('gets its first answer again after 3,000 others, across a restart too', async () => {
      const { desk } = await start({ answersInMemory: 4 });
      await openPlayers(desk, 1);
      const outcomes = await send(desk, 0, 300);
      const first = outcomes[0];
      for (let from = 300; from < 3_001; from += 900) await send(desk, from, from + 900);
      await untilCaughtUp(desk, [one]);
      // The next answers push the older ones out of memory.
      for (let each = 0; each < 40; each += 1) await send(desk, 4_000 + each, 4_001 + each);
      const inMemory = await desk.inspect((book) => book.players.get(one)?.answers.size, [one]);
      expect(inMemory?.seen).toBeLessThan(60);
      const money = await free(desk);
      const repeat = refill(one, '1', 'key-0-abcd');
      const repeated = { ok: true, repeated: true, event: { id: first?.ok ? first.event.id : 0 } };
      expect(await desk.submit(repeat)).toMatchObject(repeated);
      expect(await desk.submit(refill(one, '2', 'key-0-abcd'))).toEqual({ ok: false, refusal: 'KEY_REUSED' });
      expect(await free(desk)).toBe(money);
      await stop();

      const again = (await start()).desk;
      expect(await again.submit(repeat)).toMatchObject(repeated);
      expect(await again.submit(refill(one, '300', 'key-299-abcd'))).toMatchObject({
        ok: true,
        repeated: true,
      });
      expect(await free(again)).toBe(money);
    });
  });

  test('an account that exists is not opened again', async () => {
    const { desk } = await start();
    await openPlayers(desk, 1);
    expect(await desk.submit(opening(one))).toEqual({ ok: false, refusal: 'ACCOUNT_EXISTS' });
  });
});
