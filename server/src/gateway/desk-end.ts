// The desk process's end of the line: answers the calls that gateways forward, with the same code as if they had come
// over a socket, and tells ten times a second that it owns its shard.
import type { Carrier } from '../bus/carrier.ts';
import { createJoining, createOutbox, type Outbox } from './frames.ts';
import type { MadeAnswer, MadeCall } from './made-request.ts';
import {
  type AskHead,
  BEAT_MS,
  type Beat,
  beatSubject,
  type CallHead,
  type ProcessName,
  type Pushed,
  type Question,
  senderOf,
  type Told,
  toGateway,
} from './messages.ts';
import { createOnceMemory, type OnceMemory } from './once-memory.ts';

export interface DeskEnd {
  /** From now on calls are answered. */
  serve(answering: Answering): void;
  push(gateway: ProcessName, pushed: Pushed): void;
  /** To every gateway that was heard lately. */
  pushAll(pushed: Pushed): void;
  /** What gateways know of the sites has changed. */
  changeAbout(): void;
  aboutVersion(): number;
  /** Takes nothing new, and resolves when everything that was taken is answered, or the time is over. */
  leave(withinMs: number): Promise<void>;
  close(): void;
}

export interface Answering {
  route(call: MadeCall, answered: (answer: MadeAnswer) => void): void;
  answer(question: Question, gateway: ProcessName): Promise<unknown>;
  told(told: Told, gateway: ProcessName): void;
  /** A gateway was not heard for so long that its connections are gone. */
  lost(gateway: ProcessName): void;
}

export interface DeskEndOptions {
  readonly carrier: Carrier;
  readonly process: ProcessName;
  readonly shard: number;
  readonly epoch: () => number;
  /** Whether nobody else can own the shard: asked just before anything is sent. */
  readonly isOurs: () => boolean;
  readonly clock: () => number;
  readonly steadyMs: () => number;
  readonly soon: (call: () => void) => void;
  readonly every: (ms: number, call: () => void) => () => void;
  readonly onFault: (fault: unknown) => void;
}

/** Clocks of machines differ by less. */
const CLOCKS_DIFFER_MS = 2_000;
/** A gateway says something every two seconds. */
const LOST_AFTER_MS = 15_000;

interface Gateway {
  readonly outbox: Outbox;
  readonly once: OnceMemory;
  /** Calls that were taken and are not answered: a desk with much to do must not get more of it by repeats. */
  readonly underWay: Set<number>;
  pushed: number;
  heardAt: number;
  isLost: boolean;
}

