// What the clients of a drill write down, and all that its checker reads. Times are milliseconds of one steady clock.

/** `maru-owner`: which desk process gave an answer. */
export interface Owner {
  readonly shard: number;
  readonly epoch: number;
}

/** Once over the network. Without `answeredAt` no answer came. */
export interface Attempt {
  readonly askedAt: number;
  answeredAt?: number;
  status?: number;
  code?: string;
  owner?: Owner;
}

/** A request of a member, however often it was sent. It is written down before it is sent. */
export interface Asked {
  readonly key: string | undefined;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly attempts: Attempt[];
  /** The first answer that says what became of it. */
  answer?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
}

/** What the app's connection handed over on one queue: pushes, and the order to read everything again. */
export interface Received {
  readonly at: number;
  readonly queue: string;
  /** Undefined of a push that is no event of the account. */
  readonly push:
    | { readonly seq: number | undefined; readonly type: string; readonly text: string }
    | 'RESYNC';
}

export interface Down {
  readonly from: number;
  until: number | undefined;
}

export interface Balance {
  readonly walletType: string;
  readonly part: string;
  readonly balance: string;
}

export interface AccountEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly id: number;
    readonly balances: readonly Balance[];
  };
}

/** Read through the API when nobody trades any more. */
export interface Shown {
  readonly events: readonly AccountEvent[];
  /** By wallet: its free money and what waits. */
  readonly wallets: Readonly<Record<string, { readonly point: string; readonly gameWaitPoint: string }>>;
  /** Resting orders and open positions, each with the event that made it. */
  readonly open: readonly { readonly what: string; readonly event: number }[];
  /** Keys that were sent once more, with both answers as text. */
  readonly repeated: readonly { readonly key: string; readonly first: string; readonly again: string }[];
}

export interface MemberLog {
  readonly name: string;
  readonly asked: readonly Asked[];
  readonly received: readonly Received[];
  /** When its first connection was ready. */
  readonly connectedAt: number | undefined;
  readonly downs: readonly Down[];
}

export interface MemberHistory extends MemberLog {
  readonly shown: Shown;
}

export const nowMs = (): number => performance.timeOrigin + performance.now();

export function ownerOf(header: string | undefined): Owner | undefined {
  const [shard, epoch] = (header ?? '').split('.').map(Number);
  return shard === undefined || epoch === undefined || Number.isNaN(shard + epoch)
    ? undefined
    : { shard, epoch };
}
