// The checks before any connection is opened, by a WebSocket's upgrade or by SockJS over plain requests.
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
  /** Whether any site is served under the caller's Host. */
  servesHost(caller: Caller): boolean;
  /** Begins a request and returns the function that ends it; undefined when its address sends too many. */
  begin(caller: Caller): (() => void) | undefined;
  /** A place for one connection, or the refusal. */
  enter(caller: Caller): Seat | RefusalCode;
  /** Opens a session on the wire. */
  open(wire: Wire, caller: Caller, seat: Seat): WireEvents;
}
