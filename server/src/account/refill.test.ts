import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { newcomer, type Signed, useWorld } from './testing.ts';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  let someone: Signed;
  beforeEach(async () => {
    someone = await newcomer(world);
  });

  const refill = (walletType: unknown, point: unknown, key?: string) =>
    world.post(
      '/api/practice/refill',
      { walletType, point },
      { token: someone.token, headers: key === undefined ? {} : { 'idempotency-key': key } },
    );
  const wallets = async () => (await world.get('/api/wallet/my', { token: someone.token })).body;

  test('a refill sets the wallet to exactly the amount and begins the next run', async () => {
    expect((await refill('BINARY', '250000')).body).toEqual({
      walletType: 'BINARY',
      point: '250000',
      run: 2,
    });
    expect((await refill('BTC', 1)).body).toEqual({ walletType: 'BTC', point: '1', run: 2 });
    expect(await wallets()).toMatchObject({ BINARY: { point: '250000' }, BTC: { point: '1' } });
  });

  test.each([
    [422, 'WALLET_UNSUPPORTED', 'ETH', '5'],
    [400, 'ENTER_AMOUNT', 'BINARY', '0'],
    [400, 'ENTER_AMOUNT', 'BINARY', '-5'],
    [422, 'AMOUNT_OFF_UNIT', 'BINARY', '1.5'],
    [422, 'REFILL_ABOVE_LIMIT', 'BINARY', '100000001'],
    [422, 'REFILL_ABOVE_LIMIT', 'FUTURES', '100000.00000001'],
    [400, 'INVALID_REQUEST', 'BINARY', '1e5'],
    [400, 'INVALID_REQUEST', 'BINARY', '1,000'],
    [400, 'INVALID_REQUEST', 'BINARY', '0.000000001'],
    [400, 'INVALID_REQUEST', 'BINARY', null],
    [400, 'INVALID_REQUEST', 'binary', '5'],
    [400, 'INVALID_REQUEST', '__proto__', '5'],
  ])('%i %s for %s %s, and nothing moves', async (status, code, walletType, point) => {
    const before = await wallets();
    const answer = await refill(walletType, point);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await wallets()).toEqual(before);
  });

  test('the same key gets the first answer, and never a second run', async () => {
    const first = await refill('BINARY', '777', 'refill-key-1');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refill('BINARY', '777', 'refill-key-1')),
    );
    for (const each of answers) expect(each.body).toEqual(first.body);
    expect((await refill('BINARY', '888', 'refill-key-1')).body.code).toBe('KEY_REUSED');
    expect((await refill('BINARY', '888')).body.run).toBe(3);
  });

  test('a run begins with the account or the last refill of its wallet, and with nobody else’s', async () => {
    const run = async (walletType: string) =>
      (await world.get(`/api/practice/run?walletType=${walletType}`, { token: someone.token })).body;
    // The desk has a clock of its own.
    const atOf = async (kind: string) => {
      const events = (await world.get('/api/account/events', { token: someone.token })).body.content;
      return events.find(({ type }) => type === kind)?.at;
    };
    const startedMillis = await atOf('ACCOUNT_OPENED');
    const opened = { startedMillis, start: '10000000', hasOtherMoney: false };
    expect(await run('BINARY')).toEqual({ run: opened });
    await refill('BINARY', '250000');
    const refilled = {
      startedMillis: await atOf('PRACTICE_REFILLED'),
      start: '250000',
      hasOtherMoney: false,
    };
    expect(await run('BINARY')).toEqual({ run: refilled });
    expect(await run('FUTURES')).toEqual({ run: { ...opened, start: '10000' } });
    expect(await run('GOLD')).toEqual({ run: null });
    expect(await run('binary')).toMatchObject({ code: 'INVALID_REQUEST' });
    const stranger = await newcomer(world);
    const theirs = await world.get('/api/practice/run?walletType=BINARY', { token: stranger.token });
    expect(theirs.body.run?.start).toBe('10000000');
  });

  test('a run whose beginning was archived is not told, and money from elsewhere is', async () => {
    const path = '/api/practice/run?walletType=BINARY';
    const free = `${someone.id}:BINARY:free`;
    // What the cashier writes into a history: only that the wallet's balance is another.
    const came = JSON.stringify({ kind: 'DEPOSIT_CREDITED', after: [{ purse: free, balance: '1' }] });
    await world.query(
      `insert into account_event (player_id, seq, event_id, kind, at, body)
       values ($1, 99, 99, 'DEPOSIT_CREDITED', now(), $2)`,
      [someone.id, came],
    );
    expect((await world.get(path, { token: someone.token })).body.run?.hasOtherMoney).toBe(true);
    await world.query('delete from account_event where player_id = $1 and seq < 99', [someone.id]);
    expect((await world.get(path, { token: someone.token })).body).toEqual({ run: null });
  });

  test('the account’s history is the player’s own, in order, and shows no purse of the house', async () => {
    await refill('BINARY', '250000', 'history-key');
    const list = (query: string) => world.get(`/api/account/events${query}`, { token: someone.token });
    const { body } = await list('');
    expect(body).toMatchObject({ last: 2, complete: true });
    expect(body.content.map(({ seq, type }: { seq: number; type: string }) => [seq, type])).toEqual([
      [1, 'ACCOUNT_OPENED'],
      [2, 'PRACTICE_REFILLED'],
    ]);
    expect(body.content[1].data).toMatchObject({
      wallet: 'BINARY',
      amount: '250000',
      run: 2,
      balances: expect.arrayContaining([{ walletType: 'BINARY', part: 'free', balance: '250000' }]),
    });
    expect(JSON.stringify(body)).not.toMatch(/house|history-key|transfers/);
    expect((await list('?since=1&size=1')).body.content).toHaveLength(1);
    expect((await list('?since=2')).body).toEqual({ content: [], last: 2, complete: true });
    for (const query of ['?since=-1', '?size=0', '?size=101', '?since=x', '?since=1&since=2']) {
      expect((await list(query)).body.code).toBe('INVALID_REQUEST');
    }
    const stranger = await newcomer(world);
    const theirs = await world.get('/api/account/events', { token: stranger.token });
    expect(theirs.body.content).toHaveLength(1);
  });
});
