// The desk's end of the messages: asks enter the desk as they arrive, and what is released together is one message.
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { SealedBatch } from '../journal/record.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { AnyBookRead } from './book-read.ts';
import type { CommandAsk, RunningDesk } from './create-desk.ts';
import type { Outcome, ReadAnswer } from './desk.ts';
import type { Ask, DeskReport, FromDesk, Released } from './messages.ts';

export interface DeskOutbox {
  /** To be passed to the desk as `onDurable`. */
  durable(events: readonly AnyEvent[], batch: Pick<SealedBatch, 'body'>): void;
  answer(id: number, outcome: Outcome): void;
  saw(id: number, read: ReadAnswer): void;
  caughtUp(id: number, passed: boolean): void;
  /** Sends what is gathered, before any other message. */
  flush(): void;
}

const nothing = (): Released => ({
  kind: 'released',
  bodies: [],
  answered: [],
  refused: [],
  repeated: [],
  seen: [],
  away: [],
  caughtUp: [],
});

export function createOutbox(send: (message: FromDesk) => void): DeskOutbox {
  let gathered: Released | undefined;

  function flush(): void {
    if (gathered === undefined) return;
    const message = gathered;
    gathered = undefined;
    send(message);
  }

  /** The desk releases a batch and all of its answers synchronously, so one message has all of it. */
  function gather(): Released {
    if (gathered === undefined) {
      gathered = nothing();
      queueMicrotask(flush);
    }
    return gathered;
  }

  return {
    durable(_events, { body }) {
      gather().bodies.push(body);
    },
    answer(id, outcome) {
      if (!outcome.ok) gather().refused.push({ id, refusal: outcome.refusal });
      else if (outcome.repeated) gather().repeated.push({ id, event: outcome.event });
      else gather().answered.push(id, outcome.event.id);
    },
    saw(id, read) {
      if (read === undefined) gather().away.push(id);
      else gather().seen.push({ id, seen: read.seen });
    },
    caughtUp(id, passed) {
      gather().caughtUp.push({ id, passed });
    },
    flush,
  };
}

/** Puts the asks of a message into the desk. */
export function serveAsks(
  {
    desk,
    shadow,
  }: { readonly desk: Pick<RunningDesk, 'ask' | 'read' | 'caughtUp'>; readonly shadow: Shadow },
  reads: readonly AnyBookRead[],
  outbox: DeskOutbox,
): (asks: readonly Ask[]) => void {
  const byName = new Map(reads.map((read) => [read.name, read]));
  const passed = (player: PlayerId | undefined): Promise<boolean> =>
    player === undefined ? shadow.passed(shadow.mark().batch + shadow.behind()) : desk.caughtUp(player);
  return (asks) => {
    /** Commands that were submitted in one call follow each other and enter together. */
    let group: CommandAsk[] = [];
    let together: number | undefined;
    const enter = (): void => {
      if (group.length === 0) return;
      desk.ask(group);
      group = [];
    };
    for (const ask of asks) {
      const { id } = ask;
      const isTogether = ask.kind === 'command' && ask.together !== undefined && ask.together === together;
      if (!isTogether) enter();
      switch (ask.kind) {
        case 'command':
          together = ask.together;
          group.push({
            command: ask.command,
            answer: (outcome) => outbox.answer(id, outcome),
            isPatient: ask.isPatient === true,
          });
          break;
        case 'read': {
          const read = byName.get(ask.name);
          if (read === undefined) throw new Error(`there is no read with the name ${ask.name}`);
          void desk.read(read, ask.args as never).then((seen) => outbox.saw(id, seen));
          break;
        }
        case 'caughtUp':
          void passed(ask.player).then(
            (isPassed) => outbox.caughtUp(id, isPassed),
            () => outbox.caughtUp(id, false),
          );
          break;
      }
    }
    enter();
  };
}

/** Sends a report of the desk if it differs from the last one sent. */
export function createReporting(
  currentReport: () => DeskReport,
  send: (message: FromDesk) => void,
): () => void {
  let sent = '';
  return () => {
    const report = currentReport();
    const text = JSON.stringify(report);
    if (text === sent) return;
    sent = text;
    send({ kind: 'report', report });
  };
}
