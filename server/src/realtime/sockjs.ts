// The requests below /ws that are no upgrades: SockJS's greeting, its description of the server, and its sessions over
// xhr. No iframe, jsonp, htmlfile or eventsource: they need weaker rules about who may read, and no client needs them.
import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RefusalCode } from '@maru/contract/refusals';
import { answer, answerRefusal, beginStream, preflightHeaders, sharingHeaders } from './answer.ts';
import type { Entrance } from './entrance.ts';
import { judgeOrigin } from './origin.ts';
import { methodOf, type Place, placeOf } from './path.ts';
import { NOT_STRINGS, sockjsStrings } from './websocket.ts';
import type { Caller, WireEvents } from './wire.ts';
import { type Reading, XhrWire } from './xhr.ts';

interface XhrSession {
  readonly wire: XhrWire;
  readonly events: WireEvents;
}

export function createSockjs(entrance: Entrance) {
  const { limits } = entrance;
  const sessions = new Map<string, XhrSession>();

  /** Knowing another's session id is not enough: the address and the user agent have to be the first reader's. */
  function findSession(id: string, caller: Caller): XhrSession | 'NONE' | 'ANOTHERS' {
    const session = sessions.get(id);
    if (session === undefined) return 'NONE';
    const first = session.wire.caller;
    return first.address === caller.address && first.agent === caller.agent ? session : 'ANOTHERS';
  }

  function openSession(id: string, caller: Caller): XhrSession | RefusalCode {
    const seat = entrance.enter(caller);
    if (typeof seat === 'string') return seat;
    const wire = new XhrWire({ caller, limits, now: entrance.now, lost: () => session.events.lost() });
    const session: XhrSession = { wire, events: entrance.open(wire, caller, seat) };
    sessions.set(id, session);
    return session;
  }

  function read(exchange: Exchange, id: string, reading: Reading) {
    const { request, response, headers, caller } = exchange;
    const existing = findSession(id, caller);
    if (existing === 'ANOTHERS') return answerRefusal(response, 'NOT_FOUND', headers);
    const session = existing === 'NONE' ? openSession(id, caller) : existing;
    if (typeof session === 'string') return answerRefusal(response, session, headers);
    request.resume();
    session.events.alive();
    beginStream(response, headers);
    session.wire.attach(response, reading);
  }

  function receive(exchange: Exchange, id: string) {
    const { request, response, headers, caller } = exchange;
    const session = findSession(id, caller);
    if (typeof session === 'string' || session.wire.closedAt !== undefined) {
      return answerRefusal(response, 'NOT_FOUND', headers);
    }
    readBody(request, limits.frameBytes, (body) => {
      if (body === undefined) {
        return answerRefusal(response, 'TOO_LARGE', { ...headers, connection: 'close' });
      }
      if (!session.events.arrived(body.length)) return answerRefusal(response, 'NOT_FOUND', headers);
      const strings = sockjsStrings(body);
      if (strings === 'NOT_STRINGS') session.events.misframed(NOT_STRINGS);
      if (typeof strings === 'string') return answerRefusal(response, 'INVALID_REQUEST', headers);
      for (const each of strings) session.events.receive(Buffer.from(each));
      answer(response, 204, { ...headers, 'content-type': 'text/plain; charset=UTF-8' });
    });
  }

  function serve(place: Place, exchange: Exchange) {
    const { request, response, headers } = exchange;
    const refuse = (code: RefusalCode) => answerRefusal(response, code, headers);
    const answerText = (type: string, text: string) =>
      answer(response, 200, { ...headers, 'content-type': `${type}; charset=UTF-8` }, text);
    if (place.kind === 'unknown') return refuse('NOT_FOUND');
    if (request.method === 'OPTIONS' && headers['access-control-allow-origin'] !== undefined) {
      const allowed = preflightHeaders(request, methodOf(place.kind), entrance.now());
      return answer(response, 204, { ...headers, ...allowed });
    }
    const isUpgrade = place.kind === 'websocket' || place.kind === 'sockjs-websocket';
    const wanted = methodOf(place.kind);
    if (request.method !== wanted && (isUpgrade || request.headers.upgrade === undefined)) {
      return answerRefusal(response, 'METHOD_NOT_ALLOWED', { ...headers, allow: wanted });
    }
    // A WebSocket path without an upgrade, or an invalid upgrade (docs/reliability.md 6.13).
    if (isUpgrade || request.headers.upgrade !== undefined) return refuse('INVALID_REQUEST');
    switch (place.kind) {
      case 'greeting':
        return answerText('text/plain', 'Welcome to SockJS!\n');
      case 'info':
        return answerText('application/json', description());
      case 'xhr':
      case 'xhr_streaming':
        return read(exchange, place.session, place.kind);
      case 'xhr_send':
        return receive(exchange, place.session);
    }
  }

  return {
    /** False when the path is not ours. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const place = placeOf(request.url ?? '');
      if (place === undefined) return false;
      // A client may disconnect at any time; the wire notices it by the response's `close` event.
      request.on('error', () => {});
      response.on('error', () => {});
      // A response queued after another one of the same connection gets no `close` event when its client disconnects.
      if (response.socket === null) {
        request.socket.destroy();
        return true;
      }
      const caller = entrance.callerOf(request);
      const end = entrance.begin(caller);
      if (end === undefined) {
        answerRefusal(response, 'TOO_MANY_REQUESTS', { connection: 'close', 'retry-after': '1' });
        return true;
      }
      response.on('close', end);
      if (!entrance.servesHost(caller)) {
        answerRefusal(response, 'HOST_UNKNOWN');
        return true;
      }
      const verdict = judgeOrigin(request, entrance.allowedOrigins);
      if (!verdict.ok) answerRefusal(response, 'FORBIDDEN');
      else serve(place, { request, response, caller, headers: sharingHeaders(verdict.foreign) });
      return true;
    },
    /** Removes sessions that were closed a while ago. */
    sweep(now: number): void {
      for (const [id, { wire, events }] of sessions) {
        if (wire.closedAt === undefined || now - wire.closedAt < limits.readerAwayMs) continue;
        sessions.delete(id);
        events.gone();
      }
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

const description = () =>
  JSON.stringify({ websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32) });

/** Undefined for a body above the limit. An aborted request is not answered. */
function readBody(request: IncomingMessage, most: number, done: (body: string | undefined) => void): void {
  const pieces: Buffer[] = [];
  let length = 0;
  let over = Number(request.headers['content-length'] ?? 0) > most;
  if (over) {
    request.resume();
    done(undefined);
    return;
  }
  request.on('data', (piece: Buffer) => {
    length += piece.length;
    if (over) return;
    over = length > most;
    if (over) done(undefined);
    else pieces.push(piece);
  });
  request.on('end', () => {
    if (!over) done(Buffer.concat(pieces).toString());
  });
}
