// Stores the numbers of pushed batches, so that they survive a restart.
import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';

export interface SenderStore {
  /** The newest number of each sender. */
  load(): Promise<ReadonlyMap<string, number>>;
  /** Resolves when this number is durable. */
  save(source: string, seq: number): Promise<void>;
}

/**
 * The rows of other secrets are deleted: a batch that was sent with one of those is refused for its secret. So the
 * table never has more rows than there may be senders.
 */
export function openSenderStore(database: Database, secret: string): SenderStore {
  const hash = createHash('sha256').update(`senders of ${secret}`).digest('hex');
  return {
    load: () =>
      database.transaction(async (tx) => {
        await tx.query('delete from feed_sender where secret_hash <> $1', [hash]);
        const rows = await tx.query<{ source: string; seq: number }>('select source, seq from feed_sender');
        return new Map(rows.map(({ source, seq }) => [source, seq]));
      }),
    save: (source, seq) =>
      database.transaction(async (tx) => {
        await tx.query(
          `insert into feed_sender (secret_hash, source, seq)
           values ($1, $2, $3)
           on conflict (secret_hash, source) do update set seq = greatest(feed_sender.seq, excluded.seq)`,
          [hash, source, seq],
        );
      }),
  };
}
