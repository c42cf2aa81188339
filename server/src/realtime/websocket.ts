// STOMP over a WebSocket, plain or in SockJS's wrapping. `ws` reads (masks, fragments, UTF-8, sizes); we write the
// shared buffers to the socket ourselves, which makes a thousand equal sends cheap.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RefusalCode } from '@maru/contract/refusals';
import { type WebSocket, WebSocketServer } from 'ws';
import { refuseUpgrade } from './answer.ts';
import { websocketText } from './batch.ts';
import type { Entrance } from './entrance.ts';
import type { Limits } from './limits.ts';
import { judgeOrigin } from './origin.ts';
import { placeOf } from './path.ts';
import type { Wire, WireEvents } from './wire.ts';

const PROTOCOLS = ['v12.stomp', 'v11.stomp', 'v10.stomp'];
const NOT_TEXT = 1007;
export const NOT_STRINGS = 1008;
const OPEN = 1;
const PING_FRAME = Buffer.from([0x89, 0x00]);
const SOCKJS_OPEN = websocketText('o');

function createWebsocketServer(limits: Limits): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    maxFragments: limits.framePieces,
    closeTimeout: 2_000,
    // One message in each turn of the event loop: thousands of tiny ones in one packet would block the thread.
    allowSynchronousEvents: false,
    handleProtocols: (offered: Set<string>) =>
      PROTOCOLS.find((each) => offered.has(each)) ?? (false as const),
  };
  return new WebSocketServer(options);
}

/** Checks the upgrades of a server: one that may not become a connection is refused over HTTP. */
export function createUpgrade(
  entrance: Entrance,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { limits, allowedOrigins } = entrance;
  const server = createWebsocketServer(limits);
  return (request, socket, head) => {
    const place = placeOf(request.url ?? '');
    const refuse = (code: RefusalCode, headers?: readonly string[]) => refuseUpgrade(socket, code, headers);
    const caller = entrance.callerOf(request);
    const end = entrance.begin(caller);
    if (end === undefined) return refuse('TOO_MANY_REQUESTS', ['retry-after: 1']);
    // The handshake is answered at once, or refused.
    end();
    if (!entrance.servesHost(caller)) return refuse('HOST_UNKNOWN');
    if (place === undefined || place.kind === 'unknown') return refuse('NOT_FOUND');
    const wrapped = place.kind === 'sockjs-websocket';
    const isWebsocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (!judgeOrigin(request, allowedOrigins).ok) return refuse('FORBIDDEN');
    if (!wrapped && place.kind !== 'websocket') return refuse('INVALID_REQUEST');
    if (request.method !== 'GET') return refuse('METHOD_NOT_ALLOWED', ['allow: GET']);
    if (!isWebsocket) return refuse('INVALID_REQUEST');
    const seat = entrance.enter(caller);
    if (typeof seat === 'string') return refuse(seat);
    let isOpen = false;
    server.handleUpgrade(request, socket, head, (websocket) => {
      isOpen = true;
      if (wrapped) socket.write(SOCKJS_OPEN);
      const wire = websocketWire(websocket, socket, { wrapped, lateBytes: limits.lateBytes });
      listen(websocket, wrapped, entrance.open(wire, caller, seat));
    });
    // The handshake is completed or rejected synchronously: without a session now there will be none.
    if (!isOpen) seat.leave();
  };
}

function listen(websocket: WebSocket, wrapped: boolean, events: WireEvents): void {
  websocket.on('message', (message: Buffer, isBinary: boolean) => {
    if (!events.arrived(message.length)) return;
    if (isBinary) return events.misframed(NOT_TEXT);
    if (!wrapped) return events.receive(message);
    if (message.length === 0) return;
    const strings = sockjsStrings(message.toString());
    if (strings === 'NOT_JSON') return events.misframed(NOT_TEXT);
    if (strings === 'NOT_STRINGS') return events.misframed(NOT_STRINGS);
    for (const each of strings) events.receive(Buffer.from(each));
  });
  // A ping causes a pong, and an empty message is a message too: both count like any other message.
  websocket.on('pong', (body: Buffer) => void events.arrived(body.length));
  websocket.on('ping', (body: Buffer) => void events.arrived(body.length));
  websocket.on('close', () => {
    events.lost();
    events.gone();
  });
  // `ws` closes by itself with the right code; there is nothing to add.
  websocket.on('error', () => {});
}

/** The message of a SockJS client: a JSON array of strings, nothing else. */
export function sockjsStrings(text: string): readonly string[] | 'NOT_JSON' | 'NOT_STRINGS' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'NOT_JSON';
  }
  if (!Array.isArray(value)) return 'NOT_JSON';
  return value.every((each) => typeof each === 'string') ? value : 'NOT_STRINGS';
}

/**
 * A peer that keeps sending after the closing frame is not read any more. It is not cut off at once, because a reset
 * could discard the closing frame; `ws` does that when the closing timeout is over.
 */
function boundLateBytes(websocket: WebSocket, socket: Duplex, most: number): void {
  let late = 0;
  socket.on('data', (piece: Buffer) => {
    late += piece.length;
    if (late > most) websocket.pause();
  });
}

function websocketWire(
  websocket: WebSocket,
  socket: Duplex,
  { wrapped, lateBytes }: { readonly wrapped: boolean; readonly lateBytes: number },
): Wire {
  return {
    unattendedSince: undefined,
    backlog: () => socket.writableLength,
    write(batch) {
      if (websocket.readyState === OPEN) socket.write(wrapped ? batch.sockjsFrame : batch.frames);
    },
    probe() {
      if (websocket.readyState === OPEN) socket.write(PING_FRAME);
    },
    close(code, reason) {
      if (wrapped && websocket.readyState === OPEN) {
        socket.write(websocketText(`c[${code},${JSON.stringify(reason)}]`));
      }
      websocket.close(code, reason);
      boundLateBytes(websocket, socket, lateBytes);
    },
    cut: () => websocket.terminate(),
  };
}
