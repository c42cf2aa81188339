// Every bound of the realtime edge in one place (docs/reliability.md S-41 to S-43). Tests and benches pass their own.

/** A token bucket: so many tokens at once, and so many more every second. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

export interface Limits {
  readonly frameBytes: number;
  readonly headers: number;
  readonly headerBytes: number;
  /** A client may split a long frame over several messages, but not send it byte by byte. */
  readonly framePieces: number;
  /** How long a frame may stay unfinished, and how long a connection may stay without CONNECT. */
  readonly unfinishedMs: number;
  readonly connectWithinMs: number;
  readonly subscriptions: number;
  readonly subscriptionIdLength: number;
  readonly socketsPerPlayer: number;
  /** Connections of one address, including those that have ended but are not closed yet. */
  readonly socketsPerAddress: number;
  /** Connections of all addresses together. */
  readonly socketsTotal: number;
  /** Requests of one address that are being answered, including waiting readers. */
  readonly requestsPerAddress: number;
  /** Frames are counted by their cost: a frame is 1, a kilobyte of answer 1, reading missed pushes `resumeCost`. */
  readonly connectionFrames: Allowance;
  readonly addressFrames: Allowance;
  readonly connectionBytes: Allowance;
  readonly addressBytes: Allowance;
  readonly connectionRefusals: Allowance;
  readonly addressRefusals: Allowance;
  /** New connections, and requests of any kind, of one address. */
  readonly addressOpens: Allowance;
  readonly addressRequests: Allowance;
  readonly resumeCost: number;
  /** Histories that one player may request, on all connections together. */
  readonly playerResumes: Allowance;
  /** How long realtime work may hold the thread before other work of the event loop runs. */
  readonly sliceMs: number;
  /** How many bytes a peer may still send after the closing frame before it is no longer read. */
  readonly lateBytes: number;
  /** Above the first figure a SEND is ignored, above the second the connection is closed. */
  readonly sendsPerSecond: number;
  readonly sendsPerSecondToClose: number;
  readonly messagesPerSecondToClose: number;
  readonly backlogBytes: number;
  readonly addressBacklogBytes: number;
  readonly totalBacklogBytes: number;
  readonly stalledMs: number;
  /** Pushes that wait while missed pushes are being read. */
  readonly heldPushes: number;
  readonly resumesAtOnce: number;
  /** Histories that are read at the same time for all players together, and how many more may wait. */
  readonly historyReadsAtOnce: number;
  readonly historyReadsWaiting: number;
  readonly recheckMs: number;
  readonly sweepMs: number;
  /** Silence after which a peer is probed, and after which it is considered dead. */
  readonly probeAfterMs: number;
  readonly deadAfterMs: number;
  readonly heartbeatLeastMs: number;
  readonly heartbeatWantedMs: number;
  readonly heartbeatMostMs: number;
  readonly priceIntervalMs: number;
  /** SockJS: a streaming response ends after this many bytes, a session without a reader after this time. */
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
  socketsTotal: 20_000,
  requestsPerAddress: 100,
  connectionFrames: { burst: 300, perSecond: 50 },
  addressFrames: { burst: 3_000, perSecond: 500 },
  connectionBytes: { burst: 256 * 1024, perSecond: 32 * 1024 },
  addressBytes: { burst: 2 * 1024 * 1024, perSecond: 256 * 1024 },
  connectionRefusals: { burst: 40, perSecond: 2 },
  addressRefusals: { burst: 400, perSecond: 20 },
  addressOpens: { burst: 100, perSecond: 10 },
  addressRequests: { burst: 400, perSecond: 100 },
  resumeCost: 20,
  playerResumes: { burst: 40, perSecond: 2 },
  sliceMs: 2,
  lateBytes: 64 * 1024,
  sendsPerSecond: 5,
  sendsPerSecondToClose: 50,
  messagesPerSecondToClose: 100,
  backlogBytes: 512 * 1024,
  addressBacklogBytes: 8 * 1024 * 1024,
  totalBacklogBytes: 256 * 1024 * 1024,
  stalledMs: 10_000,
  heldPushes: 1_000,
  resumesAtOnce: 8,
  historyReadsAtOnce: 8,
  historyReadsWaiting: 500,
  recheckMs: 60_000,
  sweepMs: 250,
  probeAfterMs: 10_000,
  deadAfterMs: 25_000,
  heartbeatLeastMs: 1_000,
  heartbeatWantedMs: 10_000,
  heartbeatMostMs: 3_600_000,
  priceIntervalMs: 100,
  streamBytes: 128 * 1024,
  readerAwayMs: 5_000,
};
