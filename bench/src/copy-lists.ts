// What copy trading reads of all traders and follows of a site, on PostgreSQL with a thousand traders and a hundred
// thousand follows: the figures of traders, the list that everybody searches and sorts, what a trader with ten thousand
// followers sees of them, and the pages of staff. Statements stand beside the read of one row by its number, and the
// figures beside a statement that adds up all follows, which a refresh does not need.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { playerId, siteId } from '@maru/engine/purse';
import { DAY_MS, koreanDate, later, millis } from '@maru/engine/time';
import { createFigures } from '@maru/server/copytrade/figures';
import { createFollowers } from '@maru/server/copytrade/followers';
import { copytradeRoutes } from '@maru/server/copytrade/routes';
import type { Database } from '@maru/server/db/database';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import { type Asks, asksOf, openTestHttp, type Person, person } from '@maru/server/http/testing';
import { bigTables, faultsOf, recordStatements, sentByBoth } from '@maru/server/office-plans-testing';
import { fillTables, type Run } from '@maru/server/office-scale-testing';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';
import {
  type CopyScale,
  copyGround,
  copyTablesOf,
  followsOf,
  membersOf,
  POPULAR,
} from './copy-lists-tables.ts';

const TRADERS = Number(process.env['COPY_TRADERS'] ?? 1_000);
const FOLLOWS = Number(process.env['COPY_FOLLOWS'] ?? 100_000);
/** Of each trader; sums are kept for three years. */
const DAYS = Number(process.env['COPY_DAYS'] ?? 365);
const TIMES = 9;
/** Longer than figures are kept. */
const LATER_MS = 6_000;

const [trader, follower, staff] = [
  person(POPULAR, 'PLAYER'),
  person(POPULAR + TRADERS, 'PLAYER'),
  person(4, 'STAFF'),
];
const LIST = '/api/copytrade/trader/list';
const HISTORY = '/api/copytrade/history';
const OFFICE = '/api/office/copytrade';
const ASKED: readonly (readonly [by: Person | undefined, path: string])[] = [
  ...[
    '',
    'sort=RETURN',
    'sort=WIN_RATE',
    'sort=FOLLOWERS',
    'sort=DRAWDOWN',
    'isHideFull=1',
    'isActive=0',
  ].map((query) => [undefined, `${LIST}?${query}`] as const),
  ...[`name=${encodeURIComponent('회원77')}`, 'name=nobody', `page=${TRADERS / 20 - 1}`].map(
    (query) => [undefined, `${LIST}?${query}`] as const,
  ),
  [undefined, `/api/copytrade/trader?traderId=${POPULAR}`],
  [undefined, `/api/copytrade/trader/leads?traderId=${POPULAR}`],
  [trader, '/api/copytrade/trader/mine'],
  [trader, '/api/copytrade/follower/list'],
  [trader, '/api/copytrade/follower/list?page=499'],
  [trader, `${HISTORY}/trader/open`],
  [trader, `${HISTORY}/trader/follower_position`],
  [trader, `${HISTORY}/trader/my_open_follower_history`],
  [trader, `${HISTORY}/trader/fee_history`],
  [trader, `${HISTORY}/trader/fee_history?page=499`],
  [follower, `${HISTORY}/trader/list?traderId=${POPULAR}`],
  [follower, `${HISTORY}/trader/list?traderId=${POPULAR}&page=499`],
  [follower, `${HISTORY}/follower/list?traderFollowerId=2`],
  [follower, '/api/copytrade/follower'],
  [follower, '/api/copytrade/follower/my_traders'],
  [follower, '/api/copytrade/follower/result?traderFollowerId=1'],
  [follower, `${HISTORY}/follower/list`],
  [staff, `${OFFICE}/trader/list`],
  [staff, `${OFFICE}/follower/list?traderId=${POPULAR}`],
  [staff, `${OFFICE}/follower/list?traderId=${POPULAR + 77}`],
  [staff, `${OFFICE}/job/list`],
  [staff, `${OFFICE}/state`],
];

export async function copyLists(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const run: Run = async (text, parameters = []) => (await client.query(text, parameters as unknown[])).rows;
  const database = openPostgres(postgres.url);
  try {
    await migrate(database);
    const now = millis(Date.now());
    const today = koreanDate(now);
    const scale = { traders: TRADERS, follows: FOLLOWS, days: DAYS, site: siteId(1), today };
    const rows = await fillTables(run, copyTablesOf(scale), { members: membersOf(scale) }, now);
    const figures = await measureFigures({ run, database }, scale, now);
    const calls = await measureCalls({ run, database }, scale, now);
    return { traders: TRADERS, follows: FOLLOWS, daysOfEach: DAYS, rows, ...figures, ...calls };
  } finally {
    await client.end();
    await database.close();
    await postgres.stop();
  }
}

