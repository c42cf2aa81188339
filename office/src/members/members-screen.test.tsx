import { blockPlayer } from '@maru/contract/account/office';
import { memberBets } from '@maru/contract/binary/views';
import { copyJobs, copyState, officeFollowers } from '@maru/contract/copytrade/office';
import { memberFuturesFills, memberFuturesPositions } from '@maru/contract/futures/views';
import { officeLimits } from '@maru/contract/limits/calls';
import {
  addMemberNote,
  memberCounts,
  memberList,
  memberNotes,
  memberProfile,
  memberResults,
  revealMember,
} from '@maru/contract/members/calls';
import { memberEquity, memberPast, memberSessions, memberSignIns } from '@maru/contract/members/views';
import { memberOverseaFills } from '@maru/contract/oversea/views';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const NOW = Date.now();
const DAY = 86_400_000;

const row = {
  ...{ id: 7, username: 'maru_trader', name: '김마루', nick: '잔물결', partnerCode: 'K2094' },
  ...{ createdMillis: NOW - 214.5 * DAY, seenMillis: NOW, isOnline: true, heldWon: '43342071' },
  tags: [{ tag: 'PAYOUT_CHANGED', sinceMillis: NOW - 1.5 * DAY }],
};
const other = {
  ...row,
  id: 8,
  username: 'jhpark',
  name: '박지훈',
  isOnline: false,
  seenMillis: NOW - 120_000,
  tags: [],
};
const profile = {
  ...row,
  ...{ status: 'ACTIVE', role: 'PLAYER', isPhoneProven: true, isEmailProven: false, level: 2, partner: null },
  contact: { phone: '010-****-4417', email: null, bank: '국민 9430-**-***', address: null },
  ...{ blockDevice: '', hasSecondFactor: true, lockedMillis: null, passwordChangedMillis: NOW - 9 * DAY },
  ...{ joinPath: '', mark: null, waiting: [], isPractice: true },
};
const zero = { wait: '0', posMargin: '0', withdrawHold: '0', convertHold: '0', share: '0', debt: '0' };
const account = {
  ...{ atMillis: NOW, seq: 12, eventId: 90, digest: '', since: { atMillis: 0, seq: 1, digest: '' } },
  ...{ before: null, after: null, won: '12480500', isPartial: false, rate: null, open: [] as object[] },
  wallets: [
    {
      ...{ type: 'BINARY', currency: 'KRW', places: 0, held: '12356400', profit: '124100', funding: '0' },
      ...{ worth: '12480500', won: '12480500', purses: { free: '11756400', ...zero, posMargin: '600000' } },
    },
  ],
};
const limits = {
  limits: [{ kind: 'LOSS', value: '200000', used: '84000', pending: null }],
  ...{ sinceMillis: NOW, result: '-84000', rates: [], openStake: '0', leftToLose: '116000' },
  ...{ pause: { state: 'NONE', untilMillis: null }, dayEndsMillis: NOW, monthEndsMillis: NOW, record: null },
};

const position = {
  ...{ id: 31, futuresOptionId: 2, stock: 'ETHUSDT', walletType: 'FUTURES', tradeType: 'SHORT', qty: '1' },
  ...{
    entrySum: '1',
    entryOver: '1',
    entryPrice: '3150',
    leverage: 50,
    marginType: 'ISOLATED',
    margin: '63',
  },
  ...{ funding: '0', entryFee: '1', liquidPrice: '3186.3', warnedMillis: null, createdMillis: NOW },
};
const openPosition = {
  ...{ product: 'futures', kind: 'POSITION', id: 31, walletType: 'FUTURES', currency: 'USDT' },
  ...{ sinceMillis: NOW, amount: '63', instrument: null, side: 'SHORT', type: '', qty: '1', leverage: 50 },
  ...{ marginType: 'ISOLATED', entry: '3150', price: null, ticks: null, round: null, closeMillis: null },
  ...{ funding: '0', priceThen: { price: '3170.77', of: 'MARK' }, profit: '-20.77' },
};

function open(path = '/members') {
  const office = officeDouble();
  office.on(memberList, { reply: { content: [row, other] } });
  office.on(memberCounts, {
    reply: { all: 12_418, online: 318, waiting: 6, attention: 1_000, blocked: 41, today: 3 },
  });
  office.on(memberProfile, { reply: profile });
  office.on(memberPast, { reply: account });
  office.on(memberEquity, { reply: { stepMs: 1, points: [] } });
  office.on(memberSessions, { reply: { content: [] } });
  office.on(memberSignIns, { reply: { content: [] } });
  office.on(officeLimits, { reply: limits });
  office.on(memberFuturesPositions, { reply: [position] });
  office.on(memberResults, {
    reply: {
      content: [
        { playerId: 7, won: '1056200', byCurrency: [{ currency: 'USDT', net: '754.42' }] },
        { playerId: 8, won: null, byCurrency: [] },
      ],
    },
  });
  office.open(path);
  return office;
}

test('the list has figures, tags and counts, and J chooses a member', async () => {
  open();
  expect(await screen.findByText('12,418명')).toBeDefined();
  expect((await screen.findByRole('button', { name: /주의/ })).textContent).toContain('1,000+');
  const line = screen.getByRole('row', { name: /김마루/ });
  expect(line.textContent).toContain('43,342,071');
  expect(line.textContent).toContain('계좌 변경 1일');
  expect(line.textContent).toContain('지금');
  await expect.poll(() => line.textContent).toContain('+1,056,200');
  expect(screen.getByRole('row', { name: /박지훈/ }).textContent).toContain('정상');
  fireEvent.keyDown(document, { key: 'j' });
  const drawer = await screen.findByRole('complementary', { name: '회원 maru_trader' });
  expect(await within(drawer).findByText('12,480,500원')).toBeDefined();
  expect(await within(drawer).findByText('84,000 / 200,000')).toBeDefined();
  expect(within(drawer).getByText('운영자는 늘릴 수 없습니다')).toBeDefined();
});

