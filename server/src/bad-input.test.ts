// Every call of the platform with every kind of bad input: a refusal with a code and a Korean text, never a 5xx, and
// nothing changed (docs/reliability.md 6.1).
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeTokenAt } from './account/staff-testing.ts';
import { readConfig } from './config.ts';
import { layDatabase } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';

interface Described {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'maru-bad-input-'));
let platform: Platform;
let calls: readonly Described[];
let tokens: Readonly<Record<'guest' | 'player' | 'staff', string | undefined>>;

beforeAll(async () => {
  layDatabase(folder);
  platform = await startPlatform({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      FEED_SEED: 'bad-input',
      MARU_DEMO_PASSWORD: 'demo-password',
      MARU_OPERATOR_PASSWORD: 'operator-password',
    }),
    log: silentLog,
    paces: 'OFF',
    onHalt: (fault) => {
      throw fault;
    },
  });
  calls = await describeCalls();
  tokens = {
    guest: undefined,
    player: await signIn('demo', 'demo-password'),
    staff: await officeTokenAt(platform.address, 'operator', 'operator-password'),
  };
});

afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(username: string, password: string): Promise<string> {
  const answer = await fetch(`${platform.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** The calls as the platform itself describes them, so that a new one is included here automatically. */
async function describeCalls(): Promise<readonly Described[]> {
  interface Schema {
    readonly properties?: Record<string, unknown>;
    readonly anyOf?: readonly Schema[];
    readonly allOf?: readonly Schema[];
  }
  interface Operation {
    readonly parameters?: readonly { readonly name: string; readonly in: string }[];
    readonly requestBody?: {
      readonly content: { readonly 'application/json'?: { readonly schema: Schema } };
    };
  }
  const fieldsOf = (schema: Schema | undefined): readonly string[] =>
    schema === undefined
      ? []
      : [
          ...Object.keys(schema.properties ?? {}),
          ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(fieldsOf),
        ];
  const { paths } = (await (await fetch(`${platform.address}/api/openapi.json`)).json()) as {
    paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    (['get', 'post'] as const).flatMap((method): readonly Described[] => {
      const operation = operations[method];
      if (operation === undefined) return [];
      const query = (operation.parameters ?? [])
        .filter((each) => each.in === 'query')
        .map((each) => each.name);
      const body = fieldsOf(operation.requestBody?.content['application/json']?.schema);
      return [{ method: method === 'get' ? 'GET' : 'POST', path, fields: method === 'get' ? query : body }];
    }),
  );
}

const JUNK: readonly string[] = [
  '',
  ' ',
  '-1',
  '0',
  '1.5',
  '1e309',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '１００',
  '1,000',
  '1 OR 1=1',
  "'; drop table player; --",
  '9223372036854775808',
  '99999999999999999999999999',
  '../../etc/passwd',
  '%',
  '_',
  '\\',
  '%00',
  '<script>',
  '{}',
  '[]',
  'null',
  'true',
  'KEY*',
  ',,,',
  'a,b,,c',
  '2026-02-30',
  '0000-00-00',
  '9999999999999',
  '한글',
  '‮',
  '𝟙',
  'x'.repeat(5_000),
];

const BODIES: readonly string[] = [
  'null',
  '[]',
  '"x"',
  '{',
  '',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":1}',
  '[[[[[[[[[[[[]]]]]]]]]]]]',
  `${'['.repeat(200)}${']'.repeat(200)}`,
  '{"a":1e309}',
  '{"a":-0}',
  '{"a":"\\ud800"}',
  'x'.repeat(100_000),
  '{"a":1}}',
];

/**
 * The newest number of the player's own history: rounds and draws go on in the background, and do not affect this
 * player.
 */
async function events(): Promise<number> {
  for (;;) {
    const answer = await fetch(`${platform.address}/api/account/events?size=100`, {
      headers: { authorization: `Bearer ${tokens['player']}` },
    });
    const { last, complete } = (await answer.json()) as { last: number; complete: boolean };
    if (complete) return last;
  }
}

interface Sent {
  readonly query?: string;
  readonly body?: string;
}

interface Said {
  readonly status: number;
  readonly text: string;
}

interface Asked {
  readonly call: Described;
  readonly sent: Sent;
}

/**
 * Sends all of them over one connection, `AT_ONCE` ahead of their answers, which come in the same order. For this many
 * requests the client of `node:http` takes more time than the server that answers them.
 */
function askAll(
  role: keyof typeof tokens,
  all: Iterator<Asked>,
  onSaid: (asked: Asked, said: Said) => void,
): Promise<void> {
  const { hostname, port, host } = new URL(platform.address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const token = tokens[role];
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiting: Asked[] = [];
  let received = Buffer.alloc(0);

  function sendMore(): void {
    let text = '';
    while (waiting.length < AT_ONCE) {
      const next = all.next();
      if (next.done === true) break;
      waiting.push(next.value);
      const { call, sent } = next.value;
      const { query = '', body } = sent;
      const described =
        body === undefined
          ? ''
          : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
      const path = call.path.replace(/\{[^}]+\}/g, 'x');
      text += `${call.method} ${path}${query} HTTP/1.1\r\nhost: ${host}\r\n${authorization}${described}\r\n${body ?? ''}`;
    }
    if (text !== '') socket.write(text);
    else if (waiting.length === 0) resolve();
  }

  /** The answer at the beginning of what was received, once it is complete. */
  function takeAnswer(): Said | undefined {
    const bodyFrom = received.indexOf('\r\n\r\n') + 4;
    if (bodyFrom < 4) return undefined;
    const head = received.toString('latin1', 0, bodyFrom);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`expected an answer with its length, found ${head}`);
    const end = bodyFrom + Number(length);
    if (received.length < end) return undefined;
    const said = { status: Number(head.slice(9, 12)), text: received.toString('utf8', bodyFrom, end) };
    received = received.subarray(end);
    return said;
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      for (let said = takeAnswer(); said !== undefined; said = takeAnswer()) {
        const asked = waiting.shift();
        if (asked === undefined) throw new Error(`nothing was asked that has this answer: ${said.text}`);
        onSaid(asked, said);
      }
      sendMore();
    } catch (fault) {
      reject(fault);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the server has closed the connection')));
  socket.once('connect', sendMore);
  return promise.finally(() => socket.destroy());
}

/** The faults of an answer: asserted once for all answers, because there are many thousands. */
function faultsOf(call: Described, sent: unknown, { status, text }: Said): readonly string[] {
  if (status === 200) return [];
  const isSound =
    status < 500 &&
    !/\bat \S+ \(|select |insert |node_modules|\.ts:/i.test(text) &&
    isRefusal(JSON.parse(text) as Readonly<Record<string, unknown>>, status);
  if (isSound) return [];
  const said = JSON.stringify(sent).slice(0, 200);
  return [`${call.method} ${call.path} with ${said} → ${status} ${text.slice(0, 200)}`];
}

const isRefusal = (said: Readonly<Record<string, unknown>>, status: number): boolean =>
  said['status'] === status && typeof said['code'] === 'string' && /[가-힣]/.test(String(said['message']));

/** Fewer than the reads that one caller may have waiting: beyond those a valid call is refused with 503 as well. */
const AT_ONCE = 8;

/** Each value of `JUNK` in each field of each call, and each field twice. Calls that sign the caller out are left out. */
function* everyJunk(): Generator<Asked> {
  for (const call of calls) {
    if (/^\/api\/(office\/)?logout$|sessions\/end/.test(call.path)) continue;
    for (const field of call.fields) {
      const name = encodeURIComponent(field);
      for (const junk of JUNK) {
        const query = `?${name}=${encodeURIComponent(junk)}`;
        const sent = call.method === 'GET' ? { query } : { body: JSON.stringify({ [field]: junk }) };
        yield { call, sent };
      }
      if (call.method === 'GET') yield { call, sent: { query: `?${name}=1&${name}=2` } };
    }
  }
}

function* everyBody(): Generator<Asked> {
  for (const call of calls.filter(({ method }) => method === 'POST'))
    for (const body of BODIES) yield { call, sent: { body } };
}

test('the platform describes every call that it serves', () => {
  expect(calls.length).toBeGreaterThan(30);
});

test.each(['guest', 'player', 'staff'] as const)(
  'junk in every field, as %s, is refused in Korean and never a 5xx',
  // Tens of thousands of requests.
  { timeout: 240_000 },
  async (role) => {
    const before = await events();
    const faults: string[] = [];
    await askAll(role, everyJunk(), ({ call, sent }, said) => faults.push(...faultsOf(call, sent, said)));
    expect(faults).toEqual([]);
    expect(await events()).toBe(before);
  },
);

test.each(['guest', 'player'] as const)(
  'bodies that are not valid JSON, as %s, are refused by every call',
  async (role) => {
    const before = await events();
    const faults: string[] = [];
    await askAll(role, everyBody(), ({ call, sent }, said) => {
      faults.push(...faultsOf(call, sent.body, said));
      expect(said.status, `${call.path} ${sent.body?.slice(0, 40)}`).not.toBe(200);
    });
    expect(faults).toEqual([]);
    expect(await events()).toBe(before);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  },
);
