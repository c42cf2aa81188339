import { me } from '@maru/contract/account/calls';
import { closeCopied } from '@maru/contract/copytrade/close';
import { followers, removeFollower } from '@maru/contract/copytrade/follows';
import { openLeads } from '@maru/contract/copytrade/history';
import { applyAsTrader, myTrader, setTrader, trader as traderCall } from '@maru/contract/copytrade/traders';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  applicationOf,
  followerOf,
  openCopytrade,
  openLeadsOf,
  ownTrader,
  pageOf,
} from '../../copytrade-double.ts';
import { tap } from '../../screen-double.tsx';
import { trader as member } from '../../server-double.ts';

afterEach(cleanup);

const mineOf = (mine: object) => ({ trader: null, application: null, traderFollowerId: null, ...mine });
const openTrading = (mine: object = { trader: ownTrader }, prepare?: Visit['prepare']) =>
  openCopytrade('/copytrade/trading', {
    prepare: (server) => {
      server.answer(myTrader, () => ({ reply: mineOf(mine) }));
      prepare?.(server);
    },
  });
type Visit = NonNullable<Parameters<typeof openCopytrade>[1]>;
const wallet = { type: 'FUTURES', currency: 'USDT', point: '5000', gameWaitPoint: '0' };

test('what followers earned leads, and a position says who joined and who missed it and why', async () => {
  await openTrading();
  const head = within(await screen.findByRole('region', { name: '팔로워가 실제로 번 돈 · 30일' }));
  expect(head.getByText('+2,184.6120')).toBeTruthy();
  const card = await screen.findByRole('article', { name: 'BTCUSDT' });
  expect(card.textContent).toContain('0.134 BTC');
  // 0.134 × (95,482.3 − 95,165.0), less 10.2 for opening and 10.2358 for closing.
  await waitFor(() => expect(card.textContent).toContain('+22.0824 비용 뒤'));
  expect(within(card).getByRole('img', { name: '팔로워 35명 가운데 31명이 함께 들어왔습니다' })).toBeTruthy();
  expect(card.textContent).toContain('놓침 4건 · 한도 3 · 잔액 1');
  expect(screen.getByRole('button', { name: 'BTCUSDT 롱 더 사기' })).toBeTruthy();
});

test('closing a half says before what it does to followers, and sends the price that is seen', async () => {
  const { sent } = await openTrading(undefined, (server) =>
    server.answer(closeCopied, () => ({ reply: { fills: [], net: '15.9', wallet } })),
  );
  await screen.findByRole('article', { name: 'BTCUSDT' });
  await tap('BTCUSDT 절반 청산');
  const sheet = within(await screen.findByRole('dialog', { name: '절반 청산' }));
  await waitFor(() => expect(sheet.getByText('지금 가격').nextElementSibling?.textContent).toBe('95,482.2'));
  expect(sheet.getByText('함께 청산되는 수량').nextElementSibling?.textContent).toBe('0.206 BTC');
  // Half of 0.412 × 95,482.2 − 39,221.4524, less half of the fees of both ends.
  expect(sheet.getByText('팔로워 손익 합계').nextElementSibling?.textContent).toBe('+27.1830');
  await tap('0.067 BTC 청산');
  expect(sent(closeCopied)).toEqual([{ futuresTraderOrderId: 71, closePrice: '95482.2', qty: '0.067' }]);
});

test('a partner is told that partners cannot be traders, and gets no form', async () => {
  await openTrading({}, (server) => server.answer(me, () => ({ reply: { ...member, role: 'PARTNER' } })));
  expect(await screen.findByText('파트너 계정은 트레이더가 될 수 없습니다')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '신청하기' })).toBeNull();
});

test('without an open trade there is the way to coin futures', async () => {
  await openTrading(undefined, (server) => server.answer(openLeads, () => ({ reply: { content: [] } })));
  expect(await screen.findByText('열린 거래가 없습니다.')).toBeTruthy();
  expect(screen.getByRole('button', { name: '코인선물에서 거래하기' })).toBeTruthy();
});

