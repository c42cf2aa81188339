import type { RouterHistory } from '@tanstack/history';
import { Routes } from './routes.tsx';
import { LoadingProvider } from './shell/connection/loading.tsx';
import { type Device, DeviceProvider } from './shell/device/device.tsx';
import { SoundProvider } from './shell/device/sounds.tsx';
import { AlertProvider } from './shell/messages/alert.tsx';
import { ToastProvider } from './shell/messages/toasts.tsx';
import { type Platform, PlatformProvider } from './shell/platform.tsx';
import { ErrorBoundary } from './shell/routing/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { StartGate } from './shell/start/start-gate.tsx';
import { noUpdates, type Updates } from './shell/updates/updates.ts';
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
