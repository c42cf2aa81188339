import {
  coolOff,
  excludeSelf,
  myLimits,
  setLimit,
  takeBackLimit,
  type WireLimits,
} from '@maru/contract/limits/calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap, write } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const none = (kind: WireLimits['limits'][number]['kind']) => ({
  kind,
  value: null,
  used: '0',
  pending: null,
});
const empty: WireLimits = {
  limits: [none('LOSS'), none('STAKE'), none('DEPOSIT'), none('TIME')],
  sinceMillis: null,
  result: '0',
  rates: [],
  openStake: '0',
  leftToLose: null,
  pause: { state: 'NONE', untilMillis: null },
  dayEndsMillis: 1_800_000_000_000,
  monthEndsMillis: 1_800_000_000_000,
  record: null,
};
const set: WireLimits = {
  ...empty,
  limits: [
    {
      kind: 'LOSS',
      value: '200000',
      used: '84000',
      pending: { value: '300000', fromMillis: 1_700_086_400_000 },
    },
    { kind: 'STAKE', value: '100000', used: '50000', pending: null },
    { kind: 'DEPOSIT', value: '5000000', used: '4150000', pending: null },
    { kind: 'TIME', value: '120', used: '68', pending: null },
  ],
  leftToLose: '116000',
  record: {
    text: 'limits|maru-limits-1 1 2026-11-14|7|…',
    sha256: 'ad9d0ba9ba846b93'.repeat(4),
    exceeded: [],
  },
};

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(myLimits, () => ({ reply: set }));
});

async function open(shown: WireLimits = set) {
  server.answer(myLimits, () => ({ reply: shown }));
  const page = openScreen('/more/limits', { signedIn: true, server });
  await screen.findByText('쉬어 가기');
  return page;
}

test('what may still be lost today leads, and every limit has its use', async () => {
  await open();
  expect(screen.getByText('오늘 더 잃을 수 있는 금액').nextElementSibling?.textContent).toBe('116,000원');
  for (const line of [
    '84,000원 씀',
    '가장 큰 주문 50,000원',
    '4,150,000원 씀',
    '1시간 8분 지남 · 30분마다 알림',
  ])
    expect(screen.getByText(line)).toBeTruthy();
  for (const share of ['42%', '83%', '56%']) expect(screen.getByText(share)).toBeTruthy();
  expect(screen.getByText('300,000원으로', { exact: false })).toBeTruthy();
});

test('without limits the page says so and still offers all of them', async () => {
  await open(empty);
  expect(screen.getByText('하루 손실 한도를 정하지 않았습니다')).toBeTruthy();
  expect(screen.getAllByText('정하지 않음')).toHaveLength(4);
});

test('a guest is led to the sign-in page', async () => {
  const page = openScreen('/more/limits', { server: serverDouble() });
  await waitFor(() => expect(page.at()).toBe('/signin'));
});

test('limits that cannot be read can be asked for again', async () => {
  server.answer(myLimits, () => ({ refusal: 'TRY_AGAIN' }));
  openScreen('/more/limits', { signedIn: true, server });
  await screen.findByText('한도를 불러오지 못했습니다');
  server.answer(myLimits, () => ({ reply: set }));
  await tap('다시 시도');
  await screen.findByText('오늘 더 잃을 수 있는 금액');
});

test('the sheet says whether a value holds at once, and sends what was typed', async () => {
  server.answer(setLimit, () => ({ reply: set }));
  const { sent } = await open();
  await tap(/^한 번 주문.*한도 바꾸기$/);
  const sheet = await screen.findByRole('dialog', { name: '한 번 주문' });
  for (const key of ['9', '00', '00'])
    await act(async () => within(sheet).getByRole('button', { name: key }).click());
  expect(within(sheet).getByText('줄이는 한도는 바로 적용됩니다.')).toBeTruthy();
  for (const key of ['00']) await act(async () => within(sheet).getByRole('button', { name: key }).click());
  expect(within(sheet).getByText(/^늘리는 한도는 24시간 뒤부터/)).toBeTruthy();
  await tap('적용');
  await waitFor(() => expect(sent(setLimit)).toContainEqual({ kind: 'STAKE', value: '9000000' }));
});

test('a change that is waited for can be taken back', async () => {
  server.answer(takeBackLimit, () => ({ reply: set }));
  const { sent } = await open();
  await tap('되돌리기');
  await waitFor(() => expect(sent(takeBackLimit)).toMatchObject([{ kind: 'LOSS' }]));
});

test('a break is asked about before it begins', async () => {
  server.answer(coolOff, () => ({ reply: set }));
  const { sent } = await open();
  await tap('7일');
  await tap('7일 쉬기');
  const dialog = await screen.findByRole('alertdialog', { name: '7일 쉬기를 시작할까요?' });
  await act(async () => within(dialog).getByRole('button', { name: '7일 쉬기' }).click());
  await waitFor(() => expect(sent(coolOff)).toMatchObject([{ length: 'WEEK' }]));
});

test('a break says when it ends', async () => {
  await open();
  await tap('24시간 쉬기');
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(/내일 \d\d:\d\d까지 새 주문과 입금을/);
});

test('the record of today has its hash on the page, and its text behind it', async () => {
  await open();
  await tap(/^한도를 지킨 오늘의 기록입니다\. ?ad9d 0ba9 ba84 6b93 ··· ba84 6b93$/);
  const sheet = await screen.findByRole('dialog', { name: '오늘의 기록' });
  expect(within(sheet).getByText(/^limits\|maru-limits-1 1 2026-11-14\|7/)).toBeTruthy();
  expect(within(sheet).getByText('하루 손실').nextElementSibling?.textContent).toBe('84,000원 / 200,000원');
});

test('a limit that was exceeded is named in the record', async () => {
  await open({ ...set, record: { text: '', sha256: '00'.repeat(32), exceeded: ['LOSS'] } });
  expect(screen.getByText(/^오늘 한도를 넘었습니다: 하루 손실/)).toBeTruthy();
});

test('the page explains how limits count', async () => {
  await open();
  await tap('한도를 세는 방법');
  const sheet = await screen.findByRole('dialog', { name: '한도를 세는 방법' });
  expect(within(sheet).getByText('막지 않는 것')).toBeTruthy();
});

test('an exclusion takes two steps and the password, and shows what stays possible', async () => {
  server.answer(excludeSelf, () => ({ refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' }));
  const { sent } = await open();
  await tap(/^이용 제한 신청/);
  await screen.findByText(/열린 포지션 청산, 주문 취소, 출금/);
  await tap('1년');
  await tap('다음');
  await screen.findByRole('dialog', { name: '한 번 더 확인합니다' });
  expect(sent(excludeSelf)).toEqual([]);
  await write('비밀번호', 'wrong password');
  await tap('이용 제한 시작');
  await waitFor(() => expect(sent(excludeSelf)).toMatchObject([{ months: 12, password: 'wrong password' }]));
  expect(screen.getByLabelText('비밀번호', { selector: 'input' }).getAttribute('aria-invalid')).toBe('true');
});

test('an excluded member sees until when, and is offered no further pause', async () => {
  await open({ ...set, pause: { state: 'EXCLUDED', untilMillis: 1_790_000_000_000 } });
  expect(screen.getByText('이용 제한 중', { exact: false }).textContent).toMatch(
    /^이용 제한 중 · 2026\.09\.2\d \d\d:\d\d까지$/,
  );
  expect(screen.queryByText('24시간 쉬기')).toBeNull();
  expect(screen.queryByText('이용 제한 신청')).toBeNull();
});
