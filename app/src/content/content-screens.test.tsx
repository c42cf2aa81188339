import {
  faqList,
  noticeCategories,
  noticeList,
  popupList,
  staticPage,
  strategyList,
} from '@maru/contract/content/calls';
import { noticeById, readNotice } from '@maru/contract/content/notice';
import { siteByCode } from '@maru/contract/site';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { serverDouble, site, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const item = (id: number, title: string, more: object = {}) => ({
  ...{ id, title, category: 'SYSTEM', categoryName: '시스템', endsAt: null, isPinned: false, isRead: true },
  createdAt: Date.UTC(2025, 10, 14, 9),
  ...more,
});
const page = (content: readonly object[]) => ({
  reply: {
    content,
    page: 0,
    size: 20,
    totalElements: content.length,
    totalPages: content.length > 0 ? 1 : 0,
  },
});

function serverWith(notices: readonly object[] = []) {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(noticeList, () => page(notices));
  server.answer(noticeCategories, () => ({
    reply: [
      { code: 'SYSTEM', name: '시스템', count: 1 },
      { code: 'HOLIDAY', name: '휴장', count: 1 },
    ],
  }));
  server.answer(readNotice, () => ({ reply: { unread: 0 } }));
  return server;
}

test('notices have their category, day and a dot while they are unread, and are chosen by category', async () => {
  // Pinned first, then the newest, whatever their numbers.
  const server = serverWith([
    item(1, '[점검] 시스템 점검', { isRead: false, isPinned: true, createdAt: Date.UTC(2025, 10, 14, 8) }),
    item(2, '추수감사절 휴장'),
    item(3, '지난 소식', { createdAt: Date.UTC(2025, 10, 13, 9) }),
  ]);
  openScreen('/more/notice', { signedIn: true, server });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '[점검] 시스템 점검시스템 · 11.14',
    '추수감사절 휴장시스템 · 11.14',
    '지난 소식시스템 · 11.13',
  ]);
  expect(within(rows[0]!).getByRole('img', { name: '읽지 않음' })).toBeTruthy();
  expect(within(rows[1]!).queryByRole('img', { name: '읽지 않음' })).toBeNull();
  await tap('휴장');
  await waitFor(() => expect(server.asked.some(({ query }) => query['category'] === 'HOLIDAY')).toBe(true));
});

test('no notice is said in words', async () => {
  openScreen('/support/notice', { signedIn: true, server: serverWith() });
  expect(await screen.findByText('아직 공지가 없습니다')).toBeTruthy();
});

test('opening a notice reads it, and nothing of its markup runs', async () => {
  const server = serverWith();
  const hostile = '<p>서버를 점검합니다.</p><img src=x onerror=alert(1)><script>alert(1)</script>';
  server.answer(noticeById, () => ({
    reply: { ...item(7, '<b>점검</b>', { isRead: false }), content: hostile },
  }));
  const { sent } = openScreen('/more/notice/7', { signedIn: true, server });
  expect(await screen.findByRole('heading', { name: '<b>점검</b>' })).toBeTruthy();
  expect(screen.getByText('서버를 점검합니다.')).toBeTruthy();
  expect(document.querySelector('article script, article [onerror]')).toBeNull();
  await waitFor(() => expect(sent(readNotice)).toEqual([{ contentId: 7 }]));
});

test('a notice that was withdrawn leads back to the list', async () => {
  const server = serverWith();
  server.answer(noticeById, () => ({ refusal: 'NOT_FOUND' }));
  const { at } = openScreen('/more/notice/7', { signedIn: true, server });
  expect(await screen.findByText('글을 찾을 수 없습니다')).toBeTruthy();
  await tap('공지사항 보기');
  await waitFor(() => expect(at()).toBe('/more/notice'));
});

test('questions are opened in their place', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(faqList, () => page([item(1, '진짜 돈이 드나요?', { content: '<p>아니요.</p>' })]));
  openScreen('/support/more/faq', { signedIn: true, server });
  expect(await screen.findByText('진짜 돈이 드나요?')).toBeTruthy();
  expect(screen.getByText('아니요.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('자주 묻는 질문');
});

test('investment info says that it is no advice, and a static page has its own title', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(strategyList, () => page([item(1, '본전이 되는 적중률', { content: '<p>53.5%</p>' })]));
  server.answer(staticPage, () => ({ reply: { ...item(3, '마루 소개'), content: '<p>연습</p>' } }));
  openScreen('/support/invest_info', { signedIn: true, server });
  expect(await screen.findByText('이곳의 글은 투자 권유가 아닙니다.')).toBeTruthy();
  cleanup();
  openScreen('/support/more/about', { signedIn: true, server });
  expect((await screen.findByRole('heading', { level: 1, name: '마루 소개' })).textContent).toBe('마루 소개');
});

test('a popup is shown on a home page until it is closed, and not again today if one says so', async () => {
  const stored = new Map<string, string>();
  const open = () => {
    const server = serverDouble({ storage: storedTokens() });
    server.answer(popupList, () => page([item(5, '새 지수', { content: '<p>마루 지수</p>' })]));
    openScreen('/more', { signedIn: true, server, stored });
    return () => server.asked.filter(({ path }) => path === popupList.path).length;
  };
  open();
  expect(await screen.findByRole('alertdialog', { name: '새 지수' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  cleanup();
  open();
  await screen.findByRole('alertdialog', { name: '새 지수' });
  fireEvent.click(screen.getByRole('button', { name: '오늘 하루 보지 않기' }));
  cleanup();
  const asks = open();
  await waitFor(() => expect(asks()).toBe(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('live chat is in the menu and opens apart where it is configured, and nowhere else', async () => {
  openScreen('/more', { signedIn: true });
  await screen.findByRole('navigation', { name: '전체 메뉴' });
  expect(screen.queryByRole('button', { name: '실시간 상담' })).toBeNull();
  cleanup();
  const server = serverDouble({ storage: storedTokens() });
  server.answer(siteByCode, () => ({ reply: { ...site, liveChatUrl: 'https://chat.example/maru' } }));
  openScreen('/more', { signedIn: true, server });
  await screen.findByRole('navigation', { name: '전체 메뉴' });
  await tap('실시간 상담');
  const link = await screen.findByRole('link', { name: '상담 열기' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://chat.example/maru',
    '_blank',
    'noopener noreferrer',
  ]);
});
