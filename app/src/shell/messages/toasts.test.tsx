import { type ManualTimers, manualTimers } from '@maru/client/manual-timers';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test } from 'vitest';
import { serverDouble } from '../../server-double.ts';
import { PlatformProvider } from '../platform.tsx';
import type { Toast, ToastKind } from './toast-queue.ts';
import { ToastProvider, useToasts } from './toasts.tsx';

afterEach(() => {
  cleanup();
  setVisibility('visible');
});
afterAll(() => void Reflect.deleteProperty(document, 'visibilityState'));

function setVisibility(visibility: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  document.dispatchEvent(new Event('visibilitychange'));
}

function open(): { readonly timers: ManualTimers; readonly show: (toast: Toast) => void } {
  const timers = manualTimers();
  let show: (toast: Toast) => void = () => {};
  const Screen = () => {
    show = useToasts().show;
    return null;
  };
  render(
    <PlatformProvider platform={{ ...serverDouble().platform, timers }}>
      <ToastProvider>
        <Screen />
      </ToastProvider>
    </PlatformProvider>,
  );
  return { timers, show: (toast) => act(() => show(toast)) };
}

const pass = (timers: ManualTimers, durationMs: number) => act(() => timers.pass(durationMs));

const durations: readonly (readonly [ToastKind, number])[] = [
  ['general', 10_000],
  ['order', 1_500],
  ['filled', 2_000],
  ['cancelled', 1_500],
  ['liquidation', 2_000],
  ['risk', 10_000],
];

test.each(durations)('a toast of kind %s stays for %i ms', async (kind, durationMs) => {
  const { timers, show } = open();
  show({ kind, title: '오더 체결완료' });
  await pass(timers, durationMs - 1);
  expect(screen.getByText('오더 체결완료')).toBeTruthy();
  await pass(timers, 1);
  expect(screen.queryByText('오더 체결완료')).toBeNull();
});

test('a fill is a status, liquidation and risk are alerts', () => {
  const { show } = open();
  show({ kind: 'filled', title: '오더 체결완료' });
  expect(screen.getByRole('status').textContent).toContain('오더 체결완료');
  show({ kind: 'risk', title: '청산 위험' });
  expect(screen.getByRole('alert').textContent).toContain('청산 위험');
  show({ kind: 'liquidation', title: '로스컷' });
  expect(screen.getByRole('alert').textContent).toContain('로스컷');
});

test('one toast is shown at a time, the next when the first is over', async () => {
  const { timers, show } = open();
  show({ kind: 'filled', title: '첫 체결' });
  show({ kind: 'filled', title: '둘째 체결' });
  expect(screen.queryByText('둘째 체결')).toBeNull();
  await pass(timers, 2_000);
  expect(screen.queryByText('첫 체결')).toBeNull();
  expect(screen.getByText('둘째 체결')).toBeTruthy();
});

test('a risk toast replaces an order toast, which is not shown again', async () => {
  const { timers, show } = open();
  show({ kind: 'order', title: '주문을 접수했습니다' });
  show({ kind: 'risk', title: '청산 위험' });
  expect(screen.queryByText('주문을 접수했습니다')).toBeNull();
  await pass(timers, 10_000);
  expect(screen.queryByText('주문을 접수했습니다')).toBeNull();
});

test('an order toast does not replace a risk toast, and is shown after it', async () => {
  const { timers, show } = open();
  show({ kind: 'risk', title: '청산 위험' });
  show({ kind: 'order', title: '주문을 접수했습니다' });
  expect(screen.getByText('청산 위험')).toBeTruthy();
  await pass(timers, 10_000);
  expect(screen.getByText('주문을 접수했습니다')).toBeTruthy();
});

test('a general toast that an order toast replaced is shown again', async () => {
  const { timers, show } = open();
  show({ kind: 'general', title: '문의에 답변했습니다' });
  show({ kind: 'filled', title: '오더 체결완료' });
  expect(screen.queryByText('문의에 답변했습니다')).toBeNull();
  await pass(timers, 2_000);
  expect(screen.getByText('문의에 답변했습니다')).toBeTruthy();
});

test('the time of a toast does not run while the page is hidden', async () => {
  const { timers, show } = open();
  show({ kind: 'filled', title: '오더 체결완료' });
  await pass(timers, 1_500);
  act(() => setVisibility('hidden'));
  await pass(timers, 60_000);
  expect(screen.getByText('오더 체결완료')).toBeTruthy();
  act(() => setVisibility('visible'));
  await pass(timers, 499);
  expect(screen.getByText('오더 체결완료')).toBeTruthy();
  await pass(timers, 1);
  expect(screen.queryByText('오더 체결완료')).toBeNull();
});

test('a figure is shown at the right instead of the word 지금', () => {
  const { show } = open();
  show({ kind: 'filled', title: '1,283회차 적중', figure: '+47,500원', direction: 'up' });
  expect(screen.getByText('+47,500원')).toBeTruthy();
  expect(screen.queryByText('지금')).toBeNull();
});
