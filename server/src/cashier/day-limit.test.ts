// What may be withdrawn in a day, by what the member has proven.
import { amount } from '@maru/engine/amount';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { type Person, SITE, STAFF } from '../http/testing.ts';
import { DAY, useWorld } from './testing.ts';

describe.each(testDatabases)('what goes in a day on $name', ({ open }) => {
  const world = useWorld(open);
  const ask = (owner: Person, point: string) => world.post('/api/dnw/withdraw/apply', { point }, owner);
  const sell = (owner: Person, point: string) =>
    world.post('/api/dnw/sell/apply', { walletType: 'USDT', point }, owner);
  const standing = async (owner: Person) => (await world.get('/api/dnw/withdrawable', owner)).body;
  const ofTen = (left: string) => ({ mostWon: '10000000', left });

  async function member(): Promise<Person> {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const all = { amount: amount('10000000'), most: amount('10000000') };
    await world.submit({ kind: 'REFILL_PRACTICE', site: SITE, player: owner.id, wallet: 'BINARY', ...all });
    return owner;
  }

  test('is limited by what the member has proven, and shown before', async () => {
    const owner = await member();
    expect(await standing(owner)).toMatchObject({ level: 0, today: ofTen('10000000') });
    expect(await ask(owner, '10000001')).toMatchObject({ status: 422, body: { code: 'ABOVE_LEVEL_LIMIT' } });
    await world.query('update player set phone_verified_at = $2 where id = $1', [
      owner.id,
      new Date(world.now()),
    ]);
    expect(await standing(owner)).toMatchObject({
      level: 1,
      today: { mostWon: '50000000', left: '50000000' },
    });
    // Now only the balance says no.
    expect((await ask(owner, '10000001')).body.code).toBe('ABOVE_WITHDRAWABLE');
  });

  test('is less by what left since midnight in Korea, in every wallet, unless it was cancelled', async () => {
    const owner = await member();
    const first = await ask(owner, '9800000');
    expect((await standing(owner)).today).toEqual(ofTen('200000'));
    // A coin is worth 1,385.5 won.
    const coins = await world.get('/api/dnw/withdrawable?walletType=USDT', owner);
    expect(coins.body.today.left).toBe('144.35221941');
    expect((await sell(owner, '145')).body.code).toBe('ABOVE_LEVEL_LIMIT');
    await world.post('/api/dnw/cancel', { dnwHistoryId: first.body.request.id }, owner);
    expect((await standing(owner)).today).toEqual(ofTen('10000000'));
    const sold = await sell(owner, '100');
    expect(sold.status).toBe(200);
    expect((await standing(owner)).today).toEqual(ofTen('9861450'));
    const again = await ask(owner, '9000000');
    await world.post('/api/office/dnw/approve', { dnwHistoryId: again.body.request.id }, STAFF);
    expect((await standing(owner)).today).toEqual(ofTen('861450'));
    expect((await ask(owner, '900000')).body.code).toBe('ABOVE_LEVEL_LIMIT');
    world.moveBy(DAY);
    expect((await standing(owner)).today).toEqual(ofTen('10000000'));
  });

  test('is not exceeded by requests of different kinds that come at once', async () => {
    const owner = await member();
    const answers = await Promise.all([ask(owner, '9800000'), sell(owner, '200')]);
    expect(answers.map(({ body }) => body.code).filter(Boolean)).toEqual(['ABOVE_LEVEL_LIMIT']);
  });
});
