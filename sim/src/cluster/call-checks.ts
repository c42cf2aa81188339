// What must hold of calls through gateways, whatever the bus does with their messages.
import type { Stage } from '../stage.ts';
import { guardedBy, Violation } from '../violation.ts';

export interface SimCall {
  readonly name: string;
  readonly isRepeatable: boolean;
  readonly begunAtMs: number;
  /** By epoch: how often a desk began with it. */
  readonly epochs: number[];
  tookEffect: boolean;
  /** The client was told that nothing was done. */
  isAway: boolean;
}

export type CallChecks = ReturnType<typeof createCallChecks>;

export function createCallChecks(stage: Stage) {
  const guarded = guardedBy(stage);
  /** When an answer of this epoch was passed on first. */
  const passedOnAt = new Map<number, number>();

  const nothingDone = ({ name }: SimCall) =>
    new Violation('I-97', `${name} took effect, and its client was told that nothing was done`);

  return {
    reached: guarded((call: SimCall, epoch: number) => {
      if (!call.isRepeatable && call.epochs.length > 0)
        throw new Violation('I-96', `${call.name} has no key and was done twice`);
      if (call.epochs.some((each) => each < epoch)) stage.reached('call sent again to the next owner');
      call.epochs.push(epoch);
    }),
    tookEffect: guarded((call: SimCall) => {
      call.tookEffect = true;
      if (call.isAway) throw nothingDone(call);
    }),
    toldAway: guarded((call: SimCall) => {
      call.isAway = true;
      if (call.tookEffect) throw nothingDone(call);
    }),
    /** `newest` is the newest epoch of which the gateway has heard. */
    passedOn: guarded((call: SimCall, epoch: number, newest: number) => {
      if (epoch < newest)
        throw new Violation(
          'I-98',
          `an answer of epoch ${epoch} is believed after one of ${newest} was heard`,
        );
      for (const [later, atMs] of passedOnAt)
        if (later > epoch && atMs < call.begunAtMs)
          throw new Violation(
            'I-98',
            `${call.name} was sent after an answer of epoch ${later}, and answered by epoch ${epoch}`,
          );
      if (!passedOnAt.has(epoch)) passedOnAt.set(epoch, stage.scheduler.nowMs());
    }),
    /** `last` is undefined after a gap was reported. */
    passedPush: guarded((player: number, seq: number, last: number | undefined) => {
      if (last !== undefined && seq !== last + 1)
        throw new Violation('I-99', `a gateway passes on push ${seq} of player ${player} after ${last}`);
    }),
  };
}
