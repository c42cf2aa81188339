// One gateway: the real line to the desks, with calls whose body is the number of what they do, and the pushes of the
// players who are connected to it.
import type { Carrier } from '@maru/server/bus/carrier';
import { unpack } from '@maru/server/gateway/frames';
import { createLine, type Line } from '@maru/server/gateway/line';
import { type AnswerHead, OWNER_HEADER, type Pushed } from '@maru/server/gateway/messages';
import { createMachine, type Machine } from '../machine.ts';
import type { Stage } from '../stage.ts';
import { SHARD } from '../storage.ts';
import { Violation } from '../violation.ts';
import type { CallChecks, SimCall } from './call-checks.ts';
import { type Member, type SimNetwork, timeOn } from './network.ts';

export interface SimGateway {
  readonly name: string;
  readonly machine: Machine;
  readonly member: Member;
  /** The number of the answer; undefined never: a gateway that dies says nothing. */
  call(number: number, call: SimCall, answered: (answer: number | 'AWAY' | 'UNKNOWN') => void): void;
  kill(): void;
}

export interface GatewayOptions {
  readonly stage: Stage;
  readonly network: SimNetwork;
  readonly checks: CallChecks;
  /** Of all gateways that were ever started. */
  readonly id: number;
  readonly players: readonly number[];
}

/** Machines of desk processes are numbered below. */
const FIRST_MACHINE = 1_000;
const PRESENT_AGAIN_MS = 100;

export function openGateway({ stage, network, checks, id, players }: GatewayOptions): SimGateway {
  const name = `g${id}`;
  const machine = createMachine(stage, FIRST_MACHINE + id);
  const member = network.join(machine);
  const time = timeOn(machine, stage);
  const lastPush = new Map<number, number>();
  const afterGap = new Map<number, number>();
  let newestEpoch = 0;
  let mustTell = true;

  function pushed(what: Pushed | 'GAP'): void {
    if (what === 'GAP') {
      for (const [player, seq] of lastPush) afterGap.set(player, seq);
      lastPush.clear();
      mustTell = true;
      return;
    }
    if (what.name !== 'push') return;
    const { seq = 0 } = what.push;
    if (seq > (afterGap.get(what.player) ?? seq) + 1) stage.reached('gap of pushes noticed');
    afterGap.delete(what.player);
    checks.passedPush(what.player, seq, lastPush.get(what.player));
    lastPush.set(what.player, seq);
  }

  /** What the line does with an answer does not show outside. */
  function watched(carrier: Carrier): Carrier {
    const note = (message: Uint8Array): void => {
      for (const { kind, head } of unpack(message)) {
        if (kind !== 'ANSWER') continue;
        const [, epoch, status] = head as AnswerHead;
        if (epoch < newestEpoch) stage.reached('answer of an old epoch ignored');
        else if (status === undefined) stage.reached('call given back by a leaving desk');
      }
    };
    return {
      ...carrier,
      listen: (pattern, receive) =>
        carrier.listen(pattern, (message, subject) => {
          if (pattern.startsWith('maru.gateway.')) note(message);
          receive(message, subject);
        }),
    };
  }

  const line: Line = createLine({
    ...time,
    carrier: watched(member.carrier),
    gateway: name,
    onPushed: (_shard, what) => pushed(what),
    onBeat({ epoch }) {
      newestEpoch = Math.max(newestEpoch, epoch);
    },
    onFault: (fault) => stage.fail(new Violation('BUG', `gateway: ${String(fault)}`)),
    limits: stage.plan.cluster.line,
  });

  time.every(PRESENT_AGAIN_MS, () => {
    if (!mustTell) return;
    mustTell = false;
    const connections = players.map((player) => ({
      connection: player,
      principal: player,
      followsTicks: false,
    }));
    void line.ask(SHARD, { name: 'present', connections }).then((answer) => {
      if (answer === undefined) mustTell = true;
    });
  });

  return {
    name,
    machine,
    member,
    call(number, call, answered) {
      const request = { method: 'POST', url: String(number), headers: {}, address: '', body: NOTHING };
      void line.call(SHARD, { ...request, isRepeatable: call.isRepeatable }).then((called) => {
        if (!machine.isAlive()) return;
        stage.trace.note(`${name} ${call.name} ${typeof called === 'object' ? 'answered' : called}`);
        if (called === 'AWAY') checks.toldAway(call);
        if (typeof called !== 'object') return answered(called);
        checks.passedOn(call, Number(called.headers[OWNER_HEADER]?.split('.')[1]), newestEpoch);
        answered(Number(Buffer.from(called.body).toString()));
      });
    },
    kill() {
      machine.kill();
      member.leave();
    },
  };
}

const NOTHING = new Uint8Array(0);
