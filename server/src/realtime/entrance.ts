// What every way to a live connection asks before it opens one: a WebSocket's upgrade, or SockJS over plain requests.
import type { IncomingMessage } from 'node:http';
import type { RefusalCode } from '@maru/contract/refusals';
import type { Seat } from './addresses.ts';
import type { Limits } from './limits.ts';
import type { Caller, Wire, WireEvents } from './wire.ts';

export interface Entrance {
  readonly limits: Limits;
  readonly allowedOrigins: ReadonlySet<string>;
  now(): number;
  callerOf(request: IncomingMessage): Caller;
  /** Whether any site may be asked for under the caller's Host. */
  servesHost(caller: Caller): boolean;
  /** Counts a request until it is answered and returns how to end that; undefined when its address asks too much. */
  begin(caller: Caller): (() => void) | undefined;
  /** A place for one connection, or why there is none. */
  enter(caller: Caller): Seat | RefusalCode;
  /** Opens a session on the wire. */
  open(wire: Wire, caller: Caller, seat: Seat): WireEvents;
  /** Counts a refusal. */
  refused(code: RefusalCode): RefusalCode;
}
