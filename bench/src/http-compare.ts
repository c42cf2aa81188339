// Our call, the rival's and an empty one behind the same web server, which is a process of its own: called alternately
// by the same callers, on a PostgreSQL of this run alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres.mjs';
import { median, rounded, type Seen } from './callers.ts';
import { openLoad } from './http-load.ts';

export const CALLERS = 64;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const NAMES = ['ours', 'empty', 'rival'] as const;

interface Asked {
  readonly path: string;
  readonly name: (typeof NAMES)[number];
  readonly caller: number;
  /** How often the caller has made this call before. */
  readonly nth: number;
  /** The body of the last answer in this round. */
  readonly last: string | undefined;
}

export async function compareCalls<Ready extends { readonly port: number }>(
  server: string,
  options: {
    readonly players: number;
    readonly paths: Readonly<Record<(typeof NAMES)[number], string>>;
    /** Each round waits until the server reports that its tables have caught up. */
    readonly drains: boolean;
    readonly request: (asked: Asked, ready: Ready) => string;
  },
): Promise<Record<string, unknown>> {
  const { players, paths, drains, request } = options;
  const postgres = await startPostgres();
  const file = fileURLToPath(new URL(server, import.meta.url));
  const child = fork(file, [postgres.url, String(players)], { stdio: 'inherit' });
  try {
    const [ready] = (await once(child, 'message')) as [Ready];
    const load = await openLoad(ready.port, CALLERS);
    const seen: Record<string, Seen[]> = { ours: [], rival: [], empty: [] };
    const counts: Record<string, number[]> = { ours: [], rival: [], empty: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of NAMES) {
        if (drains) {
          child.send('drain');
          await once(child, 'message');
        }
        const count = counts[name]!;
        const each = await load.run(ROUND_MS, (caller, last) => {
          const nth = count[caller] ?? 0;
          count[caller] = nth + 1;
          return request({ path: paths[name], name, caller, nth, last }, ready);
        });
        console.log(`round ${round}: ${name} ${each.perSecond}/s p99 ${each.p99Ms} ms`);
        // The first round warms everything up.
        if (round > 0) seen[name]!.push(each);
      }
    }
    load.close();
    const [ours, rival, empty] = [median(seen['ours']!), median(seen['rival']!), median(seen['empty']!)];
    return {
      ratio: rounded(ours.perSecond / rival.perSecond),
      ratioToFloor: rounded(empty.perSecond / ours.perSecond),
      p99Ratio: rounded(ours.p99Ms / rival.p99Ms),
      callers: CALLERS,
      ours,
      rival,
      empty,
    };
  } finally {
    child.disconnect();
    await once(child, 'exit');
    await postgres.stop();
  }
}

/** A call that moves money, as bytes. */
export const postOf = (path: string, player: number, key: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${player}\r\n` +
  `content-type: application/json\r\nidempotency-key: ${key}-padding\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
