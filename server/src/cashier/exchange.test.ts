// Conversion at a held quote, and transfers.
import { amount } from '@maru/engine/amount';
import { millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { PARTNER, type Person, STRANGER } from '../http/testing.ts';
import { readMoneySettings } from '../site/money-settings.ts';
import { useWorld } from './testing.ts';

describe.each(testDatabases)('exchange on $name', ({ open }) => {
  const world = useWorld(open);
  const quote = async (owner: Person, body: object) => (await world.post('/api/dnw/quote', body, owner)).body;
  const toUsdt = { fromWallet: 'BINARY', toWallet: 'USDT', point: '100000' };

  test('a quote says what a conversion gives, and the conversion gives it', async () => {
    const owner = await world.newcomer();
    const held = await quote(owner, toUsdt);
    // floor(100,000 / 1,385.5 × 0.995), docs/rules.md 6.6.
    expect(held).toMatchObject({
      received: '71.81522915',
      rateText: { base: 'USDT', counter: 'KRW', rate: '1385.5' },
      spread: '0.005',
      spreadCost: '500',
      untilMillis: world.now() + 10_000,
    });
    const done = await world.post('/api/dnw/convert', { quoteId: held.quoteId }, owner);
    expect(done).toMatchObject({
      status: 200,
      body: {
        paid: { type: 'CO', change: '-100000', counterpart: 'USDT' },
        received: { type: 'CI', change: '71.81522915', counterpart: 'BINARY' },
        from: { point: '900000' },
        to: { point: '571.81522915' },
      },
    });
    const again = await world.post('/api/dnw/convert', { quoteId: held.quoteId }, owner);
    expect(again).toEqual(done);
    expect(await world.free('BINARY', owner)).toBe('900000');
  });

  test('a quote serves its owner only, and only for ten seconds', async () => {
    const owner = await world.newcomer();
    const held = await quote(owner, toUsdt);
    const foreign = await world.post('/api/dnw/convert', { quoteId: held.quoteId }, STRANGER);
    expect(foreign).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
    world.moveBy(10_000);
    const late = await world.post('/api/dnw/convert', { quoteId: held.quoteId }, owner);
    expect(late).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
    expect(await world.free('BINARY', owner)).toBe('1000000');
  });

  test('the answer to a conversion is the same after the quote has ended', async () => {
    const owner = await world.newcomer();
    const { quoteId } = await quote(owner, toUsdt);
    const first = await world.post('/api/dnw/convert', { quoteId }, owner, 'the-key-of-a-phone');
    world.moveBy(60_000);
    expect(await world.post('/api/dnw/convert', { quoteId }, owner, 'the-key-of-a-phone')).toEqual(first);
    const other = await quote(owner, toUsdt);
    const reused = await world.post(
      '/api/dnw/convert',
      { quoteId: other.quoteId },
      owner,
      'the-key-of-a-phone',
    );
    expect(reused).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
  });

  test('the answer to a conversion is the same when its quote is forgotten, as by a restart', async () => {
    const owner = await world.newcomer();
    const { quoteId } = await quote(owner, toUsdt);
    const first = await world.post('/api/dnw/convert', { quoteId }, owner, 'key-before-a-restart');
    for (let newer = 0; newer < 60; newer += 1) await quote(owner, toUsdt);
    expect(await world.post('/api/dnw/convert', { quoteId }, owner, 'key-before-a-restart')).toEqual(first);
    const unknown = await world.post('/api/dnw/convert', { quoteId }, owner, 'key-of-another-request');
    expect(unknown).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
    expect(await world.free('BINARY', owner)).toBe('900000');
  });

  test('a rate that is older than a minute gives no quote and no conversion', async () => {
    const owner = await world.newcomer();
    const { quoteId } = await quote(owner, toUsdt);
    world.terms.quotedAt = millis(world.now() - 60_001);
    expect((await world.post('/api/dnw/quote', toUsdt, owner)).body.code).toBe('RATE_STALE');
    world.terms.quotedAt = millis(world.now() - 55_000);
    const old = await quote(owner, toUsdt);
    world.moveBy(6_000);
    expect((await world.post('/api/dnw/convert', { quoteId: old.quoteId }, owner)).body.code).toBe(
      'RATE_STALE',
    );
    world.terms.quotedAt = undefined;
    expect((await world.post('/api/dnw/convert', { quoteId }, owner)).status).toBe(200);
  });

  test.each([
    [{ toWallet: 'BINARY' }, 422, 'SAME_WALLET'],
    [{ fromWallet: 'FUTURES' }, 422, 'SAME_WALLET'],
    [{ fromWallet: 'DOGE' }, 422, 'WALLET_UNSUPPORTED'],
    [{ toWallet: 'XRP' }, 422, 'COIN_UNSUPPORTED'],
    [{ point: '' }, 400, 'ENTER_AMOUNT'],
    [{ point: '0' }, 400, 'ENTER_AMOUNT'],
    [{ point: '0.5' }, 422, 'AMOUNT_OFF_UNIT'],
    [{ fromWallet: 'USDT', toWallet: 'BINARY', point: '0.0001' }, 422, 'CONVERTS_TO_NOTHING'],
  ])('a quote for %j is refused', async (changes, status, code) => {
    const answer = await world.post('/api/dnw/quote', { ...toUsdt, ...changes }, STRANGER);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('more than may leave a wallet is not converted', async () => {
    const owner = await world.newcomer();
    world.terms.reserved = amount('950000');
    const { quoteId } = await quote(owner, toUsdt);
    expect((await world.post('/api/dnw/convert', { quoteId }, owner)).body.code).toBe('ABOVE_WITHDRAWABLE');
    world.terms.reserved = amount('0');
  });

  test('money goes between wallets of one currency whole or not at all', async () => {
    const owner = await world.newcomer();
    const moved = await world.post(
      '/api/dnw/transfer',
      { fromWallet: 'USDT', toWallet: 'FUTURES', point: '100.5' },
      owner,
    );
    expect(moved).toMatchObject({
      status: 200,
      body: {
        sent: { type: 'TO', change: '-100.5', counterpart: 'FUTURES' },
        received: { type: 'TI', change: '100.5', counterpart: 'USDT' },
        from: { point: '399.5' },
        to: { point: '1100.5' },
      },
    });
    const refused = async (body: object) => (await world.post('/api/dnw/transfer', body, owner)).body.code;
    expect(await refused({ fromWallet: 'USDT', toWallet: 'USDT', point: '1' })).toBe('SAME_WALLET');
    expect(await refused({ fromWallet: 'USDT', toWallet: 'BINARY', point: '1' })).toBe('CURRENCIES_DIFFER');
    expect(await refused({ fromWallet: 'USDT', toWallet: 'FUTURES', point: '399.50000001' })).toBe(
      'ABOVE_WITHDRAWABLE',
    );
    expect(await refused({ fromWallet: 'USDT', toWallet: 'FUTURES' })).toBe('ENTER_AMOUNT');
    expect(
      (
        await world.post(
          '/api/dnw/transfer',
          { fromWallet: 'USDT', toWallet: 'FUTURES', point: '1' },
          PARTNER,
        )
      ).status,
    ).toBe(403);
  });

  test('members send money to each other only where the site allows it', async () => {
    const [sender, recipient] = [await world.newcomer(), await world.newcomer()];
    const send = (username: string, point = '5000') =>
      world.post('/api/dnw/transfer', { fromWallet: 'BINARY', toWallet: 'BINARY', point, username }, sender);
    expect((await send(`player${recipient.id}`)).body.code).toBe('TRANSFER_NOT_ALLOWED');
    const before = world.terms.site;
    world.terms.site = { ...before, money: readMoneySettings({ toMembers: true }) };
    const whoIs = async (username: string) =>
      (await world.get(`/api/dnw/transfer/recipient?username=${username}`, sender)).body;
    expect(await whoIs(`player${recipient.id}`)).toEqual({
      username: `player${recipient.id}`,
      nick: `별명${recipient.id}`,
    });
    expect((await whoIs('nobody')).code).toBe('RECIPIENT_NOT_FOUND');
    expect((await whoIs(`player${PARTNER.id}`)).code).toBe('RECIPIENT_NOT_FOUND');
    expect((await whoIs(`player${sender.id}`)).code).toBe('SAME_WALLET');
    expect((await send('nobody')).body.code).toBe('RECIPIENT_NOT_FOUND');
    expect((await send(`player${PARTNER.id}`)).body.code).toBe('RECIPIENT_NOT_FOUND');
    expect((await send(`player${sender.id}`)).body.code).toBe('SAME_WALLET');
    const sent = await send(`player${recipient.id}`);
    // The sender learns nothing about the wallet of the other.
    expect(sent.body).toMatchObject({
      received: null,
      to: null,
      sent: { counterpart: `별명${recipient.id}` },
    });
    expect(await world.free('BINARY', recipient)).toBe('1005000');
    const seen = async (by: Person) =>
      (await world.get('/api/dnw/list', by)).body.content.map(({ type, counterpart }) => [type, counterpart]);
    expect(await seen(recipient)).toEqual([['TI', `별명${sender.id}`]]);
    expect(await seen(sender)).toEqual([['TO', `별명${recipient.id}`]]);
    // With a stolen password nothing leaves by way of another member either.
    await world.query('update player set password_changed_at = $2 where id = $1', [
      sender.id,
      new Date(world.now()),
    ]);
    expect((await send(`player${recipient.id}`)).body.code).toBe('WITHDRAWAL_WAITS');
    const own = { fromWallet: 'USDT', toWallet: 'FUTURES', point: '1' };
    expect((await world.post('/api/dnw/transfer', own, sender)).status).toBe(200);
    world.terms.site = before;
  });

  test('sums by wallet and type are of what is done', async () => {
    const owner = await world.newcomer();
    const { quoteId } = await quote(owner, toUsdt);
    await world.post('/api/dnw/convert', { quoteId }, owner);
    await world.post('/api/dnw/deposit/apply', { point: '20000' }, owner);
    const { body } = await world.get('/api/dnw/summary', owner);
    expect(body.content).toEqual([
      {
        walletType: 'BINARY',
        currency: 'KRW',
        type: 'CO',
        count: 1,
        point: '100000',
        fee: '0',
        change: '-100000',
      },
      {
        walletType: 'USDT',
        currency: 'USDT',
        type: 'CI',
        count: 1,
        point: '71.81522915',
        fee: '0',
        change: '71.81522915',
      },
    ]);
  });
});
