import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/audit/calls';
import { verifyAudit } from '@maru/contract/audit/calls';
import { siteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { serve } from '../http/serve.ts';
import { type Asks, asksOf, COLLEAGUE, OWNER, openTestHttp, PARTNER, SITE, STAFF } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { insertStaffChange, type StaffChange, SYSTEM_STAFF } from '../staff/changes.ts';
import { type AuditNotes, openAuditNotes } from './notes.ts';
import { auditRoutes } from './routes.ts';
import { createVerifier, type Verifier } from './verifier.ts';

/** 12:00 in Korea. */
const NOON = Date.UTC(2026, 10, 17, 3);
const OTHER = siteId(2);

describe.each(testDatabases)('the audit log on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let asks: Asks<typeof calls>;
  let folder: string;
  let notes: AuditNotes;
  let verifier: Verifier;
  let now: Millis;

  /** A new process: nothing of the earlier checks is in memory. */
  async function restart(): Promise<void> {
    await http?.close();
    notes = await openAuditNotes(folder, 0);
    const { database } = store;
    verifier = createVerifier({
      ...{ database, notes, clock: () => now, log: silentLog },
      sites: () => [SITE, OTHER],
    });
    http = await openTestHttp({ routes: auditRoutes({ database, verifier, notes }), clock: () => now });
    asks = asksOf(http);
  }

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    await emptyDatabase(store);
    if (folder !== undefined) await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'maru-audit-'));
    now = millis(NOON);
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      );
      for (const { id, role } of [OWNER, PARTNER, STAFF, COLLEAGUE])
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, 1, $2, '', $3, $2, $2, $4, now(), now())`,
          [id, `user${id}`, `이름${id}`, role],
        );
    });
    await restart();
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
    await rm(folder, { recursive: true });
  });

  const change = (
    more: Partial<StaffChange> & { readonly staff?: number; readonly confirmedBy?: number } = {},
  ) => {
    const { staff = STAFF.id, confirmedBy, ...rest } = more;
    return store.database.transaction((tx) =>
      insertStaffChange(tx, {
        ...{ site: SITE, area: 'CASHIER', subject: 'setting', before: { fee: '1' }, after: { fee: '2' } },
        by: { staff, now, reason: '이유', ...(confirmedBy === undefined ? {} : { confirmedBy }) },
        ...rest,
      }),
    );
  };
  const write = async (count: number) => {
    for (let index = 1; index <= count; index += 1) await change({ subject: `row ${index}` });
  };
  /** As somebody who owns the database: no trigger runs. */
  const forge = (...statements: readonly string[]) =>
    store.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      for (const statement of statements) await tx.query(statement);
    });
  /** What a whole check from the first row finds. */
  const checked = async () => {
    await verifier.restart(SITE);
    const { fault } = verifier.state(SITE);
    return fault === undefined ? 'WHOLE' : `${fault.kind} ${fault.number}`;
  };
  const list = async (query = '') =>
    (await asks.get(`/api/office/audit/list?${query}` as '/api/office/audit/list', STAFF)).body.content;
  const numbers = async (query = '') => (await list(query)).map(({ number }) => number);

  test('every row is chained to the one before it, each site by itself, also when many are written at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => change({ subject: `row ${index}` })));
    await change({ site: OTHER });
    const rows = await list();
    expect(rows.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    for (const [index, row] of rows.slice(0, -1).entries()) {
      const { body } = await asks.get(`/api/office/audit?number=${row.number}` as '/api/office/audit', STAFF);
      expect(body.previous).toBe(rows[index + 1]?.hash);
    }
    expect(await checked()).toBe('WHOLE');
  });

  test('a change that is rolled back leaves no gap', async () => {
    await change();
    const failing = store.database.transaction(async (tx) => {
      await insertStaffChange(tx, {
        ...{ site: SITE, area: 'CASHIER', subject: 'lost', before: {}, after: {} },
        by: { staff: STAFF.id, now, reason: '' },
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await change();
    expect(await numbers()).toEqual([2, 1]);
    expect(await checked()).toBe('WHOLE');
  });

  test.each([
    ['another reason', `update staff_change set reason = '다른 이유' where number = 3`, 'CHANGED 3'],
    [
      'another time',
      `update staff_change set at = at + interval '1 microsecond' where number = 3`,
      'CHANGED 3',
    ],
    ['another person', `update staff_change set staff_id = 5 where number = 3`, 'CHANGED 3'],
    ['another second person', `update staff_change set confirmed_by = 5 where number = 3`, 'CHANGED 3'],
    ['another origin', `update staff_change set origin = '{}' where number = 3`, 'CHANGED 3'],
    ['another hash', `update staff_change set hash = repeat('0', 64) where number = 3`, 'CHANGED 3'],
    ['a row of another site', 'update staff_change set site_id = 2 where number = 3', 'REMOVED 3'],
    ['a removed row', 'delete from staff_change where number = 3', 'REMOVED 3'],
    ['a removed first row', 'delete from staff_change where number = 1', 'REMOVED 1'],
    [
      'a removed row, with the next ones moved up',
      `delete from staff_change where number = 3;
       update staff_change set number = -number where number > 3;
       update staff_change set number = -number - 1 where number < 0`,
      'CHANGED 3',
    ],
    [
      'two rows that changed places',
      `update staff_change set number = -3 where number = 3;
       update staff_change set number = 3 where number = 4;
       update staff_change set number = 4 where number = -3`,
      'CHANGED 3',
    ],
    [
      'a row put between two others',
      `update staff_change set number = -number where number > 2;
       update staff_change set number = -number + 1 where number < 0;
       insert into staff_change (at, site_id, area, subject, before, after, reason, staff_id, number, previous, hash)
       select at, site_id, area, 'inserted', before, after, reason, staff_id, 3, hash, repeat('a', 64)
       from staff_change where number = 2`,
      'CHANGED 3',
    ],
    [
      'a row put between two others, with a right hash of its own',
      `update staff_change set number = -number where number > 2;
       update staff_change set number = -number + 1 where number < 0;
       insert into staff_change (at, site_id, area, subject, before, after, reason, staff_id)
       select at, site_id, area, 'inserted', before, after, reason, staff_id from staff_change where number = 2;
       update staff_change as own set number = 3, previous = prior.hash,
         hash = encode(sha256(convert_to(audit_text('3', prior.hash, own.id::text, '1',
           ((extract(epoch from own.at) * 1000000)::bigint)::text, own.area, '', 'inserted', own.before, own.after,
           own.reason, own.staff_id::text, null, ''), 'UTF8')), 'hex')
       from staff_change as prior where own.subject = 'inserted' and prior.number = 2`,
      'CHANGED 4',
    ],
    [
      'a row without a place',
      `insert into staff_change (at, site_id, area, subject, before, after, reason, staff_id)
       values (now(), 1, 'CASHIER', 'x', '', '', '', 4)`,
      'UNCHAINED 6',
    ],
    ['an end that was cut off', 'delete from staff_change where number > 3', 'CUT 4'],
    ['a removed log', 'delete from staff_change', 'CUT 1'],
    [
      'a log that was computed anew',
      `update staff_change set reason = '다른 이유' where number = 3;
       update staff_change set number = null, previous = null, hash = null where number > 2;
       select chain_staff_change(id) from (select id from staff_change where number is null order by id) as each`,
      'REWRITTEN 5',
    ],
  ])('the check finds %s', async (_, script, expected) => {
    await write(5);
    expect(await checked()).toBe('WHOLE');
    await forge(...script.split(/;\n/));
    // The notes are in the data folder: a restart does not forget them.
    await restart();
    expect(await checked()).toBe(expected);
    const { body } = await asks.get('/api/office/audit/verify', STAFF);
    expect(`${body.fault.kind} ${body.fault.number}`).toBe(expected);
  });

  test('a chain that was cut and continued differs from the hash of the day before', async () => {
    await write(5);
    await verifier.run();
    now = millis(now + DAY_MS);
    await verifier.run();
    await forge('delete from staff_change where number > 3');
    await write(4);
    await rm(join(folder, 'audit-newest.json'));
    await restart();
    expect(await checked()).toBe('REWRITTEN 5');
  });

  test('the running check finds a cut-off end within its next run, and a repaired chain is whole again', async () => {
    await write(3);
    await verifier.run();
    await forge('create table put_aside as select * from staff_change where number = 3');
    await forge('delete from staff_change where number = 3');
    await verifier.run();
    expect(verifier.state(SITE).fault).toMatchObject({ kind: 'CUT', number: 3 });
    await forge(
      'insert into staff_change overriding system value select * from put_aside',
      'drop table put_aside',
    );
    await verifier.run();
    expect(verifier.state(SITE).fault).toBeUndefined();
  });

  test('an edit of a row that was checked before is found by the next whole pass, hours later', async () => {
    await write(3);
    await verifier.run();
    await forge(`update staff_change set reason = 'x' where number = 1`);
    await verifier.run();
    expect(verifier.hasFault()).toBe(false);
    now = millis(now + 6 * HOUR_MS);
    await verifier.run();
    expect(verifier.state(SITE).fault).toMatchObject({ kind: 'CHANGED', number: 1 });
  });

  test('the last hash of a day is published once, for everybody, and stands in the data folder', async () => {
    await write(2);
    await verifier.run();
    await verifier.run();
    const { body } = await asks.get('/api/audit/anchors');
    const [{ hash } = { hash: '' }] = await list();
    expect(body.content).toEqual([{ date: '2026-11-16', number: 2, hash, atMillis: now }]);
    await write(1);
    now = millis(now + DAY_MS);
    await verifier.run();
    await restart();
    expect(notes.anchors(SITE).map(({ number }) => number)).toEqual([2, 3]);
    const lines = (await readFile(join(folder, 'audit-anchors.jsonl'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(2);
  });

  test('what the process of one shard notes stays when that of another one notes something', async () => {
    const own = { number: 7, hash: 'a'.repeat(64) };
    const theirs = { number: 3, hash: 'b'.repeat(64) };
    const other = await openAuditNotes(folder, 1);
    await notes.noteNewest(SITE, own);
    await other.noteNewest(OTHER, theirs);
    await other.addAnchor({ ...theirs, site: OTHER, day: 20_000, at: now });
    await notes.noteNewest(SITE, own);
    const again = await openAuditNotes(folder, 1);
    expect([again.newest(OTHER), again.newest(SITE)]).toEqual([theirs, undefined]);
    expect(again.anchors(OTHER)).toHaveLength(1);
    expect((await openAuditNotes(folder, 0)).newest(SITE)).toEqual(own);
  });

  test('the list is narrowed by group, person, subject, hash, two people and time', async () => {
    await change({ area: 'SECURITY', subject: `player ${OWNER.id}` });
    now = millis(now + HOUR_MS);
    await change({ area: 'BALL_ODDS', subject: 'pick', confirmedBy: COLLEAGUE.id });
    await change({ staff: COLLEAGUE.id });
    now = millis(now + HOUR_MS);
    await change({ staff: SYSTEM_STAFF, area: 'CASHIER', subject: 'setting' });
    expect(await numbers('group=MEMBER')).toEqual([1]);
    expect(await numbers('group=MARKET')).toEqual([2]);
    expect(await numbers('group=SYSTEM')).toEqual([4]);
    expect(await numbers('group=CASHIER')).toEqual([4, 3]);
    expect(await numbers(`staff=${COLLEAGUE.id}`)).toEqual([3]);
    expect(await numbers('twoOnly=1')).toEqual([2]);
    expect(await numbers('search=setting')).toEqual([4, 3]);
    expect(await numbers(`search=user${OWNER.id}`)).toEqual([1]);
    expect(await numbers(`search=${encodeURIComponent(`이름${COLLEAGUE.id}`)}`)).toEqual([3]);
    expect(await numbers('search=setting&group=MEMBER')).toEqual([]);
    const [{ hash } = { hash: '' }] = await list('before=3&size=1');
    expect(await numbers(`search=${hash.slice(0, 4)}%20${hash.slice(4, 8)}`)).toEqual([2]);
    expect(await numbers(`fromMillis=${NOON + HOUR_MS}`)).toEqual([4, 3, 2]);
    expect(await numbers(`fromMillis=${NOON + 1}&toMillis=${NOON + 2 * HOUR_MS}`)).toEqual([3, 2]);
    expect(await numbers(`toMillis=${NOON}`)).toEqual([]);
    expect(await numbers('before=3&size=1')).toEqual([2]);
    expect((await list('size=1'))[0]).toMatchObject({ staff: 0, staffName: null, group: 'SYSTEM' });
    expect((await list('twoOnly=1'))[0]).toMatchObject({
      ...{ staffName: `이름${STAFF.id}`, confirmedName: `이름${COLLEAGUE.id}` },
    });
    expect((await list('group=MEMBER'))[0]).toMatchObject({ subjectName: `user${OWNER.id}` });
  });

  test('somebody who looks at masked values much more often than usual is pointed out', async () => {
    const look = () => change({ area: 'MEMBER', action: 'REVEAL', subject: `player ${OWNER.id}` });
    await look();
    await look();
    now = millis(now + DAY_MS);
    for (let count = 0; count < 5; count += 1) await look();
    expect((await list('size=1'))[0]).toMatchObject({ isUnusual: false });
    await look();
    const { body } = await asks.get('/api/office/audit?number=8', STAFF);
    expect([body.isUnusual, body.reveals]).toEqual([true, { day: 6, usual: 2 }]);
    expect((await list()).map(({ isUnusual }) => isUnusual)).toEqual([...Array(6).fill(true), false, false]);
  });

  test('a file has the same rows, and what staff wrote is never computed', async () => {
    await change({ subject: '=cmd()' });
    await change();
    const { body, headers } = await http.inject({
      method: 'GET',
      url: '/api/office/audit/csv',
      headers: { authorization: `Bearer ${STAFF.id}.STAFF` },
    });
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(`,'=cmd(),`);
    expect(headers['content-disposition']).toContain('audit-2026-11-17.csv');
  });

  test('an entry says from which address and browser it was made', async () => {
    const state = { count: 0, lastHash: '', checkedNumber: 0, completeMillis: null, fault: null };
    const acting = await openTestHttp({
      routes: [
        serve(verifyAudit, async () => {
          await change();
          return { ok: true, reply: state };
        }),
      ],
      clock: () => now,
    });
    await acting.inject({
      method: 'POST',
      url: '/api/office/audit/verify',
      headers: {
        ...{ authorization: `Bearer ${STAFF.id}.STAFF`, 'user-agent': 'Browser 1' },
        'content-type': 'application/json',
      },
      payload: '{}',
    });
    await acting.close();
    await change();
    const [theirs, unknown] = await Promise.all(
      [1, 2].map((number) => asks.get(`/api/office/audit?number=${number}` as '/api/office/audit', STAFF)),
    );
    expect([theirs?.body.ip, theirs?.body.userAgent]).toEqual(['127.0.0.1', 'Browser 1']);
    expect([unknown?.body.ip, unknown?.body.userAgent]).toEqual([null, null]);
  });

  test('an entry of another site is one that does not exist, and only staff read the log', async () => {
    await change({ site: OTHER });
    for (const query of ['number=1', 'number=999'])
      expect((await asks.get(`/api/office/audit?${query}` as '/api/office/audit', STAFF)).status).toBe(404);
    expect(await list()).toEqual([]);
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
      [PARTNER, 403],
    ] as const)
      for (const path of ['list', 'csv', 'verify'] as const)
        expect((await asks.get(`/api/office/audit/${path}`, by)).status).toBe(status);
    for (const bad of ['group=NONE', 'size=101', 'before=0', 'search=%00', 'fromMillis=x'])
      expect((await asks.get(`/api/office/audit/list?${bad}`, STAFF)).status, bad).toBe(400);
    expect((await asks.get('/api/audit/anchors')).body.content).toEqual([]);
    const empty = await asks.post('/api/office/audit/verify', {}, STAFF);
    expect(empty.body).toMatchObject({ count: 0, checkedNumber: 0, fault: null });
  });
});
