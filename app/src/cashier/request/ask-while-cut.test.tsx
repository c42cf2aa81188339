import type { Connection } from '@maru/client/connection';
import { manualTimers } from '@maru/client/manual-timers';
import { createStore } from '@maru/client/store';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { serverDouble } from '../../server-double.ts';
import { PlatformProvider } from '../../shell/platform.tsx';
import { useAskWhileCut } from './ask-while-cut.ts';

afterEach(cleanup);

function stand() {
  const timers = manualTimers();
  const connection = createStore<Connection>({ kind: 'connected' });
  const platform = { ...serverDouble().platform, timers, connection };
  let asks = 0;
  const ask = () => {
    asks += 1;
  };
  const hook = renderHook(({ isWanted }) => useAskWhileCut(isWanted, ask), {
    initialProps: { isWanted: true },
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <PlatformProvider platform={platform}>{children}</PlatformProvider>
    ),
  });
  return {
    hook,
    asks: () => asks,
    pass: (ms: number) => act(() => timers.pass(ms)),
    move: (kind: 'connected' | 'lost') => act(async () => connection.set({ kind })),
  };
}

test('nothing is asked while pushes come, and again and again while the connection is cut', async () => {
  const { asks, pass, move } = stand();
  await pass(60_000);
  expect(asks()).toBe(0);
  await move('lost');
  await pass(15_000);
  expect(asks()).toBe(3);
  await move('connected');
  await pass(60_000);
  expect(asks()).toBe(3);
});

test('nothing is asked once nobody wants to know, or the screen was left', async () => {
  const { hook, asks, pass, move } = stand();
  await move('lost');
  hook.rerender({ isWanted: false });
  await pass(15_000);
  expect(asks()).toBe(0);
  hook.rerender({ isWanted: true });
  hook.unmount();
  await pass(15_000);
  expect(asks()).toBe(0);
});
