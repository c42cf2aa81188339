// Who may call what, for every call of the contract: the outcome follows from its access and its right alone. A call that
// takes the number of something answers for somebody else's as for one that does not exist, and a call whose field is in
// none of the tables below fails.
import type { AnyCall } from '@maru/contract/call';
import { type Right, rightsOf, STAFF_ROLES } from '@maru/contract/staff/rights';
import type { Millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Authorisation,
  AWAY,
  contactOf,
  HERE,
  NAMES,
  openAuthorisation,
  type Person,
} from './authorisation-testing.ts';
import { callsOfContract, nameOf } from './calls-testing.ts';
import { STEP_UP_MS, staffFault } from './http/staff-rule.ts';
import { HEAD } from './http/testing.ts';

const calls = await callsOfContract();
let world: Authorisation;

beforeAll(async () => {
  world = await openAuthorisation();
});
afterAll(() => world?.close());

/** Calls that would end the sign-in of whoever may make them; those who may not are tried. */
const ENDS_SIGN_IN = new Set([
  '/api/logout',
  '/api/office/logout',
  '/api/security/lock',
  '/api/account/sessions/end_others',
  '/api/office/security/sessions/end_others',
]);

/** Codes with which somebody is turned away before their request is looked at. */
const TURNED_AWAY = new Set([
  'LOGIN_REQUIRED',
  'TOKEN_EXPIRED',
  'SECOND_FACTOR_SETUP_NEEDED',
  'STEP_UP_NEEDED',
]);

function expectedOf(call: AnyCall, { role, staffRole }: Person): 'LOGIN_REQUIRED' | 'FORBIDDEN' | 'ADMITTED' {
  if (call.access === 'public') return 'ADMITTED';
  if (role === undefined) return 'LOGIN_REQUIRED';
  if ((call.access === 'staff') !== (role === 'STAFF')) return 'FORBIDDEN';
  const isRight = staffRole === undefined || rightsOf[staffRole].includes(call.right as Right);
  return isRight ? 'ADMITTED' : 'FORBIDDEN';
}

async function inSlices<Each>(all: readonly Each[], work: (each: Each) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 24) await Promise.all(all.slice(at, at + 24).map(work));
}

describe('every call of the contract', () => {
  test.each(NAMES)('admits %s as its access and right say', async (name) => {
    const by = world.people[name];
    const wrong: string[] = [];
    await inSlices(calls, async (call) => {
      const expected = expectedOf(call, by);
      if (expected === 'ADMITTED' && ENDS_SIGN_IN.has(call.path)) return;
      const { status, code } = await world.ask(call, by);
      // A handler may refuse what an empty request asks for; it is never the right that is missing.
      const seen =
        code === 'LOGIN_REQUIRED' || code === 'FORBIDDEN'
          ? code
          : TURNED_AWAY.has(code ?? '')
            ? code
            : 'ADMITTED';
      const isOwnRefusal = expected === 'ADMITTED' && code === 'FORBIDDEN' && FORBIDS_ITSELF.has(call.path);
      if ((seen !== expected && !isOwnRefusal) || status >= 500)
        wrong.push(`${nameOf(call)} answered ${name} ${status} ${code}, not ${expected}`);
    });
    expect(wrong).toEqual([]);
  });

  test('is closed to staff of another site, and to a member who names another site', async () => {
    const wrong: string[] = [];
    const { farhead, faraway } = world.people;
    await inSlices(
      calls.filter(({ access, uploadBytes }) => access !== 'public' && uploadBytes === undefined),
      async (call) => {
        const { code } = await world.ask(call, call.access === 'staff' ? farhead : faraway, {
          siteInfoId: HERE,
        });
        if (code !== 'FORBIDDEN') wrong.push(`${nameOf(call)} answered ${code}`);
      },
    );
    expect(wrong).toEqual([]);
  });

  test('of staff names a right that some role has, and takes a fresh second factor where it says so', () => {
    const later = (HEAD.home + STEP_UP_MS) as Millis;
    for (const call of calls.filter(({ access }) => access === 'staff')) {
      const roles = STAFF_ROLES.filter((role) => rightsOf[role].includes(call.right as Right));
      expect(roles, nameOf(call)).not.toEqual([]);
      const standing = { ...HEAD, factorAt: HEAD.home as number as Millis };
      const stale = staffFault(call, { standing }, later);
      expect(stale, nameOf(call)).toBe(
        call.stepUp === true && call.right !== 'SELF' ? 'STEP_UP_NEEDED' : undefined,
      );
      if (call.right === 'SELF') continue;
      const bare = { ...standing, factorAt: undefined };
      expect(staffFault(call, { standing: bare }, later), nameOf(call)).toBe('SECOND_FACTOR_SETUP_NEEDED');
    }
  });
});

