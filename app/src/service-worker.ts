// The service worker itself: wires the offline shell to the worker's events. Built by itself into /sw.js.
import { browserTimers } from '@maru/client/timers';
import { createOfflineShell, type ShellBuild, type ToWorker } from './shell/updates/offline-shell.ts';

/** Defined by the build, which alone knows the names of its files. */
declare const __SHELL_BUILD__: ShellBuild;

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface AskedEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The part of the worker's global scope that is used here; the compiler's DOM library does not have it. */
interface Worker {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listen: (event: LastingEvent) => void): void;
  addEventListener(kind: 'fetch', listen: (event: AskedEvent) => void): void;
  addEventListener(kind: 'message', listen: (event: LastingEvent & MessageEvent<ToWorker>) => void): void;
}

const worker = self as unknown as Worker;
const build = __SHELL_BUILD__;
const shell = createOfflineShell({
  build,
  origin: worker.location.origin,
  caches: worker.caches,
  fetch: (request) => fetch(request),
  timers: browserTimers,
});

worker.addEventListener('install', (event) => event.waitUntil(shell.install()));
worker.addEventListener('activate', (event) =>
  event.waitUntil(shell.activate().then(() => worker.clients.claim())),
);
worker.addEventListener('fetch', (event) => {
  const answer = shell.answer(event.request);
  if (answer !== undefined) event.respondWith(answer);
});
worker.addEventListener('message', (event) => {
  switch (event.data.kind) {
    case 'tellVersion':
      return event.ports[0]?.postMessage(build.version);
    case 'takeOver':
      return event.waitUntil(worker.skipWaiting());
    case 'keep':
      return event.waitUntil(shell.cacheFiles(event.data.paths));
  }
});
