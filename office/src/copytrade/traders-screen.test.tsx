import { officeFollowers, officeTraders, setOfficeTrader } from '@maru/contract/copytrade/office';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { asAuditor, copytradeOffice, statistics } from './testing.ts';

afterEach(cleanup);

const trader = {
  ...{ traderId: 31, nick: '바람길', intro: '추세를 따라갑니다.', status: 'ACTIVE', isAccepting: true },
  ...{ isHeld: false, quota: 100, followers: 7, shareRate: '0.15', followStock: [1], pending: 4 },
  ...{ sinceMillis: Date.parse('2026-10-01T09:00:00+09:00'), statistics },
};
const off = {
  ...trader,
  traderId: 28,
  nick: '잔물결',
  status: 'OFF',
  isHeld: true,
  followers: 0,
  pending: 0,
};
const follow = {
  ...{
    traderFollowerId: 11,
    traderId: 31,
    traderNick: '바람길',
    playerId: 40,
    nick: '새벽',
    state: 'ACTIVE',
  },
  ...{ isPaused: true, multiplyPer: 50, maxBet: '1000', oneMaxBet: '100', total: '80', shared: '5' },
  ...{ due: '7', waived: '0', copies: 2, copied: 30, missed: 3, endedMillis: null, endedBy: null },
  startedMillis: Date.parse('2026-11-02T10:00:00+09:00'),
};
const ended = {
  ...{ ...follow, traderFollowerId: 9, playerId: 41, nick: '자정', state: 'ENDED', isPaused: false },
  ...{ total: '-20', shared: '0', due: '0', waived: '1.5', endedBy: 'FOLLOWER' },
  endedMillis: Date.parse('2026-11-05T10:00:00+09:00'),
};

function traders() {
  const office = copytradeOffice();
  office.on(officeTraders, { reply: { content: [trader, off], next: null } });
  office.on(officeFollowers, { reply: { content: [follow, ended], next: null } });
  return office;
}

async function drawerOf(nick: string) {
  fireEvent.click(await screen.findByText(nick));
  return within(await screen.findByRole('complementary', { name: `트레이더 ${nick}` }));
}

async function reasoned(name: string, reason: string, confirm: string): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name }));
  fireEvent.change(question.getByLabelText('이유'), { target: { value: reason } });
  fireEvent.click(question.getByRole('button', { name: confirm }));
}

test('a trader is listed with followers, what waits, the return with its drawdown, and how old that is', async () => {
  const office = traders();
  office.open('/copytrade/traders');
  const row = within((await screen.findByText('바람길')).closest('tr')!);
  for (const cell of ['활동', '모집 중', '7 / 100', '15%', '4', '+12.50%', '낙폭 6.40%', '−120.5', '3분 전'])
    expect(row.getByText(cell)).toBeDefined();
  const other = within(screen.getByText('잔물결').closest('tr')!);
  expect(other.getByText('꺼짐')).toBeDefined();
  expect(other.getByText('운영팀이 중지')).toBeDefined();
  expect(other.queryByText('모집 중')).toBeNull();
});

test('the drawer, which covers the list on a phone, says too that staff stopped the trader', async () => {
  const office = traders();
  office.open('/copytrade/traders');
  expect((await drawerOf('잔물결')).getByText('운영팀이 중지')).toBeDefined();
  expect((await drawerOf('바람길')).queryByText('운영팀이 중지')).toBeNull();
});

test('the drawer has the followers with what each of them earned after the share', async () => {
  const office = traders();
  office.open('/copytrade/traders');
  const drawer = await drawerOf('바람길');
  const list = within(drawer.getByRole('table', { name: '팔로우 목록' }));
  expect(await list.findByText('+75')).toBeDefined();
  expect(list.getByText('멈춤')).toBeDefined();
  expect(list.getAllByText('50% · 한 번 100 · 최대 1,000 USDT')).toHaveLength(2);
  expect(list.getAllByText('열림 2 · 카피 30 · 미체결 3')).toHaveLength(2);
  expect(list.getByText('−20')).toBeDefined();
  expect(list.getByText('받지 못함 1.5')).toBeDefined();
  expect(list.getByText('11.02 10:00 – 11.05 10:00 · 팔로워가 그만둠')).toBeDefined();
  expect(office.sentTo(officeFollowers)).toMatchObject([{ traderId: 31 }]);
  fireEvent.click(drawer.getByRole('button', { name: '카피 작업 보기' }));
  expect(office.path()).toBe('/copytrade/jobs?trader=31');
});