/** Their own rule refuses an empty request with the same code. */
const FORBIDS_ITSELF = new Set<string>([]);

/** Numbers and names that belong to a site or to everybody, to nobody of its members. */
const OF_NOBODY = new Set([
  ...[
    'siteInfoId',
    'tradeOptionId',
    'futuresOptionId',
    'overseaOptionId',
    'instrumentId',
    'beforeId',
    'bankId',
  ],
  ...['tradeRoundId', 'code', 'promoCode', 'partnerId', 'contentId', 'quoteId'],
]);

/** What a field names, and whose it is. `UNMADE` takes an open trade; the test of its feature tries a stranger's. */
const OBJECTS: Readonly<Record<string, Kind | 'UNMADE'>> = {
  playerId: 'member',
  parentId: 'colleague',
  staffId: 'colleague',
  dnwHistoryId: 'deposit',
  ...{ fillId: 'UNMADE', betId: 'UNMADE', orderId: 'UNMADE', futuresPositionId: 'UNMADE' },
  ...{ overseaPositionId: 'UNMADE', payoutId: 'UNMADE', fileIds: 'UNMADE' },
  ...{ futuresFollowerOrderId: 'UNMADE', futuresTraderOrderId: 'UNMADE' },
  ...{ staffRequestId: 'UNMADE', voidRequestId: 'UNMADE', couponId: 'UNMADE', incidentId: 'UNMADE' },
  ...{ riskAlertId: 'UNMADE', riskPresetId: 'UNMADE' },
};

