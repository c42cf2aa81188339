import { me } from '@maru/contract/account/calls';
import { myProfits, partnerDashboard } from '@maru/contract/partner/profit-calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboard, openPartner, page, partnerServer, rates, row, rows } from '../partner-double.ts';
import { openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, trader } from '../server-double.ts';
import { partner as words } from '../text/ko/partner.ts';
import { readQr } from '../ui/qr/qr-reader-double.ts';
import { branchesOf } from './line-tree.tsx';
import { profitCsv } from './profit-csv.ts';
import { basesOf, ratesText, rateText } from './rate-text.ts';
import { roundAbove } from './share-chart.tsx';

afterEach(cleanup);

/** The modules of a picture, without its border. */
function drawnIn(picture: Element): boolean[][] {
  const border = 2;
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]) - 2 * border;
  const code = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const path = picture.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    code[Number(y) - border]![Number(x) - border] = true;
  return code;
}

let server: ServerDouble;
beforeEach(() => {
  server = partnerServer();
});

const open = () => openPartner(server);

test('the sum of thirty days leads, with what is to be paid, when the day is counted, and the day that runs', async () => {
  await open();
  const head = screen.getByRole('region', { name: '30일 정산' });
  expect(within(head).getByText('1,322,500').textContent).toBe('1,322,500원');
  expect(within(head).getByText('115,650원')).toBeTruthy();
  expect(within(head).getByText('00:30')).toBeTruthy();
  expect(within(head).getByText('오늘')).toBeTruthy();
  expect(within(head).getByText('오늘 몫은 14:05까지 계산했습니다.')).toBeTruthy();
  const chart = within(head).getByRole('img', { name: '일별 정산 금액, 합계 1,322,500원' });
  expect(chart.querySelectorAll('.share-chart__bar--running')).toHaveLength(1);
  for (const [name, value] of [
    ['이번 달 가입', '9명'],
    ['수수료 합계', '6,840,000'],
    ['나눔률', '30%'],
  ] as const)
    expect(screen.getByText(name).nextElementSibling?.textContent).toBe(value);
});

test('another currency has its own sum and its own days', async () => {
  await open();
  await tap('USDT');
  expect(await screen.findByRole('img', { name: '일별 정산 금액, 합계 12.5 USDT' })).toBeTruthy();
});

test('the line is the own part of the tree, with codes, members, rates and sums', async () => {
  await open();
  const tree = within(screen.getByRole('list', { name: '내 줄' }));
  const shown = tree.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown).toEqual([
    '마루지점 K7회원 128 · 나눔률 30%1,322,50030일',
    '강남총판 K8회원 128 · 나눔률 22%409,97530일',
    '역삼매장 K9회원 128 · 나눔률 15%185,15030일',
    '부산총판 K10회원 128 · 나눔률 20%290,95030일',
  ]);
});

test('of two bases each has its own rate, and a currency shows those that it is computed from', async () => {
  const both = [...rates('0.3'), { product: 'binary', base: 'TURNOVER' as const, rate: '0.002' }];
  expect(ratesText(both, ['FEE'], words)).toBe('나눔률 30%');
  expect(ratesText(both, ['FEE', 'TURNOVER'], words)).toBe('수수료 30% · 투자 금액 0.2%');
  expect(ratesText(rates('0'), ['FEE', 'TURNOVER'], words)).toBe('나눔률 0%');
  expect(basesOf({ fees: '41.66', turnover: '0' })).toEqual(['FEE']);
  expect(basesOf({ fees: '0', turnover: '5000' })).toEqual(['TURNOVER']);
  expect(basesOf({ fees: '0', turnover: '0' })).toEqual(['FEE', 'TURNOVER']);
});

