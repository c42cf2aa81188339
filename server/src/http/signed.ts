// Another way than a token to prove who asks: a signature over the whole request. It can be checked only when the body
// has been read, so a signed request is let in by a pace of its address and admitted by what checks signatures.
import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@maru/contract/call';
import type { RefusalCode } from '@maru/contract/refusals';
import type { Millis } from '@maru/engine/time';
import type { Principal } from './serve.ts';

export interface SignedRequest {
  readonly call: AnyCall;
  readonly headers: IncomingHttpHeaders;
  /** Path and query as they were sent. */
  readonly url: string;
  /** SHA-256 of the body as it was sent, in hex. */
  readonly bodyHash: string;
  readonly address: string;
  readonly now: Millis;
}

export interface NotAdmitted {
  readonly code: RefusalCode;
  readonly retryAfterSeconds?: number;
}

export interface Proven {
  readonly principal: Principal;
  /** Takes the request from the signer's own allowance, and notes that it came. Undefined when it may pass. */
  admit(cost: number): NotAdmitted | undefined;
}

export interface Signing {
  /** Whether the request claims to be signed; then its token would not count. */
  isSigned(headers: IncomingHttpHeaders): boolean;
  /** A refusal of what the headers alone show, before the body is read. */
  headFault(headers: IncomingHttpHeaders, now: Millis): RefusalCode | undefined;
  prove(request: SignedRequest): Promise<Proven | RefusalCode>;
  /** The same for a connection, whose token is a signature. Undefined for a token that is none. */
  connect(token: string, address: string): Promise<Principal | undefined> | undefined;
  /** Whether the principal of a connection still counts, whatever it was proven by. */
  isValid(principal: Principal): boolean;
}
