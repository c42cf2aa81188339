// One screen on the real shell, with manual time: shared by the tests of receipts and of balls.
import { type ManualTimers, manualTimers } from '@maru/client/manual-timers';
import { createMemoryHistory } from '@tanstack/history';
import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { deviceDouble } from './device-double.ts';
import { Providers } from './providers.tsx';
import { serverDouble, storedTokens } from './server-double.ts';
import { HomeLayout } from './shell/layouts/home-layout.tsx';
import { layoutOf } from './shell/layouts/layout-of.ts';
import { AlertDialog } from './shell/messages/alert.tsx';
import { presentScreen } from './shell/routing/fetch-screen.ts';
import { RouteFrame } from './shell/routing/route-frame.tsx';
import type { RouteRow } from './shell/routing/route-row.ts';
import { createRouter, RouterProvider } from './shell/routing/router.tsx';
import { StartGate } from './shell/start/start-gate.tsx';

interface Stand {
  readonly path: string;
  readonly pattern: string;
  readonly screen: ComponentType;
  readonly now: number;
  readonly signedIn?: boolean;
  readonly confirmOrders?: boolean;
  /** The header around the screen; none by default. */
  readonly header?: Pick<RouteRow, 'title' | 'back'>;
  /** Other paths that exist, to which the screen links. */
  readonly elsewhere?: readonly string[];
}

const elsewhere = presentScreen(() => <main>elsewhere</main>);

export function createStand({
  path,
  pattern,
  screen,
  now,
  signedIn = true,
  confirmOrders = true,
  header,
  elsewhere: others = [],
}: Stand) {
  const timers: ManualTimers = manualTimers(now);
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  const history = createMemoryHistory({ initialEntries: [path] });
  const row = { layout: 'OwnHead', menu: 'exchange', requiresAuth: false } as const;
  const rows: readonly RouteRow[] = [
    { ...row, ...header, path: pattern },
    { ...row, path: '/wallet/history/$id' },
    { ...row, path: '/' },
    ...others.map((other) => ({ ...row, path: other })),
  ];
  const router = createRouter({
    history,
    rows,
    screenOf: (each) => (each.path === pattern ? presentScreen(screen) : elsewhere),
    layoutOf: (each) =>
      header !== undefined && each.path === pattern ? presentScreen(HomeLayout) : layoutOf(each),
    guard: () => ({ kind: 'proceed' }),
  });
  const device = deviceDouble();
  device.preferences.change({ confirmOrders });
  const memory = { get: () => 'ko' as const, set: () => {}, onTextChange: () => {} };
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));

  async function open() {
    router.start();
    render(
      <Providers platform={server.platform} device={device} memory={memory}>
        <StartGate>
          <RouterProvider router={router}>
            <RouteFrame />
          </RouterProvider>
        </StartGate>
        <AlertDialog />
      </Providers>,
    );
    await pass(50);
    await pass(0);
  }

  return { server, timers, pass, open, device, at: () => history.location.pathname };
}