test('the newest five shares come before the link, and the others when they are asked for', async () => {
  server.answer(myProfits, () => ({
    reply: page(Array.from({ length: 12 }, (_, place) => row(40 - place, {}))),
  }));
  await open();
  const list = within(screen.getByRole('region', { name: '정산 내역' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(5));
  await tap('더 보기');
  expect(list.getAllByRole('listitem')).toHaveLength(12);
  expect(list.queryByRole('button', { name: '더 보기' })).toBeNull();
});

test('lines lead on only to partners of the same parent', () => {
  expect(branchesOf(dashboard.tree).map(({ depth, through }) => [depth, through])).toEqual([
    [0, []],
    [1, [1]],
    [2, [1]],
    [1, []],
  ]);
});

test('every share says what it was computed from and how far it is', async () => {
  await open();
  const list = within(screen.getByRole('region', { name: '정산 내역' }));
  await list.findByText('강남총판 줄 · 차이');
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '직속 회원 수수료11.15 · 코인선물 · 160,000 × 30%+48,000원쌓는 중',
    '강남총판 줄 · 차이11.15 · 코인선물 · 160,000 × 8%+13,200원쌓는 중',
    '직속 회원 수수료11.14 · 코인선물 · 160,000 × 30%+54,450원확정',
    '되돌림 · 무효 회차11.13 · 코인선물 · −12,000 × 30%−3,600원지급',
    '직속 회원 수수료11.12 · 코인선물 · 160,000 × 30%무효 이유: 같은 사람의 계정+48,000원무효',
  ]);
});

test('shares of those below are read when they are asked for, and say whose they are', async () => {
  await open();
  const below = row(3, { partnerId: 8, partnerName: '강남총판', partnerCode: 'K8' });
  server.answer(myProfits, () => ({
    reply: page(server.asked.at(-1)?.query['isChildren'] === 'true' ? [below] : rows),
  }));
  await tap('하위 포함');
  expect(await screen.findByText('강남총판 K8', { selector: 'small' })).toBeTruthy();
});

test('those below have their rates by product, and members are no more than counted', async () => {
  await open();
  await tap(/^하위 ?3$/, 'tab');
  const below = within(await screen.findByRole('region', { name: '하위' }));
  expect(below.getAllByRole('listitem')).toHaveLength(3);
  expect(below.getAllByText('코인선물 수수료')[0]?.nextElementSibling?.textContent).toBe('22%');
  await tap(/^회원 ?128$/, 'tab');
  const members = within(await screen.findByRole('region', { name: '회원' }));
  expect(members.getByText('직속 회원').nextElementSibling?.textContent).toBe('24명');
  expect(members.getByText(/회원의 이름과 돈, 주문은 보이지 않습니다/)).toBeTruthy();
});

test('rates of nothing are left out', async () => {
  const nothing = { product: 'binary', base: 'TURNOVER' as const, rate: '0' };
  const [self, first, ...others] = dashboard.tree;
  const tree = [
    self!,
    { ...first!, rates: [nothing, ...rates('0.22')] },
    { ...others[0]!, rates: [nothing] },
  ];
  server.answer(partnerDashboard, () => ({ reply: { ...dashboard, tree } }));
  await open();
  await tap(/^하위/, 'tab');
  const below = within(await screen.findByRole('region', { name: '하위' })).getAllByRole('listitem');
  expect(below[0]?.textContent).not.toContain('바이너리');
  expect(below[0]?.textContent).toContain('코인선물 수수료22%');
  expect(below[1]?.textContent).toContain('바이너리 투자 금액0%');
});

