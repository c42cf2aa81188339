// Whatever lets money leave a member asks for their second factor, and waits for what they have changed.
import { HOUR_MS, later, millis } from '@maru/engine/time';
import { afterEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import type { Person } from '../http/testing.ts';
import { readMoneySettings } from '../site/money-settings.ts';
import { PASSWORD, useWorld } from './testing.ts';

const CODE = '314159';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  afterEach(() => {
    Object.assign(world.terms, { code: undefined, waitMs: undefined, waits: [] });
  });

  async function member(): Promise<Person> {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    await world.addPayout(owner, 'USDT');
    for (const provider of ['coinfir', 'coinash', 'coinyew'])
      await world.post(`/api/${provider}/signup` as '/api/coinfir/signup', { value: 'name' }, owner);
    return owner;
  }

  const sale = { walletType: 'USDT', point: '20' };
  const detailJson = { side: 'SELL', walletType: 'USDT' };
  test.each([
    ['/api/dnw/apply', { type: 'W', point: '20000' }],
    ['/api/dnw/withdraw/apply', { point: '20000' }],
    ['/api/dnw/withdraw/apply', { point: '20', walletType: 'USDT' }],
    ['/api/dnw/sell/apply', sale],
    ['/api/dnw/p2p', { point: '20', detailJson }],
    ['/api/dnw/bitshop/url', { type: 'sell', amount: '20' }],
    ['/api/coinfir/sellCoin', sale],
    ['/api/coinash/sellCoin', sale],
    ['/api/coinyew/sellCoin', sale],
  ] as const)('%s %j takes the code of its owner', async (path, body) => {
    const owner = await member();
    world.terms.code = CODE;
    const before = await world.book();
    const tried = async (code?: string) =>
      (await world.post(path as '/api/dnw/withdraw/apply', { ...body, ...(code && { code }) }, owner)).body;
    expect((await tried()).code).toBe('SECOND_FACTOR_NEEDED');
    expect((await tried('000000')).code).toBe('SECOND_FACTOR_WRONG');
    expect(await world.book()).toBe(before);
    expect((await tried(CODE)).code).toBeUndefined();
    expect(await world.book()).not.toBe(before);
  });

  test('money to another member takes the code, money to an own wallet and deposits do not', async () => {
    const [owner, other] = [await member(), await member()];
    const site = world.terms.site;
    world.terms.site = { ...site, money: readMoneySettings({ toMembers: true }) };
    world.terms.code = CODE;
    const send = async (body: object) =>
      (await world.post('/api/dnw/transfer', { point: '1', ...body }, owner)).body.code;
    const wallets = { fromWallet: 'USDT', toWallet: 'USDT', username: `player${other.id}` };
    expect(await send(wallets)).toBe('SECOND_FACTOR_NEEDED');
    expect(await send({ ...wallets, code: CODE })).toBeUndefined();
    expect(await send({ fromWallet: 'USDT', toWallet: 'FUTURES' })).toBeUndefined();
    expect((await world.post('/api/dnw/deposit/apply', { point: '20000' }, owner)).status).toBe(200);
    world.terms.site = site;
  });

  test('a payout account is confirmed with the password and the code', async () => {
    const owner = await world.newcomer();
    world.terms.code = CODE;
    const bankInfo = { bankId: 1, accountNumber: '1234567890123' };
    const saved = await world.post('/api/wallet/generate', { coinName: 'BINARY', bankInfo }, owner);
    const confirm = async (body: object) =>
      (await world.post('/api/wallet/payout/confirm', { payoutId: saved.body.id, ...body }, owner)).body;
    expect((await confirm({ password: 'wrong', code: CODE })).code).toBe('CURRENT_PASSWORD_MISMATCH');
    expect((await confirm({ password: PASSWORD })).code).toBe('SECOND_FACTOR_NEEDED');
    world.terms.waitMs = 72 * HOUR_MS;
    const confirmed = await confirm({ password: PASSWORD, code: CODE });
    expect(confirmed.usableMillis).toBe(later(world.now(), 72 * HOUR_MS));
  });

  test('a change of what protects the member is waited for, and the refusal says until when', async () => {
    const owner = await member();
    const until = later(world.now(), HOUR_MS);
    world.terms.waits = [
      { reason: 'PASSKEY', until: millis(world.now() - 1) },
      { reason: 'SECOND_FACTOR', until },
    ];
    const ask = () => world.post('/api/dnw/withdraw/apply', { point: '20000' }, owner);
    expect((await ask()).body).toMatchObject({ code: 'WITHDRAWAL_WAITS', untilMillis: until });
    const standing = await world.get('/api/dnw/withdrawable', owner);
    expect(standing.body.waits).toEqual([{ reason: 'SECOND_FACTOR', untilMillis: until }]);
    world.moveBy(HOUR_MS);
    expect((await ask()).status).toBe(200);
  });
});
