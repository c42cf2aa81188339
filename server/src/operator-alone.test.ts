// One member of staff alone, with every right there is, tries to move money, to change a result, and to read what nobody
// may read. Every call that takes a fresh second factor has a row here: a new one without a row fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BTC, makeMembersObjects, NQ, ROUNDS, untilFollowed } from './authorisation-objects-testing.ts';
import {
  type Authorisation,
  contactOf,
  openAuthorisation,
  PASSWORD,
  type Person,
} from './authorisation-testing.ts';
import { callsOfContract, nameOf } from './calls-testing.ts';
import { codeAt } from './security/code-testing.ts';

const calls = await callsOfContract();
let world: Authorisation;

beforeAll(async () => {
  world = await openAuthorisation();
});
afterAll(() => world?.close());

const reason = '혼자서 시도합니다';
type Fields = Readonly<Record<string, unknown>>;

const post = (path: `/${string}`, by: Person, fields: Fields) =>
  world.ask({ method: 'POST', path }, by, fields);
const get = async (path: `/${string}`, by: Person, fields: Fields = {}) =>
  (await world.ask({ method: 'GET', path }, by, fields)).body;

/** All money, every bet and every result, as the tables have them. */
const moneyAndResults = async () => {
  await untilFollowed(world);
  return world.tables.transaction(async (tx) => {
    const purses = await tx.query<{ text: string }>('select t::text as text from purse as t order by 1');
    const bets = await tx.query<{ text: string }>('select t::text as text from bet as t order by 1');
    const results = await tx.query<{ text: string }>(
      'select t::text as text from round_result as t where round_id in (select round_id from bet) order by 1',
    );
    return [...purses, ...bets, ...results].map(({ text }) => text);
  });
};

/** What becomes of a request of one person alone: it waits for another, is refused, or is done and moves no money. */
type End = 'WAITS' | 'DONE' | `REFUSED ${string}`;

const TRADER_TERMS = { quota: 10, shareRate: '0.1', followStock: [BTC] };

/** Each call with what somebody alone would send, and how that ends. */
const ATTEMPTS: Readonly<Record<string, (at: Tried) => readonly [Fields, End]>> = {
  '/api/admin': () => [{ username: 'second1', name: '둘째', role: 'OPERATOR' }, 'WAITS'],
  '/api/office/accounts/change': ({ by }) => [{ id: by.id, role: 'OPERATOR' }, 'REFUSED STAFF_LEVEL'],
  '/api/office/accounts/first_password': () => [
    { id: world.people.operative.id },
    'REFUSED ALREADY_PROCESSED',
  ],
  '/api/partner': () => [
    { username: 'second2', name: '둘째', nick: '둘째파트너', code: 'SECOND', rates: [] },
    'WAITS',
  ],
  '/api/office/partner/change': () => [
    { partnerId: world.people.partner.id, rates: [{ product: 'futures', base: 'FEE', rate: '0.5' }] },
    'WAITS',
  ],
  '/api/office/partner/first_password': () => [
    { partnerId: world.people.partner.id },
    'REFUSED ALREADY_PROCESSED',
  ],
  '/api/office/partner/settlement/confirm': () => [
    { throughDate: '2026-09-01', sums: [] },
    'REFUSED SETTLEMENT_NOTHING',
  ],
  '/api/office/partner/settlement/pay': () => [
    { throughDate: '2026-09-01', digest: '0'.repeat(64) },
    'REFUSED SETTLEMENT_NOTHING',
  ],
  '/api/office/partner/settlement/void': () => [
    { partnerId: world.people.partner.id, date: '2026-09-01' },
    'REFUSED SETTLEMENT_NOTHING',
  ],
  // Of nobody who has asked for it, or is one: what staff set of a trader moves no money.
  '/api/office/copytrade/application/approve': () => [
    { applicationId: 999_999, ...TRADER_TERMS },
    'REFUSED APPLICATION_NOT_FOUND',
  ],
  '/api/office/copytrade/trader/set': () => [
    { traderId: world.people.owner.id, status: 'ACTIVE', isAccepting: true, ...TRADER_TERMS },
    'REFUSED TRADER_NOT_FOUND',
  ],
  // Words alone, and only after their text was published.
  '/api/office/terms/publish': () => [
    { kind: 'TERMS', summaryKo: '요약', summaryEn: 'Summary' },
    'REFUSED TERMS_TEXT_MISSING',
  ],
  // Rates of rounds that open later; a bet keeps those with which it was placed.
  '/api/office/binary/setting': () => [{ tradeOptionId: ROUNDS, rate: '0.9' }, 'DONE'],
  '/api/office/bitball/odds': () => [{ type: 'NS_ODD', odds: '1.9' }, 'DONE'],
  '/api/office/calendar/change': () => [
    { csv: 'calendar,date,hours,note\nHKEX,2026-11-24,10:15-13:00,반나절' },
    'WAITS',
  ],
  '/api/office/futures/setting': () => [{ futuresOptionId: BTC, feeRate: '0.001' }, 'WAITS'],
  '/api/office/oversea/close': () => [{ overseaOptionId: NQ }, 'WAITS'],
  '/api/office/oversea/rate': () => [{ base: 'USD', rate: '1500' }, 'WAITS'],
  '/api/office/oversea/reopen': () => [{ overseaOptionId: NQ }, 'REFUSED ALREADY_PROCESSED'],
  '/api/office/oversea/setting': () => [{ overseaOptionId: NQ, lossCutRate: '0.9' }, 'WAITS'],
  '/api/office/risk/limit': () => [{ netTotal: '999999999' }, 'WAITS'],
  '/api/office/player/unblock': () => [{ playerId: world.people.stranger.id }, 'WAITS'],
  '/api/office/security/reset': () => [{ playerId: world.people.owner.id }, 'WAITS'],
  '/api/office/security/unlock': () => [{ playerId: world.people.owner.id }, 'REFUSED ACCOUNT_NOT_LOCKED'],
  '/api/office/dnw/approve': ({ deposit }) => [{ dnwHistoryId: deposit }, 'DONE'],
  '/api/office/coupon/issue': () => [
    { walletTypes: ['BINARY'], point: '1000', uses: 1, untilMillis: String(world.now() + 86_400_000) },
    'WAITS',
  ],
  '/api/office/dnw/grant': () => [
    { playerId: world.people.owner.id, type: 'PB', walletType: 'BINARY', point: '50000' },
    'WAITS',
  ],
  '/api/office/request/approve': ({ request }) => [
    { staffRequestId: request },
    'REFUSED SECOND_PERSON_NEEDED',
  ],
  '/api/office/binary/void/request': ({ round }) => [{ tradeRoundId: round }, 'WAITS'],
  '/api/office/binary/void/approve': ({ voidRequest }) => [
    { voidRequestId: voidRequest },
    'REFUSED SECOND_PERSON_NEEDED',
  ],
  '/api/office/dnw/setting': () => [{ twoFrom: { KRW: '999999999' } }, 'WAITS'],
  '/api/office/site': () => [{ hosts: ['127.0.0.1', 'alone.example'] }, 'WAITS'],
  '/api/office/site/new': ({ site }) => [
    { ...site, code: 'alone', hosts: ['new.example'], moneyMode: 'LIVE' },
    'WAITS',
  ],
};

