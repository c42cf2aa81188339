// Who a member is, confirmed by an identity provider (NICE). The provider sends the member to a page of its own and
// reports the result with a signature; a result counts once. Until one is contracted, a page of ours stands in.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { personNameOf, phoneOf } from '@maru/contract/account/rules';
import { type PlayerId, playerId, type SiteId, siteId } from '@maru/engine/purse';
import { HOUR_MS, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import { z } from 'zod';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';

export const PERSON_PAGE = '/practice/person';

/** A provider of identities: where it asks, for an order that its result names again. */
export interface PersonProvider {
  readonly isStandIn: boolean;
  pageFor(order: PersonOrder): string;
}

const order = z.strictObject({ id: z.string(), site: z.int(), player: z.int(), until: z.int() });
export type PersonOrder = z.output<typeof order>;

const result = z.strictObject({ order: z.string(), name: z.string(), birth: z.string(), phone: z.string() });
type PersonResult = z.output<typeof result>;

export interface SignedResult {
  readonly body: string;
  readonly timestamp: string;
  readonly signature: string;
}

export type ResultOutcome = 'DONE' | 'REFUSED' | 'INVALID' | 'REPEATED' | 'OTHER_ACCOUNT';

const ORDER_LIVES_MS = HOUR_MS;
const TOLERANCE_MS = 5 * MINUTE_MS;
const BIRTH = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export type Persons = ReturnType<typeof createPersons>;

export function createPersons({
  database,
  secret,
}: {
  readonly database: Database;
  readonly secret: string;
}) {
  const mac = (what: string, text: string): string =>
    createHmac('sha256', `${secret} ${what}`).update(text).digest('base64url');

  /** An order is proven by its signature instead of a table. */
  function tokenOf(what: PersonOrder): string {
    const payload = Buffer.from(JSON.stringify(what)).toString('base64url');
    return `${payload}.${mac('order', payload)}`;
  }

  function orderOf(token: string, now: Millis): PersonOrder | undefined {
    const [payload = '', signature = ''] = token.split('.');
    if (!isSame(signature, mac('order', payload))) return undefined;
    const read = order.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return read.until > now ? read : undefined;
  }

  const standIn: PersonProvider = {
    isStandIn: true,
    pageFor: (what) => `${PERSON_PAGE}?order=${tokenOf(what)}`,
  };

  const sign = (body: string, now: Millis): SignedResult => ({
    body,
    timestamp: String(now),
    signature: mac('result', `${now}.${body}`),
  });

  async function accept(signed: SignedResult, now: Millis): Promise<ResultOutcome> {
    const { body, timestamp, signature } = signed;
    if (!isSame(signature, mac('result', `${timestamp}.${body}`))) return 'REFUSED';
    if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE_MS)) return 'REFUSED';
    const read = result.safeParse(JSON.parse(body));
    const known = read.success ? orderOf(read.data.order, now) : undefined;
    if (!read.success || known === undefined) return 'REFUSED';
    const person = personOf(read.data);
    if (person === undefined) return 'INVALID';
    const whose = { site: siteId(known.site), player: playerId(known.player), order: known.id, now };
    // The same name, day and number is the same person: a provider says so with a number of its own.
    const print = mac('person', `${person.name} ${person.birth}`);
    try {
      const isNew = await database.transaction((tx) => storePerson(tx, whose, { ...person, print }));
      return isNew ? 'DONE' : 'REPEATED';
    } catch (fault) {
      if (isUniqueViolation(fault, 'a_person_has_one_account')) return 'OTHER_ACCOUNT';
      throw fault;
    }
  }

  return {
    provider: standIn,
    newOrder: (site: SiteId, player: PlayerId, now: Millis): PersonOrder => ({
      id: randomBytes(16).toString('base64url'),
      site,
      player,
      until: later(now, ORDER_LIVES_MS),
    }),
    orderOf,
    accept,
    /** What the stand-in's page does: its result goes the way of a real one. */
    answerPage: (what: PersonResult, now: Millis) => accept(sign(JSON.stringify(what), now), now),
  };
}

interface Person {
  readonly name: string;
  readonly birth: string;
}

function personOf({ name, birth, phone }: PersonResult): Person | undefined {
  const read = personNameOf(name);
  const day = `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6, 8)}`;
  const isDay = BIRTH.test(birth) && new Date(day).toISOString().startsWith(day);
  return read === undefined || !isDay || phoneOf(phone) === undefined
    ? undefined
    : { name: read, birth: day };
}

/** False when this result was counted before. */
async function storePerson(
  tx: Tx,
  {
    site,
    player,
    order: id,
    now,
  }: { readonly site: SiteId; readonly player: PlayerId; readonly order: string; readonly now: Millis },
  { name, birth, print }: Person & { readonly print: string },
): Promise<boolean> {
  const first = await tx.query(
    `insert into person_result (order_id, site_id, player_id, at) values ($1, $2, $3, $4)
     on conflict do nothing returning order_id`,
    [id, site, player, new Date(now)],
  );
  if (first.length === 0) return false;
  await tx.query(
    `update player
        set name = $3, birth_day = $4::date, person_print = $5, person_verified_at = $6
      where site_id = $1 and id = $2 and closed_at is null`,
    [site, player, name, birth, print, new Date(now)],
  );
  return true;
}

export async function forgetOldResults(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from person_result where at < $1', [new Date(before)]);
}
