// The queue as staff see it: who may, which checks each request has, marks, and who has a request in hand.
import { amount } from '@maru/engine/amount';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, OWNER, PARTNER, type Person, SITE, STAFF } from '../http/testing.ts';
import { DAY, START, useWorld } from './testing.ts';

const HOUR = 3_600_000;

describe.each(testDatabases)('the queue on $name', ({ open }) => {
  const world = useWorld(open);
  const queue = async (query = '') => (await world.get(`/api/office/dnw/queue${query}`, STAFF)).body;
  const rowOf = async (id: number) => (await queue('?size=100')).content.find((row) => row.id === id);
  const severityOf = async (id: number, code: string) =>
    (await rowOf(id))?.checks.find((check) => check.code === code)?.severity;
  /** The queue is a list of everybody, which waits for no one: the test does. */
  const asked = async (kind: 'withdraw' | 'deposit', owner: Person, point: string) => {
    const { body } = await world.post(`/api/dnw/${kind}/apply`, { point }, owner);
    await world.desk.caughtUp(owner.id);
    return body.request.id;
  };
  const withdraw = (owner: Person, point = '100000') => asked('withdraw', owner, point);
  const deposit = (owner: Person, point = '50000') => asked('deposit', owner, point);
  const approve = (dnwHistoryId: number, by: Person) =>
    world.post('/api/office/dnw/approve', { dnwHistoryId }, by);
  const refusalOf = async (path: '/api/office/dnw/hold' | '/api/office/dnw/release', id: number) =>
    (await world.post(path, { dnwHistoryId: id, reason: '확인 중' }, STAFF)).body.code;

  async function payee(): Promise<Person> {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    return owner;
  }

  test('is for staff only, to read and to mark', async () => {
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
      [PARTNER, 403],
    ] as const) {
      expect((await world.get('/api/office/dnw/queue', by)).status).toBe(status);
      expect((await world.get('/api/office/dnw/figures', by)).status).toBe(status);
      for (const path of ['/api/office/dnw/hold', '/api/office/dnw/release'] as const)
        expect((await world.post(path, { dnwHistoryId: 2, reason: '확인' }, by)).status).toBe(status);
    }
  });

  test('has each request with its member, its account and its checks', async () => {
    const owner = await payee();
    const id = await withdraw(owner);
    expect(await rowOf(id)).toMatchObject({
      ...{ type: 'W', playerId: owner.id, name: `이름${owner.id}`, bankName: 'KB국민은행' },
      ...{ counterpart: '••••••••••8901', free: '899000', reserved: '0', worst: 'AMBER', hold: null },
      ...{ came: { count: 0, total: '0' }, joinedMillis: START - 30 * DAY },
    });
    expect(JSON.stringify(await rowOf(id))).not.toContain('11012345678901');
    expect(await severityOf(id, 'FIRST_TIME')).toBe('AMBER');
    expect(await severityOf(id, 'BONUS')).toBe('PLAIN');
    expect(await severityOf(id, 'NEW_PAYOUT')).toBe('AMBER');
    await approve(id, STAFF);
    expect(await rowOf(id)).toBeUndefined();
    const second = await withdraw(owner, '300001');
    expect(await severityOf(second, 'FIRST_TIME')).toBeUndefined();
    expect(await severityOf(second, 'UNUSUAL_SIZE')).toBe('AMBER');
  });

  test('tells a changed password, a changed second factor, another device and a lock', async () => {
    const owner = await payee();
    const id = await withdraw(owner);
    const codes = ['PASSWORD_CHANGED', 'PROTECTION_CHANGED', 'ACCOUNT_LOCKED'] as const;
    for (const code of codes) expect(await severityOf(id, code)).toBeUndefined();
    expect(await severityOf(id, 'OTHER_DEVICE')).toBe('PLAIN');
    await world.query('update player set password_changed_at = $2 where id = $1', [
      owner.id,
      new Date(world.now() - HOUR),
    ]);
    await world.query(
      'insert into player_security (player_id, site_id, second_factor_ms, locked_ms) values ($1, $2, $3, $3)',
      [owner.id, SITE, world.now() - HOUR],
    );
    for (const [ip, name] of [
      ['10.0.0.1', 'Chrome on Android'],
      ['10.0.0.2', 'Chrome on Android'],
      ['203.0.113.9', 'Firefox on Windows'],
    ] as const)
      await world.query(
        `insert into sign_in_audit (at, site_id, player_id, username, ip, device_class, device_name, outcome)
         values ($1, $2, $3, '', $4, 'M', $5, 'SIGNED_IN')`,
        [new Date(world.now()), SITE, owner.id, ip, name],
      );
    expect(await severityOf(id, 'PASSWORD_CHANGED')).toBe('AMBER');
    expect(await severityOf(id, 'PROTECTION_CHANGED')).toBe('AMBER');
    expect(await severityOf(id, 'ACCOUNT_LOCKED')).toBe('RED');
    expect(await severityOf(id, 'OTHER_DEVICE')).toBe('RED');
  });

  test('tells money that open positions need and an open condition of a bonus', async () => {
    const owner = await payee();
    const id = await withdraw(owner, '900000');
    world.terms.reserved = amount('100000');
    expect(await severityOf(id, 'MARGIN')).toBe('RED');
    world.terms.reserved = amount('99000');
    expect(await severityOf(id, 'MARGIN')).toBe('PLAIN');
    world.terms.reserved = amount('0');
    const asked = { playerId: owner.id, type: 'PB', walletType: 'BINARY', point: '10000', reason: '이벤트' };
    const grant = (await world.post('/api/office/dnw/grant', asked, STAFF)).body.id;
    expect(await rowOf(grant)).toMatchObject({ type: 'PB', needsTwo: true, askedName: `이름${STAFF.id}` });
    await approve(grant, COLLEAGUE);
    expect(await severityOf(id, 'BONUS')).toBe('RED');
  });

  test('is filtered by kind and found by name, number and the last digits of an account', async () => {
    const owner = await payee();
    const [out, into] = [await withdraw(owner), await deposit(owner)];
    const found = async (query: string) => (await queue(`?size=100&${query}`)).content.map(({ id }) => id);
    expect(await found(`kind=DEPOSIT&search=player${owner.id}`)).toEqual([into]);
    expect(await found(`kind=WITHDRAWAL&search=${encodeURIComponent(`이름${owner.id}`)}`)).toEqual([out]);
    expect(await found(`search=${out}`)).toEqual([out]);
    expect(await found('search=8901')).toContain(out);
    expect(await found('search=110-1234-5678-901')).toContain(out);
    // Digits in the middle would spell out what is masked.
    expect(await found('search=12345')).not.toContain(out);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('kind=P2P')).toEqual([]);
    const first = await queue(`?size=1&search=player${owner.id}`);
    expect(first).toMatchObject({ hasMore: true, content: [{ id: out }] });
    expect(await found(`search=player${owner.id}&after=${out}`)).toEqual([into]);
  });

  test('figures count what waits and what came and went today', async () => {
    const before = (await world.get('/api/office/dnw/figures', STAFF)).body;
    const owner = await payee();
    const id = await deposit(owner, '70000');
    await withdraw(owner, '20000');
    const waiting = (await world.get('/api/office/dnw/figures', STAFF)).body;
    expect(waiting.deposits.count).toBe(before.deposits.count + 1);
    expect(Number(waiting.deposits.won) - Number(before.deposits.won)).toBe(70_000);
    expect(waiting.withdrawals.count).toBe(before.withdrawals.count + 1);
    expect(waiting).toMatchObject({ targetMs: 15 * 60_000, isMore: false, oldestMillis: START });
    await approve(id, STAFF);
    const after = (await world.get('/api/office/dnw/figures', STAFF)).body;
    expect(Number(after.todayIn) - Number(before.todayIn)).toBe(70_000);
    expect(after.todayOut).toBe(before.todayOut);
  });

  test('a mark stays with its reason until somebody takes it off or decides', async () => {
    const owner = await payee();
    const id = await withdraw(owner);
    expect(await refusalOf('/api/office/dnw/release', id)).toBe('ALREADY_PROCESSED');
    expect(await refusalOf('/api/office/dnw/hold', 999_998)).toBe('REQUEST_NOT_FOUND');
    const asked = { dnwHistoryId: id, reason: '통장 사본을 기다립니다' };
    expect((await world.post('/api/office/dnw/hold', asked, STAFF)).body.hold).toMatchObject({
      ...{ staff: STAFF.id, staffName: `이름${STAFF.id}`, reason: asked.reason },
    });
    expect((await rowOf(id))?.hold).toMatchObject({ reason: asked.reason });
    expect(await world.free('BINARY', owner)).toBe('899000');
    expect(await refusalOf('/api/office/dnw/release', id)).toBeUndefined();
    expect((await rowOf(id))?.hold).toBeNull();
    await world.post('/api/office/dnw/hold', asked, COLLEAGUE);
    await approve(id, STAFF);
    expect(await refusalOf('/api/office/dnw/hold', id)).toBe('REQUEST_PROCESSED');
    expect(await world.query('select row_id from dnw_hold where row_id = $1', [id])).toEqual([]);
    const { content } = (await world.get('/api/office/change/list?area=CASHIER&size=100', STAFF)).body;
    const decisions = content.filter(({ subject }) => subject === `dnw ${id}`);
    expect(decisions.map(({ after }) => JSON.parse(after).decision)).toEqual([
      ...['APPROVE', 'HOLD', 'RELEASE', 'HOLD'],
    ]);
  });

  test('sentences of refusals are saved and removed by who may decide, and each is there once', async () => {
    const save = (text: string, by: Person) => world.post('/api/office/dnw/reason', { text }, by);
    expect((await save('이름이 다릅니다.', OWNER)).status).toBe(403);
    await save('입금을 확인하지 못했습니다.', STAFF);
    const { body } = await save('입금을 확인하지 못했습니다.', COLLEAGUE);
    expect(body.content.map(({ text }) => text)).toEqual(['입금을 확인하지 못했습니다.']);
    const id = Number(body.content[0]?.id);
    expect((await world.post('/api/office/dnw/reason/remove', { id }, STAFF)).body.content).toEqual([]);
    expect((await world.post('/api/office/dnw/reason/remove', { id }, STAFF)).status).toBe(404);
    expect((await world.get('/api/office/dnw/reason/list', STAFF)).body.content).toEqual([]);
  });

  test('what has ended is listed newest first, with who decided it and why', async () => {
    const owner = await payee();
    const rejected = await deposit(owner);
    await world.post('/api/office/dnw/reject', { dnwHistoryId: rejected, reason: '입금 없음' }, STAFF);
    const done = await deposit(owner);
    await approve(done, STAFF);
    await deposit(owner);
    await world.desk.caughtUp(owner.id);
    const ended = async (query: string) =>
      (await world.get(`/api/office/dnw/ended?playerId=${owner.id}${query}`, STAFF)).body.content;
    const list = await ended('');
    expect(list.map(({ id, status }) => [id, status])).toEqual([
      [done, 1],
      [rejected, 2],
    ]);
    expect(list[1]).toMatchObject({ reason: '입금 없음', decidedBy: STAFF.id, isExpired: false });
    expect((await ended(`&before=${done}`)).map(({ id }) => id)).toEqual([rejected]);
    expect((await ended('&status=1')).map(({ id }) => id)).toEqual([done]);
    expect(await ended('&kind=GRANT')).toEqual([]);
    expect((await world.get('/api/office/dnw/ended', OWNER)).status).toBe(403);
  });

  test('who takes a request in hand has it for ten minutes', async () => {
    const owner = await payee();
    const id = await withdraw(owner);
    await world.post('/api/office/dnw/take', { dnwHistoryId: id }, STAFF);
    expect((await rowOf(id))?.takenName).toBe(`이름${STAFF.id}`);
    expect((await approve(id, COLLEAGUE)).body.code).toBe('REQUEST_TAKEN');
    const rejected = { dnwHistoryId: id, reason: '이름이 다릅니다' };
    expect((await world.post('/api/office/dnw/reject', rejected, COLLEAGUE)).body.code).toBe('REQUEST_TAKEN');
    world.moveBy(10 * 60_000);
    expect((await approve(id, COLLEAGUE)).body).toMatchObject({ status: 1, decidedBy: COLLEAGUE.id });
  });

  test('the second of two people decides while the first has it in hand', async () => {
    const owner = await payee();
    const most = { amount: amount('10000000'), most: amount('10000000') };
    await world.submit({ kind: 'REFILL_PRACTICE', site: SITE, player: owner.id, wallet: 'BINARY', ...most });
    const id = await withdraw(owner, '6000000');
    await world.post('/api/office/dnw/take', { dnwHistoryId: id }, STAFF);
    expect((await approve(id, STAFF)).body).toMatchObject({ status: 4, confirmedBy: STAFF.id });
    expect((await approve(id, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(id, COLLEAGUE)).body).toMatchObject({ status: 1, decidedBy: COLLEAGUE.id });
  });
});