test('settings are changed all together, and what is out of range is not sent', async () => {
  const office = traders();
  office.on(setOfficeTrader, { reply: { detached: 0 } });
  office.open('/copytrade/traders');
  const drawer = await drawerOf('바람길');
  await drawer.findByText('BTCUSDT');
  fireEvent.click(drawer.getByRole('button', { name: '설정 변경' }));
  const question = within(await screen.findByRole('dialog', { name: '바람길 님의 트레이더 설정' }));
  const confirm = question.getByRole('button', { name: '설정 변경' });
  fireEvent.change(question.getByLabelText('모집 인원'), { target: { value: '100001' } });
  expect(question.getByText('0에서 100,000 사이의 수를 적어 주세요.')).toBeDefined();
  fireEvent.click(question.getByLabelText('BTCUSDT'));
  expect(question.getByText('종목을 하나 이상 골라 주세요.')).toBeDefined();
  expect(confirm.hasAttribute('disabled')).toBe(true);
  fireEvent.change(question.getByLabelText('모집 인원'), { target: { value: '20' } });
  fireEvent.click(question.getByLabelText('ETHUSDT'));
  fireEvent.click(question.getByLabelText('팔로워 받기'));
  fireEvent.change(question.getByLabelText('이유'), { target: { value: '인원을 줄임' } });
  fireEvent.click(confirm);
  expect(await screen.findByText('트레이더 설정을 바꿨습니다.')).toBeDefined();
  expect(office.sentTo(setOfficeTrader)).toMatchObject([
    {
      ...{ traderId: 31, status: 'ACTIVE', isAccepting: false, quota: 20, shareRate: '0.15' },
      ...{ followStock: [2], reason: '인원을 줄임' },
    },
  ]);
});

test('before a trader is switched off, staff see how many are detached and what is dropped', async () => {
  const office = traders();
  office.on(setOfficeTrader, { reply: { detached: 7 } });
  office.open('/copytrade/traders');
  const drawer = await drawerOf('바람길');
  fireEvent.click(drawer.getByRole('button', { name: '끄기' }));
  const question = within(await screen.findByRole('dialog', { name: '바람길 님을 끄기' }));
  expect(question.getByText('분리되는 팔로우').nextElementSibling?.textContent).toBe('7건');
  expect(question.getByText('버려지는 대기 카피').nextElementSibling?.textContent).toBe('4건');
  fireEvent.click(question.getByRole('button', { name: '끄기' }));
  expect(office.sentTo(setOfficeTrader)).toHaveLength(0);
  await reasoned('바람길 님을 끄기', '약관 위반 확인 중', '끄기');
  expect(await screen.findByText('팔로우 7건을 분리했습니다.')).toBeDefined();
  expect(office.sentTo(setOfficeTrader)).toMatchObject([{ traderId: 31, status: 'OFF', quota: 100 }]);
});

test('a trader who is off is switched on again, or ended', async () => {
  const office = traders();
  office.on(setOfficeTrader, { reply: { detached: 0 } });
  office.open('/copytrade/traders');
  const drawer = await drawerOf('잔물결');
  fireEvent.click(drawer.getByRole('button', { name: '켜기' }));
  await reasoned('잔물결 님을 다시 켜기', '확인을 마침', '켜기');
  expect(await screen.findByText('트레이더를 다시 켰습니다.')).toBeDefined();
  fireEvent.click(drawer.getByRole('button', { name: '해지' }));
  await reasoned('잔물결 님을 트레이더에서 해지', '본인 요청', '해지');
  expect(await screen.findByText('팔로우 0건을 분리했습니다.')).toBeDefined();
  expect(office.sentTo(setOfficeTrader)).toMatchObject([{ status: 'ACTIVE' }, { status: 'DELETED' }]);
});

test('a refused change stays open and says why', async () => {
  const office = traders();
  office.on(setOfficeTrader, { refusal: 'TRADER_NEEDS_FLAT' });
  office.open('/copytrade/traders');
  const drawer = await drawerOf('잔물결');
  fireEvent.click(drawer.getByRole('button', { name: '켜기' }));
  await reasoned('잔물결 님을 다시 켜기', '확인을 마침', '켜기');
  expect(await screen.findByText(/팔로우 중이 아니어야/)).toBeDefined();
  expect(screen.getByRole('dialog', { name: '잔물결 님을 다시 켜기' })).toBeDefined();
});

test('traders are found by status and by name, and J goes on choosing', async () => {
  const office = traders();
  office.open('/copytrade/traders');
  await drawerOf('바람길');
  fireEvent.keyDown(document, { key: 'j' });
  expect(await screen.findByRole('complementary', { name: '트레이더 잔물결' })).toBeDefined();
  expect(office.path()).toBe('/copytrade/traders?trader=28');
  const states = within(screen.getByRole('group', { name: '상태' }));
  fireEvent.click(states.getByRole('button', { name: '꺼짐' }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' 물결 ' } });
  await screen.findAllByText('잔물결');
  expect(office.sentTo(officeTraders).at(-1)).toMatchObject({ statusStrs: ['OFF'], name: '물결' });
  office.on(officeTraders, { reply: { content: [], next: null } });
  fireEvent.click(states.getByRole('button', { name: '해지' }));
  expect(await screen.findByText('트레이더가 없습니다.')).toBeDefined();
});

test('whoever may only read is offered no change', async () => {
  const office = traders();
  asAuditor(office);
  office.open('/copytrade/traders');
  const drawer = await drawerOf('바람길');
  expect(drawer.queryByRole('button', { name: /설정 변경|끄기|해지/ })).toBeNull();
});
