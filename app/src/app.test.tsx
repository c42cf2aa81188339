import { me, myWallets, refillPractice } from '@maru/contract/account';
import { futuresOptions, overseaOptions } from '@maru/contract/market';
import { playerQueues, topics } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { App } from './app.tsx';
import { hangSeng, nasdaq, type ServerDouble, serverDouble, trader } from './server-double.ts';
import type { Language } from './text/language.tsx';

afterEach(cleanup);

function open(server: ServerDouble) {
  let language: Language = 'ko';
  const memory = {
    get: () => language,
    set: (next: Language) => {
      language = next;
    },
    spoken: () => {},
  };
  return render(<App platform={server.platform} memory={memory} />);
}

const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function signInWith(password: string) {
  type('아이디', 'trader');
  type('비밀번호', password);
  await tap('로그인');
}

async function openSignedIn(server: ServerDouble = serverDouble()) {
  open(server);
  await signInWith('correct horse');
  await screen.findByText('실시간');
  return server;
}

const walletPanel = () => screen.getByRole('region', { name: '연습 자금' });
const rowOf = (name: string) => screen.getByText(name).closest('li') as HTMLElement;
const point = (seq: number, value: string) => ({
  type: 'POINT',
  seq,
  at: 1,
  data: { type: 'BINARY', currency: 'KRW', point: value, gameWaitPoint: '0' },
});

test('a right password leads to the wallet and the prices', async () => {
  await openSignedIn();
  expect(await within(walletPanel()).findByText('10,000,000')).toBeTruthy();
  expect(within(await screen.findByRole('list', { name: '해외선물' })).getByText('25,412.75')).toBeTruthy();
  expect(within(walletPanel()).getByText('9,999.5000')).toBeTruthy();
});

test('a wrong password is refused under the title 알림 and the password is emptied', async () => {
  open(serverDouble());
  await signInWith('wrong');
  const dialog = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(dialog).getByText('아이디 또는 비밀번호가 일치하지 않습니다.')).toBeTruthy();
  await tap('확인');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect((screen.getByLabelText('비밀번호') as HTMLInputElement).value).toBe('');
});

test('a page that is opened again is still signed in', async () => {
  const server = await openSignedIn();
  cleanup();
  open(server);
  expect(await screen.findByText('실시간')).toBeTruthy();
});

