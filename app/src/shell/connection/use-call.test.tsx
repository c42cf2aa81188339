import { manualTimers } from '@maru/client/manual-timers';
import { browserTimers } from '@maru/client/timers';
import { refillPractice } from '@maru/contract/account/calls';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';
import { PlatformProvider } from '../platform.tsx';
import { useCall } from './use-call.ts';

afterEach(cleanup);

function Refill({ untilKnown = false }: { readonly untilKnown?: boolean }) {
  const { busy, isChecking, send } = useCall(refillPractice, { untilKnown });
  const [results, setResults] = useState<readonly string[]>([]);
  const tap = (point: string) =>
    void send({ body: { walletType: 'BINARY', point } }).then((outcome) => {
      if (outcome) setResults((before) => [...before, outcome.ok ? '완료' : outcome.code]);
    });
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => tap('1000000')}>
        백만
      </button>
      <button type="button" onClick={() => tap('2000000')}>
        이백만
      </button>
      <output>{results.join(' ')}</output>
      {isChecking && <p>확인 중</p>}
    </>
  );
}

function open({ untilKnown = false, timers = browserTimers } = {}) {
  const server = serverDouble({ storage: storedTokens(), timers });
  render(
    <PlatformProvider platform={server.platform}>
      <Refill untilKnown={untilKnown} />
    </PlatformProvider>,
  );
  return server;
}

const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const refills = (server: ServerDouble) => server.asked.filter(({ path }) => path === refillPractice.path);
const keys = (server: ServerDouble) =>
  new Set(refills(server).map(({ headers }) => headers['idempotency-key']));

test('the second of a double tap does nothing', async () => {
  const server = open();
  let answer = () => {};
  server.answer(
    refillPractice,
    ({ walletType, point }) =>
      new Promise((resolve) => {
        answer = () => resolve({ reply: { walletType, point, run: 2 } });
      }),
  );
  await tap('백만');
  expect(screen.getByRole('button', { name: '백만' }).getAttribute('aria-busy')).toBe('true');
  await tap('백만');
  await tap('이백만');
  await act(async () => answer());
  expect(await screen.findByText('완료')).toBeTruthy();
  expect(refills(server)).toHaveLength(1);
});

test('each tap is a command of its own', async () => {
  const server = open();
  await tap('백만');
  await screen.findByText('완료');
  await tap('백만');
  await screen.findByText('완료 완료');
  expect(keys(server).size).toBe(2);
  expect([...keys(server)][0]).toMatch(/^[0-9a-f]{32}$/);
});

test('the same tap after an unknown result is the same command, and another tap is another', async () => {
  const server = open();
  server.answer(refillPractice, () => ({ refusal: 'RESULT_UNKNOWN' }));
  await tap('백만');
  await screen.findByText('RESULT_UNKNOWN');
  await tap('백만');
  await screen.findByText('RESULT_UNKNOWN RESULT_UNKNOWN');
  expect(keys(server).size).toBe(1);
  await tap('이백만');
  await screen.findByText('RESULT_UNKNOWN RESULT_UNKNOWN RESULT_UNKNOWN');
  expect(keys(server).size).toBe(2);
});

test('after a lost answer the call is retried with its key until the result of the command is known', async () => {
  const timers = manualTimers();
  const server = open({ untilKnown: true, timers });
  server.answer(refillPractice, () => ({ refusal: 'RESULT_UNKNOWN' }));
  await tap('백만');
  await act(() => timers.pass(5_000));
  expect(screen.getByText('확인 중')).toBeTruthy();
  expect(screen.getByRole('button', { name: '백만' }).getAttribute('aria-busy')).toBe('true');
  await tap('이백만');
  server.answer(refillPractice, ({ walletType, point }) => ({ reply: { walletType, point, run: 2 } }));
  await act(() => timers.pass(5_000));
  expect(screen.getByText('완료')).toBeTruthy();
  expect(screen.queryByText('확인 중')).toBeNull();
  expect(keys(server).size).toBe(1);
  const before = refills(server).length;
  await act(() => timers.pass(10_000));
  expect(refills(server)).toHaveLength(before);
});

test('leaving the page stops the retries', async () => {
  const timers = manualTimers();
  const server = open({ untilKnown: true, timers });
  server.answer(refillPractice, () => ({ refusal: 'RESULT_UNKNOWN' }));
  await tap('백만');
  await act(() => timers.pass(2_000));
  cleanup();
  const before = refills(server).length;
  await act(() => timers.pass(10_000));
  expect(refills(server)).toHaveLength(before);
});
