// The transport of a session, as the session sees it: a WebSocket, or SockJS over plain requests.
import type { Batch } from './batch.ts';

/** The origin of a connection, read once when it opens. */
export interface Caller {
  readonly address: string;
  readonly agent: string;
  readonly host: string;
}

export interface Wire {
  write(batch: Batch): void;
  /** Bytes that the peer has not received yet. */
  backlog(): number;
  /** Closes; bytes written before are still sent. */
  close(code: number, reason: string): void;
  /** Ends it without another byte, for a peer that does not read. */
  cut(): void;
  /** Sends a ping, or the equivalent, to check that the peer answers. */
  probe(): void;
  /** Since when no reader is attached; undefined while one is. */
  readonly unattendedSince: number | undefined;
}

/** What a wire reports to its session. */
export interface WireEvents {
  /** Counts a message before it is read; false when the session has ended, by this or before. */
  arrived(bytes: number): boolean;
  receive(piece: Buffer): void;
  alive(): void;
  /** The client broke SockJS's own framing. */
  misframed(code: number): void;
  /** The connection was interrupted. */
  lost(): void;
  /** The connection is completely closed; its place at the address is free. */
  gone(): void;
}
