// Whether the time of an answer tells that an account exists: the same request for a known and for an unknown one,
// taken in turns, as the ratio of the medians. The floor of each is the same ratio between two halves of the unknown
// ones: what differs less than it is noise. The platform runs as a process of its own.
import { createHmac, hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emailOf, phoneOf } from '@maru/contract/account/rules';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { ask, signUp } from './abuse-orders.ts';
import { middleOf, rounded } from './callers.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

/** Every member is asked for a few times at most: then its budgets are used up, and the answer is another one. */
const MEMBERS = 1_600;
const WARM_UP = 10;
const KNOWN_FROM = 0;
const UNKNOWN_FROM = 100_000;

interface Asked {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Comparison {
  readonly samples: number;
  /** What every answer must be; another one would measure something else. */
  readonly status: number;
  readonly known: (nth: number) => Asked | Promise<Asked>;
  readonly unknown: (nth: number) => Asked | Promise<Asked>;
}

const nameOf = (nth: number): string => `member${nth}`;
const emailOfNth = (nth: number): string => emailOf(`member${nth}@example.com`) ?? '';
const phoneOfNth = (nth: number): string => {
  const digits = String(20_000_000 + nth);
  return phoneOf(`010-${digits.slice(0, 4)}-${digits.slice(4)}`) ?? '';
};

/** `CALLS=signIn,apiKey` measures only these. */
export async function sameness(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'maru-sameness-'));
  const server = startServer({
    port: await freePort(),
    dataFolder: join(folder, 'data'),
    databaseUrl: postgres.url,
  });
  try {
    await untilReady(server);
    const { headers } = await signUp(server.origin, 'template1', '10.7.0.1');
    await copyMembers(postgres.url);
    const key = await makeKey(server.origin, headers);
    const measured: Record<string, unknown> = {};
    const wanted = process.env['CALLS']?.split(',');
    for (const [name, comparison] of Object.entries(comparisons(server.origin, key))) {
      if (wanted?.includes(name) === false) continue;
      measured[name] = await compare(server.origin, comparison);
      console.log(`${name}: ${JSON.stringify(measured[name])}`);
    }
    return measured;
  } finally {
    await server.kill('SIGTERM');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Members with proven addresses and numbers, and with the password of the one who signed up. */
async function copyMembers(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const numbers = Array.from({ length: MEMBERS }, (_, nth) => KNOWN_FROM + nth);
  await client.query(
    `insert into player (
       site_id, username, password_hash, name, phone, email, nick, folded_nick, role, created_at,
       password_changed_at, phone_verified_at, email_verified_at
     )
     select site_id, made.username, password_hash, name, made.phone, made.email, made.username, made.username,
            role, now(), now(), now(), now()
       from player
      cross join unnest($1::text[], $2::text[], $3::text[]) as made (username, phone, email)
      where player.username = 'template1'`,
    [numbers.map(nameOf), numbers.map(phoneOfNth), numbers.map(emailOfNth)],
  );
  await client.query('analyze');
  await client.end();
}

async function makeKey(origin: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const password = 'password-of-template1';
  const body = { name: 'bench', scopes: ['READ'], addresses: [], days: 30, password, siteInfoId: 1 };
  const made = await ask(origin, '/api/api_key/create', { headers, body: JSON.stringify(body) });
  if (made.status !== 200) throw new Error(`API key: ${made.status} ${made.text}`);
  return (JSON.parse(made.text) as { readonly key: string }).key;
}

const siteInfoId = 1;

/** From an address of its own each, so that no limit of an address is met. */
let sender = 0;
function headersOfSender(): Readonly<Record<string, string>> {
  sender += 1;
  return { 'x-forwarded-for': `10.${20 + (sender >> 16)}.${(sender >> 8) & 255}.${sender & 255}` };
}

function comparisons(origin: string, key: string): Readonly<Record<string, Comparison>> {
  const inTurn = (of: (nth: number) => Asked | Promise<Asked>) => ({
    known: (nth: number) => of(KNOWN_FROM + nth),
    unknown: (nth: number) => of(UNKNOWN_FROM + nth),
  });
  const signIn = (nth: number): Asked => ({
    path: '/api/login',
    body: { username: nameOf(nth), password: 'not-the-password', siteInfoId },
  });
  const codeTo = (kind: 'email' | 'phone', purpose: string, value: string, username?: string): Asked => ({
    path: `/api/certi/certificate_${kind}`,
    body: { certificateValue: value, purpose, ...(username === undefined ? {} : { username }), siteInfoId },
  });
  /** Values are asked for once: each comparison has members of its own. */
  const findPassword = (nth: number) => codeTo('email', 'FIND_PASSWORD', emailOfNth(nth), nameOf(nth));
  const guess = async (nth: number): Promise<Asked> => {
    const { path, body } = codeTo('phone', 'FIND_PASSWORD', phoneOfNth(nth), nameOf(nth));
    const sent = await ask(origin, path, { headers: headersOfSender(), body: JSON.stringify(body) });
    const { key: codeKey } = JSON.parse(sent.text) as { readonly key: string };
    return { path: '/api/certi/verify_phone', body: { key: codeKey, secretCode: 'no code', siteInfoId } };
  };
  const signed = (id: string): Asked => {
    const path = '/api/wallet/my';
    const time = String(Date.now());
    const sign = createHmac('sha256', 'not the secret').update(`${time}GET${path}${hash('sha256', '')}`);
    return { path, headers: { 'maru-key': id, 'maru-time': time, 'maru-sign': sign.digest('hex') } };
  };
  const quarter = Math.floor(MEMBERS / 4);
  const later = (by: number, of: (nth: number) => Asked | Promise<Asked>) => (nth: number) => of(nth + by);
  return {
    signIn: { samples: 150, status: 401, ...inTurn(signIn) },
    findPasswordCode: { samples: quarter, status: 200, ...inTurn(findPassword) },
    findIdCode: {
      samples: quarter,
      status: 200,
      ...inTurn(later(quarter, (nth) => codeTo('email', 'FIND_ID', emailOfNth(nth)))),
    },
    signUpCode: {
      samples: quarter,
      status: 200,
      ...inTurn(later(2 * quarter, (nth) => codeTo('email', 'SIGN_UP', emailOfNth(nth)))),
    },
    findPasswordCodeByPhone: {
      samples: quarter,
      status: 200,
      ...inTurn((nth) => codeTo('phone', 'FIND_PASSWORD', phoneOfNth(nth), nameOf(nth))),
    },
    codeToOthersAddress: {
      samples: quarter,
      status: 200,
      known: (nth) => codeTo('phone', 'FIND_PASSWORD', phoneOfNth(UNKNOWN_FROM * 2 + nth), nameOf(nth)),
      unknown: (nth) =>
        codeTo('phone', 'FIND_PASSWORD', phoneOfNth(UNKNOWN_FROM * 3 + nth), nameOf(UNKNOWN_FROM * 3 + nth)),
    },
    wrongCode: { samples: quarter, status: 422, ...inTurn(later(quarter, guess)) },
    apiKey: {
      samples: 1_000,
      status: 401,
      known: () => signed(key),
      unknown: () => signed(`mk_${randomBytes(8).toString('hex')}`),
    },
  };
}

async function compare(origin: string, { samples, status, known, unknown }: Comparison) {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let nth = 0; nth < samples; nth += 1) {
    const turns = [
      ['known', known],
      ['unknown', unknown],
    ] as const;
    for (const [which, of] of nth % 2 === 0 ? turns : turns.toReversed()) {
      const { path, body, headers } = await of(nth);
      const options = {
        headers: { ...headersOfSender(), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const began = performance.now();
      const answer = await ask(origin, path, options);
      const elapsedMs = performance.now() - began;
      if (answer.status !== status) throw new Error(`${path} of ${which}: ${answer.status} ${answer.text}`);
      if (nth >= WARM_UP) took[which].push(elapsedMs);
    }
  }
  const [even, odd] = [0, 1].map((half) => took.unknown.filter((_, nth) => nth % 2 === half));
  return {
    ratio: rounded(middleOf(took.known) / middleOf(took.unknown)),
    floor: rounded(middleOf(even ?? []) / middleOf(odd ?? [])),
    knownP50Ms: rounded(middleOf(took.known)),
    unknownP50Ms: rounded(middleOf(took.unknown)),
  };
}
