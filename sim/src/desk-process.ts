// One process of the server: the real desk, journal and shadow, wired as the server wires them, on a virtual machine.
import type { Book } from '@maru/engine/book';
import { digestText, weighBook } from '@maru/engine/book-digest';
import { decide } from '@maru/engine/decide';
import { describeBook } from '@maru/engine/describe';
import type { AnyEvent } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { createDesk, type RunningDesk } from '@maru/server/desk/create-desk';
import { openFileJournal } from '@maru/server/journal/file-journal';
import { openTableJournal } from '@maru/server/journal/table-journal';
import { createShadow, type Shadow } from '@maru/server/shadow/shadow';
import { shadowParts } from '@maru/server/shadow-products';
import { type Background, openBackground } from './background.ts';
import { openViews } from './cluster/view.ts';
import { createMachine, type Machine } from './machine.ts';
import type { Oracle } from './oracle.ts';
import { simProducts } from './products.ts';
import type { Stage } from './stage.ts';
import { SHARD, type Storage } from './storage.ts';
import { Violation } from './violation.ts';
import { type Medium, mountDisk } from './virtual-disk.ts';
import { openVirtualTable } from './virtual-journal-table.ts';
import { openVirtualTables, type TablesStore } from './virtual-tables.ts';

export interface DeskProcess {
  readonly machine: Machine;
  readonly desk: RunningDesk;
  readonly shadow: Shadow;
  readonly background: Background;
  /** 0 while the shard is not known to be ours. */
  epoch(): number;
  /** To be asked just before anything is sent. */
  isOurs(): boolean;
  readonly tables: TablesStore;
  /** The disk that was put in for this boot, when it is not the right one. */
  readonly wrongDisk: string | undefined;
  /** Called with the events that are durable. */
  readonly followers: ((events: readonly AnyEvent[]) => void)[];
  isStarted: boolean;
  mayHaveReadDamage: boolean;
}

export interface Boot {
  readonly stage: Stage;
  readonly storage: Storage;
  readonly oracle: Oracle;
  readonly id: number;
  /** Opened so that it may follow the owner of the shard. */
  readonly isStandby: boolean;
  readonly wrongDisk: { readonly kind: string; readonly medium: Medium } | undefined;
  readonly onHalt: (process: DeskProcess, fault: unknown) => void;
}

export function bootProcess(boot: Boot): DeskProcess {
  const { stage, storage, oracle, id, isStandby, wrongDisk, onHalt } = boot;
  const { scheduler, plan, trace } = stage;
  const { knobs } = plan;
  const machine = createMachine(stage, id);
  const wait = (ms: number) => machine.wait(ms);
  const steadyMs = () => scheduler.nowMs();
  let desk: RunningDesk | undefined;
  const halt = (fault: unknown) => desk?.halt(fault);
  let epoch = 0;
  const openTable = () =>
    openTableJournal(
      openVirtualTable({
        store: storage.journal,
        database: storage.database,
        machine,
        scheduler,
        leaseMs: knobs.leaseMs,
        onCommit: oracle.rowCommitted,
      }),
      {
        ...{ shard: SHARD, steadyMs, wait, onFenced: halt, leaseMs: knobs.leaseMs },
        onLease(lease) {
          epoch = lease?.epoch ?? 0;
        },
      },
    );
  const followed = isStandby ? openTable() : undefined;
  const journal =
    followed ??
    (plan.mode === 'file'
      ? openFileJournal(
          wrongDisk
            ? mountDisk(stage, machine, wrongDisk.medium)
            : mountDisk(stage, machine, storage.medium, storage.watch),
          SHARD,
          knobs.segmentBytes,
        )
      : openTable());
  const tables = openVirtualTables(
    stage,
    machine,
    storage.tables,
    plan.mode === 'table' ? storage.database : undefined,
  );
  let recovering = false;
  const onTransientError = (fault: unknown) => trace.note(`m${id} transient error: ${String(fault)}`);
  const shadow = createShadow({
    tables,
    journal,
    products: shadowParts.products,
    wait,
    onBroken: halt,
    onTransientError,
    limits: { ...knobs, patienceMs: knobs.shadowPatienceMs },
  });
  const pushedSeqs = new Map<number, number>();
  const followers: DeskProcess['followers'] = [];
  desk = createDesk({
    shard: SHARD,
    journal,
    tables,
    shadow,
    clock: () => millis(stage.clock().nowMs),
    steadyMs,
    wait,
    soon: () => machine.soon(),
    onDurable: (events) => {
      if (!machine.isAlive()) return;
      if (recovering) stage.reached('recovery in place');
      recovering = false;
      oracle.pushed(pushedSeqs, events);
      for (const follow of followers) follow(events);
    },
    onHalt: (fault) => onHalt(started, fault),
    onTransientError(fault) {
      recovering = true;
      onTransientError(fault);
    },
    limits: knobs,
    following: followed && { journal: followed, openView: openViews(stage, machine, storage) },
  });
  const started: DeskProcess = {
    machine,
    desk,
    shadow,
    background: openBackground(stage, storage, { machine, journal }),
    epoch: () => epoch,
    isOurs: () => journal.isOurs(),
    tables: storage.tables,
    wrongDisk: wrongDisk?.kind,
    followers,
    isStarted: false,
    mayHaveReadDamage: false,
  };
  return started;
}

