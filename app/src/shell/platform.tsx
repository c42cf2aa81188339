// What every screen stands on: calls, session, live connection, prices. Made once by `main.tsx`, faked at its edges
// by the tests.

import { type Caller, createCaller, newKey } from '@maru/client/call';
import { createPrices, type Prices } from '@maru/client/prices';
import { createRealtime, type Realtime } from '@maru/client/realtime';
import { createSession, type Session } from '@maru/client/session';
import type { OpenSocket } from '@maru/client/sockets';
import type { Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { signIn, signOut } from '@maru/contract/account';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Language } from '../text/language.tsx';

export interface Platform {
  readonly call: Caller;
  readonly session: Session;
  readonly realtime: Realtime;
  readonly prices: Prices;
  readonly timers: Timers;
  readonly isMobile: boolean;
  /** Ends the session on the server as well; a server that cannot be reached does not keep anybody signed in. */
  leave(): Promise<void>;
  reload(): void;
}

export interface PlatformEdges {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openSocket: OpenSocket;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly timers: Timers;
  readonly random: () => number;
  readonly schedule: (paint: () => void) => void;
  readonly exclusively: <Value>(name: string, run: () => Promise<Value>) => Promise<Value>;
  readonly onOtherTab: (listen: () => void) => void;
  readonly language: () => Language;
  readonly texts: () => { readonly tryAgain: string; readonly resultUnknown: string };
  readonly isMobile: boolean;
  readonly reload: () => void;
}

/** Keys of this site in local storage (spec 3). */
export const STORAGE_PREFIX = 'maru.';

export function createPlatform(edges: PlatformEdges): Platform {
  const callEdges = { ...edges, newKey };
  const askAsGuest = createCaller(callEdges);
  const session = createSession({
    storage: edges.storage,
    prefix: STORAGE_PREFIX,
    now: edges.timers.now,
    newKey,
    refresh: (held) => askAsGuest(signIn, { body: held }),
    exclusively: edges.exclusively,
    onOtherTab: edges.onOtherTab,
  });
  const call = createCaller(callEdges, session);
  const realtime = createRealtime({
    openSocket: edges.openSocket,
    tokens: session,
    timers: edges.timers,
    random: edges.random,
  });
  const prices = createPrices({ schedule: edges.schedule, now: edges.timers.now });

  return {
    call,
    session,
    realtime,
    prices,
    timers: edges.timers,
    isMobile: edges.isMobile,
    async leave() {
      const told = call(signOut);
      // The token is read when the call begins, so it must begin before the session forgets it.
      await Promise.race([told, new Promise<void>((resolve) => void edges.timers.after(2_000, resolve))]);
      session.signOut();
    },
    reload: edges.reload,
  };
}

const PlatformContext = createContext<Platform | undefined>(undefined);

export const PlatformProvider = ({ platform, children }: { platform: Platform; children: ReactNode }) => (
  <PlatformContext value={platform}>{children}</PlatformContext>
);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('a screen stands on no platform');
  return platform;
}

export const useWatched = <Value,>(watched: Watched<Value>): Value =>
  useSyncExternalStore(watched.watch, watched.get);
