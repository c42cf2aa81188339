// The installed app: registers the service worker and detects a waiting newer version. Nothing is replaced while the
// user works: a new version becomes active only after the user agrees.
import { createStore } from '@maru/client/store';
import { pause, type Timers } from '@maru/client/timers';
import type { ToWorker } from './offline-shell.ts';
import { noUpdates, type Updates } from './updates.ts';

interface Edges {
  readonly workers: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'addEventListener'>;
  /** The version of the page that is open. */
  readonly version: string;
  /** Paths of what the page has loaded so far. */
  readonly loaded: () => readonly string[];
  /** Waits for calls that move money; `platform.reload`. */
  readonly reload: () => Promise<void> | void;
  /** Calls back when the page is visible again. */
  readonly onVisible: (listen: () => void) => void;
  readonly timers: Timers;
}

export const CHECK_EVERY_MS = 60 * 60_000;
/** A worker that does not become active must not block the reload for longer. */
export const TAKE_OVER_MS = 3_000;

export function createUpdates({ workers, version, loaded, reload, onVisible, timers }: Edges): Updates {
  const isReady = createStore(false);
  let registration: ServiceWorkerRegistration | undefined;
  let checkedAt = timers.now();
  let takenOver: (() => void) | undefined;

  async function consider(worker: ServiceWorker | null): Promise<void> {
    if (worker !== null && (await versionOf(worker)) !== version) isReady.set(true);
  }

  function follow(installing: ServiceWorker | null): void {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void consider(installing);
      if (installing.state === 'activated') cacheLoaded(installing);
    });
  }

  function cacheLoaded(worker: ServiceWorker): void {
    worker.postMessage({ kind: 'keep', paths: loaded() } satisfies ToWorker);
  }

  function check(): void {
    checkedAt = timers.now();
    // Offline, or the server does not answer: the next check tries again.
    registration?.update().catch(() => undefined);
  }

  function checkAgainLater(): void {
    timers.after(CHECK_EVERY_MS, () => {
      check();
      checkAgainLater();
    });
  }

  workers.addEventListener('controllerchange', () => {
    if (takenOver !== undefined) return takenOver();
    // The user agreed in another tab: this one still shows the old version, and offers the new one.
    void consider(workers.controller);
  });
  onVisible(() => {
    if (timers.now() - checkedAt >= CHECK_EVERY_MS) check();
  });
  workers.register('/sw.js', { scope: '/', updateViaCache: 'none' }).then(
    (registered) => {
      registration = registered;
      void consider(registered.waiting);
      follow(registered.installing);
      registered.addEventListener('updatefound', () => follow(registered.installing));
      if (registered.active !== null) cacheLoaded(registered.active);
      checkAgainLater();
    },
    // A browser may forbid workers (private windows do): the app works without them, only not offline.
    () => undefined,
  );

  return {
    isReady,
    check,
    async apply() {
      const waiting = registration?.waiting;
      if (waiting) {
        const taken = new Promise<void>((resolve) => {
          takenOver = resolve;
        });
        waiting.postMessage({ kind: 'takeOver' } satisfies ToWorker);
        await Promise.race([taken, pause(timers, TAKE_OVER_MS)]);
      }
      await reload();
    },
  };
}

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage({ kind: 'tellVersion' } satisfies ToWorker, [port2]);
  });
}

/** The browser's side, which `main.tsx` passes in for a built page. */
export function browserUpdates(
  page: Window,
  { reload, timers }: { readonly reload: () => Promise<void> | void; readonly timers: Timers },
): Updates {
  const version = page.document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
  // Only a build has a version, and only a secure page has workers.
  if (!version || !('serviceWorker' in page.navigator)) return noUpdates;
  const updates = createUpdates({
    workers: page.navigator.serviceWorker,
    version,
    loaded: () => page.performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    reload,
    onVisible: (listen) =>
      page.document.addEventListener('visibilitychange', () => {
        if (!page.document.hidden) listen();
      }),
    timers,
  });
  // A missing file of this version means that a newer one was deployed.
  page.addEventListener('vite:preloadError', () => updates.check());
  return updates;
}
