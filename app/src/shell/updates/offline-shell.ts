// The logic of the service worker, without the worker: it caches the app's own files, so that the app opens without a
// network and shows by itself that the connection is down. Calls and sockets never pass through here: money is never
// cached.
import { pause, type Timers } from '@maru/client/timers';

export interface ShellBuild {
  /** The page has the same text, so that a page knows whether a waiting worker is newer than itself. */
  readonly version: string;
  /** The files of the first screen, cached before the worker becomes active. */
  readonly shell: readonly string[];
  /** Every hashed file of this build: a cached file that is not among them belongs to an older one. */
  readonly assets: readonly string[];
}

export type ToWorker =
  | { readonly kind: 'tellVersion' }
  | { readonly kind: 'takeOver' }
  /** What a page had loaded before this worker controlled it. */
  | { readonly kind: 'keep'; readonly paths: readonly string[] };

export interface OfflineShell {
  install(): Promise<void>;
  activate(): Promise<void>;
  cacheFiles(paths: readonly string[]): Promise<void>;
  /** Undefined: the browser sends the request itself, as if there were no worker. */
  answer(request: Asked): Promise<Response> | undefined;
}

type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

interface Edges {
  readonly build: ShellBuild;
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly timers: Timers;
}

/** After so long without an answer the cached page is better than an empty one. */
export const PATIENCE_MS = 3_000;
const PAGE = '/index.html';
const SHELLS = 'maru-shell-';
const ASSETS = 'maru-assets';
/** As in the server's app-files.ts: a hashed file never changes. */
const HASHED = /^\/assets\/.*-[\w-]{8,}\.\w+$/;
/** Also the back office, an app of its own that is never cached. */
const OF_THE_SERVER = /^\/(api|ws|metrics|office)(\/|$)/i;
// The server varies by encoding, which does not matter to a worker.
const ANY_ENCODING = { ignoreVary: true } as const;

export function createOfflineShell({ build, origin, caches, fetch, timers }: Edges): OfflineShell {
  const shellName = `${SHELLS}${build.version}`;
  const shellFiles: ReadonlySet<string> = new Set(build.shell);
  const openShell = () => caches.open(shellName);
  const openAssets = () => caches.open(ASSETS);
  const addressOf = (path: string) => new URL(path, origin).href;

  async function findCached(path: string): Promise<Response | undefined> {
    const inShell = await (await openShell()).match(addressOf(path), ANY_ENCODING);
    return inShell ?? (await openAssets()).match(addressOf(path), ANY_ENCODING);
  }

  async function answerPage(request: Request): Promise<Response> {
    const asked = fetch(request);
    const inTime = asked.catch(() => undefined);
    const answer = await Promise.race([inTime, pause(timers, PATIENCE_MS)]);
    // A proxy without a server behind it answers 502 to 504; the app shows that better itself.
    if (answer && answer.status < 500) return answer;
    return (await findCached(PAGE)) ?? asked;
  }

  async function answerFile(request: Request, path: string): Promise<Response> {
    const cached = await findCached(path);
    if (cached !== undefined) return cached;
    const answer = await fetch(request);
    if (HASHED.test(path) && answer.status === 200) await cacheAnswer(path, answer.clone());
    return answer;
  }

  async function cacheAnswer(path: string, answer: Response): Promise<void> {
    try {
      await (await openAssets()).put(addressOf(path), answer);
    } catch {
      // A full disk must not prevent the answer to the page.
    }
  }

  return {
    async install() {
      const shell = await openShell();
      // The browser's HTTP cache may hold an older version of an unhashed file.
      const requests = build.shell.map(
        (path) => new Request(addressOf(path), { cache: HASHED.test(path) ? 'default' : 'reload' }),
      );
      await shell.addAll(requests);
    },

    async activate() {
      const old = (await caches.keys()).filter((name) => name.startsWith(SHELLS) && name !== shellName);
      await Promise.all(old.map((name) => caches.delete(name)));
      const assets = await openAssets();
      const ours = new Set(build.assets.map(addressOf));
      const strange = (await assets.keys()).filter(({ url }) => !ours.has(url));
      await Promise.all(strange.map((request) => assets.delete(request, ANY_ENCODING)));
    },

    async cacheFiles(paths) {
      for (const path of paths.filter((each) => HASHED.test(each) && !shellFiles.has(each))) {
        if ((await findCached(path)) !== undefined) continue;
        const answer = await fetch(new Request(addressOf(path)));
        if (answer.status === 200) await cacheAnswer(path, answer);
      }
    },

    answer(request) {
      const { origin: asked, pathname } = new URL(request.url);
      if (request.method !== 'GET' || asked !== origin || OF_THE_SERVER.test(pathname)) return undefined;
      if (request.mode === 'navigate') return answerPage(request as Request);
      const isCached = HASHED.test(pathname) || shellFiles.has(pathname);
      return isCached ? answerFile(request as Request, pathname) : undefined;
    },
  };
}
