// One connection: its player, its subscriptions, and how it ends. The meaning of its frames is in protocol.ts.
import type { Push } from '@maru/contract/realtime';
import { CLOSED_TOO_SLOW } from '@maru/contract/realtime';
import { type RefusalCode, refusalText } from '@maru/contract/refusals';
import type { SiteId } from '@maru/engine/purse';
import { refusalBody } from '../http/refuse.ts';
import type { Principal } from '../http/serve.ts';
import type { Metered, Seat } from './addresses.ts';
import { type Batch, Message } from './batch.ts';
import type { Destination } from './destinations.ts';
import { createFrameReader, type Frame, type FrameReader, frameText } from './frame.ts';
import type { Limits } from './limits.ts';
import type { Outbox } from './outbox.ts';
import { SecondCount, TokenBucket } from './rate.ts';
import type { Caller, Wire } from './wire.ts';

export interface Subscription {
  readonly session: Session;
  readonly id: string;
  readonly destination: Destination;
  /** The version of a `latest` topic that this subscriber has been sent. */
  seen: number;
  /** Pushes that wait while missed pushes are read; undefined once the subscription is live. */
  held: Push[] | undefined;
  /** Missed pushes have been sent up to this sequence number; a push at or below it would be a repeat. */
  caughtUpTo: number;
  /** The highest sequence number that was sent or that the subscriber named; undefined before the first. */
  reached: number | undefined;
  /** Missed pushes are being read. */
  isReading: boolean;
  /** While missed pushes are read, more may have been missed: they are read once more. */
  isBehind: boolean;
}

/** All phases of a session and their allowed successors. */
const steps = {
  OPEN: ['CONNECTING', 'ENDED'],
  CONNECTING: ['CONNECTED', 'ENDED'],
  CONNECTED: ['ENDED'],
  ENDED: [],
} as const satisfies Record<string, readonly string[]>;

export type Phase = keyof typeof steps;

export interface SessionSurroundings {
  readonly limits: Limits;
  readonly outbox: Outbox;
  now(): number;
  /** Called once, when the session has ended for whatever reason. */
  left(session: Session, ending: Ending): void;
}

/** The close code, and the refusal that caused it, if one did. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

/** A close code of RFC 6455. */
const NOT_ALLOWED = 1008;
const HEARTBEAT = new Message('\n');

export class Session {
  readonly wire: Wire;
  readonly caller: Caller;
  readonly reader: FrameReader;
  readonly subscriptions = new Map<string, Subscription>();
  readonly messages = new SecondCount();
  readonly sends = new SecondCount();
  /** Frames that arrived while the token was being checked. */
  readonly early: Frame[] = [];
  /** Bytes that arrived and are not parsed into frames yet; bounded by the allowance of bytes. */
  readonly unread: Buffer[] = [];
  isReading = false;
  pending: Batch | undefined;
  principal: Principal | undefined;
  site: SiteId | undefined;
  resumes = 0;
  heartbeatMs = 0;
  readonly openedAt: number;
  receivedAt: number;
  sentAt: number;
  checkedAt: number;
  probedAt = Number.NEGATIVE_INFINITY;
  stalledSince: number | undefined;
  unfinishedSince: number | undefined;
  readonly #seat: Seat;
  readonly #allowances: Readonly<Record<Metered, TokenBucket>>;
  readonly #around: SessionSurroundings;
  #phase: Phase = 'OPEN';