test('what closing would do to followers, and who may invest most, is below the trades', async () => {
  const followed = [11, 12, 13, 14].map((traderFollowerId) => followerOf({ traderFollowerId }));
  await openTrading(undefined, (server) =>
    server.answer(followers, () => ({ reply: { ...pageOf(followed), size: 4, totalElements: 35 } })),
  );
  const effect = within(await screen.findByRole('region', { name: '청산하면 팔로워에게는' }));
  expect(effect.getByText('함께 청산되는 수량').nextElementSibling?.textContent).toBe('0.412 BTC');
  // 0.412 × 95,482.3 − 39,221.4524, less the fees of both ends.
  expect(effect.getByText('팔로워 손익 합계').nextElementSibling?.textContent).toBe('+54.4072');
  const list = within(await screen.findByRole('list', { name: '팔로워' }));
  expect(list.getAllByRole('listitem')).toHaveLength(4);
  const [row] = list.getAllByRole('listitem');
  expect(row?.textContent).toContain('투자 1,000 USDT');
  expect(row?.textContent).toContain('+61.2000 분배 뒤');
  expect(row?.textContent).not.toContain('쓰는 중');
  await tap('팔로워 35명 모두 보기');
  expect(screen.getByRole('tab', { name: /^팔로워/ }).getAttribute('aria-selected')).toBe('true');
});

test('what followers earned is a dash while it cannot be read', async () => {
  await openTrading(undefined, (server) =>
    server.answer(traderCall, () => ({ refusal: 'TRADER_NOT_FOUND' })),
  );
  const head = await screen.findByRole('region', { name: '팔로워가 실제로 번 돈 · 30일' });
  expect(head.textContent).toContain('수익 중인 팔로워 –');
});

test('a position nobody copied has no strip', async () => {
  await openTrading(undefined, (server) =>
    server.answer(openLeads, () => ({
      reply: openLeadsOf({ followers: 0, joined: 0, missed: [], qty: '0', averageSlippage: null }),
    })),
  );
  const card = await screen.findByRole('article', { name: 'BTCUSDT' });
  expect(within(card).queryByRole('img')).toBeNull();
  expect(card.textContent).toContain('함께 들어온 팔로워 없음');
  expect(screen.queryByRole('region', { name: '청산하면 팔로워에게는' })).toBeNull();
});

test('followers have masked names, and one without copies is removed after a question', async () => {
  const { sent } = await openTrading(undefined, (server) =>
    server.answer(removeFollower, () => ({ refusal: 'FOLLOW_POSITIONS_OPEN' })),
  );
  await tap(/^팔로워/, 'tab');
  const list = within(await screen.findByRole('list', { name: '팔로워' }));
  expect(list.getByRole('listitem').textContent).toContain('솔*람');
  expect(list.getByRole('listitem').textContent).toContain('+61.2000');
  expect(list.getByRole('listitem').textContent).toContain('쓰는 중 418.87 USDT 카피 18 · 놓침 5');
  await tap('솔*람 님 내보내기');
  const asked = within(await screen.findByRole('alertdialog', { name: '솔*람 님을 내보낼까요?' }));
  asked.getByRole('button', { name: '내보내기' }).click();
  await waitFor(() => expect(sent(removeFollower)).toEqual([{ traderFollowerId: 9 }]));
  expect(await screen.findByText('열린 카피 포지션을 정리한 뒤 그만둘 수 있습니다.')).toBeTruthy();
});

test('shares have their totals, and what each was computed from', async () => {
  await openTrading();
  await tap('분배 수익', 'tab');
  expect((await screen.findByText('410.25 USDT')).tagName).toBe('DD');
  const row = within(await screen.findByRole('list', { name: '분배 수익' })).getByRole('listitem');
  expect(row.textContent).toContain('누적 수익 55.62 USDT에서');
  expect(row.textContent).toContain('5.5620');
});

