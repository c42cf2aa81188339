// The desk through HTTP, beside a transaction per command behind the same web server, and beside an empty answer.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres.mjs';
import { median, rounded, type Seen } from './callers.ts';
import { openLoad } from './http-load.ts';

const CALLERS = 64;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const SERVER = fileURLToPath(new URL('./http-server.ts', import.meta.url));

const paths = { ours: '/api/ours', rival: '/api/rival', empty: '/api/empty' } as const;
type Name = keyof typeof paths;

export async function http(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const server = fork(SERVER, [postgres.url, String(CALLERS)], { stdio: 'inherit' });
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    return await measure(port);
  } finally {
    server.disconnect();
    await once(server, 'exit');
    await postgres.stop();
  }
}

async function measure(port: number): Promise<Record<string, unknown>> {
  const load = await openLoad(port, CALLERS);
  const rounds: Record<Name, Seen[]> = { ours: [], rival: [], empty: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ['ours', 'empty', 'rival'] as const) {
      const seen = await load.run(ROUND_MS, (caller, turn, last) =>
        request(paths[name], caller, `${name}-${round}-${caller}-${turn}`, last ?? '{"hold":0}'),
      );
      console.log(`round ${round}: ${name} ${seen.perSecond}/s p99 ${seen.p99Ms} ms`);
      // The first round warms everything up.
      if (round > 0) rounds[name].push(seen);
    }
  }
  load.close();
  const [ours, rival, empty] = [median(rounds.ours), median(rounds.rival), median(rounds.empty)];
  return {
    ratio: rounded(ours.perSecond / rival.perSecond),
    ratioToFloor: rounded(empty.perSecond / ours.perSecond),
    p99Ratio: rounded(ours.p99Ms / rival.p99Ms),
    callers: CALLERS,
    ours,
    rival,
    empty,
  };
}

/** The last answer is the next question: a hold is released, a released one held again. */
function request(path: string, caller: number, key: string, last: string): string {
  const body = `{"point":"1000",${last.slice(1)}`;
  return (
    `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${caller + 1}\r\n` +
    `content-type: application/json\r\nidempotency-key: ${key}-padding\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}
