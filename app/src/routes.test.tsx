// The spec's table of routes, row by row, on the real router with the server faked at its edge.
import { tradeOptions } from '@maru/contract/binary/offers';
import { createMemoryHistory } from '@tanstack/history';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openApp } from './app-double.tsx';
import { offer } from './binary-double.ts';
import { answerCashier } from './cashier-double.ts';
import { serverDouble, storedTokens } from './server-double.ts';

afterEach(cleanup);
beforeEach(() => {
  for (const cookie of document.cookie.split('; ')) {
    const [name] = cookie.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: a test begins without cookies.
    document.cookie = `${name}=; max-age=0; path=/`;
  }
});

const SIGN_IN = '/signin';

interface Row {
  readonly path: string;
  /** The path to which a member is redirected; the path itself when left out. */
  readonly member?: string;
  /** The path to which a guest is redirected. */
  readonly guest: string;
  readonly title?: string;
  readonly back?: true;
  readonly close?: string;
  readonly isBuilt: boolean;
  readonly menu: string;
}

const rows: readonly Row[] = [
  { path: '/', member: '/oversea', guest: SIGN_IN, isBuilt: true, menu: 'oversea' },
  { path: '/no/such/page', member: '/oversea', guest: SIGN_IN, isBuilt: true, menu: 'oversea' },
  { path: '/signin', member: '/oversea', guest: '/signin', isBuilt: true, menu: 'oversea' },
  { path: '/register', member: '/oversea', guest: '/register', isBuilt: true, menu: 'oversea' },
  { path: '/ref/NURI01', member: '/oversea', guest: '/ref/NURI01', isBuilt: true, menu: 'oversea' },
  { path: '/exchange', guest: '/exchangeView', title: '거래하기', isBuilt: true, menu: 'exchange' },
  { path: '/exchange/1', guest: '/exchangeView/1', isBuilt: true, menu: 'exchange' },
  { path: '/exchange/x', member: '/oversea', guest: SIGN_IN, isBuilt: true, menu: 'oversea' },
  { path: '/oversea', guest: '/overseaView', isBuilt: true, menu: 'oversea' },
  { path: '/oversea/1', guest: '/overseaView/1', isBuilt: true, menu: 'oversea' },
  { path: '/oversea/x', member: '/oversea', guest: SIGN_IN, isBuilt: true, menu: 'oversea' },
  { path: '/overseaView/1', member: '/oversea/1', guest: '/overseaView/1', isBuilt: true, menu: 'oversea' },
  { path: '/dnw', guest: SIGN_IN, title: '입출금', isBuilt: true, menu: 'dnw' },
  { path: '/search', member: '/search/oversea', guest: SIGN_IN, isBuilt: true, menu: 'quick order' },
  { path: '/search/oversea', guest: SIGN_IN, isBuilt: true, menu: 'quick order' },
  { path: '/search/dnw', guest: SIGN_IN, isBuilt: true, menu: 'deposit/withdraw' },
  { path: '/more', guest: SIGN_IN, title: '더보기', isBuilt: true, menu: 'more' },
  { path: '/more/notice', guest: SIGN_IN, title: '공지사항', back: true, isBuilt: true, menu: 'notice' },
  {
    path: '/more/notice/12',
    guest: SIGN_IN,
    title: '공지사항',
    close: '/more/notice',
    isBuilt: true,
    menu: 'notice',
  },
  { path: '/more/notice/abc', member: '/oversea', guest: SIGN_IN, isBuilt: true, menu: 'oversea' },
  {
    path: '/more/change_password',
    guest: SIGN_IN,
    title: '비밀번호 변경',
    back: true,
    isBuilt: true,
    menu: 'change_password',
  },
  { path: '/more/contact', guest: SIGN_IN, title: '1:1 문의', back: true, isBuilt: true, menu: 'contact' },
  {
    path: '/more/contact/5',
    guest: SIGN_IN,
    title: '1:1 문의',
    close: '/more/contact',
    isBuilt: true,
    menu: 'contact',
  },
  {
    path: '/more/contact/create',
    guest: SIGN_IN,
    title: '문의하기',
    close: '/more/contact',
    isBuilt: true,
    menu: 'contact',
  },
  { path: '/more/economic', guest: SIGN_IN, title: '경제지표', back: true, isBuilt: true, menu: 'economic' },
  {
    path: '/more/livechat',
    guest: SIGN_IN,
    title: '실시간 상담',
    back: true,
    isBuilt: true,
    menu: 'livechat',
  },
  { path: '/more/setting', guest: SIGN_IN, title: '설정', back: true, isBuilt: true, menu: 'setting' },
  { path: '/more/mypage', guest: SIGN_IN, title: '내 정보', back: true, isBuilt: true, menu: 'mypage' },
  { path: '/more/terms', guest: SIGN_IN, title: '이용약관', back: true, isBuilt: true, menu: 'terms' },
  {
    path: '/more/privacy',
    guest: SIGN_IN,
    title: '개인정보 처리방침',
    back: true,
    isBuilt: true,
    menu: 'privacy',
  },
  { path: '/wallet/asset', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'asset' },
  { path: '/wallet/p2p', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'p2p' },
  { path: '/wallet/dnw_history', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'dnw_history' },
  { path: '/wallet/history', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'history' },
  { path: '/wallet/receipts', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'receipts' },
  { path: '/wallet/rounds', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'rounds' },
  {
    path: '/wallet/history/7',
    guest: SIGN_IN,
    title: '거래 상세',
    close: '/wallet/history',
    isBuilt: true,
    menu: 'history',
  },
  { path: '/wallet/payouts', guest: SIGN_IN, title: '출금 계좌', back: true, isBuilt: true, menu: 'payouts' },
  {
    path: '/wallet/deposit/USDT',
    guest: SIGN_IN,
    title: '테더 입금',
    back: true,
    isBuilt: true,
    menu: 'wallet',
  },
  {
    path: '/wallet/convert/USDT_BINARY',
    guest: SIGN_IN,
    title: '전환',
    back: true,
    isBuilt: true,
    menu: 'convert',
  },
  { path: '/balances/list', guest: SIGN_IN, title: '지갑', isBuilt: true, menu: 'balances' },
  { path: '/balances/deposit', guest: SIGN_IN, title: '입금 신청', isBuilt: true, menu: 'deposit' },
  { path: '/balances/withdraw', guest: SIGN_IN, title: '출금 신청', isBuilt: true, menu: 'withdraw' },
  { path: '/support/notice', guest: SIGN_IN, title: '공지사항', isBuilt: true, menu: 'notice' },
  { path: '/support/invest_info', guest: SIGN_IN, title: '투자정보', isBuilt: true, menu: 'invest_info' },
  { path: '/support/more/faq', guest: SIGN_IN, title: '자주 묻는 질문', isBuilt: true, menu: 'support' },
  { path: '/service/contact', guest: SIGN_IN, title: '1:1 문의', isBuilt: true, menu: 'contact' },
  { path: '/future/BTCUSDT', guest: '/futureView/BTCUSDT', isBuilt: true, menu: 'future' },
];

