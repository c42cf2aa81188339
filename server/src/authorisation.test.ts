// Who may call what, for every call of the contract: the outcome follows from its access and its right alone. A call that
// takes the number of something answers for somebody else's as for one that does not exist, and a call whose field is in
// none of the tables below fails.
import type { AnyCall } from '@maru/contract/call';
import { OFFICE_ROLES, type Right, rightsOf } from '@maru/contract/staff/rights';
import type { Millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Described,
  describeObjects,
  type Kind,
  SAMPLES,
  SAMPLES_OF,
} from './authorisation-fields-testing.ts';
import {
  makeMembersObjects,
  makeQuote,
  makeSitesObjects,
  markOf,
  missingLike,
  printTables,
  voidRound,
} from './authorisation-objects-testing.ts';
import {
  type Answered,
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

/** Whether somebody was turned away, and with which code. */
function seenAs(code: string | undefined): string {
  if (code === 'LOGIN_REQUIRED' || code === 'FORBIDDEN') return code;
  // A handler may refuse what an empty request asks for; it is never the right that is missing.
  return TURNED_AWAY.has(code ?? '') ? String(code) : 'ADMITTED';
}

describe('every call of the contract', () => {
  test('turns away whom its access and right do not admit, and nothing is written', async () => {
    const before = await printTables(world);
    const wrong: string[] = [];
    for (const name of NAMES) {
      const by = world.people[name];
      const refused = calls.filter((call) => expectedOf(call, by) !== 'ADMITTED');
      await inSlices(refused, async (call) => {
        const { status, code } = await world.ask(call, by);
        if (code !== expectedOf(call, by)) wrong.push(`${nameOf(call)} answered ${name} ${status} ${code}`);
      });
    }
    expect(wrong).toEqual([]);
    expect(await printTables(world)).toEqual(before);
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
      const roles = OFFICE_ROLES.filter((role) => rightsOf[role].includes(call.right as Right));
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

describe('a call that takes the number of something', () => {
  const { described, unknown } = describeObjects(calls);

  test('says in a table what it is a number of', () => {
    expect(unknown).toEqual([]);
  });

  let made: Made;

  /** What this caller sends with the number; the objects of others in it are the caller's own. */
  function fieldsFor({ call, field, others }: Described, own: Owned): Record<string, unknown> {
    const sent: Record<string, unknown> = {};
    for (const other of others) {
      const kind = described.find((each) => each.call === call && each.field === other)?.kind;
      sent[other] = kind === undefined ? SAMPLES[other] : asSent(other, own[kind]);
    }
    const all = { ...sent, ...SAMPLES_OF[call.path] };
    delete all[field];
    return all;
  }
  const asSent = (field: string, value: number | string | undefined): unknown =>
    field.endsWith('Ids') && value !== undefined ? [value] : value;

  test('answers for what is another’s as for what does not exist, and writes nothing', async () => {
    made = await makeAll(world);
    const before = await printTables(world);
    const wrong: string[] = [];
    await inSlices(described, async (each) => {
      const { call, field, kind } = each;
      const { by, own, foreign } = sidesOf(call, made);
      const fields = fieldsFor(each, own);
      const unsaid = Object.keys(fields).filter((name) => fields[name] === undefined);
      if (unsaid.length > 0) wrong.push(`${nameOf(call)}: what is a valid ${unsaid.join(', ')}?`);
      for (const theirs of foreign) {
        const value = theirs[kind];
        if (value === undefined) {
          wrong.push(`${nameOf(call)}: no ${kind} was made`);
          continue;
        }
        const send = (given: number | string) =>
          world.ask(call, by, { ...fields, [field]: asSent(field, given) });
        const [other, none] = [await send(value), await send(missingLike(value))];
        const same = other.status === none.status && other.code === none.code;
        if (!same || JSON.stringify(other.body) !== JSON.stringify(none.body))
          wrong.push(`${nameOf(call)} ${field}: ${describeBoth(other, none)}`);
        if (none.code === 'INVALID_REQUEST') wrong.push(`${nameOf(call)}: ${JSON.stringify(none.body)}`);
        if (none.status === 200 && call.method === 'POST')
          wrong.push(`${nameOf(call)} did something with nothing`);
      }
    });
    expect(wrong).toEqual([]);
    expect(await printTables(world)).toEqual(before);
  });

  test('means something to whose it is: the same request about one’s own is answered differently', async () => {
    const same: string[] = [];
    const gentleFirst = described.toSorted((a, b) => harmOf(a.call) - harmOf(b.call));
    for (const each of gentleFirst) {
      const { call, field, kind } = each;
      const { by, own } = sidesOf(call, made);
      const value = kind === 'quote' ? await makeQuote(world, by) : own[kind];
      if (value === undefined || ENDS_OWN.test(call.path) || ALIKE.test(`${call.path} ${field}`)) continue;
      const fields = fieldsFor(each, own);
      const send = (given: number | string) =>
        world.ask(call, by, { ...fields, [field]: asSent(field, given) });
      const [none, mine] = [await send(missingLike(value)), await send(value)];
      const isSame = none.status === mine.status && JSON.stringify(none.body) === JSON.stringify(mine.body);
      if (isSame) same.push(`${nameOf(call)} ${field}: ${describeBoth(mine, none)}`);
    }
    expect(same).toEqual([]);
  });

  test('tells nobody what is another member’s or another site’s, in any answer of the run', () => {
    const leaks = world.recorded.flatMap(({ call, by, text }) => {
      // Whoever signs in is told who they are.
      if (by.role === undefined && call === 'POST /api/login') return [];
      if (by.role === undefined || by.role === 'STAFF') {
        const away = by.site === AWAY ? [world.people.owner, world.people.stranger] : [world.people.faraway];
        return marked(away, text) ? [`${call} as ${by.name}`] : [];
      }
      const { owner, stranger, faraway } = world.people;
      const others = [owner, stranger, faraway].filter(({ id }) => id !== by.id);
      return marked(others, text) ? [`${call} as ${by.name}`] : [];
    });
    expect(leaks).toEqual([]);
  });
});

/** What a member wrote, and how they are reached. */
const marked = (of: readonly Person[], text: string): boolean =>
  of.some((person) => [markOf(person), ...contactOf(person.name)].some((mark) => text.includes(mark)));

type Owned = Readonly<Partial<Record<Kind, number | string>>>;

interface Made {
  readonly owner: Owned;
  readonly stranger: Owned;
  readonly faraway: Owned;
  readonly here: Owned;
  readonly there: Owned;
}

async function makeAll(of: Authorisation): Promise<Made> {
  const { owner, stranger, faraway, head, platform, farhead, partner, farpartner } = of.people;
  const [mine, theirs, away] = [
    await makeMembersObjects(of, owner),
    await makeMembersObjects(of, stranger),
    await makeMembersObjects(of, faraway),
  ];
  await voidRound(of, [head, platform]);
  const here = await makeSitesObjects(of, head, partner);
  const there = await makeSitesObjects(of, farhead, farpartner);
  return {
    owner: { ...mine, content: here.content },
    stranger: { ...theirs, content: there.content },
    faraway: { ...away, content: there.content },
    here: { ...mine, ...here },
    there: { ...away, ...there },
  };
}

/** Who calls, what is theirs, and what is not. */
function sidesOf(call: AnyCall, made: Made) {
  const { owner, head } = world.people;
  return call.access === 'staff'
    ? { by: head, own: made.here, foreign: [made.there] }
    : { by: owner, own: made.owner, foreign: [made.stranger, made.faraway] };
}

const describeBoth = (one: Answered, other: Answered): string =>
  `${one.status} ${one.code}, and ${other.status} ${other.code}`;

/** Those that end something come last. */
function harmOf({ method, path }: AnyCall): number {
  if (method === 'GET' && !path.endsWith('cancel')) return 0;
  return /delete|remove|cancel|end|close|reject|approve|withdraw|convert|dispute|paid/.test(path) ? 2 : 1;
}

/** With one's own it would end the sign-in that the rest of the tests call with; the tests of these features do it. */
const ENDS_OWN =
  /player\/block|end_sessions|change_password|accounts\/change|office\/security\/sessions\/end/;

/**
 * Answered alike for one's own, too, because it is not in the state that the call is about: nothing was funded, liquidated,
 * copied or locked, and a picture is attached once. The tests of these features try a stranger's.
 */
const ALIKE =
  /receipt\/(funding|liquidation)|futures\/liquidation|copytrade|security\/unlock|members\/admit|(write|answer|message) fileIds/;

// Last: what is admitted is done, such as cancelling all orders.
describe('every call of the contract, at last,', () => {
  test.each(NAMES)('admits %s as its access and right say', async (name) => {
    const by = world.people[name];
    const wrong: string[] = [];
    const admitted = calls.filter(
      (call) => expectedOf(call, by) === 'ADMITTED' && !ENDS_SIGN_IN.has(call.path),
    );
    await inSlices(admitted, async (call) => {
      const { status, code } = await world.ask(call, by);
      if (seenAs(code) !== 'ADMITTED' || status >= 500)
        wrong.push(`${nameOf(call)} answered ${name} ${status} ${code}`);
    });
    expect(wrong).toEqual([]);
  });
});