test('a count at which counting ends is nowhere shown as exact', async () => {
  const tree = dashboard.tree.map((each, place) => ({ ...each, members: place < 2 ? 1_000 : 999 }));
  server.answer(partnerDashboard, () => ({
    reply: { ...dashboard, tree, members: 999, membersBelow: 1_000, joinedThisMonth: 1_000 },
  }));
  await open();
  expect(screen.getByText('이번 달 가입').nextElementSibling?.textContent).toBe('1,000명 이상');
  const nodes = within(screen.getByRole('list', { name: '내 줄' })).getAllByRole('listitem');
  expect(nodes.map(({ textContent }) => /회원 \S+/.exec(textContent)?.[0])).toEqual([
    ...['회원 1,000+', '회원 1,000+', '회원 999', '회원 999'],
  ]);
  const tab = screen.getByRole('tab', { name: /^회원/ });
  expect(tab.textContent).toBe('회원1,000+');
  await act(async () => tab.click());
  const members = within(await screen.findByRole('region', { name: '회원' }));
  expect(members.getByText('직속 회원').nextElementSibling?.textContent).toBe('999명');
  expect(members.getByText('아래 모두').nextElementSibling?.textContent).toBe('1,000명 이상');
  expect(members.getAllByText('1,000명 이상').length).toBe(4);
});

test('a line of which only the first are listed is not counted as if they were all', async () => {
  const [self, ...below] = dashboard.tree;
  const tree = [self!, ...Array.from({ length: 199 }, (_, place) => ({ ...below[0]!, id: 100 + place }))];
  server.answer(partnerDashboard, () => ({ reply: { ...dashboard, tree, hasMoreNodes: true } }));
  await open();
  expect(screen.getByRole('tab', { name: /^하위/ }).textContent).toBe('하위199+');
  await tap('하위 처음 199곳 보기');
  expect(await screen.findByText('처음 199곳까지 보여 드립니다.')).toBeTruthy();
});

test('the link is copied whole, and is there for a camera', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open();
  const card = within(screen.getByRole('region', { name: '추천 링크' }));
  await act(async () => card.getByRole('button', { name: '복사' }).click());
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^https?:\/\/maru\.example\/ref\/K7$/));
  await tap('추천 링크 QR');
  const sheet = within(await screen.findByRole('dialog', { name: '추천 링크 QR' }));
  const picture = sheet.getByRole('img', { name: 'maru.example/ref/K7로 가는 QR 코드' });
  // A camera reads the very link that is copied.
  expect(readQr(drawnIn(picture))).toBe(writeText.mock.calls[0]?.[0]);
  writeText.mockRestore();
});

test('another period is asked for by its days', async () => {
  const { server: asked } = await open();
  await tap(/^기간: /);
  await tap('최근 7일');
  await screen.findByRole('region', { name: '7일 정산' });
  const last = asked.asked.filter(({ path }) => path === partnerDashboard.path).at(-1);
  expect(last?.query).toMatchObject({ startDate: '2023-11-09', endDate: '2023-11-15' });
});

test('somebody who is no partner is told so, and nothing is asked for', async () => {
  server.answer(me, () => ({ reply: trader }));
  openScreen('/partner', { signedIn: true, server });
  expect(await screen.findByText('파트너 계정만 볼 수 있습니다')).toBeTruthy();
  expect(server.asked.filter(({ path }) => path === partnerDashboard.path)).toEqual([]);
});

test('the menu leads a partner to the page, and nobody else', async () => {
  const { at } = openScreen('/more', { signedIn: true, server });
  await screen.findByRole('button', { name: '파트너' });
  await tap('파트너');
  await waitFor(() => expect(at()).toBe('/partner'));
});

test('rates that differ are a span, an axis ends at a round figure, and a file has the exact figures', () => {
  const fees = ['0.015', '0.3', '0'].flatMap(rates);
  expect(rateText(fees, 'FEE', words)).toBe('1.5–30%');
  expect(rateText(rates('0'), 'FEE', words)).toBe('0%');
  expect(rateText(fees, 'TURNOVER', words)).toBe('0%');
  expect([65_940, 70_000, 1, 0, 0.03].map(roundAbove)).toEqual([70_000, 70_000, 1, 1, 0.03]);
  expect(profitCsv([rows[1]!], words, (product) => product).split('\r\n')[1]).toBe(
    '2023-11-15,마루지점,K7,차이,futures,수수료,160000,0.08,13200,KRW,쌓는 중,,',
  );
});
