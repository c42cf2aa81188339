// How long a round takes from its end until everybody is paid: the desk, its journal and its tables on PostgreSQL, beside
// one set-based statement that updates every bet row, in the same database and the same run.
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';
import { openRival } from './settle-rival.ts';
import { openWorld, TICKETS, type Type } from './settle-world.ts';

/** The largest is run once: placing its bets takes longer than everything else. */
const SIZES: readonly { readonly bets: number; readonly times: number }[] = [
  { bets: 10_000, times: 5 },
  { bets: 100_000, times: 3 },
  { bets: 1_000_000, times: 1 },
];

export async function settle(): Promise<Record<string, unknown>> {
  const most = Number(process.env['SETTLE_MOST'] ?? 1_000_000);
  const postgres = await startPostgres();
  try {
    return await measure(
      postgres.url,
      SIZES.filter(({ bets }) => bets <= most),
    );
  } finally {
    await postgres.stop();
  }
}

interface Size {
  readonly bets: number;
  readonly players: number;
  readonly resultMs: number;
  readonly durableMs: number;
  readonly tablesMs: number;
  readonly rivalMs: number;
  readonly durableRatio: number;
  readonly ratio: number;
}

/** Of each figure by itself: the run in the middle by one of them may be the slowest by another. */
function medians(seen: readonly Size[]): Size {
  const names = Object.keys(seen[0]!) as (keyof Size)[];
  const middles = names.map((name) => [name, middleOf(seen.map((size) => size[name]))]);
  return Object.fromEntries(middles) as Size;
}

async function measure(url: string, sizes: typeof SIZES): Promise<Record<string, unknown>> {
  const world = await openWorld(url);
  const rival = await openRival(url);

  async function run(bets: number, times: number, type: Type): Promise<Size> {
    const seen: Size[] = [];
    for (let time = 0; time < times; time += 1) {
      const { resultMs, durableMs, tablesMs } = await world.settle(bets, type, rival.checkpoint);
      const rivalMs = await rival.settle(bets);
      const size: Size = {
        bets,
        players: bets / TICKETS,
        resultMs: rounded(resultMs),
        durableMs: rounded(durableMs),
        tablesMs: rounded(tablesMs),
        rivalMs: rounded(rivalMs),
        durableRatio: rounded(rivalMs / durableMs),
        ratio: rounded(rivalMs / tablesMs),
      };
      console.log(
        `${type} ${bets} bets of ${size.players} players: result ${size.resultMs} ms, durable ${size.durableMs} ms, tables ${size.tablesMs} ms, ` +
          `rival ${size.rivalMs} ms`,
      );
      seen.push(size);
    }
    return medians(seen);
  }

  // The first rounds warm everything up.
  await run(10_000, 2, 'R1');
  const measured: Size[] = [];
  for (const { bets, times } of sizes) measured.push(await run(bets, times, 'R1'));
  const ownStrikes = await run(100_000, 1, 'B1');
  await world.stop();
  await rival.close();

  const at = (bets: number) => measured.find((size) => size.bets === bets);
  const [small, middle, large] = [at(10_000), at(100_000), measured.at(-1)];
  const perBet = (size: Size | undefined, key: 'durableMs' | 'tablesMs') =>
    (size?.[key] ?? 0) / (size?.bets ?? 1);
  return {
    ratio: middle?.ratio,
    durableRatio: middle?.durableRatio,
    // Time per bet at the largest size against the smallest: 1 is growth in proportion.
    growth: rounded(perBet(large, 'tablesMs') / perBet(small, 'tablesMs')),
    durableGrowth: rounded(perBet(large, 'durableMs') / perBet(small, 'durableMs')),
    ticketsPerPlayer: TICKETS,
    sizes: measured,
    ownStrikes,
  };
}
