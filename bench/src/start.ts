// How long until orders are accepted: the first start on an empty folder, and a later one, beside a bare Node that
// opens nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rounded } from './callers.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const LATER_STARTS = 5;

export async function start(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-start-'));
  try {
    const options = { port: await freePort(), dataFolder: join(folder, 'data') };
    const firstMs = await once(options);
    const laterMs: number[] = [];
    for (let i = 0; i < LATER_STARTS; i += 1) laterMs.push(await once(options));
    laterMs.sort((a, b) => a - b);
    const began = performance.now();
    execFileSync(process.execPath, ['-e', '']);
    const bareNodeMs = performance.now() - began;
    const middle = laterMs[Math.floor(LATER_STARTS / 2)] ?? 0;
    return {
      firstMs: Math.round(firstMs),
      secondMs: Math.round(middle),
      bareNodeMs: Math.round(bareNodeMs),
      secondToBareNode: rounded(middle / bareNodeMs),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function once(options: { readonly port: number; readonly dataFolder: string }): Promise<number> {
  const server = startServer(options);
  const ms = await untilReady(server, 120_000);
  const code = await server.kill('SIGTERM');
  if (code !== 0) throw new Error(`the server did not end cleanly:\n${server.output()}`);
  return ms;
}
