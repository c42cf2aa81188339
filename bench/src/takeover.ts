// How long a shard is without an owner: from killing its desk to the first answer of the desk that followed it, with the
// lease that must run out beside it; and the same from a clean end, where no lease has to be waited for.
import { playerId } from '@maru/engine/purse';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import { STANDBY_LEASE_MS } from '@maru/server/desk/ownership';
import { hold, insertTestSite, opening } from '@maru/server/desk/testing';
import { type DeskProcess, forkDesk } from '@maru/server/desk-process-testing';
import { startPostgres } from '../../scripts/postgres.mjs';

const ROUNDS = Number(process.env['TAKEOVERS'] ?? 20);
const PLAYERS = 100;
/** Commands in progress at any time. */
const CALLERS = 4;

export async function takeover(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const database = openPostgres(postgres.url);
  try {
    await migrate(database);
    await insertTestSite({ database });
    await database.close();
    let owner = forkDesk(postgres.url);
    await owner.owned;
    for (let id = 1; id <= PLAYERS; id += 1) await owner.submit(opening(playerId(id)));
    const took: Record<'SIGKILL' | 'SIGTERM', number[]> = { SIGKILL: [], SIGTERM: [] };
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const next = forkDesk(postgres.url);
        await next.follows;
        took[signal].push(await replace(owner, next, signal));
        owner = next;
      }
    }
    owner.kill('SIGTERM');
    await owner.exit;
    return {
      rounds: ROUNDS,
      leaseMs: STANDBY_LEASE_MS,
      killedToAnswerMs: spread(took.SIGKILL),
      endedToAnswerMs: spread(took.SIGTERM),
    };
  } finally {
    await postgres.stop();
  }
}

/** While others ask the old owner. */
async function replace(
  owner: DeskProcess,
  next: DeskProcess,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<number> {
  let isOver = false;
  const call = async (caller: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1)
      await owner.submit(hold(playerId(1 + ((caller + count) % PLAYERS)), '1'));
  };
  for (let caller = 0; caller < CALLERS; caller += 1) void call(caller);
  // At any time of a renewal's interval.
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * (STANDBY_LEASE_MS / 4)));
  isOver = true;
  const began = performance.now();
  owner.kill(signal);
  await next.owned;
  const outcome = await next.submit(hold(playerId(1), '1'));
  const took = performance.now() - began;
  if (outcome === 'NOT_OURS' || !outcome.ok)
    throw new Error(`expected an answer, found ${JSON.stringify(outcome)}`);
  await owner.exit;
  return took;
}

function spread(times: readonly number[]): Record<string, number> {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return { least: sorted[0] ?? 0, middle: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
}
