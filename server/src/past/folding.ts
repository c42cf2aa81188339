// Folds one history at a time: what the thread does, without the thread.
import { createHash } from 'node:crypto';
import { beginFold, type Fold, foldEvent, foldedAccount } from '@maru/engine/past/fold';
import type { AnyEvent } from '@maru/engine/products';
import type { Millis } from '@maru/engine/time';
import { readEvent } from '../desk/read-event.ts';
import { readAccountRows } from '../shadow/snapshot-account.ts';
import { createCheckpoints } from './checkpoints.ts';
import type { FoldAnswer, FoldedMoment, FoldQuestion } from './fold-messages.ts';

interface Run {
  fold: Fold;
  readonly origin: number;
  readonly instants: readonly Millis[];
  readonly moments: FoldedMoment[];
  digest: string;
  seq: number;
  event: number;
  at: Millis;
}

export function createFolding(): (question: FoldQuestion) => Promise<FoldAnswer> {
  const checkpoints = createCheckpoints();
  let run: Run | undefined;

  function begin({ player, origin, before, instants }: Extract<FoldQuestion, { kind: 'begin' }>): Run {
    const known = checkpoints.find({ player, origin }, before);
    return {
      origin,
      fold: known?.fold ?? beginFold(player),
      instants,
      moments: [],
      digest: known?.digest ?? '',
      seq: known?.seq ?? 0,
      event: known?.event ?? 0,
      at: known?.at ?? (0 as Millis),
    };
  }

  function describe(current: Run): void {
    const { seq, event, digest, fold } = current;
    current.moments.push({ seq, event, digest, account: foldedAccount(fold) });
  }

  function add(current: Run, body: string | AnyEvent): void {
    const event = typeof body === 'string' ? readEvent(body) : body;
    while (isBefore(current.instants[current.moments.length], event.at)) describe(current);
    foldEvent(current.fold, event);
    current.event = event.id;
    current.at = event.at;
    const [step] = event.steps;
    if (step === undefined || typeof body !== 'string') return;
    current.seq = step.seq;
    current.digest = createHash('sha256').update(`${current.digest}\n${body}`).digest('hex');
    keep(current);
  }

  const keep = (current: Run): void =>
    checkpoints.offer({ player: current.fold.player, origin: current.origin }, current);

  function answerTo(question: Exclude<FoldQuestion, { kind: 'snapshot' }>): FoldAnswer {
    if (question.kind === 'begin') run = begin(question);
    if (run === undefined) return { ok: false, message: 'no fold was begun' };
    switch (question.kind) {
      case 'begin':
        break;
      case 'base': {
        const { book, ...reached } = question.base;
        Object.assign(run, reached, { fold: beginFold(run.fold.player, book) });
        keep(run);
        break;
      }
      case 'events':
        for (const body of question.bodies) add(run, body);
        break;
      case 'end':
        while (run.moments.length < run.instants.length) describe(run);
        return { ok: true, moments: run.moments };
    }
    return { ok: true, reached: { seq: run.seq, event: run.event } };
  }

  return async (question) =>
    question.kind === 'snapshot'
      ? { ok: true, found: await readAccountRows(question.of, question.player) }
      : answerTo(question);
}

const isBefore = (instant: Millis | undefined, at: Millis): boolean => instant !== undefined && instant < at;