test('switching off names how many followers are detached before it is done', async () => {
  const { sent } = await openTrading(undefined, (server) =>
    server.answer(setTrader, () => ({ reply: { detached: 35 } })),
  );
  await tap('모집 설정');
  await screen.findByRole('dialog', { name: '모집 설정' });
  await tap('트레이더 그만두기');
  const asked = within(await screen.findByRole('alertdialog', { name: '트레이더를 그만둘까요?' }));
  expect(asked.getByText(/팔로워 35명과 바로 끊기고/)).toBeTruthy();
  asked.getByRole('button', { name: '그만두기' }).click();
  await waitFor(() => expect(sent(setTrader)).toEqual([{ status: 'OFF' }]));
});

test('who is no trader applies with instruments and a share', async () => {
  const { sent } = await openTrading({}, (server) =>
    server.answer(applyAsTrader, () => ({ reply: { id: 3 } })),
  );
  await screen.findByText('트레이더 신청', { selector: 'h2' });
  const button = screen.getByRole('button', { name: '신청하기' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  await tap('BTC');
  await tap('신청하기');
  expect(sent(applyAsTrader)).toEqual([{ shareRate: '0.1', followStock: [201], intro: '' }]);
});

test('an application that waits can be taken back, and a rejected one says why', async () => {
  await openTrading({ application: applicationOf('WAITING') });
  expect(await screen.findByText('심사를 기다리고 있습니다')).toBeTruthy();
  expect(screen.getByRole('button', { name: '신청 거두기' })).toBeTruthy();
  cleanup();
  await openTrading({ application: applicationOf('REJECTED', '소개 글을 고쳐 주세요') });
  expect(await screen.findByText('이유: 소개 글을 고쳐 주세요')).toBeTruthy();
  // The reason may be any: more trades need not be what was missing.
  expect(screen.getByText('다시 신청할 수 있습니다.')).toBeTruthy();
});

test('who follows cannot apply, and who stopped can start again', async () => {
  await openTrading({ traderFollowerId: 9 });
  expect(await screen.findByText(/먼저 팔로우를 끝내 주세요/)).toBeTruthy();
  cleanup();
  await openTrading({ trader: { ...ownTrader, status: 'OFF' } });
  expect(await screen.findByRole('button', { name: '다시 시작' })).toBeTruthy();
});

test('whom staff stopped asks them, and is offered no start that would be refused', async () => {
  await openTrading({ trader: { ...ownTrader, status: 'OFF', isHeld: true } });
  expect(await screen.findByText('운영팀이 트레이더를 중지했습니다')).toBeTruthy();
  expect(screen.getByRole('link', { name: '1:1 문의하기' }).getAttribute('href')).toBe(
    '/more/contact/create',
  );
  expect(screen.queryByRole('button', { name: '다시 시작' })).toBeNull();
});

test.each([
  ['stopped', 'OFF' as const, '다시 시작'],
  ['was deleted', 'DELETED' as const, '신청하기'],
])('a trader who %s still sees followers who are left, shares and past trades', async (_, status, action) => {
  await openTrading({ trader: { ...ownTrader, status, followers: 1 } }, (server) =>
    server.answer(followers, () => ({ reply: pageOf([followerOf({ state: 'DETACHED' })]) })),
  );
  expect(await screen.findByRole('button', { name: action })).toBeTruthy();
  expect(await screen.findByText('끝난 거래가 없습니다')).toBeTruthy();
  await tap('팔로워 1', 'tab');
  const row = within(await screen.findByRole('list', { name: '팔로워' })).getByRole('listitem');
  expect(row.textContent).toContain('연결 끊김');
  // The follow ends with its last copy, and cannot before.
  expect(screen.queryByRole('button', { name: /내보내기$/ })).toBeNull();
  await tap('분배 수익', 'tab');
  expect(await screen.findByText('410.25 USDT')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '모집 설정' })).toBeNull();
});

test('who never was a trader has no tabs', async () => {
  await openTrading({});
  await screen.findByText('트레이더 신청', { selector: 'h2' });
  expect(screen.queryByRole('tab')).toBeNull();
});