interface Tried {
  readonly by: Person;
  /** Of a member, above what one person may approve. */
  readonly deposit: number;
  /** Of `by`, waiting. */
  readonly request: number;
  readonly round: number;
  readonly voidRequest: number;
  /** As it is now. */
  readonly site: Fields;
}

const waitingOf = (body: Fields): number | undefined => {
  const waiting = body['waiting'] as { readonly id: number } | number | null | undefined;
  if (typeof waiting === 'number') return waiting;
  return waiting?.id;
};

async function prepare(by: Person): Promise<Tried> {
  const { owner, stranger } = world.people;
  const terms = (await get('/api/site_info/dnw', owner))['twoFrom'] as Readonly<Record<string, string>>;
  const asked = await post('/api/dnw/deposit/apply', stranger, { point: terms['KRW'] ?? '' });
  const coupon = {
    ...{ walletTypes: ['BINARY'], point: '2000', uses: 1, untilMillis: String(world.now() + 86_400_000) },
  };
  const issued = await post('/api/office/coupon/issue', by, { ...coupon, reason });
  const current = await get('/api/trade/game/current', owner, { tradeOptionId: ROUNDS });
  const later = await get('/api/trade/game/current', owner, { tradeOptionId: ROUNDS - 1 });
  const round = (current['round'] as { readonly id: number }).id;
  const other = (later['round'] as { readonly id: number }).id;
  const voided = await post('/api/office/binary/void/request', by, { tradeRoundId: round, reason });
  const { id: _, hasMembers: __, ...site } = await get('/api/office/site', by);
  const begun = await post('/api/security/totp/begin', owner, { password: PASSWORD });
  const code = codeAt(String(begun.body['secret']), world.now());
  await post('/api/security/totp/confirm', owner, { code });
  await post('/api/office/player/block', world.people.head, { playerId: stranger.id, reason });
  await untilFollowed(world);
  return {
    by,
    deposit: (asked.body['request'] as { readonly id: number }).id,
    request: waitingOf(issued.body) ?? 0,
    round: other,
    voidRequest: Number(voided.body['id']),
    site,
  };
}

