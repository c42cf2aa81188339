import type { RouterHistory } from '@tanstack/history';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';
import type { Device } from './shell/device/device.tsx';
import type { Platform } from './shell/platform.tsx';
import { ErrorBoundary } from './shell/routing/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { StartGate } from './shell/start/start-gate.tsx';
import { noUpdates, type Updates } from './shell/updates/updates.ts';
import type { LanguageMemory } from './text/language.tsx';

interface Props {
  readonly platform: Platform;
  readonly device: Device;
  readonly memory: LanguageMemory;
  /** Newer versions of the app itself; undefined without a service worker. */
  readonly updates?: Updates;
  /** The browser's own history unless a test passes another. */
  readonly history?: RouterHistory;
}

export function App({ platform, device, memory, updates = noUpdates, history }: Props) {
  return (
    <ErrorBoundary>
      <Providers platform={platform} device={device} memory={memory}>
        <Shell updates={updates}>
          <StartGate>
            <Routes history={history} />
          </StartGate>
        </Shell>
      </Providers>
    </ErrorBoundary>
  );
}
