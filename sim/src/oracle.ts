// Checks everything that leaves a process against what is durable, and everything durable against the rules.
import { unpacked } from '@maru/engine/payment/written';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { eventSeenBy } from '@maru/engine/view';
import { CLOCK_TOLERANCE_MS } from '@maru/server/desk/clock-check';
import type { Outcome } from '@maru/server/desk/desk';
import { encode } from '@maru/server/journal/record';
import { createBookChecks } from './book-checks.ts';
import { diceFor } from './dice.ts';
import { createFileReader, type DurableBatch, readBatch, type StoredRecord } from './durable-record.ts';
import { simProducts } from './products.ts';
import { createRequests, type Submission } from './requests.ts';
import type { Stage } from './stage.ts';
import type { TableRows } from './table-rows.ts';
import { tryEdits } from './tried-edits.ts';
import { checkLedger, createTwin, isAllSettled } from './twin.ts';
import { pursesOf, unitsIn } from './twin-legs.ts';
import { guardedBy, Violation } from './violation.ts';

const FULL_CHECK_EVENTS = 64;
const DAY_MS = 86_400_000;

export type Oracle = ReturnType<typeof createOracle>;

export function createOracle(stage: Stage) {
  const guarded = guardedBy(stage);
  const requests = createRequests(stage);
  const noteGoals = simProducts.map((product) => product.createGoals(stage.reached));
  const batches: DurableBatch[] = [];
  let texts: string[] = [];
  let events: AnyEvent[] = [];
  let twin = createTwin();
  let newestReleased = 0;
  const released = new Map<number, number>();
  const textsOf = new WeakMap<AnyEvent, string>();
  const firstAnswers = new Map<string, string>();

  const isYoung = (event: number): boolean => (events[event]?.at ?? 0) > twin.state.lastAt - DAY_MS;

  function accept(batch: DurableBatch): void {
    const last = batches.at(-1);
    if (batch.batch !== (last?.batch ?? 0) + 1 || batch.previous !== (last?.hash ?? ''))
      throw new Violation('I-05', `batch ${batch.batch} does not continue batch ${last?.batch ?? 0}`);
    if (batch.epoch < (last?.epoch ?? 0))
      throw new Violation('I-26', `batch ${batch.batch} of epoch ${batch.epoch} after epoch ${last?.epoch}`);
    if (batch.events.length > 0 && batch.epoch !== last?.epoch)
      throw new Violation('I-27', `batch ${batch.batch} has events of an epoch that was not recorded`);
    batches.push(batch);
    if (batch.events.length === 1 && stage.plan.knobs.batch > 1) stage.reached('batch of one');
    if (batch.events.length === stage.plan.knobs.batch && batch.events.length > 1)
      stage.reached('batch of the maximum');
    for (const event of batch.events) {
      requests.tookEffect(event, twin);
      for (const note of noteGoals) note(unpacked(event), batch.epoch, twin.state);
      follow(event);
      if (event.id % FULL_CHECK_EVENTS === 0 && !stage.isRepeat()) checkLedger(twin.state);
    }
  }

  function follow(event: AnyEvent): void {
    twin.follow(unpacked(event));
    texts[event.id] = encode(event);
    events[event.id] = event;
  }

  /** Durable lines were cut. None of their events may have been released. */
  function cut(lastLeft: number): void {
    while ((batches.at(-1)?.batch ?? 0) > lastLeft) {
      for (const event of batches.pop()?.events ?? []) {
        if (event.id <= newestReleased && requests.wasReleased(event.id))
          throw new Violation('I-16', `event ${event.id} was answered and is cut off the journal`);
        requests.undone(event);
      }
    }
    twin = createTwin();
    texts = [];
    events = [];
    for (const batch of batches) for (const event of batch.events) follow(event);
  }

  /** Answers and pushes are mostly of one event; it does not change any more. */
  function textOf(event: AnyEvent): string {
    const known = textsOf.get(event) ?? encode(event);
    textsOf.set(event, known);
    return known;
  }

  /** A repeat gets the event of two players as its asker sees it: from the asker's own history. */
  function isSeenOf(event: AnyEvent, asker: PlayerId | undefined): boolean {
    const whole = events[event.id];
    if (asker === undefined || whole === undefined || whole.steps.length < 2) return false;
    return encode(eventSeenBy(whole, asker)) === textOf(event);
  }

  function mustBeDurable(event: AnyEvent, what: string, asker?: PlayerId): void {
    if (texts[event.id] !== textOf(event) && !isSeenOf(event, asker))
      throw new Violation('I-15', `${what} of event ${event.id} (${event.kind}) left before it was durable`);
    newestReleased = Math.max(newestReleased, event.id);
    requests.release(event.id);
    for (const { player, seq } of unpacked(event).steps)
      released.set(player, Math.max(released.get(player) ?? 0, seq));
  }

  function answered(submission: Submission, outcome: Outcome): void {
    const { command } = submission;
    const { nowMs, steps } = stage.clock();
    if (!outcome.ok && outcome.refusal === 'TRY_AGAIN' && twin.state.lastAt > nowMs + CLOCK_TOLERANCE_MS)
      stage.reached('refused while the clock is behind');
    if (outcome.ok) {
      // With no step of the clock in between it was decided between its submission and now.
      const isDecidedNow = !outcome.repeated && submission.clockSteps === steps;
      if (isDecidedNow && outcome.event.at > nowMs + CLOCK_TOLERANCE_MS)
        throw new Violation('I-10', `event ${outcome.event.id} was decided at a time that has not come`);
      mustBeDurable(outcome.event, 'an answer', command.player);
      requests.succeeded(submission, outcome.event);
      if (command.key === undefined) return;
      const name = `${command.player} ${command.key.key} ${outcome.event.id}`;
      const text = textOf(eventSeenBy(outcome.event, command.player));
      const first = firstAnswers.get(name) ?? text;
      if (first !== text)
        throw new Violation('I-18', `the key of event ${outcome.event.id} got another answer`);
      firstAnswers.set(name, text);
      return;
    }
    requests.refused(submission, outcome.refusal, twin, stage.clock());
  }

  return {
    /** File mode: the medium's bytes of a file are now these. */
    fileChanged: guarded(createFileReader({ batch: accept, cut })),
    /** Table mode: a row was committed. */
    rowCommitted: guarded((row: StoredRecord) => accept(readBatch(row))),
    submitted: (command: AnyCommand): Submission =>
      requests.submitted(command, twin.state.lastEvent, stage.clock()),
    answered: guarded(answered),
    pushed: guarded((seqs: Map<number, number>, pushed: readonly AnyEvent[]) => {
      for (const event of pushed) {
        mustBeDurable(event, 'a push');
        for (const product of simProducts) product.checkPush?.(event);
        for (const { player, seq } of unpacked(event).steps) {
          const last = seqs.get(player);
          if (last !== undefined && seq !== last + 1)
            throw new Violation('I-23', `player ${player} is pushed ${seq} after ${last}`);
          seqs.set(player, seq);
        }
      }
    }),
    /** The newest sequence released for this player: a read that begins later must show at least this. */
    knownSeq: (player: number) => released.get(player) ?? 0,
    ...createBookChecks({ stage, twin: () => twin, isYoung }),
    isSettled: () => isAllSettled(twin.state, stage.plan.seed),
    /** I-41: what may be seen shows nothing that is still secret. */
    secretsHidden: guarded((text: string, where: string) => {
      for (const product of simProducts) product.checkSecrets?.(twin.state, text, where);
    }),
    tryEdits: guarded((rows: TableRows) => {
      const { seed, trials } = stage.plan;
      if (trials > 0) tryEdits(rows, diceFor(seed, 'faults', 48_000_000 + twin.state.lastEvent));
    }),
    fullCheck: guarded(() => checkLedger(twin.state)),
    /** Every event in the journal, in order. */
    events: () => events.filter((event) => event !== undefined),
    lastEvent: () => twin.state.lastEvent,
    newestReleased: () => newestReleased,
    /** Of every batch, from the first. */
    hashes: () => batches.map(({ hash }) => hash),
    /** The batch of an event; beyond all of them when it is none. */
    batchOf: (event: number | undefined) =>
      batches.find(({ events: some }) => some.some(({ id }) => id === event))?.batch ?? Infinity,
    holdsOf: (player: number) =>
      [...twin.state.holds].filter(([, hold]) => hold.player === player).map(([id]) => id),
    /** The state by the journal so far. */
    state: () => twin.state,
    lastAt: () => twin.state.lastAt,
    freeOf: (player: number, wallet: string) => unitsIn(twin.state, pursesOf(player, wallet).free),
    sessionOf: (player: number) => twin.state.players.get(player)?.version,
    describe: () => twin.describe(),
  };
}
