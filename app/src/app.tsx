import type { RouterHistory } from '@tanstack/history';
import { Routes } from './routes.tsx';
import { AlertProvider } from './shell/alert.tsx';
import { type Device, DeviceProvider } from './shell/device.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { LoadingProvider } from './shell/loading.tsx';
import { type Platform, PlatformProvider } from './shell/platform.tsx';
import { Shell } from './shell/shell.tsx';
import { SoundProvider } from './shell/sounds.tsx';
import { StartGate } from './shell/start-gate.tsx';
import { ToastProvider } from './shell/toasts.tsx';
import { noUpdates, type Updates } from './shell/updates.ts';
import { type LanguageMemory, LanguageProvider } from './text/language.tsx';

interface Props {
  readonly platform: Platform;
  readonly device: Device;
  readonly memory: LanguageMemory;
  /** Newer versions of the app itself; none where nothing was installed. */
  readonly updates?: Updates;
  /** The browser's own history unless a test brings another. */
  readonly history?: RouterHistory;
}

export function App({ platform, device, memory, updates = noUpdates, history }: Props) {
  return (
    <ErrorBoundary>
      <LanguageProvider memory={memory}>
        <PlatformProvider platform={platform}>
          <DeviceProvider device={device}>
            <AlertProvider>
              <ToastProvider>
                <LoadingProvider>
                  <SoundProvider>
                    <Shell updates={updates}>
                      <StartGate>
                        <Routes history={history} />
                      </StartGate>
                    </Shell>
                  </SoundProvider>
                </LoadingProvider>
              </ToastProvider>
            </AlertProvider>
          </DeviceProvider>
        </PlatformProvider>
      </LanguageProvider>
    </ErrorBoundary>
  );
}
