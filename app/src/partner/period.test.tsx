import { myProfits, partnerDashboard } from '@maru/contract/partner/profit-calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashboard, openPartner, page, partnerServer, rows } from '../partner-double.ts';
import { openScreen, tap } from '../screen-double.tsx';
import type { ServerDouble } from '../server-double.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = partnerServer();
});

const chooseWeek = async () => {
  await tap(/^기간: /);
  await tap('최근 7일');
};

const week = {
  ...{ ...dashboard, startDate: '2023-11-09' },
  currencies: [{ ...dashboard.currencies[0]!, amount: '77000' }],
  tree: dashboard.tree.map((node) => ({ ...node, amounts: [{ currency: 'KRW', amount: '77000' }] })),
};

test('while another period is read, nothing of the old one stands under its name', async () => {
  await openPartner(server);
  const held = Promise.withResolvers<{ reply: typeof week }>();
  server.answer(partnerDashboard, () => held.promise);
  await chooseWeek();
  const head = within(screen.getByRole('region', { name: '7일 정산' }));
  expect(head.getByRole('button', { name: '기간: 11.09 – 11.15' })).toBeTruthy();
  expect(screen.queryByText('1,322,500')).toBeNull();
  expect(screen.queryByRole('list', { name: '내 줄' })).toBeNull();
  expect(screen.queryByText('수수료 합계')).toBeNull();
  // What has no period stays.
  expect(screen.getByRole('tab', { name: /^회원/ }).textContent).toBe('회원128');
  expect(screen.getByRole('region', { name: '추천 링크' })).toBeTruthy();
  await tap(/^하위/, 'tab');
  expect(screen.queryByText('7일 정산')).toBeNull();
  await tap('현황', 'tab');
  await act(async () => held.resolve({ reply: week }));
  expect(await screen.findByText('77,000', { selector: '.share-head__sum' })).toBeTruthy();
  const tree = within(screen.getByRole('list', { name: '내 줄' }));
  expect(tree.getAllByRole('listitem')[0]?.textContent).toContain('77,0007일');
});

test('a period that cannot be read is told, without money of another, and one can choose again', async () => {
  await openPartner(server);
  server.answer(partnerDashboard, () => ({ refusal: 'INVALID_REQUEST', field: 'startDate' }));
  await chooseWeek();
  expect(await screen.findByText('정산을 불러오지 못했습니다')).toBeTruthy();
  expect(screen.queryByText('1,322,500')).toBeNull();
  expect(screen.queryByRole('list', { name: '내 줄' })).toBeNull();
  await tap(/^하위/, 'tab');
  expect(screen.getByText('정산을 불러오지 못했습니다')).toBeTruthy();
  await tap('현황', 'tab');
  server.answer(partnerDashboard, () => ({ reply: week }));
  await tap('다시 시도');
  expect(await screen.findByText('77,000', { selector: '.share-head__sum' })).toBeTruthy();
  await tap(/^기간: /);
  await tap('최근 30일');
  expect(await screen.findByText('1,322,500', { selector: '.share-head__sum' })).toBeTruthy();
});

test('the list has no share of another period while its own is read', async () => {
  await openPartner(server);
  const list = within(screen.getByRole('region', { name: '정산 내역' }));
  await list.findByText('강남총판 줄 · 차이');
  const held = Promise.withResolvers<{ reply: ReturnType<typeof page> }>();
  server.answer(myProfits, () => held.promise);
  await chooseWeek();
  expect(list.queryAllByRole('listitem')).toEqual([]);
  await act(async () => held.resolve({ reply: page(rows.slice(0, 1)) }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
});

test('a first page that cannot be read leaves the choice of another period', async () => {
  server.answer(partnerDashboard, () => ({ refusal: 'TRY_AGAIN' }));
  openScreen('/partner', { signedIn: true, server });
  expect(await screen.findByText('정산을 불러오지 못했습니다')).toBeTruthy();
  server.answer(partnerDashboard, () => ({ reply: week }));
  await chooseWeek();
  expect(await screen.findByText('77,000', { selector: '.share-head__sum' })).toBeTruthy();
});

const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));

test.each([
  ['ko', { period: /^기간: /, own: '직접 선택', from: '시작일', to: '종료일', show: '이 기간 보기' }],
  ['en', { period: /^Period: /, own: 'Choose dates', from: 'From', to: 'To', show: 'Show these days' }],
] as const)(
  'dates further apart than the server answers are not to be chosen (%s)',
  async (language, names) => {
    await openPartner(server, language);
    await screen.findByRole('button', { name: names.period });
    await tap(names.period);
    await tap(names.own);
    expect(screen.getByText(language === 'ko' ? /최대 92일/ : /92 days at most/)).toBeTruthy();
    const show = screen.getByRole<HTMLButtonElement>('button', { name: names.show });
    // 92 days with both ends are answered, 93 are not.
    await type(names.from, '2023-08-15');
    expect(show.disabled).toBe(true);
    await type(names.from, '2023-08-16');
    expect(show.disabled).toBe(false);
    await act(async () => show.click());
    const last = server.asked.filter(({ path }) => path === partnerDashboard.path).at(-1);
    expect(last?.query).toMatchObject({ startDate: '2023-08-16', endDate: '2023-11-15' });
  },
);
