// State that belongs to this device and not to the member: its preferences, its last page, and its storage.
import type { Watched } from '@maru/client/store';
import { createContext, type ReactNode, useContext } from 'react';
import type { AudioWorld } from '../../sound/strike.ts';
import { keepSignedIn } from '../member/keep-signed-in.ts';
import { useWatched } from '../platform.tsx';
import { createLastPage, type LastPage } from '../routing/last-page.ts';
import { createPreferences, type Mode, type PreferenceStore, type Preferences } from './preferences.ts';

export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Device {
  readonly preferences: PreferenceStore;
  readonly lastPage: LastPage;
  readonly cookies: Cookies;
  /** Calls back when the device switches between the light and the dark colour scheme. */
  onSchemeChange(listen: () => void): () => void;
  /** The window has room for the layouts with columns (from 1200 px). */
  readonly isWide: Watched<boolean>;
  /** Called at sign-in: whether the tokens outlive the browser. */
  keepSignedIn(keep: boolean): void;
  /** Opens the speaker; undefined where there is none. Browsers allow it from a tap. */
  openAudio(): AudioWorld | undefined;
  /** Small values that a screen stores; the keys have the site's prefix. */
  readonly storage: DeviceStorage;
}

/** The page reads and writes cookies; a test has none. */
export interface Cookies {
  read(): string;
  write(cookie: string): void;
}

const NARROW: Watched<boolean> = { get: () => false, watch: () => () => {} };

export function createDevice({
  storage,
  prefix,
  cookies,
  onSchemeChange,
  isWide = NARROW,
  openAudio = () => undefined,
}: {
  readonly storage: DeviceStorage;
  readonly prefix: string;
  readonly cookies: Cookies;
  readonly onSchemeChange: (listen: () => void) => () => void;
  readonly isWide?: Watched<boolean>;
  readonly openAudio?: () => AudioWorld | undefined;
}): Device {
  const prefixed: DeviceStorage = {
    getItem: (key) => storage.getItem(`${prefix}${key}`),
    setItem: (key, value) => storage.setItem(`${prefix}${key}`, value),
    removeItem: (key) => storage.removeItem(`${prefix}${key}`),
  };
  const preferences = createPreferences(prefixed);
  return {
    onSchemeChange,
    isWide,
    openAudio,
    cookies,
    keepSignedIn: (keep) => keepSignedIn({ storage, prefix, cookies }, keep),
    preferences,
    lastPage: createLastPage(prefixed, () => preferences.get().startPage),
    storage: prefixed,
  };
}

const DeviceContext = createContext<Device | undefined>(undefined);

export const DeviceProvider = ({
  device,
  children,
}: {
  readonly device: Device;
  readonly children: ReactNode;
}) => <DeviceContext value={device}>{children}</DeviceContext>;

export function useDevice(): Device {
  const device = useContext(DeviceContext);
  if (!device) throw new Error('a screen stands on no device');
  return device;
}

export const usePreferences = (): Preferences => useWatched(useDevice().preferences);

/** Whether a screen shows its layout with columns; the phone's column is the other one. */
export const useWide = (): boolean => useWatched(useDevice().isWide);

/** How much a trade screen shows; each product decides what that is. Columns have room for everything. */
export function useMode(): Mode {
  const { mode } = usePreferences();
  return useWide() ? 'pro' : mode;
}
