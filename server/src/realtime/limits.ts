// Every bound of the realtime edge in one place (docs/reliability.md S-41 to S-43). Tests and benches pass their own.

/** A token bucket: so many tokens at once, and so many more every second. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

export const defaultLimits = {
  frameBytes: 64 * 1024,
  headers: 20,
  headerBytes: 1024,
  /** A client may split a long frame over several messages, but not send it byte by byte. */
  framePieces: 64,
  /** How long a frame may stay unfinished, and how long a connection may stay without CONNECT. */
  unfinishedMs: 5_000,
  connectWithinMs: 5_000,
  subscriptions: 32,
  subscriptionIdLength: 64,
  socketsPerPlayer: 5,
  /** Connections of one address, including those that have ended but are not closed yet. */
  socketsPerAddress: 50,
  /** Connections of all addresses together. */
  socketsTotal: 20_000,
  /** Requests of one address that are being answered, including waiting readers. */
  requestsPerAddress: 100,
  /** Frames are counted by their cost: a frame is 1, a kilobyte of answer 1, reading missed pushes `resumeCost`. */
  connectionFrames: { burst: 300, perSecond: 50 },
  addressFrames: { burst: 3_000, perSecond: 500 },
  connectionBytes: { burst: 256 * 1024, perSecond: 32 * 1024 },
  addressBytes: { burst: 2 * 1024 * 1024, perSecond: 256 * 1024 },
  connectionRefusals: { burst: 40, perSecond: 2 },
  addressRefusals: { burst: 400, perSecond: 20 },
  /** New connections, and requests of any kind, of one address. */
  addressOpens: { burst: 100, perSecond: 10 },
  addressRequests: { burst: 400, perSecond: 100 },
  resumeCost: 20,
  /** Histories that one player may request, on all connections together. */
  playerResumes: { burst: 40, perSecond: 2 },
  /** How long realtime work may hold the thread before other work of the event loop runs. */
  sliceMs: 2,
  /** How many bytes a peer may still send after the closing frame before it is no longer read. */
  lateBytes: 64 * 1024,
  /** Above the first figure a SEND is ignored, above the second the connection is closed. */
  sendsPerSecond: 5,
  sendsPerSecondToClose: 50,
  messagesPerSecondToClose: 100,
  backlogBytes: 512 * 1024,
  addressBacklogBytes: 8 * 1024 * 1024,
  totalBacklogBytes: 256 * 1024 * 1024,
  stalledMs: 10_000,
  /** Pushes that wait while missed pushes are being read. */
  heldPushes: 1_000,
  resumesAtOnce: 8,
  /** Histories that are read at the same time for all players together, and how many more may wait. */
  historyReadsAtOnce: 8,
  historyReadsWaiting: 500,
  recheckMs: 60_000,
  sweepMs: 250,
  /** Silence after which a peer is probed, and after which it is considered dead. */
  probeAfterMs: 10_000,
  deadAfterMs: 25_000,
  heartbeatLeastMs: 1_000,
  heartbeatWantedMs: 10_000,
  heartbeatMostMs: 3_600_000,
  priceIntervalMs: 100,
  /** SockJS: a streaming response ends after this many bytes, a session without a reader after this time. */
  streamBytes: 128 * 1024,
  readerAwayMs: 5_000,
} satisfies Readonly<Record<string, number | Allowance>>;

export type Limits = Readonly<typeof defaultLimits>;
