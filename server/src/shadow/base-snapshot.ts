// The base: the snapshot from which a journal that was cut goes on. It follows from what is there, so a process that was
// killed in the middle of archiving leaves nothing that contradicts itself.
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import type { StoredRecords } from '../journal/stored-records.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import {
  BadSnapshot,
  listSnapshots,
  readSnapshot,
  type SnapshotPlace,
  snapshotsIn,
} from './snapshot-file.ts';
import type { Mark } from './tables.ts';

export interface WhereBase {
  readonly records: StoredRecords;
  readonly shard: number;
  readonly archiveFolder: string;
}

/** Undefined when the journal begins with its first batch and needs none. Throws when the one it needs is not there. */
async function findBase({ records, shard, archiveFolder }: WhereBase): Promise<SnapshotPlace | undefined> {
  const first = await records.first();
  if (first === undefined || first <= 1) return undefined;
  const folder = snapshotsIn(archiveFolder);
  const snapshots = await listSnapshots(folder, shard);
  const base = snapshots.find(({ batch }) => batch >= first);
  if (base !== undefined) return base;
  throw new BadSnapshot(
    `the journal begins at batch ${first} and ${folder} has no snapshot from there on: put it back, or write the tables from the whole archive with \`npm run rebuild -- --from-archive\``,
  );
}

/** What the auditor needs of a base: where it stands, and the digest of every account and the house's purses there. */
export interface AuditBase {
  readonly mark: Mark;
  read(see: {
    account(player: PlayerId, digest: bigint): void;
    house(id: string, balance: string): void;
  }): Promise<void>;
}

/** Digests have more digits than a float can hold, so they are cut out of the text and not parsed with the row. */
const ACCOUNT = /"player_id":(\d+),.*"digest":(\d+)/;
const HOUSE = /^\{"id":"(house:[^"]+)",.*"balance":(-?[\d.]+)/;

/** How a rebuild begins: undefined when the journal has all its batches, and the tables begin empty. */
export async function findRestore(
  where: WhereBase & { readonly database: Database },
): Promise<(() => Promise<Mark>) | undefined> {
  const { database, records, shard } = where;
  const base = await findBase(where);
  if (base === undefined) return undefined;
  return () => restoreSnapshot({ database, shard, path: base.path, findRecord: records.find });
}

/** Where the auditor begins: undefined when it begins with the first batch. */
export async function findAuditBase(where: WhereBase): Promise<AuditBase | undefined> {
  const base = await findBase(where);
  if (base === undefined) return undefined;
  const { path, batch } = base;
  const hash = (await where.records.find(batch))?.hash;
  if (hash === undefined) throw new BadSnapshot(`the journal has no batch ${batch}, where ${path} begins`);
  return {
    mark: { batch, hash },
    async read(see) {
      for await (const part of readSnapshot(path)) {
        if ('version' in part) {
          if (part.hash !== hash) throw new BadSnapshot(`${path} belongs to another journal`);
          continue;
        }
        for (const { table, json } of part) {
          if (table === 'account') {
            const [, player, digest] = ACCOUNT.exec(json) ?? [];
            if (player === undefined || digest === undefined)
              throw new BadSnapshot(`${path} has an account without a digest`);
            see.account(Number(player) as PlayerId, BigInt(digest));
          } else if (table === 'purse') {
            const [, id, balance] = HOUSE.exec(json) ?? [];
            if (id !== undefined && balance !== undefined) see.house(id, balance);
          }
        }
      }
    },
  };
}
