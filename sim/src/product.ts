// What the simulator needs of a product beside the account. The core loops over the list in `products.ts` and names
// none.
import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { HistoryPart } from '@maru/server/shadow/audit-history';
import type { Cutoffs } from '@maru/server/shadow/cutoffs';
import type { RowChanges } from '@maru/server/shadow/rows';
import type { DeskProcess } from './desk-process.ts';
import type { Oracle } from './oracle.ts';
import type { Knobs, Plan } from './plan.ts';
import type { ProductGoal } from './products.ts';
import type { Stage } from './stage.ts';
import type { TableRows } from './table-rows.ts';
import type { Twin, TwinPlayer, TwinState } from './twin.ts';
import type { Leg, Moves } from './twin-legs.ts';
import type { Verdict } from './twin-rules.ts';

/** Commands without a key: each event must be the effect of one of them. */
export interface KeylessRequests {
  asks(command: AnyCommand): boolean;
  submitted(command: AnyCommand): void;
  refused(command: AnyCommand): void;
  makes(event: AnyEvent): boolean;
  tookEffect(event: AnyEvent, twin: Twin): void;
  /** The event was cut off again: its command may take effect once more. */
  undone(event: AnyEvent): void;
}

/** One player's phone, as far as a product needs it. */
export interface ProductClient {
  readonly stage: Stage;
  readonly oracle: Oracle;
  readonly player: number;
  session(): number;
  /** `stamp` adds what the server adds when it receives the command. */
  send(
    name: string,
    number: number,
    command: AnyCommand,
    stamp?: (command: AnyCommand, clockMs: number) => AnyCommand,
  ): void;
}

/** What something puts at stake, what was at stake before and is no longer, and what it brings. */
export interface Stake {
  readonly player: number;
  readonly wallet: string;
  readonly opened: bigint;
  readonly ended: bigint;
  readonly result: bigint;
}

/** A request of a player, perhaps sent twice. */
export interface ProductAsk<Command extends AnyCommand> {
  readonly command: Command;
  readonly twice: boolean;
  /** As the server submits it to the desk at this moment. */
  readonly stamp: (command: Command, clockMs: number) => Command;
}

/** Changes a row that `pick` draws; `load` makes a book of the rows. Undefined where there is none of its kind. */
export type TableEdit = (
  rows: TableRows,
  pick: <Item>(items: readonly Item[]) => Item | undefined,
  load: () => Book,
) => EditedRow | undefined;

export interface EditedRow {
  readonly what: string;
  /** Whose accounts were changed, where nothing else was. */
  readonly players?: readonly (number | undefined)[];
  /** Only what was written for this event was changed. */
  readonly event?: number;
  /** The account whose digest was made to fit: a desk that reads it accepts it until the next audit. */
  readonly forged?: number | undefined;
}

/** A transaction in which old rows go. It returns how many went, and may be repeated. */
export interface Deletion {
  readonly what: string;
  readonly work: (tables: TableRows) => number;
}

/** A line of a snapshot as it was read back. */
export interface SnapshotLine {
  readonly id: never;
  readonly player_id: number;
  readonly place: string;
  readonly row: never;
  readonly bets: never;
  readonly ticks: never;
}

export interface SimProduct<PlanPart extends object, TwinPart extends object, TablePart extends object> {
  /** How much of it a run has. Drawn with dice of its own, so that the rest of a seed stays what it was. */
  drawPlan(seed: number, players: number, knobs: Knobs): PlanPart;
  /** Has it this run for itself? Then the other products have no part in it, and players do little besides. */
  isAlone?(plan: PlanPart): boolean;
  /** For a run in which it has no part. */
  readonly noPlan: PlanPart;
  /** For a run without faults. */
  readonly calmPlan: PlanPart;
  /** A script of its own that `--every` crashes as well, without faults and without other products. */
  readonly ownScript?: {
    readonly what: string;
    readonly seed: number;
    readonly players: number;
    readonly plan: PlanPart;
    /** It crashes while one of these goes on, as the product's platform notes it, and around it. */
    readonly during: readonly string[];
  };
  ownsCommand(kind: AnyCommand['kind']): boolean;
  ownsEvent(kind: AnyEvent['kind']): boolean;