test('the refill sends one command per tap and the balance changes by push alone', async () => {
  const server = await openSignedIn();
  await within(walletPanel()).findByText('10,000,000');
  await tap('1억 원');
  const refills = server.asked.filter(({ path }) => path === refillPractice.path);
  expect(refills.map(({ body }) => body)).toEqual([{ walletType: 'BINARY', point: '100000000' }]);
  expect(refills[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(within(walletPanel()).getByText('10,000,000')).toBeTruthy();

  act(() => server.push(playerQueues.point, point(1, '100000000')));
  expect(within(walletPanel()).getByText('100,000,000')).toBeTruthy();
});

test('a push that overtakes a snapshot is not undone by it', async () => {
  const server = await openSignedIn();
  await within(walletPanel()).findByText('10,000,000');
  let snapshots = 0;
  server.answer(myWallets, () => {
    snapshots++;
    server.push(playerQueues.point, point(9, '777'));
    return { reply: { BINARY: { type: 'BINARY', currency: 'KRW', point: '10000000', gameWaitPoint: '0' } } };
  });
  await act(async () => server.push(playerQueues.point, { type: 'RESYNC' }));
  await waitFor(() => expect(snapshots).toBe(1));
  expect(await within(walletPanel()).findByText('777')).toBeTruthy();
  expect(within(walletPanel()).queryByText('10,000,000')).toBeNull();
});

test('a refused refill is said in the words of the server', async () => {
  const server = await openSignedIn();
  server.answer(refillPractice, () => ({ refusal: 'REFILL_WHILE_OPEN' }));
  await tap('100만 원');
  expect(await screen.findByText(/진행 중인 거래가 있어/)).toBeTruthy();
});

test('a refill without an answer is unknown, and the same tap again is the same command', async () => {
  const server = await openSignedIn();
  server.answer(refillPractice, () => ({ refusal: 'RESULT_UNKNOWN' }));
  await tap('100만 원');
  expect(await screen.findByText(/처리 결과를 확인하고 있습니다/)).toBeTruthy();
  await tap('확인');
  await tap('100만 원');
  await screen.findByRole('alertdialog');
  const keys = server.asked
    .filter(({ path }) => path === refillPractice.path)
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys.length).toBeGreaterThanOrEqual(4);
  expect(new Set(keys).size).toBe(1);
});

test('a tick repaints its own row and no other', async () => {
  const server = await openSignedIn();
  await screen.findByText('나스닥');
  const before = rowOf('비트코인').innerHTML;
  const quote = { lastPrice: '25413', markPrice: '25413', priceChangePercent: -1.46 };
  act(() => server.push(topics.futuresPrices.destination, { NQ: quote }));
  expect(within(rowOf('나스닥')).getByText('25,413.00')).toBeTruthy();
  expect(within(rowOf('나스닥')).getByText('−1.46%')).toBeTruthy();
  expect(rowOf('비트코인').innerHTML).toBe(before);
});

test('a closed instrument says 휴장 and when it opens', async () => {
  await openSignedIn();
  await screen.findByText('항셍');
  expect(within(rowOf('항셍')).getByText('휴장')).toBeTruthy();
  expect(within(rowOf('항셍')).getByText('월 10:15 개장')).toBeTruthy();
  expect(within(rowOf('나스닥')).queryByText('휴장')).toBeNull();
});

test('what is open stands above what is closed', async () => {
  const server = serverDouble();
  server.answer(overseaOptions, () => ({ reply: [hangSeng] }));
  await openSignedIn(server);
  await screen.findByText('항셍');
  const groups = screen.getAllByRole('list').map((list) => list.getAttribute('aria-labelledby'));
  const titles = groups.flatMap((id) => (id === null ? [] : [document.getElementById(id)?.textContent]));
  expect(titles).toEqual(['코인', '해외선물']);
});

test('without any instrument the page says so', async () => {
  const server = serverDouble();
  server.answer(overseaOptions, () => ({ reply: [] }));
  server.answer(futuresOptions, () => ({ reply: [] }));
  await openSignedIn(server);
  expect(await screen.findByText('아직 열린 종목이 없습니다')).toBeTruthy();
});

test('a list that cannot be loaded is asked for again by the thumb', async () => {
  const server = serverDouble();
  server.answer(overseaOptions, () => ({ refusal: 'TRY_AGAIN' }));
  await openSignedIn(server);
  expect(await screen.findByText('시세를 불러오지 못했습니다')).toBeTruthy();
  server.answer(overseaOptions, () => ({ reply: [nasdaq] }));
  await tap('다시 시도');
  expect(await screen.findByText('나스닥')).toBeTruthy();
});

test('a cut line locks the page and says that the connection is lost', async () => {
  const server = await openSignedIn();
  act(() => server.goAway());
  expect(await screen.findByText('연결이 불안정합니다')).toBeTruthy();
  expect(walletPanel().closest('[inert]')).not.toBeNull();
  const lost = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(lost).getByText('재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.')).toBeTruthy();
});

test('when the line is back the page fetches the balance anew', async () => {
  const server = await openSignedIn();
  act(() => server.goAway());
  await screen.findByRole('alertdialog');
  server.answer(myWallets, () => ({
    reply: { BINARY: { type: 'BINARY', currency: 'KRW', point: '4321', gameWaitPoint: '0' } },
  }));
  server.comeBack();
  act(() => server.platform.realtime.retryNow());
  await waitFor(() => expect(within(walletPanel()).getByText('4,321')).toBeTruthy());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(walletPanel().closest('[inert]')).toBeNull();
});

test('a forced logout ends the session and says why', async () => {
  const server = await openSignedIn();
  act(() =>
    server.push(playerQueues.force_logout, {
      type: 'FORCE_LOGOUT',
      seq: 3,
      at: 1,
      data: { message: '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.' },
    }),
  );
  expect(await screen.findByText('접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.')).toBeTruthy();
  expect(screen.getByText('로그인')).toBeTruthy();
  expect([...server.storage.keys()]).toEqual(['maru.deviceKey']);
});

test('an account that is blocked for phones is told so and signed out', async () => {
  const server = await openSignedIn();
  cleanup();
  server.answer(me, () => ({ reply: { ...trader, etcJson: { blockDevice: 'M' } } }));
  open(server);
  expect(await screen.findByText('모바일 디바이스 접속이 불가합니다.')).toBeTruthy();
  expect(screen.getByLabelText('아이디')).toBeTruthy();
});

test('signing out tells the server and leaves no token behind', async () => {
  const server = await openSignedIn();
  await tap('로그아웃');
  expect(await screen.findByLabelText('아이디')).toBeTruthy();
  expect(server.asked.some(({ path }) => path === '/api/logout')).toBe(true);
  expect(server.storage.has('maru.accessToken')).toBe(false);
});

test('the mark 모의 stands on every screen', async () => {
  open(serverDouble());
  expect(screen.getByText('모의')).toBeTruthy();
  await signInWith('correct horse');
  await screen.findByText('실시간');
  expect(screen.getByText('모의')).toBeTruthy();
});

test('the page speaks English when asked to', async () => {
  open(serverDouble());
  await tap('English');
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
});
