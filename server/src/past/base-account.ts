// Where the history of an account begins: with its first event, or, where that was archived, with the account as the base
// snapshot has it.
import type { PlayerId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { ShadowProduct } from '../shadow/shadow-product.ts';
import { findSnapshotHead, loadAccountRows } from '../shadow/snapshot-account.ts';
import type { FoldBase } from './fold-messages.ts';
import type { FoldThread } from './fold-thread.ts';
import { findArchivedBatch, findNewestSeq, findNext } from './store.ts';

export interface FoldStart {
  /** The batch of the snapshot; 0: the account's first event. */
  readonly origin: number;
  /** The earliest moment that can be shown, the first event of the chain of digests, and what that begins with. */
  readonly since: { readonly at: Millis; readonly seq: number; readonly digest: string };
}

/** The events before were archived. */
export interface ArchivedBefore {
  /** The earliest moment that can be shown; undefined when the snapshot is not there. */
  readonly archivedBefore: Millis | undefined;
}

export interface BaseAccounts {
  /** Undefined when there is no such account. */
  findStart(player: PlayerId): Promise<FoldStart | ArchivedBefore | undefined>;
  /** Undefined when the snapshot has it otherwise than its history continues. */
  load(player: PlayerId, start: FoldStart): Promise<FoldBase | undefined>;
}

export interface BaseParts {
  readonly database: Database;
  /** In which temporary tables may be made. */
  readonly scratch: Database;
  readonly products: readonly ShadowProduct[];
  readonly thread: FoldThread;
  readonly archiveFolder: string;
  readonly shard: number;
}

export function createBaseAccounts(parts: BaseParts): BaseAccounts {
  const { database, scratch, products, thread, archiveFolder, shard } = parts;

  return {
    async findStart(player) {
      const { first, newest, batch } = await database.transaction(async (tx) => ({
        newest: await findNewestSeq(tx, player),
        first: await findNext(tx, { player, afterEvent: 0 }),
        batch: await findArchivedBatch(tx, shard),
      }));
      if (newest === 0) return undefined;
      if (first?.seq === 1) return { origin: 0, since: { at: first.at, seq: 1, digest: '' } };
      const head = batch === undefined ? undefined : await findSnapshotHead({ archiveFolder, shard, batch });
      if (head === undefined) return { archivedBefore: undefined };
      const { atMs, eventId, hash } = head;
      const next = await database.transaction((tx) => findNext(tx, { player, afterEvent: eventId }));
      return {
        origin: head.batch,
        since: { at: millis(atMs), seq: next?.seq ?? newest + 1, digest: hash },
      };
    },
    async load(player, { origin, since }) {
      const answer = await thread.ask({
        kind: 'snapshot',
        player,
        of: { archiveFolder, shard, batch: origin },
      });
      if (!('found' in answer)) throw new Error('the thread did not answer with rows');
      const { found } = answer;
      const book = await scratch.transaction((tx) => loadAccountRows(tx, { shard, products, player, found }));
      const seq = book?.players.get(player)?.seq;
      if (book === undefined || seq !== since.seq - 1) return undefined;
      return { book, seq, event: found.head.eventId, at: since.at, digest: since.digest };
    },
  };
}