/** The text of each book when it was last looked at and level with the journal. */
const lookedAt = new WeakMap<Book, string>();

/** The live book as it stands between two commands, and proof that deciding does not touch it (I-20). */
export async function inspect(
  process: DeskProcess,
  stage: Stage,
  oracle: Oracle,
): Promise<'COMPARED' | 'NOT NOW'> {
  const answer = await process.desk.inspect((book) => {
    // With events of the same batch before it, the book is ahead of what is durable and is compared another time.
    const isLevel = book.lastEvent === oracle.lastEvent();
    if (stage.isRepeat()) return isLevel ? 'COMPARED' : 'NOT NOW';
    const text = describeBook(book);
    const residents = new Set<number>(book.players.keys());
    // The same would be tried and compared again.
    const isSame = isLevel && lookedAt.get(book) === text;
    if (!isSame) {
      decideSome(book, stage);
      if (isLevel) oracle.tryOut(book);
      if (describeBook(book) !== text) stage.fail(new Violation('I-20', 'a decision changed the book'));
    }
    if (!isLevel) return 'NOT NOW';
    if (!isSame) {
      for (const product of simProducts)
        for (const [where, view] of product.views?.(book) ?? []) oracle.secretsHidden(view, where);
      oracle.secretsHidden(text, 'the description of the book');
      oracle.compareBook(text, 'the live book', residents);
      lookedAt.set(book, text);
    }
    const { rows, edited } = process.tables;
    // A check of the tables finds what was edited.
    if (edited !== undefined) return 'COMPARED';
    oracle.checkCold(residents, rows);
    const carried = digestText(book);
    let cold = 0n;
    for (const [id, { digest }] of rows.accounts) if (!residents.has(id)) cold += digest;
    if (weighBook(book, cold) !== carried)
      stage.fail(new Violation('I-45', 'the digest carried on by the events is not that of the book'));
    oracle.checkKeys(book.players, rows);
    if (!isSame) oracle.tryEdits(rows);
    return 'COMPARED';
  });
  return answer?.seen ?? 'NOT NOW';
}

/** Decisions that take no effect. */
function decideSome(book: Book, stage: Stage): void {
  const player = playerId(1 + (book.lastEvent % 7));
  const context = { now: book.lastAt, eventId: book.lastEvent + 1 };
  const [, known] = [...book.players][0] ?? [];
  const site = known?.site ?? (1 as NonNullable<typeof known>['site']);
  for (const kind of ['END_SESSIONS', 'BLOCK_ACCOUNT', 'UNBLOCK_ACCOUNT'] as const)
    decide(book, { kind, site, player }, context);
  for (const id of book.players.keys()) {
    const amount = 100_000_000n as never;
    const common = { site, player: id, wallet: 'BINARY', amount };
    decide(book, { kind: 'HOLD_FUNDS', purpose: 'probe', ...common }, context);
    decide(book, { kind: 'REFILL_PRACTICE', most: amount, ...common }, context);
  }
  for (const product of simProducts) product.probe(book, context, stage.plan.seed);
}
