// Members for staff: who is found and listed, what is masked, what is written about them, and that all of it stays inside
// the site.
import { rateOfUnits } from '@maru/engine/amount';
import type { Currency, PlayerId } from '@maru/engine/purse';
import type { ExchangeRate } from '@maru/engine/rates/exchange-rate';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, OTHER_SITE, type Signed, signInAs, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { type BodyAt, openTestHttp } from '../http/testing.ts';
import type { ResultsOf } from '../product/results.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { memberActRoutes } from './act-routes.ts';
import { memberRoutes } from './routes.ts';
import { unblockRoutes } from './unblock.ts';

type Modules = typeof import('@maru/contract/members/calls') &
  typeof import('@maru/contract/account/office') &
  typeof import('@maru/contract/staff/calls');

const REASON = '본인 확인 전화';

/** As if somebody had won 1,000 and 400 won and lost ten dollars. */
const earned: ResultsOf = async () => [
  { currency: 'KRW' as Currency, net: 1_000n * 10n ** 8n },
  { currency: 'USDT' as Currency, net: -10n * 10n ** 8n },
  { currency: 'KRW' as Currency, net: 400n * 10n ** 8n },
];

describe.each(testDatabases)('members on $name', ({ open }) => {
  const world = useWorld(open);
  const online = new Set<PlayerId>();
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let staff: Signed;
  let colleague: Signed;
  let member: Signed;
  let far: Signed;

  beforeAll(async () => {
    const { database } = world.store;
    const usdt = { rate: rateOfUnits(1_400n * 10n ** 8n) } as ExchangeRate;
    const rates = { latest: (base: string) => (base === 'USDT' ? usdt : undefined) };
    const requests = createStaffRequests(database);
    const realtime = { players: () => online, isConnected: (player: PlayerId) => online.has(player) };
    http = await openTestHttp({
      routes: [
        ...memberRoutes({ database, realtime, rates, isPractice: () => true, results: [earned] }),
        ...memberActRoutes(database),
        ...unblockRoutes({ database, requests, unblock: world.accounts.unblock }),
        ...requests.routes,
      ],
      authenticate: world.accounts.authenticator.authenticate,
      clock: () => world.time.now,
    });
    staff = await newcomer(world, { role: 'STAFF' });
    colleague = await newcomer(world, { role: 'STAFF' });
    far = await newcomer(world, { site: OTHER_SITE });
    member = await newcomer(world);
  });
  afterAll(() => http.close());

  async function get<Path extends string>(path: Path, by: Pick<Signed, 'token'> | undefined = staff) {
    const headers = by === undefined ? {} : { authorization: `Bearer ${by.token}` };
    const answer = await http.inject({ method: 'GET', url: path, headers });
    return { status: answer.statusCode, body: answer.json<BodyAt<Modules, 'GET', Path>>() };
  }
  async function post<Path extends string>(path: Path, payload: object, by: Signed = staff) {
    const headers = { authorization: `Bearer ${by.token}` };
    const answer = await http.inject({ method: 'POST', url: path, headers, payload });
    return { status: answer.statusCode, body: answer.json<BodyAt<Modules, 'POST', Path>>() };
  }
  const list = async (query: string) =>
    (await get(`/api/office/members/list?${query}`)).body.content.map(({ id }) => id);
  const changesOf = (player: PlayerId) =>
    world.query<{ after: string; reason: string; staff: number }>(
      'select after, reason, staff_id as staff from staff_change where subject = $1 order by id',
      [`player ${player}`],
    );

  test('are found by the beginning of a name, the end of a phone number, a number and a partner’s code', async () => {
    const partner = await newcomer(world);
    await world.query(`update player set role = 'PARTNER', partner_code = 'K2094' where id = $1`, [
      partner.id,
    ]);
    const who = await newcomer(world);
    await world.query(
      `update player set username = 'jhpark88', name = '박지훈', nick = '파도타기', folded_nick = '파도타기',
              phone = '01098764417', partner_id = $2 where id = $1`,
      [who.id, partner.id],
    );
    for (const text of [
      'jhp',
      'JHPARK88',
      '박지',
      '파도',
      '4417',
      '98764417',
      '010-9876-4417',
      'K2094',
      `${who.id}`,
    ])
      expect(await list(`find=${encodeURIComponent(text)}`), text).toContain(who.id);
    for (const text of ['park88', '지훈', '417', '1417', 'K209', '%', '_', "' or 1=1 --"])
      expect(await list(`find=${encodeURIComponent(text)}`), text).not.toContain(who.id);
    expect(await list(`find=${staff.username}`)).not.toContain(staff.id);
    expect(await list(`find=${far.username}`)).not.toContain(far.id);
    expect(await list(`find=${far.id}`)).not.toContain(far.id);
  });

  test('are listed by their last use or newest first, page by page and each once', async () => {
    const [first, second] = [await newcomer(world), await newcomer(world)];
    world.time.now = millis(world.time.now + MINUTE_MS);
    await signInAs(world, first.username);
    expect((await list('size=1'))[0]).toBe(first.id);
    expect((await list('sort=JOINED&size=1'))[0]).toBe(second.id);
    for (const sort of ['SEEN', 'JOINED']) {
      const seen: number[] = [];
      for (let before = ''; ; before = `&before=${seen.at(-1)}`) {
        const page = await list(`sort=${sort}&size=2${before}`);
        if (page.length === 0) break;
        seen.push(...page);
      }
      const all = await world.query<{ id: number }>(
        `select id from player where site_id = 1 and role <> 'STAFF'`,
      );
      expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    }
  });

  test('are counted by a tally, and filtered by what they need', async () => {
    const [waiting, blocked, marked] = [await newcomer(world), await newcomer(world), await newcomer(world)];
    await world.query(`update player set status = 'WAITING' where id = $1`, [waiting.id]);
    await world.submit({ kind: 'BLOCK_ACCOUNT', site: 1 as never, player: blocked.id });
    await expect.poll(() => list('filter=BLOCKED')).toContain(blocked.id);
    await post('/api/office/members/mark', { playerId: marked.id, on: true, reason: REASON });
    for (const player of [member.id, far.id, staff.id]) online.add(player);
    expect(await list('filter=WAITING')).toEqual([waiting.id]);
    expect(await list('filter=ONLINE')).toEqual([member.id]);
    expect(await list('filter=ATTENTION')).toEqual([marked.id]);
    const { body } = await get('/api/office/members/counts');
    expect(body).toMatchObject({ online: 1, waiting: 1, attention: 1, blocked: 1 });
    // Somebody becomes staff here by hand, after the sign-up was counted.
    const [row] = await world.query<{ members: number }>(
      'select count(*) as members from player where site_id = 1',
    );
    expect(body.all).toBe(row?.members);
    online.clear();
  });

  test('are shown with contact data masked, and with what their wallets hold in won', async () => {
    await world.query(
      `update player set phone = '01011112222', email = 'somebody@example.com', created_at = created_at - interval '2 days',
              bank = '{"bankName":"국민","accountNumber":"943012345678","accountHolder":"홍길동"}',
              address = '{"address1":"부산 해운대구 1"}' where id = $1`,
      [member.id],
    );
    const { body, status } = await get(`/api/office/members?playerId=${member.id}`);
    expect(status).toBe(200);
    expect(body.contact).toEqual({
      phone: '010-****-2222',
      email: 'so***@example.com',
      bank: '국민 9430-**-***',
      address: '부산 ***',
    });
    // 10,000,000 won, and 10,000 USDT at 1,400 won.
    expect(body.heldWon).toBe('24000000');
    expect(JSON.stringify(body)).not.toMatch(/01011112222|somebody|943012345678|해운대|hash/);
    expect(body).toMatchObject({
      id: member.id,
      status: 'ACTIVE',
      level: 0,
      hasSecondFactor: false,
      waiting: [],
    });
  });

  test('are of one site: another’s are missing, for every call', async () => {
    const missing = 99_999_999;
    for (const playerId of [far.id, staff.id, missing]) {
      expect((await get(`/api/office/members?playerId=${playerId}`)).body.code).toBe('ACCOUNT_NOT_FOUND');
      const asked = { playerId, field: 'PHONE', reason: REASON, on: true, text: '메모' };
      for (const path of ['reveal', 'note', 'mark', 'admit']) {
        const { status, body } = await post(`/api/office/members/${path}`, asked);
        expect([path, status, body.code]).toEqual([path, 404, 'ACCOUNT_NOT_FOUND']);
      }
      expect((await get(`/api/office/members/note/list?playerId=${playerId}`)).body.content).toEqual([]);
    }
    expect(await changesOf(far.id)).toEqual([]);
    for (const path of ['list', 'counts', 'note/list?playerId=1', 'change/list?playerId=1']) {
      expect((await get(`/api/office/members/${path}`, member)).status).toBe(403);
      expect((await http.inject({ url: `/api/office/members/${path}` })).statusCode).toBe(401);
    }
  });

  test('have a masked value shown for a reason, in the history without the value, and only so often a day', async () => {
    const who = await newcomer(world);
    await world.query(`update player set phone = '01055556666', bank = null where id = $1`, [who.id]);
    const asked = { playerId: who.id, field: 'PHONE', reason: REASON };
    expect((await post('/api/office/members/reveal', { ...asked, reason: '' })).status).toBe(400);
    expect(await changesOf(who.id)).toEqual([]);
    const { body } = await post('/api/office/members/reveal', asked);
    expect(body).toEqual({ value: '01055556666', untilMillis: world.time.now + MINUTE_MS, leftToday: 39 });
    expect((await post('/api/office/members/reveal', { ...asked, field: 'BANK' })).body.code).toBe(
      'NOTHING_TO_REVEAL',
    );
    expect(await changesOf(who.id)).toEqual([
      { after: '{"field":"PHONE"}', reason: REASON, staff: staff.id },
    ]);
    await world.query('update reveal_tally set looks = 40 where staff_id = $1', [staff.id]);
    expect((await post('/api/office/members/reveal', asked)).body.code).toBe('REVEAL_LIMIT');
    expect(await changesOf(who.id)).toHaveLength(1);
    await world.query('update reveal_tally set day = day - 1 where staff_id = $1', [staff.id]);
    expect((await post('/api/office/members/reveal', asked)).body.leftToday).toBe(39);
  });

  test('have a result in won of what each product says, and none without a rate', async () => {
    const path = (ids: string) => `/api/office/members/result?playerIds=${ids}` as const;
    const { body } = await get(path(`${member.id},${far.id}`));
    expect(body.content).toEqual([
      {
        playerId: member.id,
        won: '-12600',
        byCurrency: [
          { currency: 'KRW', net: '1400' },
          { currency: 'USDT', net: '-10' },
        ],
      },
    ]);
    expect((await get(path(String(staff.id)))).body.content).toEqual([]);
    expect((await get(path('x'))).status).toBe(400);
    expect((await get(path(String(member.id)), member)).status).toBe(403);
  });

  test('have notes that are only added to, up to a number', async () => {
    const who = await newcomer(world);
    const write = (text: string) => post('/api/office/members/note', { playerId: who.id, text });
    expect((await write('전화 통화함')).body).toMatchObject({ text: '전화 통화함', staff: '홍길동' });
    await write('<b>두 번째</b>\n다음 줄');
    const notes = (await get(`/api/office/members/note/list?playerId=${who.id}`)).body.content;
    expect(notes.map(({ text }) => text)).toEqual(['<b>두 번째</b>\n다음 줄', '전화 통화함']);
    const below = await get(`/api/office/members/note/list?playerId=${who.id}&before=${notes[0].id}`);
    expect(below.body.content).toHaveLength(1);
    await expect(
      world.query(`update member_note set text = 'x' where id = $1`, [notes[0].id]),
    ).rejects.toThrow();
    await world.query(
      `insert into member_note (player_id, site_id, staff_id, text, at_ms)
       select $1, 1, $2, 'x', 0 from generate_series(1, 198)`,
      [who.id, staff.id],
    );
    expect((await write('너무 많음')).body.code).toBe('NOTES_FULL');
  });

  test('are blocked by one and let in again by two', async () => {
    const who = await newcomer(world);
    const asked = { playerId: who.id, reason: REASON };
    expect((await post('/api/office/player/unblock', asked)).body.code).toBe('ALREADY_PROCESSED');
    await world.post('/api/office/player/block', asked, staff);
    await expect.poll(() => list('filter=BLOCKED')).toContain(who.id);
    expect((await post('/api/office/player/unblock', { ...asked, reason: '' })).status).toBe(400);
    const { body } = await post('/api/office/player/unblock', asked);
    expect((await post('/api/office/player/unblock', asked, colleague)).body.code).toBe('ALREADY_PROCESSED');
    const profile = await get(`/api/office/members?playerId=${who.id}`);
    expect(profile.body.status).toBe('DENY');
    expect(profile.body.waiting).toMatchObject([{ id: body.waiting, kind: 'MEMBER_UNBLOCK' }]);
    const approval = { staffRequestId: body.waiting };
    expect((await post('/api/office/request/approve', approval)).body.code).toBe('SECOND_PERSON_NEEDED');
    await expect(signInAs(world, who.username)).rejects.toThrow('ACCOUNT_BLOCKED');
    expect((await post('/api/office/request/approve', approval, colleague)).body.outcome).toBe('DONE');
    await signInAs(world, who.username);
    const changes = await get(`/api/office/members/change/list?playerId=${who.id}`);
    expect(changes.body.content.map(({ action, confirmedBy }) => [action, confirmedBy])).toEqual([
      ['UNBLOCK', '홍길동'],
      ['BLOCK', null],
    ]);
    for (const playerId of [far.id, 99_999_999])
      expect((await post('/api/office/player/unblock', { ...asked, playerId })).body.code).toBe(
        'ACCOUNT_NOT_FOUND',
      );
  });

  test('who wait for approval are let in once, with a letter', async () => {
    const who = await newcomer(world);
    await world.query(`update player set status = 'WAITING' where id = $1`, [who.id]);
    const asked = { playerId: who.id, reason: REASON };
    expect((await post('/api/office/members/admit', asked)).body).toEqual({
      playerId: who.id,
      status: 'ACTIVE',
    });
    expect((await post('/api/office/members/admit', asked)).body.code).toBe('ALREADY_PROCESSED');
    expect((await get(`/api/office/members?playerId=${who.id}`)).body.status).toBe('ACTIVE');
    const changes = await get(`/api/office/members/change/list?playerId=${who.id}`);
    expect(changes.body.content).toMatchObject([
      {
        area: 'MEMBER',
        action: 'ADMIT',
        after: '{"status":"ACTIVE"}',
        reason: REASON,
        staff: '홍길동',
        confirmedBy: null,
      },
    ]);
    expect(await world.query('select id from message where player_id = $1', [who.id])).toHaveLength(1);
  });
});
