// The owner of a shard dies, or stands still and goes on later, while another process follows it.
import { describeBook } from '@maru/engine/describe';
import { playerId } from '@maru/engine/purse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAccount } from './account/reads.ts';
import { openFreshPostgres, type TestDatabase } from './db/testing.ts';
import { createOwnership } from './desk/ownership.ts';
import { hold, insertTestSite, opening, openTestDesk, refill, SITE } from './desk/testing.ts';
import { type DeskProcess, forkDesk } from './desk-process-testing.ts';
import { openStandbyDesk, type StandbyDesk } from './open-standby-desk.ts';

const one = playerId(1);

let store: TestDatabase;
let owners: DeskProcess[] = [];
let standbys: StandbyDesk[] = [];

beforeEach(async () => {
  store = await openFreshPostgres();
  await insertTestSite(store);
});

afterEach(async () => {
  for (const owner of owners) {
    owner.kill('SIGKILL');
    await owner.exit;
  }
  for (const standby of standbys) await standby.stop();
  [owners, standbys] = [[], []];
  await store.drop();
});

async function own(options = {}): Promise<DeskProcess> {
  const owner = forkDesk(store.url ?? '', options);
  owners.push(owner);
  await owner.owned;
  return owner;
}

async function follow(): Promise<StandbyDesk> {
  const { url = '' } = store;
  const throwIt = (fault: unknown): void => {
    throw fault;
  };
  const standby = await openStandbyDesk({
    shard: 0,
    store: { url },
    journalAt: { url },
    ownership: createOwnership({ shard: 0, onLost: throwIt }),
    realtime: { push: () => undefined, isConnected: () => false },
    pushes: { ofAll: () => [] },
    onHalt: throwIt,
    onTransientError: () => undefined,
    limits: { patienceMs: 60_000 },
  });
  standbys.push(standby);
  return standby;
}

const ask = <Row>(text: string) => store.database.transaction((tx) => tx.query<Row>(text));

test('a standby takes over from a killed owner with every answered command', async () => {
  const owner = await own();
  const standby = await follow();
  await owner.submit(opening(one));
  const answered: number[] = [];
  const keys = Array.from({ length: 200 }, (_, index) => `key-${index}`);
  const asked = keys.map(async (key) => {
    const outcome = await owner.submit(refill(one, '5', key));
    if (outcome !== 'NOT_OURS' && outcome.ok) answered.push(outcome.event.id);
    if (answered.length === 100) owner.kill('SIGKILL');
  });
  await owner.exit;
  void asked;

  const { desk } = await standby.owned;
  expect(answered.length).toBeGreaterThanOrEqual(100);
  const again = await Promise.all(keys.map((key) => desk.submit(refill(one, '5', key))));
  const repeated = again.flatMap((outcome) => (outcome.ok && outcome.repeated ? [outcome.event.id] : []));
  expect(answered.filter((id) => !repeated.includes(id))).toEqual([]);
  expect(again.every(({ ok }) => ok)).toBe(true);
});

test('the book of a standby that took over is the one that a start loads', async () => {
  const owner = await own();
  await owner.submit(opening(one));
  const standby = await follow();
  for (let count = 1; count <= 50; count += 1) await owner.submit(hold(one, String(count)));
  owner.kill('SIGKILL');
  const { desk } = await standby.owned;
  await desk.submit(refill(one, '11'));
  const seen = await desk.read(readAccount, { site: SITE, player: one });
  while (!(await desk.drained()));
  await standby.stop();
  standbys = [];
  const started = await openTestDesk(store, '');
  expect(await started.desk.read(readAccount, { site: SITE, player: one })).toEqual(seen);
  expect((await started.desk.inspect(describeBook, [one]))?.seen).toContain('1:BINARY:wait');
  await started.desk.stop();
});

test('an owner that stood still while another took over answers nothing and writes nothing any more', async () => {
  const owner = await own({ lingers: true });
  await owner.submit(opening(one));
  await owner.submit(refill(one, '5'));
  const standby = await follow();
  await owner.begin(`update site set name = 'in between'`);
  owner.kill('SIGSTOP');
  // It finds these when it goes on.
  const late = [
    owner.submit(refill(one, '6', 'late')),
    owner.submit(hold(one, '99999999999')),
    owner.read(one),
    owner.write(`update site set name = 'late'`),
    owner.commit(),
  ];
  const { desk } = await standby.owned;
  expect(await desk.submit(refill(one, '7'))).toMatchObject({ ok: true });
  const [end] = await ask<{ batch: number }>('select max(batch) as batch from journal');

  owner.kill('SIGCONT');
  expect(await Promise.all(late)).toEqual(['NOT_OURS', 'NOT_OURS', undefined, false, false]);
  // The same later, when it knows.
  expect(await owner.submit(refill(one, '8'))).toBe('NOT_OURS');
  expect(await owner.read(one)).toBeUndefined();
  expect(await owner.write(`update site set name = 'later'`)).toBe(false);
  expect(await ask('select name from site')).toEqual([{ name: 'One' }]);
  expect(await ask(`select 1 from journal where epoch = 1 and batch > ${end?.batch}`)).toEqual([]);
});

test('an owner that finds its shard taken ends', async () => {
  const owner = await own();
  await owner.submit(opening(one));
  const standby = await follow();
  owner.kill('SIGSTOP');
  await standby.owned;
  owner.kill('SIGCONT');
  expect(await owner.exit).toBe(70);
});

test('the tables of the new owner do not wait for ever for a write that a standing owner has begun', async () => {
  const owner = await own();
  await owner.submit(opening(one));
  const standby = await follow();
  // As its shadow does, which may stand still in the middle of a write.
  await owner.begin('select 1 from shadow_mark for update');
  owner.kill('SIGSTOP');
  const { desk } = await standby.owned;
  await desk.submit(refill(one, '7'));
  while (!(await desk.drained()));
});

test('an owner that ends cleanly is followed at once, and a third process follows the second', async () => {
  const owner = await own();
  await owner.submit(opening(one));
  const second = await follow();
  const third = await follow();
  owner.kill('SIGTERM');
  expect(await owner.exit).toBe(0);
  const { desk } = await Promise.race([second.owned, third.owned]);
  expect(await desk.submit(refill(one, '7'))).toMatchObject({ ok: true });
  const waiting = second.followed() === undefined ? third : second;
  expect(waiting.followed()).toBeDefined();
});
