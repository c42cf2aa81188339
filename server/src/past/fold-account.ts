// Reads an account's history in slices and passes them to the thread that folds it. The history is read once for all
// wanted moments; a slice is small, so nobody waits long for the database behind it.
import type { AnyEvent } from '@maru/engine/products';
import { HOUSE, type PlayerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { createLane, LaneBusy } from '../db/lane.ts';
import type { Desk } from '../desk/desk.ts';
import type { ShadowProduct } from '../shadow/shadow-product.ts';
import type { FoldAnswer, FoldedMoment, FoldQuestion, Reached } from './fold-messages.ts';
import type { FoldThread } from './fold-thread.ts';
import { type HistoryRow, listNext, newestSeq } from './store.ts';

const ROWS_AT_ONCE = 500;
const limits = { atOnce: 1, mostWaiting: 32, mostWaitingEach: 2, patienceMs: 8_000 } as const;

export interface Wanted {
  readonly player: PlayerId;
  readonly site: SiteId;
  /** Ascending. */
  readonly instants: readonly Millis[];
  /** The history ends with this event. */
  readonly lastSeq?: number | undefined;
}

export interface FoldAccount {
  /**
   * `ARCHIVED`: the history has no beginning any more. `MISSING`: it has no event of the wanted number yet. Throws
   * `LaneBusy` when too many ask.
   */
  fold(wanted: Wanted): Promise<readonly FoldedMoment[] | 'ARCHIVED' | 'MISSING'>;
}

export function createFoldAccount({
  database,
  desk,
  products,
  thread,
}: {
  readonly database: Database;
  readonly desk: Pick<Desk, 'caughtUp'>;
  readonly products: readonly Pick<ShadowProduct, 'listForEverybody'>[];
  readonly thread: FoldThread;
}): FoldAccount {
  const lane = createLane(limits);
  const forEverybody = products.flatMap(({ listForEverybody }) => listForEverybody ?? []);

  async function ask(question: FoldQuestion): Promise<Extract<FoldAnswer, { readonly ok: true }>> {
    return thread.ask(question);
  }

  /** The next own events up to the end, with everybody's between them, in the order of the ledger. */
  async function readSlice(
    { player, site, instants, lastSeq = Number.POSITIVE_INFINITY }: Wanted,
    reached: Reached,
  ): Promise<Slice> {
    const lastAt = instants.at(-1) ?? (0 as Millis);
    return database.transaction(async (tx) => {
      const rows = await listNext(tx, { player, since: reached.seq, most: ROWS_AT_ONCE });
      const own = rows.filter(({ seq, at }) => seq <= lastSeq && at <= lastAt);
      const isLast = rows.length < ROWS_AT_ONCE || own.length < rows.length;
      const isWhole = own[0] === undefined || own[0].seq === reached.seq + 1;
      const isToTheEnd = isLast && lastSeq === Number.POSITIVE_INFINITY;
      const until = isToTheEnd ? Number.MAX_SAFE_INTEGER : (own.at(-1)?.event ?? reached.event);
      const others: AnyEvent[] = [];
      // What happened to everybody before the account was opened is nothing to it.
      if (reached.seq > 0 || own.length > 0)
        for (const list of forEverybody)
          others.push(
            ...(await list(tx, { site, after: reached.event || (own[0]?.event ?? 0), until, at: lastAt })),
          );
      return { bodies: joined(own, others), isLast, isWhole };
    });
  }

  async function foldNow(wanted: Wanted): Promise<readonly FoldedMoment[] | 'ARCHIVED'> {
    const { player, instants, lastSeq } = wanted;
    const at = instants[0] ?? (0 as Millis);
    const before = { at, seq: lastSeq ?? Number.MAX_SAFE_INTEGER };
    let answer = await ask({ kind: 'begin', player, before, instants });
    for (;;) {
      if (!('reached' in answer)) throw new Error('the fold ended before its events');
      const slice = await readSlice(wanted, answer.reached);
      if (!slice.isWhole) return 'ARCHIVED';
      answer = await ask({ kind: 'events', bodies: slice.bodies });
      if (slice.isLast) break;
    }
    const end = await ask({ kind: 'end' });
    if (!('moments' in end)) throw new Error('the fold has no end');
    return end.moments;
  }

  return {
    async fold(wanted) {
      const isLevel = await Promise.all([desk.caughtUp(wanted.player), desk.caughtUp(HOUSE)]);
      if (isLevel.includes(false)) throw new LaneBusy('the tables are behind the account');
      const { player, lastSeq } = wanted;
      // Found out before the queue: a number that never was must not cost anybody a turn.
      if (lastSeq !== undefined && lastSeq > (await database.transaction((tx) => newestSeq(tx, player))))
        return 'MISSING';
      return lane.run(() => foldNow(wanted));
    },
  };
}

interface Slice {
  readonly bodies: readonly (string | AnyEvent)[];
  readonly isLast: boolean;
  /** No own event before these is missing. */
  readonly isWhole: boolean;
}

function joined(own: readonly HistoryRow[], others: readonly AnyEvent[]): Slice['bodies'] {
  if (others.length === 0) return own.map(({ body }) => body);
  const all = [
    ...own.map(({ event, body }) => ({ event, body })),
    ...others.map((body) => ({ event: body.id, body })),
  ];
  return all.sort((one, other) => one.event - other.event).map(({ body }) => body);
}
