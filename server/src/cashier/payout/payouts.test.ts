// Payout accounts: saved, confirmed with the password, usable a day later, and never shown whole.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../../db/testing.ts';
import { STAFF, STRANGER } from '../../http/testing.ts';
import { silentLog } from '../../log/log.ts';
import { DAY, PASSWORD, useWorld } from '../testing.ts';
import { createPayOut } from './pay-out.ts';

const BANK = { bankId: 1, accountNumber: '110-1234-567890' };
const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const RIPPLE = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

describe.each(testDatabases)('payout accounts on $name', ({ open }) => {
  const world = useWorld(open);

  test('money goes to an account a day after its owner has confirmed it', async () => {
    const owner = await world.newcomer();
    const withdraw = () => world.post('/api/dnw/withdraw/apply', { point: '20000' }, owner);
    expect((await withdraw()).body.code).toBe('PAYOUT_ACCOUNT_MISSING');
    const saved = await world.post('/api/wallet/generate', { coinName: 'BINARY', bankInfo: BANK }, owner);
    expect(saved.body).toMatchObject({
      kind: 'BANK',
      shown: '•••••••••7890',
      bankName: 'KB국민은행',
      holder: `이름${owner.id}`,
      confirmedMillis: null,
      usableMillis: null,
    });
    expect((await withdraw()).body.code).toBe('PAYOUT_ACCOUNT_UNCONFIRMED');
    const payoutId = saved.body.id;
    const wrong = await world.post('/api/wallet/payout/confirm', { payoutId, password: 'wrong' }, owner);
    expect(wrong.body.code).toBe('CURRENT_PASSWORD_MISMATCH');
    const foreign = await world.post(
      '/api/wallet/payout/confirm',
      { payoutId, password: PASSWORD },
      STRANGER,
    );
    expect(foreign.body.code).toBe('PAYOUT_ACCOUNT_MISSING');
    const confirmed = await world.post('/api/wallet/payout/confirm', { payoutId, password: PASSWORD }, owner);
    expect(confirmed.body.usableMillis).toBe(world.now() + DAY);
    expect((await withdraw()).body.code).toBe('WITHDRAWAL_WAITS');
    world.moveBy(DAY - 1);
    // Confirming it again does not begin the day anew.
    await world.post('/api/wallet/payout/confirm', { payoutId, password: PASSWORD }, owner);
    expect((await withdraw()).body.code).toBe('WITHDRAWAL_WAITS');
    world.moveBy(1);
    const asked = await withdraw();
    expect(asked.body.request.counterpart).toBe('•••••••••7890');
    // The journal has the number of the account and nothing else of it.
    expect(await world.book()).not.toContain('1101234567890');
    await world.post('/api/wallet/payout/remove', { payoutId }, owner);
    expect((await world.get('/api/wallet/payout/list', owner)).body.content).toEqual([]);
    const { body } = await world.get('/api/dnw/list', owner);
    expect(body.content[0]?.counterpart).toBe('•••••••••7890');
  });

  test.each([
    [{ coinName: 'BINARY' }, 'BANK_ACCOUNT_INVALID'],
    [{ coinName: 'BINARY', bankInfo: { ...BANK, bankId: 999 } }, 'BANK_ACCOUNT_INVALID'],
    [{ coinName: 'BINARY', bankInfo: { ...BANK, accountNumber: '12' } }, 'BANK_ACCOUNT_INVALID'],
    [
      { coinName: 'BINARY', bankInfo: { ...BANK, accountNumber: '１１０１２３４５６７８９' } },
      'BANK_ACCOUNT_INVALID',
    ],
    [{ coinName: 'BINARY', bankInfo: { ...BANK, accountHolder: '다른 사람' } }, 'BANK_ACCOUNT_INVALID'],
    [{ coinName: 'BTC', address: `${BITCOIN}x` }, 'ADDRESS_INVALID'],
    [{ coinName: 'BTC', address: RIPPLE }, 'ADDRESS_INVALID'],
    [{ coinName: 'BTC' }, 'ADDRESS_INVALID'],
    [{ coinName: 'BTC', address: BITCOIN, destinationTag: '1' }, 'TAG_OUT_OF_RANGE'],
    [{ coinName: 'XRP', address: RIPPLE }, 'TAG_MISSING'],
    [{ coinName: 'XRP', address: RIPPLE, destinationTag: '-1' }, 'TAG_OUT_OF_RANGE'],
    [{ coinName: 'XRP', address: RIPPLE, destinationTag: 4_294_967_296 }, 'TAG_OUT_OF_RANGE'],
    [{ coinName: 'XRP', address: RIPPLE, destinationTag: 'abc' }, 'TAG_OUT_OF_RANGE'],
    [{ coinName: 'DOGE', address: BITCOIN }, 'WALLET_UNSUPPORTED'],
  ])('%j is refused', async (body, code) => {
    const answer = await world.post('/api/wallet/generate', body, STRANGER);
    expect(answer).toMatchObject({ status: 422, body: { code } });
  });

  test('a provider that pays and whose answer is lost pays once', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner, 'USDT');
    const { body } = await world.post('/api/dnw/withdraw/apply', { point: '50', walletType: 'USDT' }, owner);
    const dnwHistoryId = body.request.id;
    await world.post('/api/office/dnw/approve', { dnwHistoryId }, STAFF);
    const deps = { shard: 0, database: world.database, desk: world.desk, log: silentLog };
    const transfers: number[] = [];
    let isLost = true;
    const payOut = createPayOut(deps, {
      async payOut({ id }) {
        if (id !== dnwHistoryId) return { external: `x-${id}` };
        // The provider keeps to the key: it transfers once.
        if (!transfers.includes(id)) transfers.push(id);
        if (isLost) throw new Error('the answer was lost');
        return { external: `x-${id}` };
      },
    });
    await world.get('/api/dnw/list', owner);
    await payOut.run(world.now());
    const stateOf = () =>
      world.query('select state, external_id, tries from payout_order where id = $1', [dnwHistoryId]);
    expect(await stateOf()).toEqual([{ state: 'SENT', external_id: null, tries: 1 }]);
    isLost = false;
    await payOut.run(world.now());
    await payOut.run(world.now());
    expect(await stateOf()).toEqual([{ state: 'PAID', external_id: `x-${dnwHistoryId}`, tries: 2 }]);
    expect(transfers).toEqual([dnwHistoryId]);
  });

  test('the stand-in pays what was approved, once, and nothing that was not', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner, 'USDT');
    const ask = async () =>
      (await world.post('/api/dnw/withdraw/apply', { point: '20', walletType: 'USDT' }, owner)).body.request
        .id;
    const rejected = await ask();
    await world.post('/api/office/dnw/reject', { dnwHistoryId: rejected, reason: '주소 확인' }, STAFF);
    const paid = await ask();
    await world.post('/api/office/dnw/approve', { dnwHistoryId: paid }, STAFF);
    const waiting = await (async () => {
      await world.cashier.due.runOnce();
      await world.cashier.due.runOnce();
      return ask();
    })();
    world.moveBy(DAY);
    await world.cashier.due.runOnce();
    const rows = await world.query<{ key: number; amount: string }>(
      'select key, amount from practice_payout where key = any($1::bigint[])',
      [[rejected, paid, waiting]],
    );
    expect(rows).toEqual([{ key: paid, amount: '20.00000000' }]);
  });

  test('a wallet has five accounts at most, also when they are saved at once', async () => {
    const owner = await world.newcomer();
    const save = (digit: number) =>
      world.post(
        '/api/wallet/generate',
        { coinName: 'BINARY', bankInfo: { ...BANK, accountNumber: `110-1234-56789${digit}` } },
        owner,
      );
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(save));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await world.get('/api/wallet/payout/list', owner)).body.content).toHaveLength(5);
    const { id } = answers.find(({ status }) => status === 200)?.body ?? { id: 0 };
    await world.post('/api/wallet/payout/remove', { payoutId: id }, owner);
    // It was never confirmed, so nothing is left of it.
    expect(await world.query('select 1 from payout_account where id = $1', [id])).toEqual([]);
    // The same one again is the same account.
    const known = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await save(known)).status).toBe(200);
  });
});
