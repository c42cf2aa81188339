// The connections of a gateway: STOMP ends here, while who may connect, what was missed and who is signed in is the
// desk's to say.
import type { Push } from '@maru/contract/realtime';
import { playerId, type SiteId, siteId } from '@maru/engine/purse';
import type { Principal } from '../http/serve.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from '../realtime/realtime.ts';
import type { Line } from './line.ts';
import type { Present, Pushed } from './messages.ts';

export interface Live {
  readonly realtime: Realtime;
  /** What the owner of a shard has told. */
  pushed(shard: number, pushed: Pushed | 'GAP'): void;
  close(): void;
}

type Places = Pick<
  RealtimeOptions,
  'siteOf' | 'guestSiteOf' | 'servesHost' | 'addressOf' | 'allowedOrigins' | 'onFault' | 'limits'
>;

export interface LiveOptions extends Places {
  readonly line: Pick<Line, 'ask' | 'tell'>;
  /** The shard of whoever shows this token under this host. */
  readonly shardOf: (host: string, token: string) => number;
  readonly every: (ms: number, call: () => void) => () => void;
  readonly steadyMs: () => number;
}

interface Known {
  readonly shard: number;
  readonly connection: number;
  readonly enteredAt: number;
  followsTicks: boolean;
  isOpen: boolean;
}

const COMPARE_MS = 2_000;
/** A connection that entered at the desk and never opened here has been given up by its client. */
const OPENS_WITHIN_MS = 10_000;

export function createLive({ line, shardOf, every, steadyMs, ...places }: LiveOptions): Live {
  const known = new Map<Principal, Known>();
  const byConnection = new Map<number, Principal>();
  const ended = new WeakSet<Principal>();
  let count = 0;

  const realtime = createRealtime({
    ...places,
    async authenticate(token, caller) {
      count += 1;
      const connection = count;
      const shard = shardOf(caller.host, token);
      const found = await line.ask(shard, {
        name: 'enter',
        ...{ connection, token, address: caller.address },
      });
      if (found === undefined) throw new Error('nobody could say whose connection this is');
      if (found === null) return undefined;
      const principal = found as Principal;
      known.set(principal, {
        ...{ shard, connection, enteredAt: steadyMs(), followsTicks: false, isOpen: false },
      });
      byConnection.set(connection, principal);
      return principal;
    },
    stillValid: (principal) => !ended.has(principal),
    async missedSince({ player, queue, since }) {
      const shard = shardOfPlayer(player);
      const missed = await line.ask(shard, { name: 'missed', player, queue, since });
      if (missed === undefined) throw new Error('nobody could say what was missed');
      return missed as readonly Push[] | 'TOO_OLD';
    },
    onLeft: leave,
  });

  function shardOfPlayer(player: number): number {
    for (const [principal, { shard }] of known) if (principal.player === player) return shard;
    return 0;
  }

  function leave(principal: Principal): void {
    const left = known.get(principal);
    if (left === undefined) return;
    known.delete(principal);
    byConnection.delete(left.connection);
    line.tell(left.shard, { name: 'left', connection: left.connection });
  }

  function end(connection: number, knows: boolean): void {
    const principal = byConnection.get(connection);
    if (principal === undefined) return;
    ended.add(principal);
    realtime.recheck(principal.player, () => knows);
  }

  /** Tells what has changed, and gives up what entered at the desk and never opened here. */
  function compare(): void {
    for (const { principal, followsTicks } of realtime.connected()) {
      const each = known.get(principal);
      if (each === undefined) continue;
      each.isOpen = true;
      if (each.followsTicks === followsTicks) continue;
      each.followsTicks = followsTicks;
      line.tell(each.shard, { name: 'ticks', connection: each.connection, follows: followsTicks });
    }
    const before = steadyMs() - OPENS_WITHIN_MS;
    for (const [principal, { isOpen, enteredAt }] of [...known])
      if (!isOpen && enteredAt < before) leave(principal);
  }

  /** Messages may be missing, or the owner is new: it hears who is here, and says who is not any more. */
  async function presentAll(shard: number): Promise<void> {
    compare();
    const connections: Present[] = [];
    for (const [principal, each] of known)
      if (each.shard === shard)
        connections.push({ connection: each.connection, principal, followsTicks: each.followsTicks });
    const answer = await line.ask(shard, { name: 'present', connections });
    if (answer === undefined) return void asked.add(shard);
    const { ended: gone, reached } = answer as {
      readonly ended: readonly number[];
      readonly reached: Readonly<Record<string, number>>;
    };
    for (const connection of gone) end(connection, false);
    const here = new Set(connections.map(({ principal }) => (principal as Principal).player));
    realtime.catchUp((player) => (here.has(player) ? reached[player] : -1));
  }

  /** Shards that must hear who is here. */
  const asked = new Set<number>();
  const endings = [
    every(COMPARE_MS, compare),
    every(100, () => {
      for (const shard of [...asked]) {
        asked.delete(shard);
        void presentAll(shard).catch((fault: unknown) => {
          asked.add(shard);
          places.onFault?.(fault);
        });
      }
    }),
  ];

  return {
    realtime,
    pushed(shard, pushed) {
      if (pushed === 'GAP') {
        // What comes after the gap must not be sent before what is missing.
        realtime.hold();
        asked.add(shard);
        return;
      }
      switch (pushed.name) {
        case 'push':
          realtime.push(
            playerId(pushed.player),
            pushed.queue as Parameters<Realtime['push']>[1],
            pushed.push,
          );
          break;
        case 'topic':
          realtime.publish(pushed.topic, pushed.body, siteOrNone(pushed.site));
          break;
        case 'again':
          // Always follows a gap.
          break;
        case 'end':
          end(pushed.connection, pushed.knows);
          break;
      }
    },
    close() {
      for (const each of endings) each();
      realtime.close();
    },
  };
}

const siteOrNone = (site: number | undefined): SiteId | undefined =>
  site === undefined ? undefined : siteId(site);
