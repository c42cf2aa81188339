// A site from a form, on the whole platform and without a restart: a guest opens it under its host, signs up and trades
// at once, and nobody of the one site is anybody on the other.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeTokenAt } from './account/staff-testing.ts';
import { readConfig } from './config.ts';
import { layDatabase } from './db/testing.ts';
import { instruments } from './feed/instruments.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';

interface Json {
  readonly [name: string]: unknown;
}

const folder = mkdtempSync(join(tmpdir(), 'maru-new-site-'));
const PASSWORD = 'a-long-password';
const SEOUL = 'seoul.example';
let platform: Platform;

const start = () =>
  startPlatform({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      FEED_SEED: 'new-site-test',
      RISK_QUIZ: 'off',
      MARU_DEMO_PASSWORD: PASSWORD,
      MARU_OPERATOR_PASSWORD: 'operator-password',
      MARU_APPROVER_PASSWORD: 'approver-password',
    }),
    log: silentLog,
    onHalt: (fault) => {
      throw fault;
    },
  });

beforeAll(async () => {
  layDatabase(folder);
  platform = await start();
});
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  readonly host?: string;
  readonly body?: object;
  readonly token?: string;
}

/** Not `fetch`: it does not let the host be chosen. */
function call(path: string, { host = 'localhost', body, token }: Sent = {}) {
  return new Promise<{ status: number; body: Json }>((resolve, reject) => {
    const sent = request(
      `${platform.address}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': path }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as Json }));
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function signIn(username: string, password: string, host?: string): Promise<string> {
  const { status, body } = await call('/api/login', {
    ...(host === undefined ? {} : { host }),
    body: { username, password },
  });
  expect(status).toBe(200);
  return String(body['accessToken']);
}

const seoul = {
  code: 'seoul',
  name: '서울 거래소',
  moneyMode: 'PRACTICE',
  hosts: [SEOUL],
  stockPrefix: '',
  overseaPrefix: '',
  usedCoins: ['BINARY', 'FUTURES', 'USDT'],
  depositCoins: ['BINARY', 'USDT'],
  buyCoins: ['USDT'],
  binaryCurrency: 'KRW',
  type: '100111',
  practiceCredit: { BINARY: '5000000', FUTURES: '3000' },
  refillMost: { KRW: '10000000' },
  language: 'ko',
  theme: { theme: 'light', updown: 'kr', accent: 'sea' },
  banks: null,
  reason: '두 번째 사이트',
};

const trader = {
  username: 'demo',
  password: 'another-long-password',
  name: '서울사람',
  nick: '데모트레이더',
  phone: '010-2222-3333',
  email: 'seoul@example.com',
};

test('a new site is traded on at once, its members are its own, and it is there after a restart', async () => {
  const operator = await officeTokenAt(platform.address, 'operator', 'operator-password');
  const approver = await officeTokenAt(platform.address, 'approver', 'approver-password');
  const asked = await call('/api/office/site/new', { token: operator, body: seoul });
  expect(asked.status).toBe(200);
  const { id } = asked.body['waiting'] as { id: number };
  const approved = await call('/api/office/request/approve', {
    token: approver,
    body: { staffRequestId: id },
  });
  expect(approved.body).toMatchObject({ outcome: 'DONE' });

  const site = await call('/api/site_info/code', { host: SEOUL });
  expect(site.body).toMatchObject({ code: 'seoul', type: '100111', theme: seoul.theme });
  expect((await call('/api/site_info/code?code=seoul')).body).toEqual(site.body);
  expect((await call('/api/site_info/get_app_version?os=web', { host: SEOUL })).status).toBe(200);
  expect((await call('/api/content/notice/list', { host: SEOUL })).body['totalElements']).toBeGreaterThan(0);

  // The same name, nick and everything as a member of the first site: they are different people.
  expect((await call('/api/player', { host: SEOUL, body: trader })).status).toBe(200);
  const token = await signIn(trader.username, trader.password, SEOUL);
  const wallets = (await call('/api/wallet/my', { host: SEOUL, token })).body;
  expect(wallets).toMatchObject({ BINARY: { point: '5000000' }, FUTURES: { point: '3000' } });
  const futuresOptionId = instruments.find(({ code }) => code === 'BTCUSDT')?.id;
  const body = { futuresOptionId, tradeType: 'LONG', marketType: 'MARKET', qty: '0.01' };
  const order = await call('/api/futures/order', { host: SEOUL, token, body });
  expect(order).toMatchObject({ status: 200 });

  // A token counts under its own site only, and neither password opens the other account.
  expect((await call('/api/wallet/my', { token })).status).toBe(403);
  const demo = await signIn('demo', PASSWORD);
  expect((await call('/api/wallet/my', { host: SEOUL, token: demo })).status).toBe(403);
  const crossed = await call('/api/login', { host: SEOUL, body: { username: 'demo', password: PASSWORD } });
  expect(crossed.status).not.toBe(200);
  expect((await call('/api/futures/position/list', { token: demo })).body).not.toMatchObject({
    content: [{ futuresOptionId }],
  });

  await platform.stop();
  platform = await start();
  expect((await call('/api/site_info/code', { host: SEOUL })).body).toMatchObject({ code: 'seoul' });
  expect((await call('/api/wallet/my', { host: SEOUL, token })).status).toBe(200);
});
