// The gateways of a run and the desks' ends of their lines: what clients ask is done by whichever desk the call reaches.
import type { Outcome } from '@maru/server/desk/desk';
import type { DeskProcess } from '../desk-process.ts';
import { share } from '../dice.ts';
import type { Stage } from '../stage.ts';
import { createCallChecks, type SimCall } from './call-checks.ts';
import { type DeskLine, openDeskLine } from './desk-line.ts';
import { openGateway, type SimGateway } from './gateway.ts';
import { createSimNetwork } from './network.ts';

export interface Gateways {
  /** The process owns the shard and answers calls. */
  serve(process: DeskProcess): void;
  call(asked: AskedCall): void;
  /** Takes a member off the bus for a while. */
  cut(draw: number): void;
  kill(draw: number): void;
  /** Resolves when the process has answered everything that it took. */
  leave(machine: number): Promise<void>;
  /** The newest owner knows who is connected to every gateway. */
  isSettled(): boolean;
}

export interface AskedCall {
  readonly name: string;
  readonly player: number;
  readonly isRepeatable: boolean;
  readonly run: (process: DeskProcess, answered: (answer: unknown) => void) => void;
  readonly answered: (answer: unknown) => void;
}

/** What became of a command whose call had no answer. */
const REFUSALS = {
  AWAY: { ok: false, refusal: 'TRY_AGAIN' },
  UNKNOWN: { ok: false, refusal: 'RESULT_UNKNOWN' },
} as const satisfies Record<string, Outcome>;

const BACK_MS = 400;
const LEAVE_WITHIN_MS = 2_000;

export function createGateways(stage: Stage, ownerEpoch: () => number): Gateways {
  const { plan, scheduler, trace } = stage;
  const network = createSimNetwork(stage);
  const checks = createCallChecks(stage);
  const calls: (AskedCall & SimCall)[] = [];
  const answers: unknown[] = [];
  const lines: DeskLine[] = [];
  const running: (SimGateway | undefined)[] = [];
  let started = 0;

  const placeOf = (player: number) => player % plan.cluster.gateways;

  function start(place: number): void {
    started += 1;
    const players = Array.from({ length: plan.players }, (_, index) => index + 1).filter(
      (player) => placeOf(player) === place,
    );
    running[place] = openGateway({ stage, network, checks, id: started, players });
  }

  for (let place = 0; place < plan.cluster.gateways; place += 1) start(place);

  function route(number: number, process: DeskProcess, answered: (answer: number) => void): void {
    const call = calls[number];
    if (call === undefined) return;
    checks.reached(call, process.epoch());
    call.run(process, (answer) => {
      const outcome = answer as Partial<Outcome> | undefined;
      if (outcome?.ok === true && !outcome.repeated) checks.tookEffect(call);
      answers.push(answer);
      answered(answers.length - 1);
    });
  }

  return {
    serve(process) {
      lines.push(openDeskLine({ stage, network, process, ownerEpoch, route }));
    },
    call(asked) {
      const gateway = running[placeOf(asked.player)];
      if (gateway === undefined) return;
      const call = {
        ...asked,
        ...{ begunAtMs: scheduler.nowMs(), epochs: [], tookEffect: false, isAway: false },
      };
      calls.push(call);
      gateway.call(calls.length - 1, call, (answer) =>
        asked.answered(typeof answer === 'number' ? answers[answer] : REFUSALS[answer]),
      );
    },
    cut(draw) {
      const members = [
        ...lines.map(({ member }) => member).slice(-1),
        ...running.map((each) => each?.member),
      ];
      const member = members[Math.floor(share(draw, 5) * members.length)];
      const ms = 30 + 3_000 * share(draw, 6) ** 2;
      trace.note(`a member is off the bus for ${Math.floor(ms)} ms`);
      member?.cut(ms);
    },
    kill(draw) {
      const place = Math.floor(share(draw, 5) * running.length);
      running[place]?.kill();
      running[place] = undefined;
      trace.note(`gateway ${place} dies`);
      scheduler.after(BACK_MS * share(draw, 6), () => {
        if (running[place] === undefined) start(place);
      });
    },
    isSettled: () => running.every((each) => each !== undefined && lines.at(-1)?.knows(each.name) === true),
    async leave(machine) {
      await lines.findLast(({ process }) => process.machine.id === machine)?.end.leave(LEAVE_WITHIN_MS);
    },
  };
}