test('a search asks the server, and a filter ends it', async () => {
  const office = open();
  await screen.findByText('김마루');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' 4417 ' } });
  await screen.findByText('김마루');
  expect(office.sentTo(memberList).at(-1)).toMatchObject({ find: '4417' });
  fireEvent.click(screen.getByRole('button', { name: /차단/ }));
  await screen.findByText('김마루');
  expect(office.sentTo(memberList).at(-1)).toMatchObject({ filter: 'BLOCKED' });
});

test('a masked value is shown after a reason was given', async () => {
  const office = open('/members?id=7');
  office.on(revealMember, { reply: { value: '01012344417', untilMillis: NOW + 60_000, leftToday: 39 } });
  const drawer = await screen.findByRole('complementary', { name: '회원 maru_trader' });
  expect(within(drawer).getByText('010-****-4417')).toBeDefined();
  fireEvent.click(within(drawer).getByRole('button', { name: '전화 보기' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '보기' }));
  expect(await within(dialog).findByText('이유를 두 글자 이상 적어 주세요.')).toBeDefined();
  expect(office.sentTo(revealMember)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: '입금자 확인' }));
  fireEvent.click(within(dialog).getByRole('button', { name: '보기' }));
  expect(await within(drawer).findByText('01012344417')).toBeDefined();
  expect(office.sentTo(revealMember)).toMatchObject([{ playerId: 7, field: 'PHONE', reason: '입금자 확인' }]);
});

test('a member is blocked with a reason, and noted about', async () => {
  const office = open('/members?id=7');
  office.on(blockPlayer, { reply: { playerId: 7, status: 'DENY' } });
  office.on(memberNotes, { reply: { content: [] } });
  office.on(addMemberNote, { reply: { id: 1, text: '통화함', staff: '박운영', atMillis: NOW } });
  const drawer = await screen.findByRole('complementary', { name: '회원 maru_trader' });
  expect(within(drawer).getByRole('button', { name: /2단계 초기화/ }).textContent).toContain('2인');
  fireEvent.click(within(drawer).getByRole('button', { name: '거래 정지' }));
  const dialog = await screen.findByRole('dialog', { name: '거래 정지' });
  fireEvent.click(within(dialog).getByRole('button', { name: '이상 거래 의심' }));
  fireEvent.click(within(dialog).getByRole('button', { name: '거래 정지' }));
  expect(await screen.findByText('거래를 정지했습니다.')).toBeDefined();
  expect(office.sentTo(blockPlayer)).toMatchObject([{ playerId: 7, reason: '이상 거래 의심' }]);
  fireEvent.click(within(drawer).getByRole('button', { name: '메모' }));
  fireEvent.change(await within(drawer).findByLabelText('메모'), { target: { value: '통화함' } });
  fireEvent.click(within(drawer).getByRole('button', { name: '메모 남기기' }));
  await expect.poll(() => office.sentTo(addMemberNote)).toMatchObject([{ playerId: 7, text: '통화함' }]);
});

test('a position says how far its liquidation is, and trades are listed', async () => {
  const office = open('/members?id=7');
  office.on(memberPast, { reply: { ...account, open: [openPosition] } });
  const none = { content: [], page: 0, size: 10, totalElements: 0, totalPages: 0 };
  office.on(memberFuturesFills, { reply: none });
  office.on(memberOverseaFills, { reply: none });
  office.on(memberBets, { refusal: 'TRY_AGAIN' });
  const drawer = await screen.findByRole('complementary', { name: '회원 maru_trader' });
  expect(await within(drawer).findByText('청산 0.48%')).toBeDefined();
  expect(await within(drawer).findByText('+754.42')).toBeDefined();
  fireEvent.click(within(drawer).getByRole('button', { name: '거래' }));
  expect((await within(drawer).findAllByText('거래가 없습니다.')).length).toBeGreaterThan(0);
});

test('whom a member follows is shown to those who may read copy trading, with the way to each copy', async () => {
  const office = open('/members?id=7');
  office.on(officeFollowers, {
    reply: {
      content: [
        {
          ...{ traderFollowerId: 11, traderId: 31, traderNick: '바람길', playerId: 7, nick: '잔물결' },
          ...{ state: 'DETACHED', isPaused: false, multiplyPer: 50, maxBet: '1000', oneMaxBet: '100' },
          ...{ total: '80', shared: '5', due: '7', waived: '0', copies: 2, copied: 30, missed: 3 },
          ...{ startedMillis: NOW - DAY, endedMillis: null, endedBy: null },
        },
      ],
      next: null,
    },
  });
  const drawer = within(await screen.findByRole('complementary', { name: '회원 maru_trader' }));
  fireEvent.click(drawer.getByRole('button', { name: '카피' }));
  const follows = within(await drawer.findByRole('table', { name: '팔로우 목록' }));
  expect(await follows.findByText('바람길')).toBeDefined();
  expect(follows.getByText('분리됨')).toBeDefined();
  expect(follows.getByText('+75')).toBeDefined();
  expect(office.sentTo(officeFollowers)).toMatchObject([{ playerId: 7 }]);
  office.on(copyState, { refusal: 'FORBIDDEN' });
  office.on(copyJobs, { reply: { content: [], next: null } });
  fireEvent.click(drawer.getByRole('button', { name: '카피 작업 보기' }));
  expect(office.path()).toBe('/copytrade/jobs?player=7');
});
