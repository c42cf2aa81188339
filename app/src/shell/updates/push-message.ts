// A web push in the service worker: shown by the system unless a page of the app is on the screen, and a tap opens the
// page that it is about.

export interface PushMessage {
  readonly id: string;
  readonly category: string;
  readonly at: number;
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

interface Page {
  readonly visibilityState: string;
  navigate(to: string): Promise<unknown>;
  focus(): Promise<unknown>;
}

export interface PushScope {
  readonly pages: () => Promise<readonly Page[]>;
  readonly open: (path: string) => Promise<unknown>;
  readonly show: (title: string, options: object) => Promise<void>;
}

/** A page of this app alone: what came from elsewhere opens the centre. */
export const pathOf = (path: unknown): string =>
  typeof path === 'string' && /^\/(?!\/)[\w/.-]*$/.test(path) ? path : '/more/notifications';

export function readPush(text: string | undefined): PushMessage | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    const { id, title, body, path, category, at } = value as Record<string, unknown>;
    if (typeof title !== 'string' || title === '') return undefined;
    return {
      id: String(id ?? ''),
      category: String(category ?? ''),
      at: Number(at ?? 0),
      path: pathOf(path),
      title,
      body: typeof body === 'string' ? body : '',
    };
  } catch {
    return undefined;
  }
}

export async function showPush(text: string | undefined, { pages, show }: PushScope): Promise<void> {
  const message = readPush(text);
  if (message === undefined) return;
  const isSeen = (await pages()).some(({ visibilityState }) => visibilityState === 'visible');
  // The page on the screen tells it itself.
  if (isSeen) return;
  const { id, title, body, path, at } = message;
  await show(title, { body, tag: id, timestamp: at, icon: '/icon-192.png', data: { path } });
}

export async function openPush(data: unknown, { pages, open }: PushScope): Promise<void> {
  const path = pathOf((data as { readonly path?: unknown } | null)?.path);
  const [page] = await pages();
  if (page === undefined) {
    await open(path);
    return;
  }
  await page.navigate(path);
  await page.focus();
}