  /** The players' requests: of each kind its own number, at moments between 0 and 1. */
  readonly asks: {
    readonly name: string;
    count(plan: PlanPart): number;
    momentOf(seed: number, player: number, index: number): number;
    ask(client: ProductClient, name: string, index: number): void;
  };
  /** The platform's own part; what processes of one run share is made once. */
  createPlatform(): (stage: Stage, oracle: Oracle, process: DeskProcess) => Promise<void>;
  /** What must happen to it sometimes. */
  readonly goals: readonly ProductGoal[];
  createGoals(
    reached: (goal: ProductGoal) => void,
  ): (event: AnyEvent, epoch: number, state: TwinState) => void;
  createRequests(): KeylessRequests;
  /** Decisions that must leave the book as it is. */
  probe(book: Book, context: Context, seed: number): void;
  /** Tries out what never takes effect, on a book that is level with the twin. Throws a violation. */
  tryOut?(book: Book, twin: Twin, plan: Plan): void;
  /** What anybody may see of it, with a name for each. */
  views?(book: Book): Iterable<readonly [string, string]>;

  /** Its part of the shadow's tables, as plain maps with the constraints of the real ones. */
  readonly tables: {
    empty(): TablePart;
    write(tables: TableRows, changes: RowChanges): void;
    load(tables: TableRows, book: Book): void;
    check(tables: TableRows): void;
    /** May this purse be below zero while the tables show something as open? */
    isCovered?(tables: TableRows, purse: string): boolean;
    /** The house purse that an event of this kind pays from, by its purpose. */
    paidFrom?(kind: AnyEvent['kind']): string;
    /** Its own cutoffs at a mark. */
    cutoffs?(tables: TableRows, mark: { readonly event_id: number; readonly at_ms: number }): object;
    /** The rows that a snapshot retains, with the names of their tables. */
    snapshot(tables: TableRows, cutoffs: Cutoffs): Iterable<readonly [table: string, row: object]>;
    /** By the name of a table: puts a line of a snapshot back into it. */
    readonly restore: Readonly<Record<string, (tables: TableRows, line: SnapshotLine) => void>>;
    deletions?(cutoffs: Cutoffs): readonly Deletion[];
    /** Every row with the name of its table and its key, to compare two states of the tables. */
    rows(tables: TableRows): Iterable<readonly [table: string, key: unknown, row: unknown]>;
    /** Edits that may be made while nothing runs. */
    readonly edits: readonly TableEdit[];
    /** Rows that the auditor compares with the journal. */
    readonly audited?: {
      readonly edits: readonly TableEdit[];
      rows(tables: TableRows): Iterable<unknown>;
      check(tables: TableRows, part: HistoryPart): void;
    };
  };
  playersWithOpen(book: Book): Iterable<number>;

  emptyTwin(): TwinPart;
  judge(state: TwinState, player: TwinPlayer | undefined, command: AnyCommand, now: number): Verdict;
  /** A rule of it about the commands of other products, before they are asked: the refusal. */
  barsFirst?(state: TwinState, command: AnyCommand): Verdict | undefined;
  /** A rule of it about the commands of other products, which allow them: the refusal. */
  bars?(state: TwinState, command: AnyCommand, now: number): Verdict | undefined;
  /** The same about anything that puts money at stake, whose twin asks. */
  barsStake?(state: TwinState, stake: Stake, now: number): Verdict | undefined;
  /** Moments between which a decision cannot change. */
  turningPoints?(command: AnyCommand): readonly number[];
  /** Does the event do what the command asked, to the unit? */
  isMeant(event: AnyEvent, command: AnyCommand, twin: Twin): boolean;
  legs(state: TwinState, event: AnyEvent, player: number): readonly Leg[];
  change(state: TwinState, event: AnyEvent, player: number): void;
  /** What it keeps of any event, after its product has changed. */
  follow?(state: TwinState, event: AnyEvent): void;
  /** Other players whom an event of one player touches. */
  alsoTouched?(event: AnyEvent): readonly number[];
  /** Before anything changes: what it keeps of an event, its own or that of another product, follows from the rules. */
  checkNotes?(state: TwinState, event: AnyEvent): void;
  /** Undefined for an event of one player. Payments have marked their bets as paid when this returns. */
  platformMoves?(state: TwinState, event: AnyEvent): Moves | undefined;
  describe(state: TwinState): readonly string[];
  /** What waits of a wallet because of it. */
  lockedOf(state: TwinState, player: number, wallet: string): bigint;
  /** May this purse owe while something is open? */
  isCovered?(state: TwinState, purse: string): boolean;
  /** Whether something is open that this wallet pays for, where no money waits in it for that. */
  isOpenIn?(state: TwinState, player: number, wallet: string): boolean;
  hasOpen(state: TwinState, player: number): boolean;
  /** L-2: nothing waits for its end any more. */
  isSettled(state: TwinState, seed: number): boolean;
  checkHouse?(state: TwinState): void;
  /** I-41: nothing that may be seen shows what is still secret. */
  checkSecrets?(state: TwinState, text: string, where: string): void;
  checkPush?(event: AnyEvent): void;
}
