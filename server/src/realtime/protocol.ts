// What a client's frames mean. Breaking the protocol ends the connection; a request that is not allowed does not.
import { CLOSED_SIGNED_OUT, CLOSED_TOO_MANY, PING } from '@maru/contract/realtime';
import type { RefusalCode } from '@maru/contract/refusals';
import { assert } from '@maru/engine/assert';
import { Message } from './batch.ts';
import { type Frame, frameText } from './frame.ts';
import type { Limits } from './limits.ts';
import type { RealtimeOptions } from './realtime.ts';
import type { Session } from './session.ts';
import type { Slices } from './slices.ts';
import { createSubscribing, type SubscribingSurroundings, sendToConnection } from './subscribing.ts';

/** Close codes of RFC 6455 that we use. */
const PROTOCOL_BROKEN = 1002;
const TOO_BIG = 1009;
const TRY_LATER = 1013;

/** The only version of STOMP that we support. */
const VERSION = '1.2';

type Options = 'authenticate' | 'stillValid' | 'siteOf' | 'guestSiteOf' | 'onFault';

export interface ProtocolSurroundings
  extends SubscribingSurroundings,
    Required<Pick<RealtimeOptions, Options>> {
  readonly slices: Slices;
}

export function createProtocol(around: ProtocolSurroundings) {
  const { limits, queues, slices } = around;
  const subscribing = createSubscribing(around);

  /**
   * Counts a message that the transport received, before it is parsed. False when the session has ended, by this or
   * before.
   */
  function arrived(session: Session, bytes: number): boolean {
    if (session.phase === 'ENDED') return false;
    const now = around.now();
    session.receivedAt = now;
    const isAllowed =
      session.spend('bytes', bytes) && session.messages.add(now) <= limits.messagesPerSecondToClose;
    if (!isAllowed) session.tooManyRequests();
    return isAllowed;
  }

  /** Bytes of one message from the client: any number of frames, heart-beats, or a piece of a frame. */
  function receive(session: Session, piece: Buffer) {
    if (session.phase === 'ENDED') return;
    session.unread.push(piece);
    if (session.isReading) return;
    session.isReading = true;
    slices.run(reading(session));
  }

  /** Reads frame by frame, so that a flood is noticed before it is parsed and other work may run in between. */
  function* reading(session: Session) {
    for (let piece = session.unread.shift(); piece !== undefined; piece = session.unread.shift()) {
      for (const frame of session.reader.read(piece)) {
        if (session.phase === 'ENDED') break;
        if (typeof frame === 'string') {
          session.end(frame === 'TOO_LARGE' ? TOO_BIG : PROTOCOL_BROKEN, frame);
        } else if (!session.spend('frames', 1)) session.tooManyRequests();
        else accept(session, frame);
        yield;
      }
      if (session.phase === 'ENDED') session.unread.length = 0;
      else if (session.reader.unfinished()) session.unfinishedSince ??= around.now();
      else session.unfinishedSince = undefined;
    }
    session.isReading = false;
  }

  function accept(session: Session, frame: Frame) {
    const opens = frame.command === 'CONNECT' || frame.command === 'STOMP';
    switch (session.phase) {
      case 'ENDED':
        return;
      case 'OPEN':
        if (!opens) return broken(session, 'CONNECT_FIRST', frame);
        void connect(session, frame).catch((fault: unknown) => {
          around.onFault(fault);
          session.end(TRY_LATER, 'TRY_AGAIN');
        });
        return;
      case 'CONNECTING':
        if (opens) return broken(session, 'ALREADY_CONNECTED', frame);
        session.early.push(frame);
        if (session.early.length > limits.subscriptions) broken(session, 'CONNECT_FIRST', frame);
        return;
      case 'CONNECTED':
        if (opens) return broken(session, 'ALREADY_CONNECTED', frame);
        return act(session, frame);
    }
  }

  async function connect(session: Session, frame: Frame) {
    assert(session.step('CONNECTING'), 'only an open session connects');
    const versions = (frame.headers.get('accept-version') ?? '').split(',').map((each) => each.trim());
    if (!versions.includes(VERSION)) {
      const receipt = frame.headers.get('receipt');
      return session.end(PROTOCOL_BROKEN, 'FRAME_NOT_SUPPORTED', { receipt, version: VERSION });
    }
    const heartbeatMs = wantedHeartbeatMs(frame.headers.get('heart-beat'), limits);
    if (heartbeatMs === undefined) return broken(session, 'FRAME_MALFORMED', frame);

    session.site = around.siteOf(session.caller);
    const token = tokenOf(frame);
    if (token !== undefined) {
      const principal = await around.authenticate(token, session.caller);
      const known = principal !== undefined && around.stillValid(principal);
      if (!known || (session.site !== undefined && session.site !== principal.site)) {
        return session.end(CLOSED_SIGNED_OUT, 'LOGIN_REQUIRED');
      }
      // The connection may be gone by now, and a session that has ended must not be connected again.
      if (session.phase !== 'CONNECTING') return;
      if (!queues.enter(session, principal.player))
        return session.end(CLOSED_TOO_MANY, 'TOO_MANY_CONNECTIONS');
      session.principal = principal;
      session.site = principal.site;
    } else session.site ??= around.guestSiteOf(session.caller);
    if (!session.step('CONNECTED')) return;
    session.heartbeatMs = heartbeatMs;
    session.checkedAt = around.now();
    const beats = `${limits.heartbeatLeastMs},${limits.heartbeatWantedMs}`;
    session.send(new Message(frameText('CONNECTED', { version: VERSION, 'heart-beat': beats })));
    for (const early of session.early.splice(0)) accept(session, early);
  }

  function act(session: Session, frame: Frame) {
    const receipt = frame.headers.get('receipt');
    const refusal = outcomeOf(session, frame);
    if (refusal === 'UNKNOWN') return broken(session, 'FRAME_NOT_SUPPORTED', frame);
    if (refusal !== undefined) {
      session.refuse(refusal, { receipt });
      if (!session.spend('refusals', 1)) session.tooManyRequests();
      return;
    }
    if (receipt !== undefined) session.send(new Message(frameText('RECEIPT', { 'receipt-id': receipt })));
    if (frame.command === 'DISCONNECT') session.end(1000);
  }

  /** Undefined when the frame was accepted. */
  function outcomeOf(session: Session, frame: Frame): RefusalCode | 'UNKNOWN' | undefined {
    switch (frame.command) {
      case 'SEND':
        return send(session, frame);
      case 'SUBSCRIBE':
        return subscribing.subscribe(session, frame);
      case 'UNSUBSCRIBE':
        return subscribing.unsubscribe(session, frame);
      case 'DISCONNECT':
        return undefined;
      case 'ACK':
      case 'NACK':
      case 'BEGIN':
      case 'COMMIT':
      case 'ABORT':
        return 'FRAME_NOT_SUPPORTED';
      default:
        return 'UNKNOWN';
    }
  }

  function send(session: Session, frame: Frame): RefusalCode | undefined {
    const now = around.now();
    const count = session.sends.add(now);
    if (count > limits.sendsPerSecondToClose) {
      session.tooManyRequests();
      return undefined;
    }
    const destination = frame.headers.get('destination');
    if (destination === undefined) return 'FRAME_MALFORMED';
    if (destination !== PING) return 'FORBIDDEN';
    // Excess pings get no answer, because an answer would cost more.
    if (count > limits.sendsPerSecond) return undefined;
    sendToConnection(session, 'pong', `{"type":"PONG","at":${now},"data":null}`);
    return undefined;
  }

  return { arrived, receive, forget: subscribing.forget };
}

function broken(session: Session, code: RefusalCode, frame: Frame): void {
  session.end(PROTOCOL_BROKEN, code, { receipt: frame.headers.get('receipt') });
}

/** An empty header is a guest; a header that is present but is no bearer token counts as an unknown token. */
function tokenOf(frame: Frame): string | undefined {
  const authorization = frame.headers.get('Authorization') ?? frame.headers.get('authorization') ?? '';
  if (authorization !== '') return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? authorization;
  const token = frame.headers.get('token') ?? '';
  return token === '' ? undefined : token;
}

/** The interval of heart-beats that the client requests, clamped; 0 for none, undefined when malformed. */
function wantedHeartbeatMs(header: string | undefined, limits: Limits): number | undefined {
  if (header === undefined) return 0;
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(header);
  if (match === null) return undefined;
  const [canMs, wantsMs] = [Number(match[1]), Number(match[2])];
  if (canMs > limits.heartbeatMostMs || wantsMs > limits.heartbeatMostMs) return undefined;
  return wantsMs === 0 ? 0 : Math.max(wantsMs, limits.heartbeatLeastMs);
}
