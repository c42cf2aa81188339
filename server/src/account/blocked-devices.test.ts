import { expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { listBlockedDevices } from './store.ts';

test.each(testDatabases)(
  'players with a blocked device are found without reading all players, on $name',
  async ({ open }) => {
    const opened = await open();
    try {
      await opened.database.transaction(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query(
          `insert into player (
             id, site_id, username, password_hash, name, nick, folded_nick, role, block_device, created_at,
             password_changed_at
           )
           overriding system value
           select
             n, 1, 'player-' || n, '-', '시험', '시험자' || n, '시험자' || n, 'PLAYER',
             case when n in (40, 7) then 'M' else '' end, now(), now()
           from generate_series(1, 300) as n`,
        );
      });
      await opened.database.transaction(async (tx) => {
        // What the connection did before may not have been added to the totals yet, and is counted here too.
        const scans = () =>
          tx.query<{ seq_scan: number }>(
            `select seq_scan from pg_stat_xact_user_tables where relname = 'player'`,
          );
        const before = await scans();
        expect(await listBlockedDevices(tx)).toEqual([
          { id: 7, blockDevice: 'M' },
          { id: 40, blockDevice: 'M' },
        ]);
        expect(before).toHaveLength(1);
        expect(await scans()).toEqual(before);
      });
    } finally {
      await opened.drop();
    }
  },
);
