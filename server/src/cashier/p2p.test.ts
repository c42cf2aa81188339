// Buying and selling with a counterpart: escrow, the clock, the conversation, and a dispute.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { type Person, STAFF, STRANGER } from '../http/testing.ts';
import { useWorld } from './testing.ts';

const MINUTE = 60_000;

describe.each(testDatabases)('P2P on $name', ({ open }) => {
  const world = useWorld(open);
  const buy = (owner: Person, more: object = {}) =>
    world.post(
      '/api/dnw/p2p',
      { point: '13855', detailJson: { side: 'BUY', walletType: 'USDT' }, ...more },
      owner,
    );

  test('a purchase lies in escrow until staff confirm the won', async () => {
    const owner = await world.newcomer();
    const { body } = await buy(owner, { name: `이름${owner.id}`, phone: `0100000${1_000 + owner.id}` });
    expect(body.p2p).toMatchObject({
      request: { type: 'WB', status: 0, channel: 'p2p', point: '10', won: '13855' },
      account: { bankName: '마루은행' },
      sender: `이름${owner.id}`,
      escrow: '10',
      rate: '1385.5',
      payUntilMillis: world.now() + 30 * MINUTE,
      messages: [],
    });
    const dnwHistoryId = body.p2p.request.id;
    expect((await buy(owner)).body.code).toBe('REQUEST_ONGOING');
    const paid = await world.post('/api/dnw/p2p/paid', { dnwHistoryId }, owner);
    expect(paid.body.p2p.request.status).toBe(4);
    expect((await world.post('/api/dnw/p2p/dispute', { dnwHistoryId }, owner)).body.code).toBe(
      'DISPUTE_TOO_EARLY',
    );
    world.moveBy(15 * MINUTE);
    const disputed = await world.post('/api/dnw/p2p/dispute', { dnwHistoryId }, owner);
    expect(disputed.body.p2p.request.isDisputed).toBe(true);
    expect(await world.free('USDT', owner)).toBe('500');
    await world.post('/api/office/dnw/approve', { dnwHistoryId }, STAFF);
    expect(await world.free('USDT', owner)).toBe('510');
    const { body: latest } = await world.get('/api/dnw/p2p/latest', owner);
    expect(latest.p2p).toMatchObject({ escrow: '0', request: { status: 1 } });
    expect(latest.p2p.request.steps.map(({ step }) => step)).toEqual([
      'REQUESTED',
      'PAID',
      'DISPUTED',
      'DONE',
    ]);
  });

  test('a purchase that nobody pays ends after half an hour', async () => {
    const owner = await world.newcomer();
    const { body } = await buy(owner);
    world.moveBy(30 * MINUTE - 1);
    await world.cashier.due.runOnce();
    expect((await world.get('/api/dnw/p2p/latest', owner)).body.p2p.request.status).toBe(0);
    world.moveBy(1);
    await world.cashier.due.runOnce();
    const { p2p } = (await world.get('/api/dnw/p2p/latest', owner)).body;
    expect(p2p.request).toMatchObject({ status: 3, change: '0' });
    expect(p2p.request.steps.at(-1)?.step).toBe('EXPIRED');
    const late = await world.post('/api/dnw/p2p/paid', { dnwHistoryId: body.p2p.request.id }, owner);
    expect(late.body.code).toBe('REQUEST_PROCESSED');
  });

  test('a sale holds the coins at once and pays won to the bank account', async () => {
    const owner = await world.newcomer();
    const sell = () =>
      world.post('/api/dnw/p2p', { point: '100', detailJson: '{"side":"SELL","walletType":"USDT"}' }, owner);
    expect((await sell()).body.code).toBe('PAYOUT_ACCOUNT_MISSING');
    await world.addPayout(owner);
    const { body } = await sell();
    expect(body.p2p).toMatchObject({
      request: { type: 'WS', won: '138550', fee: '1', change: '-101' },
      escrow: '100',
    });
    expect(await world.held('USDT', owner)).toBe('101');
    await world.post(
      '/api/office/dnw/reject',
      { dnwHistoryId: body.p2p.request.id, reason: '입금 실패' },
      STAFF,
    );
    expect(await world.free('USDT', owner)).toBe('500');
  });

  test('the conversation is of its two sides, and of nobody else', async () => {
    const owner = await world.newcomer();
    const { body } = await buy(owner);
    const dnwHistoryId = body.p2p.request.id;
    const text = '<b>입금했습니다</b>';
    await world.post('/api/dnw/p2p/message', { dnwHistoryId, text }, owner);
    await world.post(
      '/api/office/dnw/p2p/message',
      { dnwHistoryId, text: '확인 중입니다', as: 'COUNTERPART' },
      STAFF,
    );
    const { p2p } = (await world.get('/api/dnw/p2p/latest', owner)).body;
    expect(p2p.messages.map(({ from, text: said }) => [from, said])).toEqual([
      ['ME', text],
      ['COUNTERPART', '확인 중입니다'],
    ]);
    const evidence = await world.get(`/api/office/dnw/p2p/message/list?dnwHistoryId=${dnwHistoryId}`, STAFF);
    expect(evidence.body).toMatchObject({ content: [{ from: 'MEMBER' }, { from: 'COUNTERPART' }] });
    expect((await world.post('/api/dnw/p2p/message', { dnwHistoryId, text }, STRANGER)).status).toBe(404);
    expect((await world.post('/api/dnw/p2p/paid', { dnwHistoryId }, STRANGER)).status).toBe(404);
    await world.post('/api/dnw/cancel', { dnwHistoryId }, owner);
    expect((await world.post('/api/dnw/p2p/message', { dnwHistoryId, text }, owner)).body.code).toBe(
      'REQUEST_PROCESSED',
    );
  });

  test('a message is pushed to the member of the request and to nobody else', async () => {
    const owner = await world.newcomer();
    const dnwHistoryId = (await buy(owner)).body.p2p.request.id;
    const before = world.pushed.length;
    const write = (text: string, by: Person) =>
      world.post('/api/dnw/p2p/message', { dnwHistoryId, text }, by);
    const asOffice = (text: string, as: 'COUNTERPART' | 'STAFF', by: Person) =>
      world.post('/api/office/dnw/p2p/message', { dnwHistoryId, text, as }, by);
    await write('남의 글', STRANGER);
    await asOffice('남의 글', 'STAFF', STRANGER);
    expect(world.pushed).toHaveLength(before);
    await write('보냈습니다', owner);
    await asOffice('확인했습니다', 'COUNTERPART', STAFF);
    await asOffice('지켜보고 있습니다', 'STAFF', STAFF);
    const { messages } = (await world.get('/api/dnw/p2p/latest', owner)).body.p2p;
    expect(messages.map(({ from }) => from)).toEqual(['ME', 'COUNTERPART', 'STAFF']);
    expect(world.pushed.slice(before)).toEqual(
      messages.map((message) => ({
        player: owner.id,
        type: 'P2P_MESSAGE',
        at: world.now(),
        data: { dnwHistoryId, message },
      })),
    );
  });

  test.each([
    [{ name: '다른 사람' }, 422, 'P2P_NAME_DIFFERS'],
    [{ phone: '01099999999' }, 422, 'P2P_PHONE_DIFFERS'],
    [{ point: '' }, 400, 'ENTER_AMOUNT'],
    [{ point: '9999' }, 422, 'BELOW_MINIMUM'],
    [{ point: 'x' }, 400, 'INVALID_REQUEST'],
    [{ detailJson: '[]' }, 400, 'INVALID_REQUEST'],
    [{ detailJson: 'x'.repeat(5_000) }, 400, 'INVALID_REQUEST'],
    [{ detailJson: { side: 'BUY', walletType: 'XRP' } }, 422, 'COIN_UNSUPPORTED'],
    [{ detailJson: { side: 'BUY', walletType: 'BINARY' } }, 422, 'COIN_UNSUPPORTED'],
  ])('%j is refused', async (changes, status, code) => {
    const owner = await world.newcomer();
    expect(await buy(owner, changes)).toMatchObject({ status, body: { code } });
  });

  test('without a fresh rate, and where the site has none, there is no P2P', async () => {
    const owner = await world.newcomer();
    world.terms.won = undefined;
    expect((await buy(owner)).body.code).toBe('RATE_STALE');
    expect((await world.get('/api/dnw/p2p/terms', owner)).body.code).toBe('RATE_STALE');
    world.terms.won = '1385.5';
    const before = world.terms.site;
    world.terms.site = { ...before, features: { ...before.features, p2p: false } };
    expect((await buy(owner)).body.code).toBe('P2P_OFF');
    world.terms.site = before;
    expect((await world.get('/api/dnw/p2p/terms', owner)).body).toMatchObject({
      rate: '1385.5',
      payWithinMs: 30 * MINUTE,
      name: `이름${owner.id}`,
    });
  });
});
