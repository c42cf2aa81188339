// What each address uses, counted before anything is allocated for it: connections until they are completely closed,
// requests that are being answered, unread bytes, and the work that frames cause.
import { limitKey } from '../http/client-address.ts';
import type { Limits } from './limits.ts';
import { TokenBucket } from './rate.ts';

export type Metered = 'frames' | 'bytes' | 'refusals';

/** The place of one connection at its address. */
export interface Seat {
  /** Charges the address; false when it has used more than allowed. */
  spend(what: Metered, cost: number): boolean;
  has(what: Metered, cost: number): boolean;
  /** Sets how many unread bytes this connection has; false when that is too much for the address or for the process. */
  hold(bytes: number): boolean;
  /** The connection is completely closed. */
  leave(): void;
}

export interface Addresses {
  enter(address: string): Seat | 'TOO_MANY_CONNECTIONS' | 'TOO_MANY_REQUESTS' | 'TRY_AGAIN';
  /** Begins a request and returns the function that ends it; undefined when the address sends too many. */
  begin(address: string): (() => void) | undefined;
  /** Removes addresses that hold nothing and have been idle, a few at each step. */
  sweep(): Generator<void, void>;
  /** Connections including those that have ended but are not closed yet. */
  readonly sockets: number;
  /** Addresses in memory. */
  readonly size: number;
}

interface Account {
  sockets: number;
  requests: number;
  backlogBytes: number;
  readonly buckets: Readonly<Record<Metered, TokenBucket>>;
  readonly opens: TokenBucket;
  readonly asks: TokenBucket;
}

const MOST_ACCOUNTS = 50_000;
const SWEPT_PER_STEP = 64;

export function createAddresses(limits: Limits, now: () => number): Addresses {
  const accounts = new Map<string, Account>();
  let sockets = 0;
  let backlogBytes = 0;

  function accountOf(address: string): Account {
    const key = limitKey(address);
    let account = accounts.get(key);
    if (account === undefined) {
      if (accounts.size >= MOST_ACCOUNTS) forgetOldest();
      account = openAccount(limits, now());
      accounts.set(key, account);
    }
    return account;
  }

  /** There are fewer connections than accounts, so one that holds nothing is always found. */
  function forgetOldest() {
    for (const [key, account] of accounts) {
      if (holdsNothing(account)) {
        accounts.delete(key);
        return;
      }
    }
  }

  function seatAt(account: Account): Seat {
    let held = 0;
    let isLeft = false;
    account.sockets += 1;
    sockets += 1;
    function hold(bytes: number): boolean {
      const change = isLeft ? -held : bytes - held;
      held += change;
      account.backlogBytes += change;
      backlogBytes += change;
      return account.backlogBytes <= limits.addressBacklogBytes && backlogBytes <= limits.totalBacklogBytes;
    }
    return {
      spend: (what, cost) => account.buckets[what].spend(cost, now()),
      has: (what, cost) => account.buckets[what].has(cost, now()),
      hold,
      leave() {
        if (isLeft) return;
        isLeft = true;
        hold(0);
        account.sockets -= 1;
        sockets -= 1;
      },
    };
  }

  return {
    enter(address) {
      const account = accountOf(address);
      if (account.sockets >= limits.socketsPerAddress) return 'TOO_MANY_CONNECTIONS';
      if (sockets >= limits.socketsTotal) return 'TRY_AGAIN';
      return account.opens.take(1, now()) ? seatAt(account) : 'TOO_MANY_REQUESTS';
    },
    begin(address) {
      const account = accountOf(address);
      if (account.requests >= limits.requestsPerAddress || !account.asks.take(1, now())) return undefined;
      account.requests += 1;
      let isOver = false;
      return () => {
        if (!isOver) account.requests -= 1;
        isOver = true;
      };
    },
    *sweep() {
      let count = 0;
      for (const [key, account] of accounts) {
        if (holdsNothing(account) && isRested(account, now())) accounts.delete(key);
        count += 1;
        if (count % SWEPT_PER_STEP === 0) yield;
      }
    },
    get sockets() {
      return sockets;
    },
    get size() {
      return accounts.size;
    },
  };
}

function openAccount(limits: Limits, now: number): Account {
  return {
    sockets: 0,
    requests: 0,
    backlogBytes: 0,
    buckets: {
      frames: new TokenBucket(limits.addressFrames, now),
      bytes: new TokenBucket(limits.addressBytes, now),
      refusals: new TokenBucket(limits.addressRefusals, now),
    },
    opens: new TokenBucket(limits.addressOpens, now),
    asks: new TokenBucket(limits.addressRequests, now),
  };
}

const holdsNothing = (account: Account) => account.sockets === 0 && account.requests === 0;

const isRested = ({ buckets, opens, asks }: Account, now: number) =>
  [buckets.frames, buckets.bytes, buckets.refusals, opens, asks].every((each) => each.isFull(now));
