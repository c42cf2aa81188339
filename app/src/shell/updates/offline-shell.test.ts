import { manualTimers } from '@maru/client/manual-timers';
import { expect, test } from 'vitest';
import { createOfflineShell, PATIENCE_MS, type ShellBuild } from './offline-shell.ts';

const ORIGIN = 'https://maru.example';
const BUILD: ShellBuild = {
  version: 'two',
  shell: ['/index.html', '/before-app.js', '/assets/main-Bbbbbbbb.js'],
  assets: ['/assets/main-Bbbbbbbb.js', '/assets/chart-Bbbbbbbb.js'],
};

/** The browser's CacheStorage, as far as the shell uses it. */
function cachesDouble(fetch: (request: Request) => Promise<Response>) {
  const stores = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    const urlOf = (asked: RequestInfo | URL) => (asked instanceof Request ? asked.url : String(asked));
    return {
      match: async (asked: RequestInfo | URL) => entries.get(urlOf(asked))?.clone(),
      put: async (asked: RequestInfo | URL, answer: Response) => void entries.set(urlOf(asked), answer),
      delete: async (asked: RequestInfo | URL) => entries.delete(urlOf(asked)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      addAll: async (asked: readonly Request[]) => {
        for (const request of asked) entries.set(request.url, await fetch(request));
      },
    } as unknown as Cache;
  };
  return {
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
    },
    paths: (name: string) => [...(stores.get(name)?.keys() ?? [])].map((url) => url.slice(ORIGIN.length)),
    names: () => [...stores.keys()],
  };
}

function shellOn(network: (path: string) => Promise<Response>) {
  const asked: string[] = [];
  const timers = manualTimers();
  let online = true;
  const fetch = (request: Request) => {
    asked.push(request.url.slice(ORIGIN.length));
    return online ? network(request.url.slice(ORIGIN.length)) : Promise.reject(new TypeError('no network'));
  };
  const store = cachesDouble(fetch);
  const shell = createOfflineShell({ build: BUILD, origin: ORIGIN, caches: store.caches, fetch, timers });
  return {
    ...store,
    shell,
    timers,
    asked,
    cut: () => {
      online = false;
    },
    get: (path: string) => shell.answer({ method: 'GET', mode: 'cors', url: `${ORIGIN}${path}` }),
    navigate: (path: string) => shell.answer({ method: 'GET', mode: 'navigate', url: `${ORIGIN}${path}` }),
  };
}

const echo = async (path: string) => new Response(`${path} from the network`);

test.each(['/api/player/me', '/api', '/ws/info', '/ws', '/metrics', '/office/members'])(
  '%s never passes through the worker, not even as a page',
  (path) => {
    const { get, navigate } = shellOn(echo);
    expect([get(path), navigate(path)]).toEqual([undefined, undefined]);
  },
);

test('a request other than GET, or to another origin, is left to the browser', () => {
  const { shell } = shellOn(echo);
  const post = { method: 'POST', mode: 'cors', url: `${ORIGIN}/assets/main-Bbbbbbbb.js` } as const;
  const abroad = {
    method: 'GET',
    mode: 'cors',
    url: 'https://elsewhere.example/assets/a-Bbbbbbbb.js',
  } as const;
  expect([shell.answer(post), shell.answer(abroad)]).toEqual([undefined, undefined]);
});

test('a page comes from the network while the network works', async () => {
  const { shell, navigate } = shellOn(echo);
  await shell.install();
  expect(await (await navigate('/oversea'))?.text()).toBe('/oversea from the network');
});

test('without a network every page of the app is the cached one', async () => {
  const { shell, navigate, cut } = shellOn(echo);
  await shell.install();
  cut();
  expect(await (await navigate('/oversea/501'))?.text()).toBe('/index.html from the network');
});

test('a network that does not answer for three seconds is not waited for', async () => {
  const { shell, navigate, timers } = shellOn((path) =>
    path === '/more' ? new Promise(() => {}) : echo(path),
  );
  await shell.install();
  const answer = navigate('/more');
  await timers.pass(PATIENCE_MS);
  expect(await (await answer)?.text()).toBe('/index.html from the network');
});

test('an error page of a proxy without a server is not shown', async () => {
  const { shell, navigate } = shellOn(async (path) =>
    path === '/more' ? new Response('Bad Gateway', { status: 502 }) : echo(path),
  );
  await shell.install();
  expect(await (await navigate('/more'))?.text()).toBe('/index.html from the network');
});

test('a hashed file is fetched once', async () => {
  const { get, asked } = shellOn(echo);
  await get('/assets/chart-Bbbbbbbb.js');
  expect(await (await get('/assets/chart-Bbbbbbbb.js'))?.text()).toBe(
    '/assets/chart-Bbbbbbbb.js from the network',
  );
  expect(asked).toEqual(['/assets/chart-Bbbbbbbb.js']);
});

test('a missing file is not cached', async () => {
  const { get, paths } = shellOn(async () => new Response('', { status: 404 }));
  expect((await get('/assets/chart-Aaaaaaaa.js'))?.status).toBe(404);
  expect(paths('maru-assets')).toEqual([]);
});

test('files that a page loaded before the worker was active are cached as well', async () => {
  const { shell, paths } = shellOn(echo);
  await shell.cacheFiles(['/assets/chart-Bbbbbbbb.js', '/assets/main-Bbbbbbbb.js', '/api/player/me']);
  expect(paths('maru-assets')).toEqual(['/assets/chart-Bbbbbbbb.js']);
});

test('a new version deletes the old shell and the files that only the old one had', async () => {
  const { shell, caches, names, paths } = shellOn(echo);
  await caches.open('maru-shell-one');
  await caches.open('of-somebody-else');
  const assets = await caches.open('maru-assets');
  await assets.put(`${ORIGIN}/assets/chart-Aaaaaaaa.js`, new Response('old'));
  await assets.put(`${ORIGIN}/assets/chart-Bbbbbbbb.js`, new Response('same'));
  await shell.install();
  await shell.activate();
  expect(names().sort()).toEqual(['maru-assets', 'maru-shell-two', 'of-somebody-else']);
  expect(paths('maru-assets')).toEqual(['/assets/chart-Bbbbbbbb.js']);
});