export function createDeskEnd(options: DeskEndOptions): DeskEnd {
  const { carrier, process, shard, epoch, isOurs, clock, steadyMs, soon, onFault } = options;
  const gateways = new Map<ProcessName, Gateway>();
  const join = createJoining();
  let answering: Answering | undefined;
  let [about, connections, underWay] = [1, 0, 0];
  let isLeaving = false;
  let drained: (() => void) | undefined;

  function gatewayOf(name: ProcessName): Gateway {
    let known = gateways.get(name);
    if (known === undefined) {
      const publish = (message: Uint8Array) => {
        // Stopped meanwhile, and another may have answered: what this process knows may be outdated.
        if (isOurs()) carrier.publish(toGateway(name, process), message);
      };
      const outbox = createOutbox(publish, soon);
      known = {
        ...{ outbox, once: createOnceMemory(outbox), underWay: new Set() },
        ...{ pushed: 0, heardAt: steadyMs(), isLost: false },
      };
      gateways.set(name, known);
    }
    return known;
  }

  const isOver = (sentAt: number, patienceMs: number): boolean =>
    clock() - sentAt > patienceMs + CLOCKS_DIFFER_MS;

  function begin(): () => void {
    underWay += 1;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      underWay -= 1;
      if (underWay === 0) drained?.();
    };
  }

  function call(gateway: Gateway, head: CallHead, body: Uint8Array): void {
    const [id, method, url, headers, address, sentAt, patienceMs, once] = head;
    // First of all: what was taken before must not be given back when its message comes once more.
    if (isOver(sentAt, patienceMs) || gateway.underWay.has(id)) return;
    if (once === 1 && !gateway.once.isNew(id)) return;
    if (answering === undefined || isLeaving) {
      gateway.once.answer(id, { kind: 'ANSWER', head: [id, epoch()], body: EMPTY });
      return;
    }
    const done = begin();
    gateway.underWay.add(id);
    answering.route({ method, url, headers, address, body }, (answered) => {
      gateway.underWay.delete(id);
      const { status, headers: sent } = answered;
      gateway.once.answer(id, { kind: 'ANSWER', head: [id, epoch(), status, sent], body: answered.body });
      done();
    });
  }

  function ask(gateway: Gateway, name: ProcessName, [id, sentAt, patienceMs, question]: AskHead): void {
    if (answering === undefined || isOver(sentAt, patienceMs)) return;
    const done = begin();
    answering
      .answer(question, name)
      .then(
        (value) => gateway.outbox.send({ kind: 'REPLY', head: [id, epoch(), value ?? null], body: EMPTY }),
        (fault: unknown) => {
          onFault(fault);
          gateway.outbox.send({ kind: 'REPLY', head: [id, epoch()], body: EMPTY });
        },
      )
      .finally(done);
  }

  function receive(message: Uint8Array, subject: string): void {
    try {
      const name = senderOf(subject);
      const gateway = gatewayOf(name);
      gateway.heardAt = steadyMs();
      if (gateway.isLost) {
        gateway.isLost = false;
        // A number is left out: what was not sent meanwhile is missing there.
        gateway.pushed += 1;
        push(name, { name: 'again' });
      }
      for (const { kind, head, body } of join(name, message)) {
        if (kind === 'CALL') call(gateway, head as CallHead, body);
        else if (kind === 'ASK') ask(gateway, name, head as AskHead);
        else if (kind === 'TELL') answering?.told(head as Told, name);
      }
    } catch (fault) {
      onFault(fault);
    }
  }

  function beat(): void {
    if (answering === undefined || !isOurs()) return;
    const beat: Beat = { shard, process, epoch: epoch(), isLeaving, about, connections };
    carrier.publish(beatSubject(shard), Buffer.from(JSON.stringify(beat)));
    for (const [name, gateway] of gateways) {
      if (gateway.isLost || steadyMs() - gateway.heardAt < LOST_AFTER_MS) continue;
      // Its number goes on, so the entry stays: a process name and a number for each gateway that was ever started.
      gateway.isLost = true;
      gateway.once.forget();
      answering.lost(name);
    }
  }

  function push(name: ProcessName, pushed: Pushed): void {
    const gateway = gateways.get(name);
    if (gateway === undefined || gateway.isLost) return;
    gateway.pushed += 1;
    gateway.outbox.send({ kind: 'PUSH', head: [epoch(), gateway.pushed, pushed], body: EMPTY });
  }

  const endings = [
    carrier.listen(`maru.desk.${process}.*`, receive),
    carrier.onConnection((isConnected) => {
      if (isConnected) connections += 1;
    }),
    options.every(BEAT_MS, beat),
  ];

  return {
    serve(to) {
      answering = to;
      beat();
    },
    push,
    pushAll(pushed) {
      for (const name of gateways.keys()) push(name, pushed);
    },
    changeAbout() {
      about += 1;
    },
    aboutVersion: () => about,
    async leave(withinMs) {
      isLeaving = true;
      beat();
      if (underWay > 0) {
        const over = Promise.withResolvers<void>();
        drained = over.resolve;
        const end = options.every(withinMs, over.resolve);
        await over.promise;
        end();
      }
      for (const { outbox } of gateways.values()) outbox.flush();
    },
    close() {
      for (const end of endings) end();
    },
  };
}

const EMPTY = new Uint8Array(0);
