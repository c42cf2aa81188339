// One screen on the real shell, with manual time: what the tests of receipts and of balls share.
import { type ManualTimers, manualTimers } from '@maru/client/manual-timers';
import { createMemoryHistory } from '@tanstack/history';
import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { serverDouble, storedTokens } from './server-double.ts';
import { LoadingProvider } from './shell/connection/loading.tsx';
import { createDevice, DeviceProvider } from './shell/device/device.tsx';
import { SoundProvider } from './shell/device/sounds.tsx';
import { HomeLayout } from './shell/layouts/home-layout.tsx';
import { layoutOf } from './shell/layouts/layout-of.ts';
import { AlertDialog, AlertProvider } from './shell/messages/alert.tsx';
import { ToastProvider } from './shell/messages/toasts.tsx';
import { PlatformProvider } from './shell/platform.tsx';
import { presentScreen } from './shell/routing/fetch-screen.ts';
import { RouteFrame } from './shell/routing/route-frame.tsx';
import type { RouteRow } from './shell/routing/route-row.ts';
import { createRouter, RouterProvider } from './shell/routing/router.tsx';
import { StartGate } from './shell/start/start-gate.tsx';
import { LanguageProvider } from './text/language.tsx';

interface Stand {
  readonly path: string;
  readonly pattern: string;
  readonly screen: ComponentType;
  readonly now: number;
  readonly signedIn?: boolean;
  readonly confirmOrders?: boolean;
  /** The header around the screen; none unless it is said. */
  readonly header?: Pick<RouteRow, 'title' | 'back'>;
  /** Other paths that exist, where the screen leads away. */
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
  const stored = new Map<string, string>();
  const device = createDevice({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    prefix: 'maru.',
    cookies: { read: () => '', write: () => {} },
    onSchemeChange: () => () => {},
  });
  device.preferences.change({ confirmOrders });
  const memory = { get: () => 'ko' as const, set: () => {}, onTextChange: () => {} };
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));

  async function open() {
    router.start();
    render(
      <LanguageProvider memory={memory}>
        <PlatformProvider platform={server.platform}>
          <DeviceProvider device={device}>
            <AlertProvider>
              <ToastProvider>
                <LoadingProvider>
                  <SoundProvider>
                    <StartGate>
                      <RouterProvider router={router}>
                        <RouteFrame />
                      </RouterProvider>
                    </StartGate>
                    <AlertDialog />
                  </SoundProvider>
                </LoadingProvider>
              </ToastProvider>
            </AlertProvider>
          </DeviceProvider>
        </PlatformProvider>
      </LanguageProvider>,
    );
    await pass(50);
    await pass(0);
  }

  return { server, timers, pass, open, device, at: () => history.location.pathname };
}
