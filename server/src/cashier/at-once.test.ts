// Two hundred identical requests at once over twenty connections have one effect and equal answers; with different keys
// they never take more than there is (T-20).
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, type Person, STAFF } from '../http/testing.ts';
import { readMoneySettings } from '../site/money-settings.ts';
import { DAY, useWorld } from './testing.ts';

const REQUESTS = 200;
const CONNECTIONS = 20;

describe.each(testDatabases)('at once on $name', ({ open }) => {
  const world = useWorld(open);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let port = 0;
  beforeAll(async () => {
    await world.http.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = world.http.server.address() as AddressInfo);
    world.terms.site = { ...world.terms.site, money: readMoneySettings({ toMembers: true }) };
  });
  afterAll(() => agent.destroy());

  const send = (path: string, body: object, by: Person, key: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...{ authorization: `Bearer ${by.id}.${by.role}`, 'content-type': 'application/json' },
        'idempotency-key': key,
      };
      const asked = request({ port, path, method: 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
      });
      asked.on('error', reject);
      asked.end(JSON.stringify(body));
    });

  /** Whoever is told to try again does so, as the client does. */
  async function persist(...asked: Parameters<typeof send>): Promise<string> {
    for (;;) {
      const answer = await send(...asked);
      if (!answer.startsWith('503')) return answer;
    }
  }

  const same = (path: string, body: object, by: Person) =>
    Promise.all(Array.from({ length: REQUESTS }, () => persist(path, body, by, 'the-same-key')));
  const different = (path: string, body: object, by: Person) =>
    Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => persist(path, body, by, `another-key-${index}`)),
    );
  const accepted = (answers: readonly string[]) => answers.filter((answer) => answer.startsWith('200'));

  test('withdrawals', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const path = '/api/dnw/withdraw/apply';
    const answers = await same(path, { point: '300000' }, owner);
    expect(new Set(answers).size).toBe(1);
    expect(accepted(answers)).toHaveLength(REQUESTS);
    expect(await world.held('BINARY', owner)).toBe('301000');

    const other = await world.newcomer();
    await world.addPayout(other);
    expect(accepted(await different(path, { point: '300000' }, other))).toHaveLength(1);
    expect(await world.held('BINARY', other)).toBe('301000');
    expect(await world.free('BINARY', other)).toBe('699000');
  });

  test('transfers', async () => {
    const owner = await world.newcomer();
    const path = '/api/dnw/transfer';
    const body = { fromWallet: 'USDT', toWallet: 'FUTURES', point: '7' };
    const answers = await same(path, body, owner);
    expect(new Set(answers).size).toBe(1);
    expect(await world.free('USDT', owner)).toBe('493');
    // 493 holds seventy times seven.
    expect(accepted(await different(path, body, owner))).toHaveLength(70);
    expect(await world.free('USDT', owner)).toBe('3');
    expect(await world.free('FUTURES', owner)).toBe('1497');
  });

  test('transfers in a ring keep the sum', async () => {
    const ring = await Promise.all(Array.from({ length: 10 }, () => world.newcomer()));
    await Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => {
        const from = ring[index % 10] as Person;
        const to = ring[(index + 1) % 10] as Person;
        const body = { fromWallet: 'BINARY', toWallet: 'BINARY', point: '90000', username: `player${to.id}` };
        return persist('/api/dnw/transfer', body, from, `ring-key-${index}`);
      }),
    );
    const held = await Promise.all(ring.map((each) => world.free('BINARY', each)));
    expect(held.reduce((sum, each) => sum + Number(each), 0)).toBe(10_000_000);
  });

  test('conversions', async () => {
    const owner = await world.newcomer();
    const quote = async () =>
      (await world.post('/api/dnw/quote', { fromWallet: 'BINARY', toWallet: 'USDT', point: '30000' }, owner))
        .body.quoteId;
    const answers = await same('/api/dnw/convert', { quoteId: await quote() }, owner);
    expect(new Set(answers).size).toBe(1);
    expect(await world.free('BINARY', owner)).toBe('970000');
    // One quote under many keys is still one conversion.
    expect(new Set(await different('/api/dnw/convert', { quoteId: await quote() }, owner)).size).toBe(1);
    expect(await world.free('BINARY', owner)).toBe('940000');
  });

  test('coupons', async () => {
    const { body } = await world.post(
      '/api/office/coupon/issue',
      {
        ...{ walletTypes: ['BINARY'], point: '1000', uses: 5, untilMillis: String(world.now() + DAY) },
        reason: '동시 사용 시험',
      },
      STAFF,
    );
    await world.post('/api/office/request/approve', { staffRequestId: body.waiting }, COLLEAGUE);
    const { promoCode } = body;
    const coupon = { promoCode, walletType: 'BINARY' };
    const people = await Promise.all(Array.from({ length: 20 }, () => world.newcomer()));
    const each = await Promise.all(
      people.flatMap((who) =>
        Array.from({ length: 10 }, () => persist('/api/coupon/use', coupon, who, 'the-same-key')),
      ),
    );
    expect(accepted(each)).toHaveLength(5 * 10);
    const held = await Promise.all(people.map((who) => world.free('BINARY', who)));
    expect(held.filter((amount) => amount === '1001000')).toHaveLength(5);
    expect(held.filter((amount) => amount === '1000000')).toHaveLength(15);
  });

  test('a cancellation and an approval', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => world.newcomer()));
    for (const owner of people) {
      await world.addPayout(owner);
      const applied = await persist('/api/dnw/withdraw/apply', { point: '100000' }, owner, 'apply-key');
      const dnwHistoryId = JSON.parse(applied.slice('200 '.length)).request.id;
      const [cancelled, approved] = await Promise.all([
        persist('/api/dnw/cancel', { dnwHistoryId }, owner, 'cancel-key'),
        persist('/api/office/dnw/approve', { dnwHistoryId }, STAFF, 'approve-key'),
      ]);
      expect(accepted([cancelled, approved])).toHaveLength(1);
      const isCancelled = cancelled.startsWith('200');
      expect(await world.free('BINARY', owner)).toBe(isCancelled ? '1000000' : '899000');
      expect(await world.held('BINARY', owner)).toBe('0');
    }
  });
});