  constructor(wire: Wire, caller: Caller, seat: Seat, around: SessionSurroundings) {
    this.wire = wire;
    this.caller = caller;
    this.#seat = seat;
    this.#around = around;
    this.reader = createFrameReader(around.limits);
    const now = around.now();
    this.openedAt = now;
    this.receivedAt = now;
    this.sentAt = now;
    this.checkedAt = now;
    const { limits } = around;
    this.#allowances = {
      frames: new TokenBucket(limits.connectionFrames, now),
      bytes: new TokenBucket(limits.connectionBytes, now),
      refusals: new TokenBucket(limits.connectionRefusals, now),
    };
  }

  /** Charges the connection and its address for work; false when either has used more than its allowance. */
  spend(what: Metered, cost: number): boolean {
    const isOwn = this.#allowances[what].spend(cost, this.#around.now());
    return this.#seat.spend(what, cost) && isOwn;
  }

  /** For work that can be declined: a third of the allowance is reserved for work that cannot. */
  takeFor(cost: number): boolean {
    const { limits, now } = this.#around;
    const left = limits.connectionFrames.burst / 3;
    const isPaid = this.#seat.has('frames', cost) && this.#allowances.frames.has(cost + left, now());
    return isPaid && this.spend('frames', cost);
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** False when the session has ended meanwhile. */
  step(to: Phase): boolean {
    if (!(steps[this.#phase] as readonly string[]).includes(to)) return false;
    this.#phase = to;
    return true;
  }

  send(message: Message): void {
    if (this.#phase !== 'ENDED') this.#around.outbox.send(this, message);
  }

  beat(): void {
    this.send(HEARTBEAT);
  }

  deliver(batch: Batch): void {
    if (this.#phase === 'ENDED') return;
    this.sentAt = this.#around.now();
    this.wire.write(batch);
    this.measure();
  }

  /** A consumer that reads too little or too late is cut off: it resyncs when it reconnects, and slows no others. */
  measure(): void {
    const { limits } = this.#around;
    const backlog = this.wire.backlog();
    const isHeld = this.#seat.hold(backlog);
    if (backlog === 0) {
      this.stalledSince = undefined;
      return;
    }
    const now = this.#around.now();
    this.stalledSince ??= now;
    const isTooMuch = !isHeld || backlog > limits.backlogBytes;
    if (isTooMuch || now - this.stalledSince >= limits.stalledMs) this.tooSlow();
  }

  tooSlow(): void {
    if (!this.step('ENDED')) return;
    this.wire.cut();
    this.#around.left(this, { code: CLOSED_TOO_SLOW, reason: 'CONSUMER_TOO_SLOW' });
  }

  /** Answers one frame with an ERROR; the connection stays. */
  refuse(code: RefusalCode, headers: ErrorHeaders = {}): void {
    this.send(errorMessage(code, headers));
  }

  /** Sends an ERROR if there is a refusal, then closes. */
  end(code: number, refusal?: RefusalCode, headers: ErrorHeaders = {}): void {
    if (this.#phase === 'ENDED') return;
    if (refusal !== undefined) this.refuse(refusal, headers);
    this.#around.outbox.hurry(this);
    if (!this.step('ENDED')) return;
    const reason = refusal ?? '';
    this.wire.close(code, reason);
    this.#around.left(this, { code, reason });
  }

  tooManyRequests(): void {
    this.end(NOT_ALLOWED, 'TOO_MANY_REQUESTS');
  }

  /** The connection was closed by the peer or the network. */
  lost(): void {
    if (!this.step('ENDED')) return;
    this.#around.left(this, { code: 1006, reason: '' });
  }

  /** The peer is dead: it would not read a closing frame. */
  dead(): void {
    if (!this.step('ENDED')) return;
    this.wire.cut();
    this.#around.left(this, { code: 1006, reason: 'NO_SIGN_OF_LIFE' });
  }
}

export interface ErrorHeaders {
  /** The receipt that the refused frame requested. */
  readonly receipt?: string | undefined;
  /** The versions that we support, for a client that supports none of them. */
  readonly version?: string;
}

function errorMessage(code: RefusalCode, { receipt, version }: ErrorHeaders): Message {
  const headers: Record<string, string> = {
    message: refusalText(code, 'en'),
    code,
    'content-type': 'application/json',
  };
  if (receipt !== undefined) headers['receipt-id'] = receipt;
  if (version !== undefined) headers['version'] = version;
  return new Message(frameText('ERROR', headers, refusalBody({ code, language: 'ko' })));
}
