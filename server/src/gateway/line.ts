// The gateway's end of the line to the desks: each call is sent to the owner of its shard, again to the next owner where
// it may be repeated, and answered once.
import type { Carrier } from '../bus/carrier.ts';
import { createJoining, createOutbox, type Frame, type Outbox } from './frames.ts';
import {
  type AnswerHead,
  type Beat,
  EVERY_BEAT,
  HERE_MS,
  type Headers,
  OWNER_HEADER,
  type ProcessName,
  type PushHead,
  type Question,
  type ReplyHead,
  senderOf,
  type Told,
  toDesk,
} from './messages.ts';

export interface CallRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly address: string;
  readonly body: Uint8Array;
  /** Whether a second arrival changes nothing: of a read, or of a write with an idempotency key. */
  readonly isRepeatable: boolean;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** `AWAY`: nothing was done. `UNKNOWN`: it may have been. */
export type Called = CallAnswer | 'AWAY' | 'UNKNOWN';

export interface Line {
  call(shard: number, request: CallRequest): Promise<Called>;
  /** Undefined when nobody answered in time. */
  ask(shard: number, question: Question): Promise<unknown>;
  tell(shard: number, told: Told): void;
  /** Whether the shard has an owner that was heard lately. */
  isOwned(shard: number): boolean;
  readonly waiting: () => number;
  close(): void;
}

export interface LineOptions {
  readonly carrier: Carrier;
  readonly gateway: ProcessName;
  readonly clock: () => number;
  readonly steadyMs: () => number;
  /** Calls once the turn of the event loop is over. */
  readonly soon: (call: () => void) => void;
  readonly every: (ms: number, call: () => void) => () => void;
  /** A push of the owner, or `GAP` when some may be missing: a new owner, a lost message. */
  readonly onPushed: (shard: number, pushed: PushHead[2] | 'GAP') => void;
  /** A beat of the owner, after it was noted. */
  readonly onBeat: (beat: Beat) => void;
  readonly onFault: (fault: unknown) => void;
  readonly limits?: Partial<Record<keyof typeof LIMITS, number>>;
}

const LIMITS = {
  /** Calls that wait for an answer or an owner. */
  most: 8_192,
  patienceMs: 10_000,
  /** An owner that was not heard for as long is not sent anything new. */
  silentMs: 500,
  /** A call is sent again after this time without an answer, one that may not be repeated to the same owner only. */
  againMs: 1_500,
} as const;

interface Waiting {
  readonly shard: number;
  readonly id: number;
  readonly frame: (now: number) => Frame;
  readonly isRepeatable: boolean;
  readonly since: number;
  /** Epoch of the owner it was sent to. */
  sentTo: number | undefined;
  /** It was sent and may be repeated: a desk that gives back one of its messages does not speak for the others. */
  isDoubtful: boolean;
  sentAt: number;
  settle(answered: Called | { readonly value: unknown }): void;
}

type Begun = Omit<Waiting, 'id' | 'since' | 'sentTo' | 'sentAt' | 'isDoubtful'>;

interface Owner {
  beat: Beat;
  heardAt: number;
  readonly outbox: Outbox;
  /** The number of the last push. */
  pushed: number;
}

