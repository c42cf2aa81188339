import { signOut } from '@maru/contract/account/calls';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openScreen, tap } from '../../screen-double.tsx';

afterEach(cleanup);

async function openMore() {
  const page = openScreen('/more', { signedIn: true });
  const menu = await screen.findByRole('navigation', { name: '전체 메뉴' });
  return { ...page, menu };
}

async function openDrawer() {
  const page = openScreen('/oversea', { signedIn: true });
  await screen.findByRole('button', { name: '전체 메뉴' });
  await tap('전체 메뉴');
  const menu = await screen.findByRole('dialog', { name: '전체 메뉴' });
  return { ...page, menu };
}

const message = (seq: number, kind: string, unread: number) => ({
  type: 'MESSAGE',
  seq,
  at: 1,
  data: { kind, unread },
});

describe.each([
  ['the page 더보기', openMore, true],
  ['the side menu', openDrawer, false],
])('%s', (_, open, tilesLead) => {
  test('offers what is built, in the order of the spec', async () => {
    const { menu } = await open();
    const names = within(within(menu).queryByRole('navigation') ?? menu)
      .getAllByRole('button')
      .map((row) => row.querySelector('.list-row__title')?.textContent ?? row.textContent);
    const traded = ['거래 내역', '영수증·검증', '회차 결과'];
    expect(names).toEqual([
      ...(tilesLead ? traded : []),
      '바이너리 옵션',
      '카피트레이딩',
      '선물옵션',
      ...(tilesLead ? [] : traded),
      '입출금 내역',
      '입금 신청',
      '출금 신청',
      '지갑',
      '쿠폰 등록',
      '출금 계좌',
      '내 잔액 증명',
      '알림',
      '공지사항',
      '투자정보',
      '경제지표',
      '1:1 문의',
      '공정성',
      '서비스 상태',
      '자주 묻는 질문',
      ...(tilesLead ? [] : ['내 정보']),
      '비밀번호 변경',
      '한도와 쉬어 가기',
      'API 키',
      '설정',
      '이용약관',
      '개인정보 처리방침',
      '로그아웃',
    ]);
  });

  test('has an arrow on items that open a page, and on no others', async () => {
    const { menu } = await open();
    const hasArrow = (name: RegExp) =>
      within(menu).getByRole('button', { name }).querySelector('.list-row__chevron') !== null;
    expect(hasArrow(/^설정/)).toBe(true);
    expect(hasArrow(/^로그아웃/)).toBe(false);
    expect(hasArrow(/^선물옵션/)).toBe(false);
  });

  test('shows that futures options are in preparation', async () => {
    await open();
    await tap(/선물옵션/);
    const alert = await screen.findByRole('alertdialog', { name: '알림' });
    expect(within(alert).getByText('준비중입니다.')).toBeTruthy();
  });

  test('links to the pages', async () => {
    const { at } = await open();
    await tap('설정');
    await waitFor(() => expect(at()).toBe('/more/setting'));
  });

  test.each([
    ['거래 내역', '/wallet/history'],
    ['영수증·검증', '/wallet/receipts'],
    ['회차 결과', '/wallet/rounds'],
  ])('opens %s with one tap', async (name, path) => {
    const { at } = await open();
    await tap(name);
    await waitFor(() => expect(at()).toBe(path));
  });

  test('signs out: the server is called, no token stays, and the sign-in page is shown', async () => {
    const { at, server } = await open();
    await tap('로그아웃');
    await waitFor(() => expect(at()).toBe('/signin'));
    expect(server.asked.some(({ path }) => path === signOut.path)).toBe(true);
    expect(server.storage.has('maru.accessToken')).toBe(false);
  });
});

test('the page 더보기 shows who is signed in and links to my page', async () => {
  const { at } = await openMore();
  expect(screen.getByText('trader · 닉네임 산마루')).toBeTruthy();
  await tap(/김마루/, 'link');
  await waitFor(() => expect(at()).toBe('/more/mypage'));
});

test('the header shows how many messages are unread, up to 99+', async () => {
  const { server } = openScreen('/oversea', { signedIn: true });
  expect(await screen.findByRole('link', { name: '메시지' })).toBeTruthy();
  await waitFor(() => expect(server.connections()).toHaveLength(1));
  act(() => server.push(playerQueues.message, message(1, 'CONTACT', 60)));
  act(() => server.push(playerQueues.message, message(2, 'MESSAGE', 99)));
  expect(await screen.findByRole('link', { name: '메시지, 읽지 않음 99' })).toBeTruthy();
  act(() => server.push(playerQueues.message, message(3, 'MESSAGE', 100)));
  const link = screen.getByRole('link', { name: '메시지, 읽지 않음 99+' });
  expect(link.textContent).toBe('99+');
  expect(link.getAttribute('href')).toBe('/more/message');
});

test('a guest has the sign-in button in place of the menu button', async () => {
  const { at } = openScreen('/overseaView');
  await tapLink('로그인');
  await waitFor(() => expect(at()).toBe('/signin'));
});

async function tapLink(name: string) {
  await screen.findByRole('link', { name });
  await tap(name, 'link');
}
