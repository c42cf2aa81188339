// A platform with two sites and everybody who may call it: members, a partner, and every role of staff.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyCall } from '@maru/contract/call';
import { FEED_TICKS_PATH } from '@maru/contract/market';
import type { OfficeRole } from '@maru/contract/staff/rights';
import { type PlayerId, type SiteId, siteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import { createPasswordPool } from './account/password-pool.ts';
import { createPasswords } from './account/passwords.ts';
import { enterOffice } from './account/staff-testing.ts';
import { insertPlayer, type Role } from './account/store.ts';
import type { Database } from './db/database.ts';
import { openFreshPostgres } from './db/testing.ts';
import { FORM_TYPE, formOf } from './file/testing.ts';
import { insertPlace, OFFICE_LEVEL, type Place } from './partner/store.ts';
import { startProcess } from './process-testing.ts';
import { seedSite } from './site/first-start.ts';
import { insertStaffAccount } from './staff/account-store.ts';

export const PASSWORD = 'everybody here has this one';
/** Weak, so that seeding takes no time; each is hashed anew at its first sign-in. */
const CHEAP = { memoryKib: 256, passes: 1, lanes: 1 };
export const HERE = siteId(1);
export const AWAY = siteId(2);

interface Seeded {
  readonly role: Role;
  readonly site: SiteId;
  readonly staff?: readonly [OfficeRole, number];
}

const SEEDED = {
  owner: { role: 'PLAYER', site: HERE },
  stranger: { role: 'PLAYER', site: HERE },
  faraway: { role: 'PLAYER', site: AWAY },
  partner: { role: 'PARTNER', site: HERE },
  farpartner: { role: 'PARTNER', site: AWAY },
  head: { role: 'STAFF', site: HERE, staff: ['HEAD', 2] },
  farhead: { role: 'STAFF', site: AWAY, staff: ['HEAD', 2] },
  /** Below that partner, and at the other door. */
  branch: { role: 'PARTNER', site: HERE, staff: ['PARTNER', OFFICE_LEVEL] },
  support: { role: 'STAFF', site: HERE, staff: ['SUPPORT', 4] },
  auditor: { role: 'STAFF', site: HERE, staff: ['AUDITOR', 4] },
  operative: { role: 'STAFF', site: HERE, staff: ['OPERATOR', 3] },
  platform: { role: 'STAFF', site: HERE, staff: ['HEAD', 1] },
} as const satisfies Record<string, Seeded>;

export type Name = keyof typeof SEEDED | 'guest';
export const NAMES: readonly Name[] = ['guest', ...(Object.keys(SEEDED) as (keyof typeof SEEDED)[])];

export interface Person {
  readonly name: Name;
  readonly id: number;
  readonly role: Role | undefined;
  readonly site: SiteId;
  readonly staffRole: OfficeRole | undefined;
  readonly token: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One answer of the run, for tests that look through all of them. */
export interface Recorded {
  readonly call: string;
  readonly by: Person;
  readonly status: number;
  readonly text: string;
}

export interface Authorisation {
  readonly people: Readonly<Record<Name, Person>>;
  /** The secret of each member of staff's second factor. */
  readonly secrets: readonly string[];
  readonly recorded: readonly Recorded[];
  readonly tables: Database;
  now(): Millis;
  ask(
    call: Pick<AnyCall, 'method' | 'path' | 'uploadBytes'>,
    by: Person,
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<Answered>;
  upload(by: Person, picture: Uint8Array): Promise<Answered>;
  /** Another sign-in of a member. */
  signInAgain(by: Person): Promise<void>;
  publish(prices: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** A Thursday on which Chicago and coins trade, at the beginning of a round: on every day the same markets are open. */
const BEGINS_AT = Date.parse('2026-09-24T15:50:00+09:00');
const FEED_SECRET = 'the secret of the feed of this test';
const UNPACED = join(import.meta.dirname, 'unpaced-server.ts');

export async function openAuthorisation(): Promise<Authorisation> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-authorisation-'));
  const postgres = await openFreshPostgres();
  const aheadMs = BEGINS_AT - Date.now();
  const now = () => millis(Date.now() + aheadMs);
  await seed(postgres.database, now());
  const server = startProcess({
    dataFolder: folder,
    clockAheadMs: aheadMs,
    entry: UNPACED,
    env: {
      ...{ DATABASE_URL: postgres.url ?? '', FEED_SEED: 'authorisation', RISK_QUIZ: 'off' },
      ...{ FEED: 'push', FEED_SECRET },
    },
  });
  const address = await server.ready;
  const recorded: Recorded[] = [];
  const send = sendingTo(address, recorded);
  const ask = asking(send);
  const { people, secrets } = await signEverybodyIn(ask, now);
  let batch = 0;
  return {
    ...{ people, secrets, recorded, tables: postgres.database, now, ask },
    upload: (by, picture) =>
      send({ method: 'POST', path: '/api/file' }, by, {
        type: FORM_TYPE,
        body: Uint8Array.from(formOf(picture)),
      }),
    async signInAgain({ name, site }) {
      await ask({ method: 'POST', path: '/api/login' }, people.guest, {
        ...{ username: name, password: PASSWORD, siteInfoId: site },
      });
    },
    async publish(prices) {
      batch += 1;
      const ticks = Object.entries(prices).map(([stock, last]) => ({ stock, last, ts: now() }));
      const by = { ...people.guest, token: FEED_SECRET };
      const fields = { source: 'test', seq: batch, ticks };
      const { status, body } = await ask({ method: 'POST', path: FEED_TICKS_PATH }, by, fields);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    async close() {
      await server.end('SIGKILL');
      await postgres.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing that staff read shows these in full. */
export const contactOf = (username: string): readonly [phone: string, email: string] => [
  `0107777${String(4_400 + username.length)}`,
  `${username}@secret-mailbox.example`,
];

async function seed(database: Database, now: Millis): Promise<void> {
  const passwords = createPasswords(createPasswordPool(), CHEAP);
  const passwordHash = String(await passwords.withPlace({ lane: 'KNOWN' }, (at) => at.hash(PASSWORD)));
  await passwords.close();
  await seedSite(database);
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into site (code, name, used_coins, deposit_coins, buy_coins, binary_currency, type, practice_credit,
         money_settings)
       select 'away', 'Away', used_coins, deposit_coins, buy_coins, binary_currency, type, practice_credit,
         money_settings
         from site where id = 1`,
    );
    let head: PlayerId | undefined;
    const places = new Map<string, Place>();
    for (const [username, person] of Object.entries<Seeded>(SEEDED)) {
      const { role, site, staff } = person;
      const [phone, email] = role === 'PLAYER' ? contactOf(username) : [null, null];
      const contact = { name: '홍길동', phone, email, nick: username, foldedNick: username };
      const none = { partner: null, bank: null, address: null, etc: {} };
      const player = await insertPlayer(tx, { site, username, passwordHash, role, ...contact, ...none, now });
      if (player === undefined) throw new Error(`${username} was not seeded`);
      if (username === 'head') head = player;
      if (role === 'PARTNER') {
        const parent = username === 'branch' ? places.get('partner') : undefined;
        places.set(username, await insertPlace(tx, { site, id: player, parent, now }));
      }
      if (staff === undefined) continue;
      const [staffRole, level] = staff;
      const parent = level > 2 && head !== undefined ? { parent: head } : {};
      await insertStaffAccount(tx, { player, site, role: staffRole, level, ...parent, now });
    }
  });
}

interface Sent {
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly query?: string;
}

type Send = (
  call: { readonly method: string; readonly path: string },
  by: Person,
  sent: Sent,
) => Promise<Answered>;

const sendingTo =
  (address: string, recorded: Recorded[]): Send =>
  async ({ method, path }, by, { type, body, query = '' }) => {
    const answer = await fetch(`${address}${path}${query}`, {
      method,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(by.token === undefined ? {} : { authorization: `Bearer ${by.token}` }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    recorded.push({ call: `${method} ${path}`, by, status: answer.status, text });
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    const read = (isJson ? JSON.parse(text) : { text }) as Answered['body'];
    return { status: answer.status, code: answer.ok ? undefined : String(read['code']), body: read };
  };

const asking =
  (send: Send): Authorisation['ask'] =>
  ({ method, path, uploadBytes }, by, fields = {}) => {
    const inPath = new Set([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name));
    const full = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(fields[name] ?? 'none')),
    );
    const rest = Object.entries(fields).filter(([name]) => !inPath.has(name));
    if (method === 'GET') {
      const query = new URLSearchParams(
        rest.map(([name, value]) => [name, String(value)] as [string, string]),
      );
      return send({ method, path: full }, by, { query: query.size === 0 ? '' : `?${query}` });
    }
    const type =
      uploadBytes === undefined ? 'application/json' : 'multipart/form-data; boundary=authorisation';
    return send({ method, path: full }, by, { type, body: JSON.stringify(Object.fromEntries(rest)) });
  };

async function signEverybodyIn(
  ask: Authorisation['ask'],
  now: () => Millis,
): Promise<Pick<Authorisation, 'people' | 'secrets'>> {
  const guest: Person = {
    ...{ name: 'guest', id: 0, role: undefined, site: HERE, staffRole: undefined, token: undefined },
  };
  const send = async (path: string, body: object, token?: string) => {
    const answer = await ask(
      { method: 'POST', path: path as `/${string}` },
      { ...guest, token },
      { ...body },
    );
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const signed: (readonly [string, Person])[] = [];
  const secrets: string[] = [];
  for (const [name, { role, site, staff }] of Object.entries<Seeded>(SEEDED)) {
    const who = { username: name, password: PASSWORD, siteInfoId: site };
    const entered =
      staff === undefined
        ? ((await send('/api/login', who)) as { accessToken: string; user: { id: number } })
        : await enterOffice(send, who, now());
    if ('factor' in entered) secrets.push(entered.factor.secret);
    const id = 'user' in entered ? entered.user.id : entered.me.id;
    const person: Person = {
      // Whoever signed in at the office is asked as staff are.
      ...{ name: name as Name, id, role: staff === undefined ? role : 'STAFF', site },
      ...{ staffRole: staff?.[0], token: entered.accessToken },
    };
    signed.push([name, person]);
  }
  return { people: { guest, ...Object.fromEntries(signed) } as Authorisation['people'], secrets };
}
