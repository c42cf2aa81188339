// The examples of the API are run as they are printed, each as a program of its own against a started platform.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { changePassword, signIn } from '@maru/contract/account/calls';
import { deleteApiKey, makeApiKey } from '@maru/contract/apikeys/calls';
import { futuresHistory, openFuturesOrders } from '@maru/contract/futures/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { layDatabase } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';

const run = promisify(execFile);
const PASSWORD = 'examples-demo-password';
const examples = join(import.meta.dirname, '../../client/examples');
const folder = mkdtempSync(join(tmpdir(), 'maru-examples-'));
let platform: Platform;
let member: { readonly id: number; token: string };

interface Answer {
  readonly [name: string]: unknown;
}

async function ask(call: { readonly method: string; readonly path: string }, body?: object) {
  const answer = await fetch(`${platform.address}${call.path}`, {
    method: call.method,
    headers: {
      ...(member === undefined ? {} : { authorization: `Bearer ${member.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

const makeKey = async (name: string) => {
  const given = { name, scopes: ['READ', 'TRADE'], addresses: ['127.0.0.1'], days: 30, password: PASSWORD };
  const { key, secret } = await ask(makeApiKey, given);
  return { MARU_URL: platform.address, MARU_KEY: key as string, MARU_SECRET: secret as string };
};

beforeAll(async () => {
  layDatabase(folder);
  platform = await startPlatform({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      FEED_SEED: 'examples',
      MARU_DEMO_PASSWORD: PASSWORD,
    }),
    log: silentLog,
    paces: 'OFF',
    onHalt: (fault) => {
      throw fault;
    },
  });
  const { accessToken, user } = await ask(signIn, { username: 'demo', password: PASSWORD, siteInfoId: 1 });
  member = { id: (user as { readonly id: number }).id, token: accessToken as string };
});

afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runExample = ([program, file]: readonly [string, string], env: Readonly<Record<string, string>>) =>
  run(program, [join(examples, file)], { env: { PATH: process.env['PATH'] ?? '', ...env } });

test.each([
  ['TypeScript', [process.execPath, 'order.ts']],
  ['Python', ['python3', 'order.py']],
  ['curl', ['sh', 'order.sh']],
] as const)('the example in %s places a practice order and cancels it', async (language, command) => {
  const { stdout } = await runExample(command, await makeKey(language));
  const order = Number(/^order (\d+)$/m.exec(stdout)?.[1]);
  expect(order).toBeGreaterThan(0);
  expect(stdout).toMatch(new RegExp(`^cancelled ${order}$`, 'm'));
  expect(stdout).toMatch(/^price \d/m);
  expect(await ask(openFuturesOrders)).toEqual([]);
});

test.each(['ko', 'en'] as const)(
  'the page in %s has every call of the keys and the very examples',
  async (language) => {
    const answer = await fetch(`${platform.address}/docs/api?lang=${language}`);
    const page = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain(`<html lang="${language}">`);
    const openApi = await (await fetch(`${platform.address}/api/openapi.json`)).text();
    expect(page.split('<details>').length - 1).toBe(openApi.split('"x-api"').length - 1);
    expect(page).toContain(language === 'ko' ? '코인선물 주문' : 'Place an order or an exit');
    for (const file of ['order.ts', 'order.py', 'order.sh']) {
      const [line = ''] = readFileSync(join(examples, file), 'utf8').split('\n').slice(-2);
      expect(page).toContain(line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
    }
  },
);

test('a deleted key ends at once, and a new password ends all others', async () => {
  const [first, second] = [await makeKey('one'), await makeKey('two')];
  expect((await ask(deleteApiKey, { key: first.MARU_KEY }))['code']).toBeUndefined();
  await expect(runExample(['python3', 'order.py'], first)).rejects.toThrow(/SIGNATURE_WRONG/);
  const changed = await ask(changePassword, {
    id: member.id,
    currentPassword: PASSWORD,
    password: 'another demo password',
  });
  member.token = changed['accessToken'] as string;
  await expect(runExample(['python3', 'order.py'], second)).rejects.toThrow(/API_KEY_ENDED/);
  expect((await ask(futuresHistory))['code']).toBeUndefined();
});