/** Of calls whose field is just `id`. */
const OBJECTS_BY_PATH: readonly (readonly [RegExp, Kind | 'UNMADE'])[] = [
  [/^\/api\/(office\/)?contact\//, 'inquiry'],
  [/^\/api\/message\//, 'letter'],
  [/^\/api\/(admin|office\/accounts\/)/, 'colleague'],
  [/change_(password|nick)$/, 'member'],
  [/^\/api\/alert\//, 'UNMADE'],
  [/\/(file|picture)\/\{id\}$/, 'UNMADE'],
  [/sessions\/end$/, 'UNMADE'],
  [/\/passkey\//, 'UNMADE'],
  [/\/push\/delete$/, 'UNMADE'],
  [/^\/api\/(futures|oversea|trial)\//, 'UNMADE'],
];

type Kind = 'member' | 'colleague' | 'deposit' | 'inquiry' | 'letter';

const MISSING = 987_654_321;

/** A valid value for every other field that these calls must be given. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  reason: '권한을 시험합니다',
  text: '권한을 시험합니다',
  note: '권한을 시험합니다',
  title: '권한을 시험합니다',
  content: '권한을 시험합니다',
  password: 'not the password',
  currentPassword: 'not the password',
  nick: '아무도',
  blockDevice: 'M',
  field: 'PHONE',
  walletType: 'BINARY',
  point: '1000',
  question: '문의합니다',
  type: 'PB',
  as: 'COUNTERPART',
  on: true,
  ...{ betId: 1, fillId: 1, staffId: 1, id: MISSING },
};

/** Optional by themselves, but something must be said. */
const SAID = new Set(['text']);

interface Described {
  readonly call: AnyCall;
  readonly field: string;
  readonly kind: Kind | 'UNMADE';
  readonly others: readonly string[];
}

function fieldsOf(schema: AnyCall['query']): {
  readonly all: readonly string[];
  readonly required: readonly string[];
} {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const parts = [made, ...((made.allOf ?? made.anyOf ?? []) as (typeof made)[])];
  return {
    all: parts.flatMap(({ properties }) => Object.keys(properties ?? {})),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

const isNumberOfSomething = (field: string): boolean => /(^id$|Ids?$)/.test(field) && !OF_NOBODY.has(field);

function describeObjects(): {
  readonly described: readonly Described[];
  readonly unknown: readonly string[];
} {
  const unknown: string[] = [];
  const described = calls
    .filter(({ access }) => access !== 'public')
    .flatMap((call): readonly Described[] => {
      const { all, required } = fieldsOf(call.method === 'GET' ? call.query : call.body);
      return all.filter(isNumberOfSomething).map((field): Described => {
        const byPath = OBJECTS_BY_PATH.find(([pattern]) => pattern.test(call.path))?.[1];
        const kind = field === 'id' ? byPath : OBJECTS[field];
        const others = all.filter((each) => each !== field && (required.includes(each) || SAID.has(each)));
        if (kind === undefined) unknown.push(`${nameOf(call)} takes ${field}, which no table names`);
        return { call, field, kind: kind ?? 'UNMADE', others };
      });
    });
  return { described, unknown };
}

describe('a call that takes the number of something', () => {
  const { described, unknown } = describeObjects();

  test('says in a table what it is a number of', () => {
    expect(unknown).toEqual([]);
  });

  test('answers for what is another’s as for what does not exist, and writes nothing', async () => {
    const { owner, stranger, faraway, head, farhead } = world.people;
    const make = (by: Person) => makeObjects(world, by);
    const [mine, theirs, away] = [await make(owner), await make(stranger), await make(faraway)];
    const historyOf = async (by: Person) => {
      const { body } = await world.ask({ method: 'GET', path: '/api/office/change/list' }, by, { size: 1 });
      return JSON.stringify(body['content']);
    };
    const before = [await historyOf(head), await historyOf(farhead)];
    const wrong: string[] = [];
    for (const { call, field, kind, others } of described) {
      if (kind === 'UNMADE') continue;
      const more = Object.fromEntries(others.map((other) => [other, SAMPLES[other]]));
      const unsaid = others.filter((other) => SAMPLES[other] === undefined);
      if (unsaid.length > 0) wrong.push(`${nameOf(call)}: what is a valid ${unsaid.join(', ')}?`);
      const by = call.access === 'staff' ? head : owner;
      const foreign = call.access === 'staff' ? away[kind] : theirs[kind];
      const send = (value: number | undefined) => world.ask(call, by, { ...more, [field]: value });
      const [other, none] = [await send(foreign), await send(MISSING)];
      const same = other.status === none.status && other.code === none.code;
      const isEmpty = JSON.stringify(other.body) === JSON.stringify(none.body);
      if (!same || !isEmpty)
        wrong.push(
          `${nameOf(call)} ${field}: ${other.status} ${other.code}, but ${none.status} ${none.code}`,
        );
      if (none.code === 'INVALID_REQUEST') wrong.push(`${nameOf(call)}: ${JSON.stringify(none.body)}`);
      // What members send of themselves is checked against the token: their own number is the only one.
      if (none.status === 200 && call.method === 'POST')
        wrong.push(`${nameOf(call)} did something with nothing`);
    }
    expect(wrong).toEqual([]);
    expect([await historyOf(head), await historyOf(farhead)]).toEqual(before);
    // The same numbers mean something to those whose they are.
    for (const [by, made] of [[owner, mine] as const, [faraway, away] as const]) {
      const read = await world.ask({ method: 'POST', path: '/api/contact/read' }, by, { id: made.inquiry });
      expect(read.status).toBe(200);
    }
    const seen = await world.ask({ method: 'POST', path: '/api/office/contact/read' }, head, {
      id: mine.inquiry,
    });
    expect(seen.status).toBe(200);
  });
});

describe('an operator alone', () => {
  const post = (path: `/${string}`, by: Person, fields: Readonly<Record<string, unknown>>) =>
    world.ask({ method: 'POST', path }, by, fields);

  test('moves no money: neither a grant, a deduction, nor a coupon is approved by who asked for it', async () => {
    const { owner, operative } = world.people;
    const walletsOf = async () => (await world.ask({ method: 'GET', path: '/api/wallet/my' }, owner)).body;
    const before = await walletsOf();
    const reason = '혼자서 시도합니다';
    const grant = { playerId: owner.id, walletType: 'BINARY', point: '50000', reason };
    for (const type of ['PB', 'PM']) {
      const asked = await post('/api/office/dnw/grant', operative, { ...grant, type });
      expect(asked.status).toBe(200);
      const approved = await post('/api/office/dnw/approve', operative, { dnwHistoryId: asked.body['id'] });
      expect(approved.code).toBe('SECOND_PERSON_NEEDED');
      expect(
        (await post('/api/office/dnw/reject', operative, { dnwHistoryId: asked.body['id'], reason })).status,
      ).toBe(200);
    }
    const untilMillis = String(Date.now() + 86_400_000);
    const coupon = { walletTypes: ['BINARY'], point: '1000', uses: 1, untilMillis, reason };
    const issued = await post('/api/office/coupon/issue', operative, coupon);
    expect(issued.status).toBe(200);
    const own = await post('/api/office/request/approve', operative, {
      staffRequestId: issued.body['waiting'],
    });
    expect(own.code).toBe('SECOND_PERSON_NEEDED');
    expect(await walletsOf()).toEqual(before);
  });

  test('changes no rule and opens no account', async () => {
    const { operative } = world.people;
    const kept = calls.filter(({ right }) => right === 'SITE_SETTING' || right === 'ACCOUNTS_EDIT');
    expect(kept).not.toEqual([]);
    for (const call of kept) expect((await world.ask(call, operative)).code, nameOf(call)).toBe('FORBIDDEN');
  });

  /** Of the sign-in of whoever asks, shown to them once; and hashes that are published to be checked. */
  const SHOWN_ONCE = new Set(['/api/office/security/totp/begin']);

  test('reads no password, secret or document number in any reply, nor a contact in full', async () => {
    const named = calls
      .filter(({ access, path }) => access === 'staff' && !SHOWN_ONCE.has(path))
      .filter(({ reply }) =>
        /"(password|passwordHash|secret|totpSecret|documentNumber|residentNumber|accessToken|refreshToken)":/.test(
          JSON.stringify(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })),
        ),
      )
      .map(nameOf);
    // A new password goes on with new tokens of the caller's own.
    expect(named).toEqual(['POST /api/office/change_password']);
    const { owner, head, operative } = world.people;
    const [phone, email] = contactOf('owner');
    const told = new RegExp(`\\$argon2|${phone}|${phone.replace(/^(...)(....)/, '$1-$2-')}|${email}`);
    const leaks: string[] = [];
    for (const by of [head, operative]) {
      await inSlices(
        calls.filter(({ access, method }) => access === 'staff' && method === 'GET'),
        async (call) => {
          const { body, status } = await world.ask(call, by, { playerId: owner.id, size: 50 });
          if (told.test(JSON.stringify(body))) leaks.push(`${nameOf(call)} ${status}`);
        },
      );
    }
    expect(leaks).toEqual([]);
  });
});

/** One of each kind, of this member. */
async function makeObjects(
  { ask, people }: Authorisation,
  by: Person,
): Promise<Readonly<Record<Kind, number>>> {
  const make = async (path: `/${string}`, fields: Readonly<Record<string, unknown>>, as = by) => {
    const answer = await ask({ method: 'POST', path }, as, fields);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const inquiry = await make('/api/contact/create', { question: '문의합니다' });
  const deposit = await make('/api/dnw/deposit/apply', { point: '100000' });
  const staff = by.site === AWAY ? people.farhead : people.head;
  const letter = { title: '편지', content: '내용입니다', reason: '시험' };
  await make('/api/office/message/send', { playerId: by.id, ...letter }, staff);
  const list = await ask({ method: 'GET', path: '/api/message/list' }, by, {});
  const [first] = list.body['content'] as readonly { readonly id: number }[];
  return {
    member: by.id,
    colleague: staff.id,
    inquiry: (inquiry['inquiry'] as { readonly id: number }).id,
    deposit: (deposit['request'] as { readonly id: number }).id,
    letter: first?.id ?? 0,
  };
}