describe('an operator alone', () => {
  test('moves no money and changes no result by any call that takes a fresh second factor', async () => {
    const by = world.people.platform;
    await makeMembersObjects(world, world.people.owner);
    const tried = await prepare(by);
    const guarded = calls.filter(({ stepUp }) => stepUp === true);
    expect(guarded.map(({ path }) => path).filter((path) => ATTEMPTS[path] === undefined)).toEqual([]);
    const before = await moneyAndResults();
    const wrong: string[] = [];
    const waiting: number[] = [];
    for (const call of guarded) {
      const [fields, end] = ATTEMPTS[call.path]?.(tried) ?? [{}, 'DONE'];
      const { status, code, body } = await world.ask(call, by, { ...fields, reason });
      const request = waitingOf(body);
      if (request !== undefined) waiting.push(request);
      const waits = request !== undefined || body['approvedBy'] === null || body['status'] === 'WAITING';
      const seen = status === 200 ? (waits ? 'WAITS' : 'DONE') : `REFUSED ${code}`;
      const isGrant = call.path.endsWith('/grant') && status === 200;
      if (seen !== end && !(isGrant && end === 'WAITS'))
        wrong.push(`${nameOf(call)} ended ${seen}, not ${end}: ${JSON.stringify(body).slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
    // Nor by approving what one asked for.
    for (const staffRequestId of waiting) {
      const own = await post('/api/office/request/approve', by, { staffRequestId, reason });
      expect([staffRequestId, own.code]).toEqual([staffRequestId, 'SECOND_PERSON_NEEDED']);
    }
    expect(await moneyAndResults()).toEqual(before);
  });

  test('approves neither a grant nor a large deposit twice, by whatever detour', async () => {
    const { owner, operative } = world.people;
    // A member has one request at a time: what the first test left is turned down.
    const { content } = await get('/api/office/dnw/list', operative, {
      playerId: owner.id,
      statusStrs: '0,4',
    });
    for (const { id } of content as readonly { readonly id: number }[])
      await post('/api/office/dnw/reject', operative, { dnwHistoryId: id, reason });
    const before = await get('/api/wallet/my', owner);
    for (const type of ['PB', 'PM']) {
      const grant = { playerId: owner.id, walletType: 'BINARY', point: '50000', type, reason };
      const asked = await post('/api/office/dnw/grant', operative, grant);
      expect(asked.status).toBe(200);
      const id = { dnwHistoryId: asked.body['id'] };
      for (const step of ['approve', 'take', 'approve', 'release', 'approve'] as const)
        if ((await post(`/api/office/dnw/${step}`, operative, id)).status === 200)
          expect(step).not.toBe('approve');
      const rejected = await post('/api/office/dnw/reject', operative, { ...id, reason });
      expect(rejected.status).toBe(200);
      expect((await post('/api/office/dnw/approve', operative, id)).code).toBe('REQUEST_PROCESSED');
    }
    const terms = (await get('/api/site_info/dnw', owner))['twoFrom'] as Readonly<Record<string, string>>;
    const large = await post('/api/dnw/deposit/apply', world.people.faraway, { point: terms['KRW'] ?? '' });
    const dnwHistoryId = (large.body['request'] as { readonly id: number }).id;
    const { farhead } = world.people;
    expect((await post('/api/office/dnw/approve', farhead, { dnwHistoryId })).status).toBe(200);
    for (const step of ['approve', 'release', 'take', 'approve'] as const) {
      const again = await post(`/api/office/dnw/${step}`, farhead, { dnwHistoryId });
      if (step === 'approve') expect(again.code).toBe('SECOND_PERSON_NEEDED');
    }
    expect(await get('/api/wallet/my', owner)).toEqual(before);
  });

  test('voids no round: neither by approving, nor by withdrawing and asking again', async () => {
    const by = world.people.operative;
    const current = await get('/api/trade/game/current', by, { tradeOptionId: ROUNDS });
    const { id: tradeRoundId } = current['round'] as { readonly id: number };
    const { content } = await get('/api/office/binary/void/list', by);
    for (const { id } of content as readonly { readonly id: number }[])
      await post('/api/office/binary/void/withdraw', by, { voidRequestId: id, reason });
    const before = await moneyAndResults();
    for (const _ of ['once', 'again']) {
      const asked = await post('/api/office/binary/void/request', by, { tradeRoundId, reason });
      expect(asked.status).toBe(200);
      const voidRequestId = asked.body['id'];
      const own = await post('/api/office/binary/void/approve', by, { voidRequestId });
      expect(own.code).toBe('SECOND_PERSON_NEEDED');
      const withdrawn = await post('/api/office/binary/void/withdraw', by, { voidRequestId, reason });
      expect(withdrawn.status).toBe(200);
      const late = await post('/api/office/binary/void/approve', world.people.head, { voidRequestId });
      expect(late.code).toBe('ALREADY_PROCESSED');
    }
    expect(await moneyAndResults()).toEqual(before);
  });

  test('makes no second self: the account does not exist until another approves, and opens nothing then', async () => {
    const { platform, guest } = world.people;
    const account = { username: 'secondself', name: '또나', role: 'OPERATOR', reason };
    const asked = await post('/api/admin', platform, account);
    const own = await post('/api/office/request/approve', platform, {
      ...{ staffRequestId: waitingOf(asked.body), reason },
    });
    expect(own.code).toBe('SECOND_PERSON_NEEDED');
    const enter = { username: account.username, password: 'whatever it may be', siteInfoId: 1 };
    expect((await post('/api/office/login', guest, enter)).code).toBe('WRONG_CREDENTIALS');
    for (const id of [platform.id, world.people.head.id])
      for (const change of [{ role: 'OPERATOR' }, { isReset: true }, { isDisabled: true }]) {
        const changed = await post('/api/office/accounts/change', platform, { id, ...change, reason });
        // Of a colleague below it waits for somebody else; of oneself it is refused.
        if (id === platform.id) expect(changed.code).toBe('STAFF_LEVEL');
        else expect(waitingOf(changed.body) ?? changed.code).toBeDefined();
      }
    const { content } = (await get('/api/admin/list', platform)) as {
      content: readonly { username: string }[];
    };
    expect(content.map(({ username }) => username)).not.toContain(account.username);
  });

  test('changes no rule and opens no account with the rights of an operator', async () => {
    const { operative } = world.people;
    const kept = calls.filter(({ right }) => right === 'SITE_SETTING' || right === 'ACCOUNTS_EDIT');
    expect(kept).not.toEqual([]);
    for (const call of kept) expect((await world.ask(call, operative)).code, nameOf(call)).toBe('FORBIDDEN');
  });
});

/** Of the sign-in of whoever asks, shown to them once. */
const SHOWN_ONCE = new Set(['/api/office/security/totp/begin']);

const SECRET_FIELD =
  /"(password|passwordHash|secret|totpSecret|documentNumber|residentNumber|accessToken|refreshToken)":/;

describe('no member of staff', () => {
  test('is answered with a field for a password, a secret or a document number', () => {
    const named = calls
      .filter(({ access, path }) => access === 'staff' && !SHOWN_ONCE.has(path))
      .filter(({ reply }) =>
        SECRET_FIELD.test(JSON.stringify(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }))),
      )
      .map(nameOf);
    // A new password goes on with new tokens of the caller's own.
    expect(named).toEqual(['POST /api/office/change_password']);
  });

  test('reads a password, a secret, a token, or a contact or account in full in any answer', async () => {
    const { owner, platform, support } = world.people;
    const hashes = await world.tables.transaction((tx) =>
      tx.query<{ hash: string }>('select password_hash as hash from player'),
    );
    const [phone, email] = contactOf('owner');
    const everybody = Object.values(world.people).flatMap(({ token }) => token ?? []);
    const secrets = [
      ...[...hashes.map(({ hash }) => hash), ...world.secrets, ...everybody, '$argon2'],
      ...[phone, phone.replace(/^(...)(....)/, '$1-$2-'), email, `55512345${owner.id + 10_000}`],
    ];
    const reads = calls.filter(({ access, method }) => access === 'staff' && method === 'GET');
    const about = {
      ...{ playerId: owner.id, size: 50, id: 1, fromDate: '2026-09-01', toDate: '2026-09-24' },
      ...{ tradeOptionId: ROUNDS, futuresOptionId: BTC, overseaOptionId: NQ, number: 1 },
    };
    for (const by of [platform, support]) await Promise.all(reads.map((call) => world.ask(call, by, about)));
    const leaks = world.recorded
      .filter(({ by, call }) => by.role === 'STAFF' && !SHOWN_ONCE.has(call.split(' ')[1] ?? ''))
      .filter(({ text }) => secrets.some((secret) => text.includes(secret)))
      .map(({ call, by }) => `${call} as ${by.name}`);
    expect(
      world.recorded.filter(({ by, status }) => by.role === 'STAFF' && status === 200).length,
    ).toBeGreaterThan(100);
    expect(leaks).toEqual([]);
  });

  test('sees a masked value but by a call that is in the audit log', async () => {
    const { owner, support, auditor } = world.people;
    const asked = { playerId: owner.id, field: 'PHONE', reason };
    expect((await post('/api/office/members/reveal', auditor, asked)).code).toBe('FORBIDDEN');
    const shown = await post('/api/office/members/reveal', support, asked);
    expect(JSON.stringify(shown.body)).toContain(contactOf('owner')[0].slice(-4));
    const log = await get('/api/office/change/list', auditor, { area: 'MEMBER', size: 1 });
    expect(log['content']).toMatchObject([{ staff: support.id, reason }]);
    expect(JSON.stringify(log)).not.toContain(contactOf('owner')[0]);
  });
});
