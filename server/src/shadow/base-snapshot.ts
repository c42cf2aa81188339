// The base: the snapshot that a journal that was cut continues from. It is derived from the files present, so a
// process that was killed while archiving leaves no contradiction.
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { openPackedFolder, type PackedFolder } from '../journal/packed-file.ts';
import type { StoredRecords } from '../journal/stored-records.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import type { ShadowProduct } from './shadow-product.ts';
import {
  BadSnapshot,
  listSnapshots,
  readSnapshot,
  type SnapshotPlace,
  snapshotsIn,
} from './snapshot-file.ts';
import type { Mark } from './tables.ts';

interface WhereBase {
  readonly records: StoredRecords;
  readonly shard: number;
  readonly archiveFolder: string;
}

interface BasePlaces {
  readonly records: StoredRecords;
  readonly shard: number;
  readonly snapshots: PackedFolder;
}

const placesOf = ({ records, shard, archiveFolder }: WhereBase): BasePlaces => ({
  records,
  shard,
  snapshots: openPackedFolder(snapshotsIn(archiveFolder)),
});

/** Undefined when the journal begins with its first batch and needs none. Throws when the one it needs is missing. */
export async function findBase({
  records,
  shard,
  snapshots,
}: BasePlaces): Promise<SnapshotPlace | undefined> {
  const first = await records.first();
  if (first === undefined || first <= 1) return undefined;
  const base = (await listSnapshots(snapshots, shard)).find(({ batch }) => batch >= first);
  if (base !== undefined) return base;
  throw new BadSnapshot(
    `the journal begins at batch ${first} and ${snapshots.path} has no snapshot from there on: put it back, or write the tables from the whole archive with \`npm run rebuild -- --from-archive\``,
  );
}

/** What the auditor needs of a base: its mark, and the digest of every account and the house's purses there. */
export interface AuditBase {
  readonly mark: Mark;
  read(see: {
    account(player: PlayerId, digest: bigint): void;
    house(id: string, balance: string): void;
  }): Promise<void>;
}

/** Digests have more digits than a float can hold, so they are extracted from the text and not parsed with the row. */
const ACCOUNT = /"player_id":(\d+),.*"digest":(\d+)/;
const HOUSE = /^\{"id":"(house:[^"]+)",.*"balance":(-?[\d.]+)/;

/** What a rebuild starts from: undefined when the journal has all its batches, and the tables start empty. */
export async function findRestore(
  where: WhereBase & { readonly database: Database; readonly products: readonly ShadowProduct[] },
): Promise<(() => Promise<Mark>) | undefined> {
  const { database, records, shard, products } = where;
  const base = await findBase(placesOf(where));
  if (base === undefined) return undefined;
  return () => restoreSnapshot({ database, shard, products, file: base.file, findRecord: records.find });
}

/** Where the auditor begins: undefined when it begins with the first batch. */
export const findAuditBase = (where: WhereBase): Promise<AuditBase | undefined> =>
  findAuditBaseIn(placesOf(where));

export async function findAuditBaseIn(places: BasePlaces): Promise<AuditBase | undefined> {
  const base = await findBase(places);
  if (base === undefined) return undefined;
  const { file, batch } = base;
  const { path } = file;
  const hash = (await places.records.find(batch))?.hash;
  // Meanwhile the journal was cut again, at a newer base.
  if (hash === undefined && ((await places.records.first()) ?? 0) > batch) return findAuditBaseIn(places);
  if (hash === undefined) throw new BadSnapshot(`the journal has no batch ${batch}, where ${path} begins`);
  return {
    mark: { batch, hash },
    async read(see) {
      for await (const part of readSnapshot(file)) {
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
