// A phone sleeps, resumes, loses the network and gets it back: the six browser events for that become five here.
import type { Answers } from '@maru/client/answers';
import type { Realtime } from '@maru/client/realtime';
import type { ServerClock } from '@maru/client/server-clock';
import type { Timers } from '@maru/client/timers';

/** `woken` when the page was frozen or in the back/forward cache and is active again, whether or not it was hidden. */
export type PresenceEvent = 'hidden' | 'visible' | 'woken' | 'online' | 'offline';

export interface Presence {
  isHidden(): boolean;
  watch(listener: (event: PresenceEvent) => void): void;
}

export function browserPresence(window: Window): Presence {
  const { document } = window;
  return {
    isHidden: () => document.visibilityState === 'hidden',
    watch(listener) {
      document.addEventListener('visibilitychange', () =>
        listener(document.visibilityState === 'hidden' ? 'hidden' : 'visible'),
      );
      document.addEventListener('resume', () => listener('woken'));
      window.addEventListener('pageshow', (event) => event.persisted && listener('woken'));
      window.addEventListener('online', () => listener('online'));
      window.addEventListener('offline', () => listener('offline'));
    },
  };
}

/** A page that was hidden for less than this needs nothing fetched again. */
const HIDDEN_LONG_MS = 5_000;
/** Spec: countdowns agree with the server, so its time is requested again at this interval. */
export const CLOCK_EVERY_MS = 10 * 60_000;

export function followPresence({
  presence,
  realtime,
  clock,
  answers,
  timers,
  onBack,
}: {
  readonly presence: Presence;
  readonly realtime: Realtime;
  readonly clock: ServerClock;
  readonly answers: Answers;
  readonly timers: Timers;
  /** The page is visible again, or the network is back: what waited for that may continue. */
  readonly onBack: () => void;
}): void {
  let hiddenAt: number | undefined = presence.isHidden() ? timers.now() : undefined;
  let wasConnected = false;

  function wake(): void {
    void clock.resync();
    onBack();
    // A connection that is being opened fetches everything when it is connected.
    if (realtime.connection.get().kind === 'connected') answers.refetch();
  }

  presence.watch((event) => {
    switch (event) {
      case 'hidden':
        hiddenAt = timers.now();
        return realtime.setHidden(true);
      case 'visible': {
        const awayMs = hiddenAt === undefined ? 0 : timers.now() - hiddenAt;
        hiddenAt = undefined;
        realtime.setHidden(false);
        return awayMs >= HIDDEN_LONG_MS ? wake() : undefined;
      }
      case 'woken':
        realtime.wake();
        return wake();
      case 'online':
        realtime.setOnline(true);
        return wake();
      case 'offline':
        return realtime.setOnline(false);
    }
  });

  realtime.connection.watch(() => {
    const { kind } = realtime.connection.get();
    if (kind === 'closed') wasConnected = false;
    if (kind !== 'connected') return;
    if (wasConnected) answers.refetch();
    wasConnected = true;
  });

  realtime.setHidden(presence.isHidden());
  const syncNowAndThen = (): void => {
    void clock.sync();
    timers.after(CLOCK_EVERY_MS, syncNowAndThen);
  };
  syncNowAndThen();
}