const NOT_BUILT = '아직 준비 중인 화면입니다';
const menuCookie = () => decodeURIComponent(/menu=([^;]*)/.exec(document.cookie)?.[1] ?? '');

function arrive(path: string, options: { readonly signedIn: boolean; readonly before?: string }) {
  const scroll = vi.spyOn(window, 'scrollTo');
  const initialEntries = options.before === undefined ? [path] : [options.before, path];
  const history = createMemoryHistory({ initialEntries });
  const server = serverDouble(options.signedIn ? { storage: storedTokens() } : {});
  // The path of an unknown option redirects as soon as the options are known.
  server.answer(tradeOptions, () => ({ reply: [offer(1, 'R1')] }));
  answerCashier(server);
  const app = openApp({ ...options, history, server });
  return { history, scroll, ...app };
}

describe.each(rows)('$path', (row) => {
  test('a member', async () => {
    const { history, scroll } = arrive(row.path, { signedIn: true });
    const landed = row.member ?? row.path;
    await waitFor(() => expect(history.location.pathname).toBe(landed));
    if (row.title !== undefined)
      expect(await screen.findByRole('heading', { level: 1, name: row.title })).toBeTruthy();
    expect(await waitFor(() => screen.queryAllByText(NOT_BUILT).length)).toBe(row.isBuilt ? 0 : 1);
    await waitFor(() => expect(menuCookie()).toBe(row.menu));
    expect(scroll).toHaveBeenCalledWith(0, 0);
    if (row.back) expect(screen.getByRole('button', { name: '뒤로' })).toBeTruthy();
    if (row.close !== undefined) {
      screen.getByRole('button', { name: '닫기' }).click();
      await waitFor(() => expect(history.location.pathname).toBe(row.close));
    }
  });

  test('a guest', async () => {
    const { history, device } = arrive(row.path, { signedIn: false });
    await waitFor(() => expect(history.location.pathname).toBe(row.guest));
    if (row.guest === SIGN_IN && row.member === undefined) expect(device.lastPage.landing()).toBe(row.path);
  });
});

test('the list of binary options links to the search, for members who may search', async () => {
  arrive('/exchange', { signedIn: true });
  const link = await screen.findByRole('link', { name: '검색' });
  expect(link.getAttribute('href')).toBe('/search/oversea');
  cleanup();
  arrive('/exchangeView', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: '거래하기' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: '검색' })).toBeNull();
});

test('the proof of an index leads back to where it was opened', async () => {
  const { history } = arrive('/index/M100', { signedIn: true, before: '/more' });
  (await screen.findByRole('button', { name: '뒤로' })).click();
  await waitFor(() => expect(history.location.pathname).toBe('/more'));
});

test('a page of the tab bar has no back arrow', async () => {
  arrive('/more', { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  expect(screen.queryByRole('button', { name: '뒤로' })).toBeNull();
});

test('the tabs are those of the spec', async () => {
  arrive('/more', { signedIn: true });
  const tabs = await screen.findByRole('navigation', { name: '주 메뉴' });
  expect([...tabs.querySelectorAll('a')].map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['빠른주문', '/oversea'],
    ['입출금', '/dnw'],
    ['검색', '/search'],
    ['더보기', '/more'],
  ]);
});
