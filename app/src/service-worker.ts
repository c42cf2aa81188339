// The service worker itself: wires the offline shell to the worker's events. Built by itself into /sw.js.
import { browserTimers } from '@maru/client/timers';
import { createOfflineShell, type ShellBuild, type ToWorker } from './shell/updates/offline-shell.ts';
import { openPush, type PushScope, showPush } from './shell/updates/push-message.ts';

/** Defined by the build, which alone knows the names of its files. */
declare const __SHELL_BUILD__: ShellBuild;

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface AskedEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PushedEvent extends LastingEvent {
  readonly data: { text(): string } | null;
}

interface TappedEvent extends LastingEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

type Pages = Awaited<ReturnType<PushScope['pages']>>;

/** The part of the worker's global scope that is used here; the compiler's DOM library does not have it. */
interface Worker {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<Pages>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listen: (event: LastingEvent) => void): void;
  addEventListener(kind: 'fetch', listen: (event: AskedEvent) => void): void;
  addEventListener(kind: 'push', listen: (event: PushedEvent) => void): void;
  addEventListener(kind: 'notificationclick', listen: (event: TappedEvent) => void): void;
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

const pushScope: PushScope = {
  pages: () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (path) => worker.clients.openWindow(path),
  show: (title, options) => worker.registration.showNotification(title, options),
};

worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text(), pushScope)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPush(event.notification.data, pushScope));
});
