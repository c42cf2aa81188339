import { type ManualTimers, manualTimers } from '@maru/client/manual-timers';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serverDouble } from '../../server-double.ts';
import { PlatformProvider } from '../platform.tsx';
import { LoadingProvider, type Pending, type PendingKind, usePending, usePendingWhile } from './loading.tsx';

afterEach(cleanup);

function open(isPending = false) {
  const timers = manualTimers();
  const platform = { ...serverDouble().platform, timers };
  let pending: Pending | undefined;
  const Screen = ({ waits }: { readonly waits: boolean }) => {
    pending = usePending();
    usePendingWhile(waits);
    return null;
  };
  const page = (waits: boolean) => (
    <PlatformProvider platform={platform}>
      <LoadingProvider>
        <Screen waits={waits} />
      </LoadingProvider>
    </PlatformProvider>
  );
  const { rerender } = render(page(isPending));
  return { timers, pending: pending as unknown as Pending, wait: (waits: boolean) => rerender(page(waits)) };
}

const pass = (timers: ManualTimers, durationMs: number) => act(() => timers.pass(durationMs));

function begin(pending: Pending, kind?: PendingKind): () => void {
  let end = () => {};
  act(() => {
    end = pending.begin(kind);
  });
  return end;
}

const bar = () => screen.queryByRole('progressbar', { name: '불러오는 중' });

test('the bar is shown when a wait lasts 150 ms, and not before', async () => {
  const { timers } = open(true);
  await pass(timers, 149);
  expect(bar()).toBeNull();
  await pass(timers, 1);
  expect(bar()).not.toBeNull();
});

test('the bar is hidden when the last of several waits is over', async () => {
  const { timers, pending } = open();
  const [endFirst, endSecond] = [begin(pending), begin(pending)];
  await pass(timers, 150);
  act(endFirst);
  act(endFirst);
  expect(bar()).not.toBeNull();
  act(endSecond);
  expect(bar()).toBeNull();
});

test('a wait shorter than 150 ms shows nothing', async () => {
  const { timers, wait } = open(true);
  await pass(timers, 100);
  wait(false);
  await pass(timers, 1_000);
  expect(bar()).toBeNull();
});

test('a tracked promise that fails ends the wait and still fails', async () => {
  const { timers, pending } = open();
  const failing = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  act(() => void pending.track(failing.promise).catch((error: unknown) => errors.push(error)));
  await pass(timers, 150);
  expect(bar()).not.toBeNull();
  const failure = new Error('no answer');
  await act(async () => failing.reject(failure));
  expect(errors).toEqual([failure]);
  expect(bar()).toBeNull();
});

test('while a trade is loading nothing beneath can be tapped, and Esc does not end it', async () => {
  const { timers, pending } = open();
  const end = begin(pending, 'trade');
  await pass(timers, 150);
  const overlay = screen.getByRole('dialog', { name: '주문을 처리하고 있습니다' });
  expect(overlay.getAttribute('closedby')).toBe('none');
  act(end);
  expect(screen.queryByRole('dialog')).toBeNull();
});
