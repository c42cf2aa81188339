// Reads an account's history in slices and passes them to the thread that folds it. The history is read once for all
// wanted moments; a slice is small, so nobody waits long for the database behind it. Where the first events were
// archived, the fold begins with the account as the base snapshot has it.
import type { AnyEvent } from '@maru/engine/products';
import { HOUSE, type PlayerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createLane, LaneBusy } from '../db/lane.ts';
import type { Desk } from '../desk/desk.ts';
import { type ArchivedBefore, type BaseParts, createBaseAccounts, type FoldStart } from './base-account.ts';
import type { FoldAnswer, FoldedMoment, FoldQuestion, Reached } from './fold-messages.ts';
import { findNewestSeq, type HistoryRow, listNext } from './store.ts';

const ROWS_AT_ONCE = 500;
const limits = { atOnce: 1, mostWaiting: 32, mostWaitingEach: 2, patienceMs: 8_000 } as const;

export interface Wanted {
  readonly player: PlayerId;
  readonly site: SiteId;
  /** Ascending. */
  readonly instants: readonly Millis[];
  /** The history ends with this event. */
  readonly lastSeq?: number | undefined;
  /** Adds the first moment that can be shown, where instants lie before it. */
  readonly withFirst?: boolean;
}

export interface FoldedAccount {
  /** Those of the wanted ones that can be shown. */
  readonly instants: readonly Millis[];
  /** One for each of them. */
  readonly moments: readonly FoldedMoment[];
  /** The earliest moment that can be shown, and the first event and the digest that the chain begins with. */
  readonly since: FoldStart['since'];
}

export interface FoldAccount {
  /** `MISSING`: there is no account, or no event of the wanted number yet. Throws `LaneBusy` when too many ask. */
  fold(wanted: Wanted): Promise<FoldedAccount | ArchivedBefore | 'MISSING'>;
}

/** The archive may cut the history while it is read: then it is read again, from the newer snapshot. */
const MOST_STARTS = 2;

export function createFoldAccount(parts: BaseParts & { readonly desk: Pick<Desk, 'caughtUp'> }): FoldAccount {
  const { database, desk, products, thread } = parts;
  const lane = createLane(limits);
  const forEverybody = products.flatMap(({ listForEverybody }) => listForEverybody ?? []);
  const bases = createBaseAccounts(parts);

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

  /** Undefined when events that it needs are not there any more. */
  async function foldFrom(start: FoldStart, wanted: Wanted): Promise<FoldedAccount | undefined> {
    const { player, lastSeq } = wanted;
    const { origin, since } = start;
    const shown = wanted.instants.filter((instant) => instant >= since.at);
    const hasEarlier = shown.length < wanted.instants.length && shown[0] !== since.at;
    const instants = wanted.withFirst === true && hasEarlier ? [since.at, ...shown] : shown;
    const at = instants[0] ?? (0 as Millis);
    const before = { at, seq: lastSeq ?? Number.MAX_SAFE_INTEGER };
    let answer = await ask({ kind: 'begin', player, origin, before, instants });
    if ('reached' in answer && origin > 0 && answer.reached.seq === 0) {
      const base = await bases.load(player, start);
      if (base === undefined) return undefined;
      answer = await ask({ kind: 'base', base });
    }
    for (;;) {
      if (!('reached' in answer)) throw new Error('the fold ended before its events');
      const slice = await readSlice({ ...wanted, instants }, answer.reached);
      if (!slice.isWhole) return undefined;
      answer = await ask({ kind: 'events', bodies: slice.bodies });
      if (slice.isLast) break;
    }
    const end = await ask({ kind: 'end' });
    if (!('moments' in end)) throw new Error('the fold has no end');
    return { instants, moments: end.moments, since };
  }

  async function foldNow(wanted: Wanted): Promise<FoldedAccount | ArchivedBefore | 'MISSING'> {
    const { player, instants, lastSeq } = wanted;
    for (let tried = 0; tried < MOST_STARTS; tried += 1) {
      const start = await bases.findStart(player);
      if (start === undefined || 'archivedBefore' in start) return start ?? 'MISSING';
      const { origin, since } = start;
      const isTooEarly =
        (lastSeq !== undefined && lastSeq < since.seq - 1) || (instants.at(-1) ?? since.at) < since.at;
      if (origin > 0 && isTooEarly) return { archivedBefore: since.at };
      const folded = await foldFrom(start, wanted);
      if (folded !== undefined) return folded;
    }
    return { archivedBefore: undefined };
  }

  return {
    async fold(wanted) {
      const isLevel = await Promise.all([desk.caughtUp(wanted.player), desk.caughtUp(HOUSE)]);
      if (isLevel.includes(false)) throw new LaneBusy('the tables are behind the account');
      const { player, lastSeq } = wanted;
      // Found out before the queue: a number that never was must not cost anybody a turn.
      if (lastSeq !== undefined && lastSeq > (await database.transaction((tx) => findNewestSeq(tx, player))))
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
