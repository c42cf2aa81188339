import { manualTimers } from '@maru/client/manual-timers';
import { topics } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serverDouble } from '../../server-double.ts';
import { AlertProvider } from '../messages/alert.tsx';
import { ServerMessages } from '../messages/server-messages.tsx';
import { PlatformProvider } from '../platform.tsx';
import { StartGate } from '../start/start-gate.tsx';
import { ConnectionLock, isLocked } from './connection-lock.tsx';

afterEach(cleanup);

async function open({ isUp = true } = {}) {
  const timers = manualTimers();
  const server = serverDouble({ timers });
  if (!isUp) server.goAway();
  render(
    <PlatformProvider platform={server.platform}>
      <AlertProvider>
        <StartGate>
          <p>첫 화면</p>
        </StartGate>
        <ServerMessages />
        <ConnectionLock />
      </AlertProvider>
    </PlatformProvider>,
  );
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));
  await pass(10);
  return { server, platform: server.platform, pass, timers };
}

const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const lock = () => screen.queryByRole('alertdialog', { name: '연결이 불안정합니다' });

test.each([
  [{ kind: 'closed' }, false],
  [{ kind: 'connecting' }, false],
  [{ kind: 'connected' }, false],
  [{ kind: 'retrying', attempt: 0 }, true],
  [{ kind: 'retrying', attempt: 2 }, true],
  [{ kind: 'offline' }, true],
  [{ kind: 'lost' }, true],
] as const)('%o locks the page: %s', (connection, locked) => {
  expect(isLocked(connection)).toBe(locked);
});

test('a lost connection locks with the count of the retry, the time of the last price and what stays safe', async () => {
  const { server, pass, platform } = await open();
  platform.realtime.followTopic('futuresPrices', (quotes) => {
    for (const [stock, quote] of Object.entries(quotes)) platform.prices.tick(stock, quote);
  });
  const quote = { lastPrice: '1', markPrice: '1', priceChangePercent: 0 };
  act(() => server.push(topics.futuresPrices.destination, { NQ: quote }));
  expect(lock()).toBeNull();

  act(() => server.goAway());
  const card = lock() as HTMLElement;
  expect(within(card).getByText('다시 연결하고 있습니다.')).toBeTruthy();
  expect(within(card).getByText('1/2')).toBeTruthy();
  expect(within(card).getByText(/^\d\d:\d\d:\d\d$/)).toBeTruthy();
  expect(within(card).getByText('이미 접수한 주문과 익절·손절은 서버에서 그대로 작동합니다.')).toBeTruthy();
  await pass(501);
  expect(within(card).getByText('2/2')).toBeTruthy();
});

test('after both retries the alert asks for a reload, and its button does it', async () => {
  const { server, pass } = await open();
  act(() => server.goAway());
  await pass(1_010);
  const lost = screen.getByRole('alertdialog', { name: '알림' });
  expect(within(lost).getByText('재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.')).toBeTruthy();
  expect(server.reloads()).toBe(0);
  await tap('새로고침');
  expect(server.reloads()).toBe(1);
});

test('the lock closes when the connection is back', async () => {
  const { server, pass } = await open();
  act(() => server.goAway());
  expect(lock()).not.toBeNull();
  server.comeBack();
  await pass(501);
  expect(lock()).toBeNull();
});

test('without a network the lock asks to check the connection, and no alert is shown', async () => {
  const { server, pass } = await open();
  server.goAway();
  act(() => server.sendPresence('offline'));
  await pass(60_000);
  const card = screen.getByRole('alertdialog', { name: '오프라인 상태입니다' });
  expect(within(card).getByText('인터넷 연결을 확인해 주세요.')).toBeTruthy();
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
});

test('a message of the error queue is an alert titled 알림 that waits until the connection is back', async () => {
  const { server, pass } = await open();
  const error = { type: 'ERROR', at: 1, data: { status: 422, code: 'X', message: '주문이 거부되었습니다.' } };
  act(() => {
    server.push('/user/queue/error', error);
    server.goAway();
  });
  expect(screen.queryByRole('alertdialog', { name: '알림' })).toBeNull();
  server.comeBack();
  await pass(501);
  const alert = screen.getByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('주문이 거부되었습니다.')).toBeTruthy();
  await tap('확인');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.reloads()).toBe(0);
});

test('an alert that reloads can only be closed by its button', async () => {
  const { server, platform } = await open();
  act(() =>
    platform.announce({ message: '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.', confirm: 'reload' }),
  );
  const alert = screen.getByRole('alertdialog', { name: '알림' });
  fireEvent.keyDown(alert, { key: 'Escape' });
  fireEvent.click(alert);
  expect(screen.getByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(server.reloads()).toBe(0);
  await tap('확인');
  expect(server.reloads()).toBe(1);
});

test('a start that fails is shown, and a tap tries again', async () => {
  const { server, pass } = await open({ isUp: false });
  // A guest sees the first screen before it is known that the server does not answer.
  expect(screen.getByText('첫 화면')).toBeTruthy();
  await pass(2_000);
  expect(within(screen.getByRole('alert')).getByText('서버에 연결하지 못했습니다')).toBeTruthy();
  server.comeBack();
  await tap('다시 시도');
  await pass(10);
  expect(screen.getByText('첫 화면')).toBeTruthy();
});
