// Every bound of the realtime edge in one place (reliability.md S-41 to S-43). Tests and benches hand in their own.

export interface Limits {
  readonly frameBytes: number;
  readonly headers: number;
  readonly headerBytes: number;
  /** A client may split a long frame over several messages, but not drip it byte by byte. */
  readonly framePieces: number;
  /** How long a frame may stay unfinished, and how long a connection may stay without CONNECT. */
  readonly unfinishedMs: number;
  readonly connectWithinMs: number;
  readonly subscriptions: number;
  readonly subscriptionIdLength: number;
  readonly socketsPerPlayer: number;
  readonly socketsPerAddress: number;
  /** Above the first figure a SEND is ignored, above the second the connection is closed. */
  readonly sendsPerSecond: number;
  readonly sendsPerSecondToClose: number;
  readonly messagesPerSecondToClose: number;
  readonly backlogBytes: number;
  readonly stalledMs: number;
  /** Pushes that wait while what was missed is being read. */
  readonly heldPushes: number;
  readonly resumesAtOnce: number;
  readonly recheckMs: number;
  readonly sweepMs: number;
  /** Silence after which a peer is asked for a sign of life, and after which it is taken for dead. */
  readonly probeAfterMs: number;
  readonly deadAfterMs: number;
  readonly heartbeatLeastMs: number;
  readonly heartbeatWantedMs: number;
  readonly heartbeatMostMs: number;
  readonly priceIntervalMs: number;
  /** SockJS: a streaming response ends after so many bytes, a session without a reader after so long. */
  readonly streamBytes: number;
  readonly readerAwayMs: number;
}

export const defaultLimits: Limits = {
  frameBytes: 64 * 1024,
  headers: 20,
  headerBytes: 1024,
  framePieces: 64,
  unfinishedMs: 5_000,
  connectWithinMs: 5_000,
  subscriptions: 32,
  subscriptionIdLength: 64,
  socketsPerPlayer: 5,
  socketsPerAddress: 50,
  sendsPerSecond: 5,
  sendsPerSecondToClose: 50,
  messagesPerSecondToClose: 100,
  backlogBytes: 512 * 1024,
  stalledMs: 10_000,
  heldPushes: 1_000,
  resumesAtOnce: 8,
  recheckMs: 60_000,
  sweepMs: 500,
  probeAfterMs: 10_000,
  deadAfterMs: 25_000,
  heartbeatLeastMs: 1_000,
  heartbeatWantedMs: 10_000,
  heartbeatMostMs: 3_600_000,
  priceIntervalMs: 100,
  streamBytes: 128 * 1024,
  readerAwayMs: 5_000,
};
