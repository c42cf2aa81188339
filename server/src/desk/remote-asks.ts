// Asks sent to a desk in another thread and not answered yet. Those made in one turn of the event loop are sent as
// one message.
import type { AnyEvent } from '@maru/engine/products';
import type { Outcome, ReadAnswer } from './desk.ts';
import type { Ask, Released } from './messages.ts';

interface Waiting {
  readonly since: number;
  /** The ask ends without an answer: it is unknown whether it happened, or what a read would have returned. */
  readonly giveUp: (refusal: 'TRY_AGAIN' | 'RESULT_UNKNOWN', id: number) => void;
}

/** Commands of one call share one, and are told apart by their numbers. */
interface WaitingCommand extends Waiting {
  readonly kind: 'command';
  readonly answer: (outcome: Outcome, id: number) => void;
}

interface WaitingRead extends Waiting {
  readonly kind: 'read';
  readonly answer: (read: ReadAnswer) => void;
}

interface WaitingList extends Waiting {
  readonly kind: 'caughtUp';
  readonly answer: (passed: boolean) => void;
}

type Asker = WaitingCommand | WaitingRead | WaitingList;

export interface RemoteLimits {
  /** Commands and reads that may be in progress; one more gets TRY_AGAIN. */
  readonly queue: number;
  /**
   * Longer than a caller waits at the desk itself: beyond it the desk's thread hangs, and the caller gets a refusal.
   */
  readonly patienceMs: number;
  /** At this many asks they are sent at once; fewer are sent after this time. */
  readonly gather: number;
  readonly gatherMs: number;
}

export const REMOTE_LIMITS: RemoteLimits = { queue: 10_000, patienceMs: 15_000, gather: 256, gatherMs: 2 };

export function createRemoteAsks(options: {
  readonly send: (asks: readonly Ask[]) => void;
  readonly steadyMs: () => number;
  readonly limits: RemoteLimits;
}) {
  const { send, steadyMs, limits } = options;
  /** By the number of the ask, oldest first. */
  const waiting = new Map<number, Asker>();
  let outbox: Ask[] = [];
  let gatheredSince = 0;

  function put(ask: Ask, asker: Asker): void {
    waiting.set(ask.id, asker);
    if (outbox.length === 0) {
      gatheredSince = asker.since;
      setImmediate(gather, 0);
    }
    outbox.push(ask);
  }

  /**
   * While every turn of the event loop brings more asks, they are gathered for a moment: larger batches cost less for
   * each caller. After a turn without a new ask they are sent, so no caller waits on a server that is not busy.
   */
  function gather(before: number): void {
    const count = outbox.length;
    if (count > before && count < limits.gather && steadyMs() - gatheredSince < limits.gatherMs)
      setImmediate(gather, count);
    else flush();
  }

  function flush(): void {
    if (outbox.length === 0) return;
    const asks = outbox;
    outbox = [];
    send(asks);
  }

  /** Undefined when it was answered already: no caller waits for it any more. */
  function removeAsker<Kind extends 'command' | 'read' | 'caughtUp'>(id: number, kind: Kind) {
    const asker = waiting.get(id);
    waiting.delete(id);
    return asker?.kind === kind ? (asker as Extract<typeof asker, { readonly kind: Kind }>) : undefined;
  }

  /** `known` has the events of the batches that the message releases. */
  function answerAll(message: Released, known: ReadonlyMap<number, AnyEvent>): void {
    const { answered } = message;
    for (let at = 0; at < answered.length; at += 2) {
      const id = answered[at] as number;
      const asker = removeAsker(id, 'command');
      const event = known.get(answered[at + 1] as number);
      if (event === undefined) asker?.giveUp('RESULT_UNKNOWN', id);
      else asker?.answer({ ok: true, event, repeated: false }, id);
    }
    for (const { id, refusal } of message.refused)
      removeAsker(id, 'command')?.answer({ ok: false, refusal }, id);
    for (const { id, event } of message.repeated)
      removeAsker(id, 'command')?.answer({ ok: true, event, repeated: true }, id);
    for (const { id, seen } of message.seen) removeAsker(id, 'read')?.answer({ seen });
    for (const id of message.away) removeAsker(id, 'read')?.answer(undefined);
    for (const { id, passed } of message.caughtUp) removeAsker(id, 'caughtUp')?.answer(passed);
  }

  function giveUpAll(refusal: 'TRY_AGAIN' | 'RESULT_UNKNOWN'): void {
    // Asks that were not sent have not happened.
    for (const { id } of outbox.splice(0)) {
      waiting.get(id)?.giveUp('TRY_AGAIN', id);
      waiting.delete(id);
    }
    for (const [id, asker] of waiting) asker.giveUp(refusal, id);
    waiting.clear();
  }

  /** The desk itself answers every caller in time; a thread that hangs does not. */
  function giveUpOverdue(): void {
    const latest = steadyMs() - limits.patienceMs;
    for (const [id, asker] of waiting) {
      if (asker.since > latest) return;
      waiting.delete(id);
      asker.giveUp('RESULT_UNKNOWN', id);
    }
  }

  return { put, flush, answerAll, giveUpAll, giveUpOverdue, count: () => waiting.size };
}
