import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { manualTimers } from '@maru/client/manual-timers';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHECK_EVERY_MS, createUpdates, TAKE_OVER_MS } from './install.ts';
import type { ToWorker } from './offline-shell.ts';

// The test DOM has message ports, but no MessageChannel that makes them.
Object.assign(globalThis, { MessageChannel });

/** A worker that has a version and records its messages. */
function workerDouble(version: string) {
  const messages: ToWorker[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: 'installing',
    messages,
    postMessage(message: ToWorker, ports: readonly MessagePort[] = []) {
      if (message.kind === 'tellVersion') ports[0]?.postMessage(version);
      else messages.push(message);
    },
    become(state: string) {
      worker.state = state;
      worker.dispatchEvent(new Event('statechange'));
    },
  });
  return worker;
}

type WorkerDouble = ReturnType<typeof workerDouble>;

interface Workers {
  readonly waiting?: WorkerDouble;
  readonly installing?: WorkerDouble;
  readonly active?: WorkerDouble;
}

function page(given: Workers = {}) {
  const timers = manualTimers();
  let checks = 0;
  let reloads = 0;
  let lookAgain = () => {};
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    active: null,
    ...given,
    update: async () => {
      checks += 1;
    },
  });
  const workers = Object.assign(new EventTarget(), {
    controller: given.active ?? null,
    register: async () => registration,
  });
  const updates = createUpdates({
    workers: workers as unknown as ServiceWorkerContainer,
    version: 'one',
    loaded: () => ['/assets/chart-Bbbbbbbb.js'],
    reload: () => {
      reloads += 1;
    },
    onVisible: (listen) => {
      lookAgain = listen;
    },
    timers,
  });
  return {
    updates,
    timers,
    checks: () => checks,
    reloads: () => reloads,
    lookAgain: () => lookAgain(),
    find(installing: WorkerDouble) {
      Object.assign(registration, { installing });
      registration.dispatchEvent(new Event('updatefound'));
    },
    takeOver(controller: WorkerDouble) {
      Object.assign(workers, { controller });
      workers.dispatchEvent(new Event('controllerchange'));
    },
  };
}

describe('a newer version', () => {
  test('that is already waiting is offered', async () => {
    const { updates, timers } = page({ waiting: workerDouble('two') });
    await timers.pass(0);
    expect(updates.isReady.get()).toBe(true);
  });

  test('that arrives while the page is open is offered when it is fully installed', async () => {
    const { updates, timers, find } = page();
    await timers.pass(0);
    const next = workerDouble('two');
    find(next);
    await timers.pass(0);
    expect(updates.isReady.get()).toBe(false);
    next.become('installed');
    await timers.pass(0);
    expect(updates.isReady.get()).toBe(true);
  });

  test('is not offered to a page that was loaded from the network in that version', async () => {
    const { updates, timers } = page({ waiting: workerDouble('one') });
    await timers.pass(0);
    expect(updates.isReady.get()).toBe(false);
  });

  test('that became active in another tab is offered in this one', async () => {
    const { updates, timers, takeOver } = page({ active: workerDouble('one') });
    await timers.pass(0);
    takeOver(workerDouble('two'));
    await timers.pass(0);
    expect(updates.isReady.get()).toBe(true);
  });

  test('becomes active first, and then the page reloads', async () => {
    const waiting = workerDouble('two');
    const { updates, timers, takeOver, reloads } = page({ waiting });
    await timers.pass(0);
    const applied = updates.apply();
    await timers.pass(0);
    expect([waiting.messages, reloads()]).toEqual([[{ kind: 'takeOver' }], 0]);
    takeOver(waiting);
    await applied;
    expect(reloads()).toBe(1);
  });

  test('that does not become active does not block the reload', async () => {
    const { updates, timers, reloads } = page({ waiting: workerDouble('two') });
    await timers.pass(0);
    void updates.apply();
    await timers.pass(TAKE_OVER_MS);
    expect(reloads()).toBe(1);
  });

  test('never becomes active by itself', async () => {
    const waiting = workerDouble('two');
    const { timers, reloads } = page({ waiting });
    await timers.pass(2 * CHECK_EVERY_MS);
    expect([waiting.messages, reloads()]).toEqual([[], 0]);
  });
});

