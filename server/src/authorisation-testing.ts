// A platform with two sites and everybody who may call it: members, a partner, and every role of staff.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyCall } from '@maru/contract/call';
import type { StaffRole } from '@maru/contract/staff/rights';
import { type SiteId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createPasswordPool } from './account/password-pool.ts';
import { createPasswords } from './account/passwords.ts';
import { enterOffice } from './account/staff-testing.ts';
import { insertPlayer, type Role } from './account/store.ts';
import { readConfig } from './config.ts';
import { openStore } from './db/open-store.ts';
import { layDatabase } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';
import { seedSite } from './site/first-start.ts';
import { insertStaffAccount } from './staff/account-store.ts';

const PASSWORD = 'everybody here has this one';
/** Weak, so that seeding takes no time; each is hashed anew at its first sign-in. */
const CHEAP = { memoryKib: 256, passes: 1, lanes: 1 };
export const HERE = siteId(1);
export const AWAY = siteId(2);

interface Seeded {
  readonly role: Role;
  readonly site: SiteId;
  readonly staff?: readonly [StaffRole, number];
}

const SEEDED = {
  owner: { role: 'PLAYER', site: HERE },
  stranger: { role: 'PLAYER', site: HERE },
  faraway: { role: 'PLAYER', site: AWAY },
  partner: { role: 'PARTNER', site: HERE },
  support: { role: 'STAFF', site: HERE, staff: ['SUPPORT', 4] },
  auditor: { role: 'STAFF', site: HERE, staff: ['AUDITOR', 4] },
  operative: { role: 'STAFF', site: HERE, staff: ['OPERATOR', 3] },
  head: { role: 'STAFF', site: HERE, staff: ['HEAD', 2] },
  farhead: { role: 'STAFF', site: AWAY, staff: ['HEAD', 2] },
  platform: { role: 'STAFF', site: HERE, staff: ['HEAD', 1] },
} as const satisfies Record<string, Seeded>;

export type Name = keyof typeof SEEDED | 'guest';
export const NAMES: readonly Name[] = ['guest', ...(Object.keys(SEEDED) as (keyof typeof SEEDED)[])];

export interface Person {
  readonly name: Name;
  readonly id: number;
  readonly role: Role | undefined;
  readonly site: SiteId;
  readonly staffRole: StaffRole | undefined;
  readonly token: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Authorisation {
  readonly people: Readonly<Record<Name, Person>>;
  ask(
    call: Pick<AnyCall, 'method' | 'path' | 'uploadBytes'>,
    by: Person,
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<Answered>;
  close(): Promise<void>;
}

export async function openAuthorisation(): Promise<Authorisation> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-authorisation-'));
  layDatabase(folder);
  const config = readConfig({ PORT: '0', DATA_DIR: folder, FEED_SEED: 'authorisation', RISK_QUIZ: 'off' });
  await seed(config);
  const platform = await startPlatform({
    config,
    log: silentLog,
    paces: 'OFF',
    onHalt: (fault) => {
      throw fault;
    },
  });
  const ask = asking(platform);
  const people = await signEverybodyIn(ask);
  return {
    people,
    ask,
    async close() {
      await platform.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing that staff read shows these in full. */
export const contactOf = (username: string): readonly [phone: string, email: string] => [
  `0107777${String(4_400 + username.length)}`,
  `${username}@secret-mailbox.example`,
];

async function seed(config: ReturnType<typeof readConfig>): Promise<void> {
  const { database } = await openStore(config);
  const passwords = createPasswords(createPasswordPool(), CHEAP);
  const passwordHash = String(await passwords.withPlace({ lane: 'KNOWN' }, (at) => at.hash(PASSWORD)));
  await passwords.close();
  await seedSite(database);
  const now = Date.now() as Millis;
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into site (code, name, used_coins, deposit_coins, binary_currency, type, practice_credit, money_settings)
       select 'away', 'Away', used_coins, deposit_coins, binary_currency, type, practice_credit, money_settings
         from site where id = 1`,
    );
    for (const [username, person] of Object.entries<Seeded>(SEEDED)) {
      const { role, site, staff } = person;
      const [phone, email] = role === 'PLAYER' ? contactOf(username) : [null, null];
      const contact = { name: '홍길동', phone, email, nick: username, foldedNick: username };
      const none = { partner: null, bank: null, address: null, etc: {} };
      const player = await insertPlayer(tx, { site, username, passwordHash, role, ...contact, ...none, now });
      if (player === undefined) throw new Error(`${username} was not seeded`);
      if (staff !== undefined)
        await insertStaffAccount(tx, { player, site, role: staff[0], level: staff[1], now });
    }
  });
  await database.close();
}

const asking =
  ({ address }: Platform): Authorisation['ask'] =>
  async ({ method, path, uploadBytes }, { token }, fields = {}) => {
    const inPath = new Set([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name));
    const url = new URL(
      path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name] ?? 'none'))),
      address,
    );
    const rest = Object.entries(fields).filter(([name]) => !inPath.has(name));
    if (method === 'GET') for (const [name, value] of rest) url.searchParams.set(name, String(value));
    const type =
      uploadBytes === undefined ? 'application/json' : 'multipart/form-data; boundary=authorisation';
    const answer = await fetch(url, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': type }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    const body = (isJson ? JSON.parse(text) : { text }) as Answered['body'];
    const code = answer.ok ? undefined : String(body['code']);
    return { status: answer.status, code, body };
  };

async function signEverybodyIn(ask: Authorisation['ask']): Promise<Authorisation['people']> {
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
  for (const [name, { role, site, staff }] of Object.entries<Seeded>(SEEDED)) {
    const who = { username: name, password: PASSWORD, siteInfoId: site };
    const entered =
      staff === undefined
        ? ((await send('/api/login', who)) as { accessToken: string; user: { id: number } })
        : await enterOffice(send, who, Date.now() as Millis);
    const id = 'user' in entered ? entered.user.id : entered.me.id;
    const person: Person = {
      ...{ name: name as Name, id, role, site },
      ...{ staffRole: staff?.[0], token: entered.accessToken },
    };
    signed.push([name, person]);
  }
  return { guest, ...Object.fromEntries(signed) } as Authorisation['people'];
}
