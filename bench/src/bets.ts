// Bets per second through HTTP with durable answers, beside a transaction per bet behind the same web server, and beside
// an empty answer.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres.mjs';
import { median, rounded, type Seen } from './callers.ts';
import { openLoad } from './http-load.ts';

const CALLERS = 64;
/** A player has ten tickets in a round, so each connection speaks for many players. */
const PLAYERS_PER_CALLER = 200;
const TICKETS = 10;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const SERVER = fileURLToPath(new URL('./bets-server.ts', import.meta.url));

const paths = { ours: '/api/trade/history/betting', rival: '/api/rival', empty: '/api/empty' } as const;
type Name = keyof typeof paths;

export async function bets(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const players = CALLERS * PLAYERS_PER_CALLER;
  const server = fork(SERVER, [postgres.url, String(players)], { stdio: 'inherit' });
  const drain = async () => {
    server.send('drain');
    await once(server, 'message');
  };
  try {
    const [{ port, rounds }] = (await once(server, 'message')) as [
      { port: number; rounds: readonly number[] },
    ];
    return await measure(port, rounds, drain);
  } finally {
    server.disconnect();
    await once(server, 'exit');
    await postgres.stop();
  }
}

async function measure(
  port: number,
  rounds: readonly number[],
  drain: () => Promise<void>,
): Promise<Record<string, unknown>> {
  const load = await openLoad(port, CALLERS);
  const seen: Record<Name, Seen[]> = { ours: [], rival: [], empty: [] };
  const placed: Record<Name, number[]> = { ours: [], rival: [], empty: [] };
  for (let time = 0; time <= ROUNDS; time += 1) {
    for (const name of ['ours', 'empty', 'rival'] as const) {
      await drain();
      const each = await load.run(ROUND_MS, (caller) => {
        const nth = placed[name][caller] ?? 0;
        placed[name][caller] = nth + 1;
        return request(paths[name], caller, nth, rounds);
      });
      console.log(`round ${time}: ${name} ${each.perSecond}/s p99 ${each.p99Ms} ms`);
      // The first round warms everything up.
      if (time > 0) seen[name].push(each);
    }
  }
  load.close();
  const [ours, rival, empty] = [median(seen.ours), median(seen.rival), median(seen.empty)];
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

/** Ten tickets of a player, then the next player; when all have bet, the next round. */
function request(path: string, caller: number, nth: number, rounds: readonly number[]): string {
  const turn = Math.floor(nth / TICKETS);
  const player = caller * PLAYERS_PER_CALLER + (turn % PLAYERS_PER_CALLER) + 1;
  const round = rounds[Math.floor(turn / PLAYERS_PER_CALLER)];
  if (round === undefined) throw new Error('there are no more rounds to bet on');
  const body = `{"point":"5000","tradeRoundId":${round},"type":"${player % 2 === 0 ? 'LONG' : 'SHORT'}"}`;
  return (
    `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${player}\r\n` +
    `content-type: application/json\r\nidempotency-key: bet-${caller}-${nth}-padding\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}