test('the first worker receives the paths the page loaded before it, and nothing is offered', async () => {
  const first = workerDouble('one');
  const { updates, timers, takeOver } = page({ installing: first });
  await timers.pass(0);
  first.become('activated');
  takeOver(first);
  await timers.pass(0);
  expect(first.messages).toEqual([{ kind: 'keep', paths: ['/assets/chart-Bbbbbbbb.js'] }]);
  expect(updates.isReady.get()).toBe(false);
});

test('a newer version is checked for every hour, and at once when the page is visible again after an hour', async () => {
  const { timers, checks, lookAgain } = page();
  await timers.pass(CHECK_EVERY_MS);
  lookAgain();
  expect(checks()).toBe(1);
  timers.sleep(CHECK_EVERY_MS);
  lookAgain();
  expect(checks()).toBe(2);
});

// The tests of the app run from the project's root.
const root = process.cwd();

test('every icon of the manifest is there, one of them for a mask', () => {
  const manifest: { icons: readonly { src: string; purpose: string }[] } = JSON.parse(
    readFileSync(join(root, 'app', 'public', 'manifest.webmanifest'), 'utf8'),
  );
  expect(manifest.icons.filter(({ src }) => !existsSync(join(root, 'app', 'public', src)))).toEqual([]);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
});

describe('before-app.js, before the first paint', () => {
  const script = readFileSync(join(root, 'app', 'public', 'before-app.js'), 'utf8');
  const tokens = readFileSync(join(root, 'app', 'src', 'ui', 'tokens.css'), 'utf8').toLowerCase();

  function paintedWith(stored: string | null) {
    if (stored !== null) localStorage.setItem('maru.globalSettings', stored);
    new Function(script)();
    const { theme, updown } = document.documentElement.dataset;
    return [theme, updown, document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content];
  }

  beforeEach(() => {
    localStorage.clear();
    document.head.innerHTML = '<meta name="theme-color" content="">';
  });

  test.each([
    [null, ['dark', 'global', '#0b0c0e']],
    ['{"theme":"light","updown":"kr"}', ['light', 'kr', '#f5f4f0']],
    ['{"theme":"dark","updown":"global"}', ['dark', 'global', '#0b0c0e']],
    ['{"theme":"pink","updown":7}', ['dark', 'global', '#0b0c0e']],
    ['not json', ['dark', 'global', '#0b0c0e']],
    ['null', ['dark', 'global', '#0b0c0e']],
  ])('%s in the storage paints %j', (stored, painted) => {
    expect(paintedWith(stored)).toEqual(painted);
  });

  test('a theme that follows the device gets the colour of the device', () => {
    const isLight = matchMedia('(prefers-color-scheme: light)').matches;
    expect(paintedWith('{"theme":"device"}')).toEqual(
      isLight ? ['light', 'global', '#f5f4f0'] : ['dark', 'global', '#0b0c0e'],
    );
  });

  test('hides the prerendered sign-in page from a member who is signed in, and from nobody else', () => {
    new Function(script)();
    expect(document.documentElement.dataset['visit']).toBeUndefined();
    localStorage.setItem('maru.accessToken', 'token');
    new Function(script)();
    expect(document.documentElement.dataset['visit']).toBe('member');
    delete document.documentElement.dataset['visit'];
  });

  test('holds back a form that is submitted before the app runs, and none afterwards', () => {
    new Function(script)();
    document.body.innerHTML = '<form></form>';
    const form = document.querySelector('form') as HTMLFormElement;
    const send = () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(send()).toBe(false);
    expect(form.dataset['sent']).toBe('early');
    document.documentElement.dataset['app'] = 'running';
    expect(send()).toBe(true);
    delete document.documentElement.dataset['app'];
  });

  test('its two colours are those of the tokens', () => {
    const backgrounds = [...tokens.matchAll(/--bg: (#[0-9a-f]{6})/g)].map((match) => match[1]);
    expect(new Set(script.match(/#[0-9a-f]{6}/g))).toEqual(new Set(backgrounds));
  });
});
