// Up to which Korean day shares were asked for. Without it a platform that starts at noon would ask again, on profits that
// the day has not kept yet.
import type { Database } from '../db/database.ts';
import type { ShareDays } from './settlement.ts';

export const openShareDays = (database: Database, shard: number): ShareDays => ({
  find: () =>
    database.transaction(async (tx) => {
      const [row] = await tx.query<{ day: number }>('select day from copy_share_run where shard = $1', [
        shard,
      ]);
      return row?.day;
    }),
  save: (day) =>
    database.transaction(async (tx) => {
      await tx.query(
        `insert into copy_share_run (shard, day)
         values ($1, $2)
         on conflict (shard) do update set day = excluded.day`,
        [shard, day],
      );
    }),
});
