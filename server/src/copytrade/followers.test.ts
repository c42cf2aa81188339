// The sums of followers in memory are those of the tables, whatever has happened and however often they were asked for.
import { playerId } from '@maru/engine/purse';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { SITE } from '../http/testing.ts';
import { createCopiedState } from './copied-state.ts';
import { createFollowers } from './followers.ts';
import { begunWorld, emptyCopytradeTables, histories, writeEvents } from './shadow/tables-testing.ts';
import { unitsOf } from './trader-store.ts';

const TRADER = playerId(1);

interface SumRow {
  readonly active: number;
  readonly detached: number;
  readonly capital: string;
  readonly inProfit: number;
  readonly worst: string | null;
  readonly due: string;
}

interface PendingRow {
  readonly lead: number;
  readonly position: number;
  readonly count: number;
  readonly at: number;
}

describe.each(testDatabases)('followers of a trader on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  const inTables = () =>
    store.database.transaction(async (tx) => {
      const [row] = await tx.query<SumRow>(
        `select (count(*) filter (where state = 'ACTIVE'))::int as active,
           (count(*) filter (where state = 'DETACHED'))::int as detached,
           coalesce(sum(max_bet), 0) as capital,
           (count(*) filter (where total > shared))::int as "inProfit",
           min(total - shared) filter (where copied > 0) as worst,
           coalesce(sum(greatest(trunc(total * rate, 8) - shared, 0)), 0) as due
         from copy_follow
         where trader_id = $1 and ended_ms is null`,
        [TRADER],
      );
      const waiting = await tx.query<PendingRow>(
        `select lead.id as lead, lead.position_id as position, count(*)::int as count, lead.at_ms as at
         from copy_follow as follow
         join copy_lead as lead on lead.trader_id = follow.trader_id and lead.id > follow.handled
         where follow.trader_id = $1 and follow.ended_ms is null and follow.state = 'ACTIVE'
         group by lead.id
         order by lead.id`,
        [TRADER],
      );
      const { capital, worst, due, ...counts } = row!;
      const sums = {
        ...{ ...counts, capital: unitsOf(capital), due: unitsOf(due) },
        worst: worst === null ? undefined : unitsOf(worst),
      };
      return { sums, waiting };
    });

  test('are the same in memory and in the tables', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (moves) => {
        await emptyCopytradeTables(store.database);
        const world = begunWorld();
        const copied = createCopiedState();
        const followers = createFollowers(copied.state);
        let seen = 0;
        const follow = (): void => {
          for (const event of world.events.slice(seen)) followers.follow(copied.follow(event));
          seen = world.events.length;
        };
        for (const { move, isCut } of moves) {
          move(world);
          follow();
          // What is kept of an answer must not outlive what it was made of.
          if (isCut) followers.of(TRADER);
        }
        follow();
        await writeEvents(store.database, world.events);
        const { sums, waiting } = await inTables();
        expect(followers.of(TRADER)).toEqual(sums);
        const pending = {
          count: waiting.reduce((sum, { count }) => sum + count, 0),
          oldest: waiting[0]?.at,
        };
        expect(followers.pending(TRADER)).toEqual(pending);
        const positions = waiting.map(({ position }) => position).slice(0, 1);
        expect(followers.waiting(TRADER, positions)).toEqual(
          waiting
            .filter(({ position }) => positions.includes(position))
            .map(({ lead, position, count }) => ({ lead, position, count })),
        );
        const { active, detached } = sums;
        expect(followers.ofSite(SITE)).toMatchObject({ active, detached, ...pending });
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});
