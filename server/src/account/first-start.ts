// The people a first start makes: somebody to try the platform with, two to run it, because some steps need two
// people, and somebody whose link brings others. No password is built in.
import { foldNick, isPasswordLength } from '@maru/contract/account/rules';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { AccountDeps } from './deps.ts';
import { openAccount } from './desk-account.ts';
import type { FirstPassword } from './first-passwords.ts';
import { BUSY } from './password-pool.ts';
import { findCredentials, insertPlayer, type Role } from './store.ts';

export interface SeededPerson {
  readonly username: string;
  readonly role: Role;
  /** Made up by this start; absent when the configuration said it. */
  readonly password: string | undefined;
}

interface Person {
  readonly username: string;
  readonly name: string;
  readonly nick: string;
  readonly role: Role;
  readonly password: string | undefined;
  readonly partnerCode?: string;
}

export interface FirstStart {
  readonly site: SiteId;
  readonly now: Millis;
  /** Told of each password that is made up, before its person is kept. */
  readonly savePassword: (made: FirstPassword) => void;
  readonly demoPassword?: string | undefined;
  readonly operatorPassword?: string | undefined;
  readonly approverPassword?: string | undefined;
  readonly partnerPassword?: string | undefined;
}

export async function seedFirstStart(
  deps: Pick<AccountDeps, 'database' | 'desk' | 'siteTerms' | 'passwords' | 'random'>,
  start: FirstStart,
): Promise<{ readonly created: readonly SeededPerson[] }> {
  const { demoPassword, operatorPassword, approverPassword, partnerPassword } = start;
  const people: readonly Person[] = [
    { username: 'demo', name: '김마루', nick: '데모트레이더', role: 'PLAYER', password: demoPassword },
    { username: 'operator', name: '운영자', nick: '마루운영자', role: 'STAFF', password: operatorPassword },
    { username: 'approver', name: '승인자', nick: '마루승인자', role: 'STAFF', password: approverPassword },
    {
      username: 'partner',
      name: '박누리',
      nick: '누리파트너',
      role: 'PARTNER',
      password: partnerPassword,
      partnerCode: 'NURI01',
    },
  ];
  const known = await deps.database.transaction(async (tx) => {
    const ids = new Map<string, PlayerId>();
    for (const { username } of people) {
      const credentials = await findCredentials(tx, start.site, username);
      if (credentials !== undefined) ids.set(username, credentials.id);
    }
    return ids;
  });
  // A first start that was interrupted goes on here; an account that is open already stays as it is. All at once, because
  // every later start waits for it.
  await Promise.all(
    people.map(async ({ username, role }) => {
      const player = known.get(username);
      if (player !== undefined) await openAccount(deps, { site: start.site, player, role });
    }),
  );
  const created: SeededPerson[] = [];
  for (const person of people) {
    if (known.has(person.username)) continue;
    const made = await seedPerson(deps, { start, person });
    if (made !== undefined) created.push(made);
  }
  return { created };
}

async function seedPerson(
  deps: Parameters<typeof seedFirstStart>[0],
  { start, person }: { readonly start: FirstStart; readonly person: Person },
): Promise<SeededPerson | undefined> {
  const { site, now, savePassword } = start;
  const { username, name, nick, role, partnerCode } = person;
  const password = person.password ?? Buffer.from(deps.random(12)).toString('base64url');
  if (!isPasswordLength(password))
    throw new Error(`the password of ${username} must have 8 to 128 characters`);
  const passwordHash = await deps.passwords.withPlace({ lane: 'KNOWN' }, (at) => at.hash(password));
  if (passwordHash === BUSY) throw new Error('passwords cannot be hashed');
  if (person.password === undefined) savePassword({ username, password });
  const player = await deps.database.transaction((tx) =>
    insertPlayer(tx, {
      site,
      username,
      passwordHash,
      name,
      phone: null,
      email: null,
      nick,
      foldedNick: foldNick(nick),
      role,
      partner: null,
      ...(partnerCode === undefined ? {} : { partnerCode }),
      bank: null,
      address: null,
      etc: {},
      now,
    }),
  );
  // Another server made the same person a moment ago and keeps their password.
  if (player === undefined) return undefined;
  await openAccount(deps, { site, player, role });
  return { username, role, password: person.password === undefined ? password : undefined };
}
