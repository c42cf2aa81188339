// The desk process's end of the line: answers calls by what they say is to be done, and pushes what is durable to the
// gateways whose players it is about.
import { unpacked } from '@maru/engine/payment/written';
import type { Carrier } from '@maru/server/bus/carrier';
import { createDeskEnd, type DeskEnd } from '@maru/server/gateway/desk-end';
import { unpack } from '@maru/server/gateway/frames';
import type { MadeAnswer } from '@maru/server/gateway/made-request';
import type { DeskProcess } from '../desk-process.ts';
import { share, streams } from '../dice.ts';
import type { Stage } from '../stage.ts';
import { SHARD } from '../storage.ts';
import { Violation } from '../violation.ts';
import { type Member, type SimNetwork, timeOn } from './network.ts';

export interface DeskLine {
  readonly process: DeskProcess;
  readonly member: Member;
  readonly end: DeskEnd;
  /** Whether it was told who is connected to this gateway. */
  knows(gateway: string): boolean;
}

export function openDeskLine(options: {
  readonly stage: Stage;
  readonly network: SimNetwork;
  readonly process: DeskProcess;
  /** As the database says. */
  readonly ownerEpoch: () => number;
  /** Does what the call with this number asks for. */
  readonly route: (number: number, process: DeskProcess, answered: (answer: number) => void) => void;
}): DeskLine {
  const { stage, network, process, ownerEpoch, route } = options;
  const { plan, scheduler } = stage;
  const { machine } = process;
  const member = network.join(machine);
  const present = new Map<string, readonly number[]>();
  let answers = 0;

  /** An older owner sends nothing. */
  function watched(carrier: Carrier): Carrier {
    return {
      ...carrier,
      publish(subject, bytes) {
        if (subject.startsWith('maru.gateway.'))
          for (const { kind, head } of unpack(bytes)) {
            const [first, second] = head as readonly [number, number];
            const epoch = kind === 'PUSH' ? first : second;
            if (machine.isAlive() && epoch < ownerEpoch())
              stage.fail(new Violation('I-27', `a desk of epoch ${epoch} sends after ${ownerEpoch()} began`));
          }
        carrier.publish(subject, bytes);
      },
    };
  }

  const end = createDeskEnd({
    ...timeOn(machine, stage),
    carrier: watched(member.carrier),
    process: `d${machine.id}`,
    shard: SHARD,
    epoch: process.epoch,
    isOurs: process.isOurs,
    onFault: (fault) => stage.fail(new Violation('BUG', `desk end: ${String(fault)}`)),
  });

  end.serve({
    route({ url }, answered: (answer: MadeAnswer) => void) {
      route(Number(url), process, (answer) => {
        answers += 1;
        const draw = share(plan.seed, streams.latency, 33, machine.id, answers);
        scheduler.after(plan.cluster.line.replyMs * draw * draw, () =>
          machine.deliver(() => answered({ status: 200, headers: {}, body: Buffer.from(String(answer)) })),
        );
      });
    },
    async answer(question, gateway) {
      if (question.name !== 'present') return null;
      present.set(
        gateway,
        question.connections.map(({ connection }) => connection),
      );
      return { ended: [], reached: {} };
    },
    told: () => undefined,
    lost: (gateway) => void present.delete(gateway),
  });

  process.followers.push((events) => {
    for (const event of events)
      for (const { player, seq } of unpacked(event).steps)
        for (const [gateway, players] of present)
          if (players.includes(player))
            end.push(gateway, { name: 'push', player, queue: 'events', push: { seq } as never });
  });
  return { process, member, end, knows: (gateway) => present.has(gateway) };
}
