// A desk that does not own its shard: it loads the book without claiming anything, and applies what the owner appends,
// so that taking over means applying the last few batches and no load. See followed-views.ts for how it fetches accounts.
import { keysSince } from '@maru/engine/answered-keys';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import { playersTouched, putPlayer } from '@maru/engine/residents';
import { DamagedJournal, Fenced, type Tail } from '../journal/journal.ts';
import type { SealedBatch } from '../journal/record.ts';
import type { ShardOwner, TableJournal } from '../journal/table-journal.ts';
import type { Mark } from '../shadow/tables.ts';
import type { TablesView } from '../shadow/tables-view.ts';
import { isFinal } from './final-faults.ts';
import { createFollowedViews } from './followed-views.ts';
import type { LastBatches } from './last-batches.ts';
import type { OlderKeyLookups } from './older-keys.ts';
import type { RecentEvents } from './recent-events.ts';
import { checkDigest, inSlices, playersOf, replay } from './replay.ts';
import type { Residents } from './residents.ts';

export interface Follower {
  /** Loads the book and follows until `finish` or `stop`. Rejects with a fault that does not pass. */
  run(): Promise<void>;
  /** Resolves when the book was loaded and had everything that was durable then. */
  readonly begun: Promise<void>;
  /** The batch up to which the tables have everything, as far as this follower knows. */
  passed(): number;
  report(): FollowReport;
  /** Ends the following and applies the rest, up to the batch with which the shard was taken over. */
  finish(tail: Tail): Promise<Finished>;
  stop(): Promise<void>;
}

/** What a desk that follows knows of the journal and of its owner. */
export interface FollowReport {
  /** Batches that the owner has appended and that are not in the book yet. */
  readonly behind: number;
  readonly batch: number;
  /** 0 when no desk ever owned the shard. */
  readonly ownerEpoch: number;
  /** What was left of the owner's lease when it was last looked at; below 0 it is over. */
  readonly leaseLeftMs: number;
}

interface Finished {
  /** Where the tables were seen last: the shadow goes on from there. */
  readonly mark: Mark;
  /** Undefined when the tables have it already: the book was loaded from them after it had been written. */
  readonly opening: SealedBatch | undefined;
}

export interface FollowerParts {
  readonly journal: TableJournal;
  readonly openView: () => Promise<TablesView>;
  /** The book was loaded, and replaces the one before. */
  readonly adopt: (book: Book) => void;
  readonly residents: Pick<Residents, 'noteTouched' | 'makeRoom'>;
  readonly olderKeys: Pick<OlderKeyLookups, 'note'>;
  readonly lastBatches: Pick<LastBatches, 'note'>;
  readonly recent: () => RecentEvents;
  readonly steadyMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly soon: () => Promise<void>;
  readonly report: (fault: unknown) => void;
}

const LOOK_MS = 50;
const RETRY_MS = 100;

const NOBODY: ShardOwner = { epoch: 0, leaseEndsAtMs: 0, leaseLeftMs: 0, newest: 0 };

export function createFollower(parts: FollowerParts): Follower {
  const { journal, openView, adopt, residents, olderKeys, lastBatches, recent } = parts;
  const { steadyMs, wait, soon, report } = parts;
  const views = createFollowedViews({ openView, steadyMs });
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  let book: Book | undefined;
  /** The newest batch in the book. */
  let at: Mark = { batch: 0, hash: '' };
  let newest: SealedBatch | undefined;
  let owner = NOBODY;
  let running: Promise<void> | undefined;
  let isEnding = false;

  /** Makes sure that accounts can be read. True when the book had to be loaded for that. */
  async function renewView(): Promise<boolean> {
    if (book !== undefined && (await views.renew(at.batch))) return false;
    const loaded = await (await views.begin()).load();
    const { batch } = loaded.mark;
    // A start compares the batch that it writes; here the next one may come only when the shard is taken over.
    if (batch > 0) checkDigest(loaded.book, { batch, digest: await journal.digestAt(batch) });
    ({ book } = loaded);
    at = loaded.mark;
    adopt(book);
    return true;
  }

  async function bring(batches: readonly SealedBatch[]): Promise<void> {
    const view = views.current();
    assert(book !== undefined && view !== undefined, 'a follower has its book and its view');
    const missing = new Set(playersOf(batches));
    for (const player of missing) if (book.players.has(player)) missing.delete(player);
    if (missing.size === 0) return;
    for (const loaded of await view.players([...missing], keysSince(book.lastAt))) putPlayer(book, loaded);
  }

  /** Everything that is durable now. */
  async function readOn(): Promise<void> {
    for await (const batches of inSlices(journal.read(at))) {
      await bring(batches);
      for (const batch of batches) applyOne(batch);
      residents.makeRoom({ undurable: [], queued: () => [], isWaitedFor: () => false });
      // Renewing the lease of a shard that was just taken over must not wait until thousands of batches are applied.
      await soon();
      // A book that was loaded does not continue where this reading is.
      if (await renewView()) return;
    }
  }

  function applyOne(batch: SealedBatch): void {
    assert(book !== undefined, 'a follower has its book');
    replay(book, batch);
    at = { batch: batch.batch, hash: batch.hash };
    newest = batch;
    lastBatches.note(batch);
    olderKeys.note(batch);
    for (const event of batch.events) {
      recent().add(event);
      residents.noteTouched(playersTouched(event));
    }
  }

  async function look(): Promise<void> {
    await renewView();
    owner = (await journal.owner()) ?? NOBODY;
    if (owner.newest > at.batch) await readOn();
    await renewView();
    begun.resolve();
  }

  /** Repeated until it succeeds, or is over. */
  async function patiently(work: () => Promise<void>, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await work();
        return;
      } catch (fault) {
        await views.close();
        if (isFinal(fault)) throw fault;
        report(fault);
        await wait(RETRY_MS);
      }
    }
  }

  async function follow(): Promise<void> {
    while (!isEnding) {
      await patiently(look, () => isEnding);
      if (!isEnding) await Promise.race([wait(LOOK_MS), ending.promise]);
    }
  }

  async function end(): Promise<void> {
    isEnding = true;
    ending.resolve();
    // Its fault is known to whoever called `run`.
    await running?.catch(() => undefined);
  }

  return {
    begun: begun.promise,
    run() {
      running = follow();
      return running;
    },
    passed: views.passed,
    report: () => ({
      behind: Math.max(0, owner.newest - at.batch),
      batch: at.batch,
      ownerEpoch: owner.epoch,
      leaseLeftMs: Math.floor(owner.leaseLeftMs),
    }),
    async finish(tail) {
      await end();
      let mark: Mark | undefined;
      const isDone = () => mark !== undefined;
      await patiently(async () => {
        await renewView();
        while (at.batch < tail.batch) await readOn();
        const latest = await openView();
        mark = latest.mark;
        await latest.close();
      }, isDone);
      await views.close();
      if (at.batch > tail.batch) throw new Fenced('another desk took the shard during the take-over');
      if (mark === undefined || at.hash !== tail.hash)
        throw new DamagedJournal(`batch ${at.batch} is not the one with which the shard was taken over`);
      return { mark, opening: newest?.hash === tail.hash ? newest : undefined };
    },
    async stop() {
      await end();
      await views.close();
    },
  };
}
