// The live connection of a page under the journey's control: it can be closed, and a new attempt gets no answer.
import type { Page, WebSocketRoute } from '@playwright/test';

interface Line {
  readonly sockets: Set<WebSocketRoute>;
  isCut: boolean;
}

const lines = new WeakMap<Page, Line>();

/** Call it before the page opens. */
export async function holdLine(page: Page): Promise<void> {
  const line: Line = { sockets: new Set(), isCut: false };
  lines.set(page, line);
  await page.routeWebSocket(/\/ws\//, (socket) => {
    if (line.isCut) return;
    socket.connectToServer();
    line.sockets.add(socket);
  });
}

export async function cutLine(page: Page): Promise<void> {
  const line = lines.get(page);
  if (line === undefined) throw new Error('nobody holds the line of this page');
  line.isCut = true;
  await Promise.all([...line.sockets].map((socket) => socket.close()));
}
