// What a session knows of the thing its bytes travel on: a WebSocket, or SockJS over plain requests.
import type { Batch } from './batch.ts';

/** Where a connection comes from, taken once when it opens. */
export interface Caller {
  readonly address: string;
  readonly agent: string;
  readonly host: string;
}

export interface Wire {
  readonly transport: 'websocket' | 'sockjs-websocket' | 'xhr';
  write(batch: Batch): void;
  /** Bytes that the peer has not taken yet. */
  backlog(): number;
  /** Closes; what was written before still goes out. */
  close(code: number, reason: string): void;
  /** Ends it without another byte, for a peer that does not read. */
  cut(): void;
  /** Asks for a sign of life. */
  probe(): void;
  /** Since when nobody has been there to read; undefined while somebody is. */
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
  /** The connection broke off. */
  lost(): void;
  /** Nothing is left of the connection; its place at the address is free. */
  gone(): void;
}
