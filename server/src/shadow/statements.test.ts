// Both databases follow the description of a table: values are read back as written, and rows are compared with it.
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  deleteMany,
  fieldsOf,
  findDifference,
  insertMany,
  selectFrom,
  updateMany,
  updatePresent,
} from './statements.ts';
import { column, nullable, type RowOf, table } from './table.ts';

const things = table('thing', {
  id: column.bigint(),
  shard: column.int(),
  name: column.text(),
  note: nullable(column.text()),
  worth: column.units('worth_units'),
  total: nullable(column.whole()),
  isOpen: column.boolean('is_open'),
  at: column.time(),
  picks: column.words(),
  numbers: nullable(column.ints()),
  body: column.lines(),
});
type Thing = Omit<RowOf<typeof things>, 'shard'>;

const insertThings = insertMany(things, { fields: fieldsOf(things, 'shard'), shared: ['shard'] });
const readThings = selectFrom(things, fieldsOf(things, 'shard'));

const thing = (id: number, name: string, more: Partial<Thing> = {}): Thing => ({
  id,
  name,
  worth: 1n,
  isOpen: false,
  at: millis(1_800_000_000_123),
  picks: [],
  body: '{"a":"b, {c} \\" \\\\ null"}',
  ...more,
});

const THINGS: readonly Thing[] = [
  thing(1, 'plain', { note: 'null', worth: -150_000_000n, total: 2n ** 80n, isOpen: true }),
  thing(2, 'null', { note: '', picks: ['UP'], numbers: [1, 28] }),
  thing(3, 'quotes " and \\ and , and {}', { note: '한국어 “문장”', picks: ['ODD', 'SUM_OVER'] }),
];

describe.each(testDatabases)('a described table on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  const withTable = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    store.database.transaction(async (tx) => {
      await tx.query(
        `create temporary table thing (
           id bigint primary key, shard int not null, name text not null, note text, worth_units numeric(38, 8) not null,
           total numeric, is_open boolean not null, at timestamptz not null, picks text[] not null, numbers int[],
           body text not null
         ) on commit drop`,
      );
      await insertThings(tx, THINGS, { shard: 7 });
      return work(tx);
    });

  const whole = (row: Thing) => ({ note: undefined, total: undefined, numbers: undefined, ...row });

  test('returns what was written', async () => {
    const rows = await withTable((tx) => readThings(tx, 'where shard = $1 order by id', [7]));
    expect(rows).toEqual(THINGS.map(whole));
  });

  test('returns what was written of rows that have fields in common, or all but their key', async () => {
    const same = { note: 'null', worth: -1n, total: 7n, isOpen: true, picks: ['UP', 'DOWN'], numbers: [3] };
    const groups: readonly (readonly Thing[])[] = [
      [thing(4, 'a "name", {quoted}', same)],
      [thing(5, 'null', same), thing(6, 'null', same)],
      [thing(7, 'one'), thing(8, 'one')],
      [thing(9, 'one', { note: 'x' }), thing(10, 'two')],
    ];
    const rows = await withTable(async (tx) => {
      for (const group of groups) await insertThings(tx, group, { shard: 8 });
      return readThings(tx, 'where shard = $1 order by id', [8]);
    });
    expect(rows).toEqual(groups.flat().map(whole));
  });

  test('is changed by key, in all given fields or only in those that a row has', async () => {
    const setWorth = updateMany(things, {
      key: ['id'],
      fields: ['worth', 'note'],
      set: ({ worth }) => ({ worth: `thing.worth_units + ${worth}` }),
    });
    const setPresent = updatePresent(things, { key: ['id'], fields: ['name', 'isOpen'] });
    const rows = await withTable(async (tx) => {
      await setWorth(tx, [{ id: 1, worth: 50_000_000n }]);
      await setPresent(tx, [
        { id: 2, isOpen: true },
        { id: 3, name: 'three' },
      ]);
      return readThings(tx, 'order by id');
    });
    expect(rows.map(({ name, note, worth, isOpen }) => [name, note, worth, isOpen])).toEqual([
      ['plain', undefined, -100_000_000n, true],
      ['null', '', 1n, true],
      ['three', '한국어 “문장”', 1n, false],
    ]);
  });

  test('deletes the rows of the given keys', async () => {
    const deleteThings = deleteMany(things, ['id']);
    const rows = await withTable(async (tx) => {
      await deleteThings(tx, [{ id: 1 }, { id: 3 }, { id: 9 }]);
      return readThings(tx, '');
    });
    expect(rows.map(({ id }) => id)).toEqual([2]);
  });

  test('is compared with what was written', async () => {
    const find = findDifference(things, { fields: fieldsOf(things, 'shard', 'at'), age: 'id' });
    const all = { first: 1, last: 3, cut: 0 };
    const found = await withTable(async (tx) => [
      await find(tx, THINGS, all),
      await find(tx, THINGS.slice(1), all),
      await find(tx, [...THINGS, thing(4, 'gone')], { ...all, last: 4 }),
      await find(tx, [...THINGS, thing(4, 'archived')], { ...all, last: 4, cut: 5 }),
      await find(tx, [THINGS[0]!, { ...THINGS[1]!, note: 'other' }, THINGS[2]!], all),
    ]);
    expect(found).toEqual([
      undefined,
      { id: 1, what: 'was never made' },
      { id: 4, what: 'is gone' },
      undefined,
      { id: 2, what: 'differs' },
    ]);
  });
});

test('a call with no rows sends no statement to the database', async () => {
  const query = () => Promise.reject(new Error('the database was asked'));
  const tx: Tx = { inTransaction: true, query };
  await insertThings(tx, [], { shard: 7 });
  await deleteMany(things, ['id'])(tx, []);
  await updateMany(things, { key: ['id'], fields: ['name'] })(tx, []);
});