interface Store {
  readonly run: Run;
  readonly database: Database;
}

/** One refresh of the figures of a site, by what has changed since the last. */
async function measureFigures({ run, database }: Store, scale: CopyScale, now: number) {
  const floorMs = await timed(() => oneRow(database));
  const allFollowsMs = await timed(() =>
    database.transaction((tx) =>
      tx.query(
        `select trader_id, count(*), sum(max_bet), count(*) filter (where total > shared), min(total - shared)
         from copy_follow where site_id = $1 and ended_ms is null group by trader_id`,
        [scale.site],
      ),
    ),
  );
  const followers = createFollowers(followsOf(scale));
  const figures = createFigures({ database, followers });
  const stall = monitorEventLoopDelay({ resolution: 1 });
  let at = millis(now);
  async function refresh(byMs = LATER_MS) {
    at = later(at, byMs);
    stall.reset();
    stall.enable();
    const began = performance.now();
    await figures.of(scale.site, at);
    const ms = performance.now() - began;
    stall.disable();
    return { ms: rounded(ms), timesFloor: rounded(ms / floorMs), stallMs: rounded(stall.max / 1e6) };
  }
  const first = await refresh(0);
  const steady: Awaited<ReturnType<typeof refresh>>[] = [];
  for (let time = 0; time < TIMES; time += 1) steady.push(await refresh());
  const touch = (which: string) =>
    run(`update copy_day set updated_ms = $1 where day = $2 and ${which}`, [at + 1, scale.today]);
  await touch('trader_id % 10 = 0');
  const tenthTraded = await refresh();
  await touch('true');
  const allTraded = await refresh();
  return {
    floorMs: rounded(floorMs),
    allFollowsByStatementMs: rounded(allFollowsMs),
    firstRefresh: first,
    refreshNothingChanged: steady.toSorted((a, b) => a.ms - b.ms)[TIMES >> 1],
    refreshTenthTraded: tenthTraded,
    refreshAllTraded: allTraded,
    refreshAfterMidnight: await refresh(DAY_MS),
  };
}

/** Every call by itself, with figures that were just computed. */
async function measureCalls({ run, database }: Store, scale: CopyScale, now: number) {
  const recorder = recordStatements();
  const followers = createFollowers(followsOf(scale));
  const figures = createFigures({ database, followers });
  const http = await openTestHttp({
    routes: copytradeRoutes({
      ...{ database, figures, followers, sharedDay: () => undefined },
      approvals: { approve: async () => 'TRY_AGAIN' },
      desk: { caughtUp: async () => true } as never,
      sites: { byId: () => undefined },
      ground: copyGround(playerId(POPULAR)),
    }),
    clock: () => millis(now),
    checkReplies: false,
  });
  try {
    const big = await bigTables(run);
    const asks: Asks<object> = asksOf<object>(http);
    const ask = async (path: string, by?: Person): Promise<void> => {
      const { status, body } = await asks.get(path, by);
      if (status !== 200 && status !== 404) throw new Error(`${path}: ${JSON.stringify(body)}`);
    };
    const unknown = `/api/copytrade/trader?traderId=1`;
    await ask(unknown);
    const smallestCallMs = await timed(() => ask(unknown));
    const callsMs: Record<string, number> = {};
    const faults: string[] = [];
    for (const [by, path] of ASKED) {
      recorder.take();
      await ask(path, by);
      const first = recorder.take();
      await ask(path, by);
      for (const statement of sentByBoth(first, recorder.take()))
        for (const fault of await faultsOf(run, statement, { big }))
          faults.push(`${path}: ${fault}: ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
      callsMs[decodeURIComponent(path)] = rounded(await timed(() => ask(path, by)));
    }
    return {
      smallestCallMs: rounded(smallestCallMs),
      slowestCallMs: Math.max(...Object.values(callsMs)),
      timesSmallest: rounded(Math.max(...Object.values(callsMs)) / smallestCallMs),
      faults,
      callsMs,
    };
  } finally {
    recorder.stop();
    await http.close();
  }
}

const oneRow = (database: Database): Promise<unknown> =>
  database.transaction((tx) => tx.query('select * from copy_trader where player_id = $1', [POPULAR]));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return middleOf(took);
}
