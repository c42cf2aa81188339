// `kill -9` while withdrawals are asked for and cancelled: whatever was answered stands, what was not answered has
// happened once or not at all, and the same key asks for it again. Driven from outside, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KilledServer, killedDatabases, openKilledServer } from './killed-testing.ts';

const BEGINS = Date.parse('2026-11-17T20:00:00+09:00');
const DAY = 86_400_000;

describe.each(killedDatabases)('a killed cashier on $name', ({ name }) => {
  let server: KilledServer;

  beforeAll(async () => {
    server = await openKilledServer(name, BEGINS);
  });
  afterAll(() => server.remove());

  const free = async () =>
    (await server.ask<Record<string, { point: string }>>('/api/wallet/my'))['BINARY']?.point;
  const rows = async () =>
    (await server.ask<{ content: { type: string; status: number }[] }>('/api/dnw/list')).content.map(
      ({ type, status }) => `${type}${status}`,
    );

  test('holds a withdrawal once, and gives it back once', async () => {
    await server.start();
    const saved = await server.ask<{ id: number }>('/api/wallet/generate', {
      coinName: 'BINARY',
      bankInfo: { bankId: 1, accountNumber: '110-1234-567890' },
    });
    await server.ask('/api/wallet/payout/confirm', { payoutId: saved.id, password: server.password });
    await server.moveClock(DAY);
    await server.signIn();
    expect(await free()).toBe('10000000');

    // Killed before the answer is read: nobody knows whether it was held.
    const lost = server
      .send('/api/dnw/withdraw/apply', { point: '300000' }, 'withdraw-key')
      .catch(() => 'LOST');
    await server.send('/api/dnw/withdrawable');
    await server.end('SIGKILL');
    await lost;
    await server.start();
    const again = await server.send('/api/dnw/withdraw/apply', { point: '300000' }, 'withdraw-key');
    expect(again.status).toBe(200);
    expect(await free()).toBe('9699000');
    expect(await rows()).toEqual(['W0']);
    const { id } = again.body['request'] as { id: number };

    // Killed right after the answer: it stands.
    expect((await server.send('/api/dnw/cancel', { dnwHistoryId: id }, 'cancel-key')).status).toBe(200);
    await server.end('SIGKILL');
    await server.start();
    expect(await free()).toBe('10000000');
    expect(await rows()).toEqual(['E1', 'W3']);
    expect((await server.send('/api/dnw/cancel', { dnwHistoryId: id }, 'cancel-key')).status).toBe(200);
    expect(await free()).toBe('10000000');
  });
});