export function createLine(options: LineOptions): Line {
  const { carrier, gateway, clock, steadyMs, soon, onPushed, onBeat, onFault } = options;
  const limits = { ...LIMITS, ...options.limits };
  const owners = new Map<number, Owner>();
  const waiting = new Map<number, Waiting>();
  const join = createJoining();
  let count = 0;

  const outboxTo = (process: ProcessName): Outbox =>
    createOutbox((message) => carrier.publish(toDesk(process, gateway), message), soon);

  const takesCalls = (owner: Owner | undefined): owner is Owner =>
    owner !== undefined && !owner.beat.isLeaving && steadyMs() - owner.heardAt < limits.silentMs;

  function send(each: Waiting): void {
    const owner = owners.get(each.shard);
    if (!takesCalls(owner) || !carrier.isConnected()) return;
    each.isDoubtful = each.isRepeatable;
    each.sentTo = owner.beat.epoch;
    each.sentAt = steadyMs();
    owner.outbox.send(each.frame(clock()));
  }

  function settle(each: Waiting, answered: Parameters<Waiting['settle']>[0]): void {
    if (waiting.delete(each.id)) each.settle(answered);
  }

  const giveUp = (each: Waiting): void =>
    settle(each, each.sentTo === undefined && !each.isDoubtful ? 'AWAY' : 'UNKNOWN');

  /** What the owner of an earlier epoch was sent is repeated, or nobody will ever know. */
  function changeOwner(shard: number): void {
    for (const each of [...waiting.values()]) {
      if (each.shard !== shard) continue;
      if (each.sentTo !== undefined && !each.isRepeatable) settle(each, 'UNKNOWN');
      else send(each);
    }
    onPushed(shard, 'GAP');
  }

  function heard(beat: Beat): void {
    const known = owners.get(beat.shard);
    if (known !== undefined && beat.epoch < known.beat.epoch) return;
    if (known === undefined || beat.epoch > known.beat.epoch) {
      owners.set(beat.shard, {
        beat,
        heardAt: steadyMs(),
        outbox: outboxTo(beat.process),
        pushed: 0,
      });
      changeOwner(beat.shard);
    } else {
      const took = takesCalls(known);
      const isReconnected = beat.connections !== known.beat.connections;
      known.beat = beat;
      known.heardAt = steadyMs();
      if (isReconnected) repeat(beat.shard);
      else if (!took) sendUnsent(beat.shard);
    }
    onBeat(beat);
  }

  /** The owner that has it knows whether it was done, and answers once more. */
  const mayAskAgain = ({ shard, isRepeatable, sentTo }: Waiting): boolean =>
    isRepeatable || sentTo === undefined || sentTo === owners.get(shard)?.beat.epoch;

  function sendUnsent(shard: number): void {
    for (const each of waiting.values()) if (each.shard === shard && each.sentTo === undefined) send(each);
  }

  /** Messages of either side may be missing. */
  function repeat(shard: number): void {
    for (const each of waiting.values()) if (each.shard === shard && mayAskAgain(each)) send(each);
    onPushed(shard, 'GAP');
  }

  function watch(): void {
    const now = steadyMs();
    for (const each of [...waiting.values()]) {
      if (now - each.since >= limits.patienceMs) giveUp(each);
      else if (each.sentTo === undefined || (mayAskAgain(each) && now - each.sentAt >= limits.againMs))
        send(each);
    }
  }

  function begin(each: Begun, id: number): void {
    const whole: Waiting = {
      ...each,
      ...{ id, since: steadyMs(), sentTo: undefined, sentAt: 0, isDoubtful: false },
    };
    waiting.set(id, whole);
    send(whole);
  }

  function answered([id, epoch, status, headers]: AnswerHead, body: Uint8Array): void {
    const each = waiting.get(id);
    if (each === undefined || isOutdated(each.shard, epoch)) return;
    if (status === undefined || headers === undefined) {
      // Nothing was done there this time: it waits for the next owner.
      each.sentTo = undefined;
    } else settle(each, { status, headers: withOwner(headers, each.shard, epoch), body: body.slice() });
  }

  function replied([id, epoch, ...values]: ReplyHead): void {
    const each = waiting.get(id);
    if (each === undefined || isOutdated(each.shard, epoch)) return;
    settle(each, values.length === 0 ? 'UNKNOWN' : { value: values[0] });
  }

  /** From an owner that was stopped and does not know yet that there is another. */
  const isOutdated = (shard: number, epoch: number): boolean => epoch < (owners.get(shard)?.beat.epoch ?? 0);

  function pushed(process: ProcessName, [epoch, number, what]: PushHead): void {
    for (const [shard, owner] of owners) {
      if (owner.beat.process !== process || owner.beat.epoch !== epoch) continue;
      const last = owner.pushed;
      if (number <= last) return;
      owner.pushed = number;
      if (number > last + 1) onPushed(shard, 'GAP');
      onPushed(shard, what);
      return;
    }
  }

  function receive(message: Uint8Array, subject: string): void {
    try {
      const from = senderOf(subject);
      for (const { kind, head, body } of join(from, message)) {
        if (kind === 'ANSWER') answered(head as AnswerHead, body);
        else if (kind === 'REPLY') replied(head as ReplyHead);
        else if (kind === 'PUSH') pushed(from, head as PushHead);
      }
    } catch (fault) {
      onFault(fault);
    }
  }

  const endings = [
    carrier.listen(`maru.gateway.${gateway}.*`, receive),
    carrier.listen(EVERY_BEAT, (bytes) => heard(JSON.parse(Buffer.from(bytes).toString('utf8')) as Beat)),
    carrier.onConnection((isConnected) => {
      if (isConnected) for (const shard of owners.keys()) repeat(shard);
    }),
    options.every(WATCH_MS, watch),
    options.every(HERE_MS, () => {
      for (const { outbox } of owners.values()) outbox.send(HERE);
    }),
  ];

  const isFull = () => waiting.size >= limits.most;
  const nextId = (): number => {
    count += 1;
    return count;
  };

  return {
    ...asking({ begin, isFull, nextId, patienceMs: limits.patienceMs }),
    tell(shard, told) {
      const owner = owners.get(shard);
      if (owner !== undefined) owner.outbox.send({ kind: 'TELL', head: told, body: EMPTY });
    },
    isOwned: (shard) => takesCalls(owners.get(shard)),
    waiting: () => waiting.size,
    close() {
      for (const end of endings) end();
      for (const each of [...waiting.values()]) giveUp(each);
    },
  };
}

/** The two kinds of questions: calls of clients, and our own. */
function asking({
  begin,
  isFull,
  nextId,
  patienceMs,
}: {
  readonly begin: (each: Begun, id: number) => void;
  readonly isFull: () => boolean;
  readonly nextId: () => number;
  readonly patienceMs: number;
}): Pick<Line, 'call' | 'ask'> {
  return {
    call: (shard, { method, url, headers, address, body, isRepeatable }) =>
      new Promise((resolve) => {
        if (isFull()) return resolve('AWAY');
        const id = nextId();
        const once = isRepeatable ? 0 : 1;
        const frame = (now: number): Frame => ({
          kind: 'CALL',
          head: [id, method, url, headers, address, now, patienceMs, once],
          body,
        });
        begin({ shard, frame, isRepeatable, settle: (called) => resolve(called as Called) }, id);
      }),
    ask: (shard, question) =>
      new Promise((resolve) => {
        if (isFull()) return resolve(undefined);
        const id = nextId();
        const frame = (now: number): Frame => ({
          kind: 'ASK',
          head: [id, now, patienceMs, question],
          body: EMPTY,
        });
        const settle: Waiting['settle'] = (called) =>
          resolve(typeof called === 'object' && 'value' in called ? called.value : undefined);
        begin({ shard, frame, isRepeatable: true, settle }, id);
      }),
  };
}

/** Who answered, for whoever compares answers: of two, the one of the higher epoch is the newer. */
const withOwner = (headers: Headers, shard: number, epoch: number): Headers => ({
  ...headers,
  [OWNER_HEADER]: `${shard}.${epoch}`,
});

const EMPTY = new Uint8Array(0);
const HERE: Frame = { kind: 'TELL', head: { name: 'here' } satisfies Told, body: EMPTY };
const WATCH_MS = 100;
