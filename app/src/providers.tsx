import type { ReactNode } from 'react';
import { LoadingProvider } from './shell/connection/loading.tsx';
import { type Device, DeviceProvider } from './shell/device/device.tsx';
import { SoundProvider } from './shell/device/sounds.tsx';
import { AlertProvider } from './shell/messages/alert.tsx';
import { ToastProvider } from './shell/messages/toasts.tsx';
import { type Platform, PlatformProvider } from './shell/platform.tsx';
import { type LanguageMemory, LanguageProvider } from './text/language.tsx';

export interface ProvidersProps {
  readonly platform: Platform;
  readonly device: Device;
  readonly memory: LanguageMemory;
  readonly children: ReactNode;
}

/** The contexts that every screen may use. */
export const Providers = ({ platform, device, memory, children }: ProvidersProps) => (
  <LanguageProvider memory={memory}>
    <PlatformProvider platform={platform}>
      <DeviceProvider device={device}>
        <AlertProvider>
          <ToastProvider>
            <LoadingProvider>
              <SoundProvider>{children}</SoundProvider>
            </LoadingProvider>
          </ToastProvider>
        </AlertProvider>
      </DeviceProvider>
    </PlatformProvider>
  </LanguageProvider>
);
