// What a member holds in overseas futures: read once, then followed by pushes, for all screens together. A push carries
// whole orders and positions, so hearing one twice changes nothing, and what has ended never comes back.
import { createStore, type Watched } from '@maru/client/store';
import {
  openOverseaOrders,
  openOverseaPositions,
  type WireOverseaOrder,
  type WireOverseaPosition,
} from '@maru/contract/oversea';
import { orderGuard, type WireOrderGuard } from '@maru/contract/oversea-guard';
import type { OverseaCross, OverseaPush } from '@maru/contract/realtime';
import type { Platform } from '../../shell/platform.tsx';

export interface OverseaAccount {
  /** Oldest first, one for each instrument. */
  readonly positions: readonly WireOverseaPosition[];
  /** Those that rest, newest first. */
  readonly orders: readonly WireOverseaOrder[];
  /** The account at the newest prices; undefined until the server has said so. */
  readonly cross: OverseaCross | undefined;
  /** The member's own limits for orders: null when none are set, undefined until the server has said so. */
  readonly guard: WireOrderGuard | null | undefined;
  readonly state: 'loading' | 'ready' | 'failed';
}

export interface FollowedAccount extends Watched<OverseaAccount> {
  reload(): void;
}

export const NOTHING_HELD: OverseaAccount = {
  positions: [],
  orders: [],
  cross: undefined,
  guard: undefined,
  state: 'loading',
};

/** An id that ended long ago is in no answer that is still under way. */
const MOST_ENDED = 500;

interface Body {
  readonly orders: readonly WireOverseaOrder[];
  readonly positions: readonly WireOverseaPosition[];
}

const rests = ({ status }: WireOverseaOrder): boolean => status === 'OPEN' || status === 'WAITING';
const isHeld = ({ qty }: WireOverseaPosition): boolean => qty > 0;

type Edges = Pick<Platform, 'call' | 'member' | 'realtime'>;

export function followAccount({ call, realtime, member }: Edges): FollowedAccount {
  const account = createStore<OverseaAccount>(NOTHING_HELD);
  /** Apart: a position bears the number of the order that opened it, and that order has ended. */
  const endedOrders = new Set<number>();
  const endedPositions = new Set<number>();
  /** Heard while a question is on its way: its answer may be older. */
  let heard: readonly Body[] = [];
  /** Only the newest question counts. */
  let turn = 0;
  let watchers = 0;
  let owner: number | undefined;
  let stops: readonly (() => void)[] = [];

  function over({ orders, positions }: Body, news: Body): Body {
    const [allOrders, allPositions] = [byId(orders), byId(positions)];
    for (const order of news.orders) allOrders.set(order.id, order);
    for (const position of news.positions) allPositions.set(position.id, position);
    return {
      orders: [...allOrders.values()].filter(rests),
      positions: [...allPositions.values()].filter(isHeld),
    };
  }

  function show(body: Body, rest: Partial<OverseaAccount> = {}): void {
    account.set({
      ...account.get(),
      ...rest,
      orders: body.orders.filter(({ id }) => !endedOrders.has(id)).sort((a, b) => b.id - a.id),
      positions: body.positions.filter(({ id }) => !endedPositions.has(id)).sort((a, b) => a.id - b.id),
    });
  }

  async function read(): Promise<void> {
    const mine = ++turn;
    heard = [];
    if (account.get().state === 'failed') account.set({ ...account.get(), state: 'loading' });
    const [positions, orders, limits] = await Promise.all([
      call(openOverseaPositions),
      call(openOverseaOrders),
      call(orderGuard),
    ]);
    if (mine !== turn) return;
    if (limits.ok) account.set({ ...account.get(), guard: limits.reply.guard });
    if (positions.ok && orders.ok) {
      const answered: Body = { positions: positions.reply, orders: orders.reply };
      show(heard.reduce(over, answered), { state: 'ready' });
    } else if (account.get().state !== 'ready') account.set({ ...account.get(), state: 'failed' });
  }

  function hear(data: OverseaPush): void {
    const news = data as unknown as Body;
    for (const order of news.orders) if (!rests(order)) endedOrders.add(order.id);
    for (const position of news.positions) if (!isHeld(position)) endedPositions.add(position.id);
    for (const ended of [endedOrders, endedPositions]) forgetOldest(ended);
    heard = [...heard, news];
    show(over(account.get(), news));
  }

  /** A connection that is back and its queue both ask in the same breath; one answer serves both. */
  let isDue = false;
  function readSoon(): void {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (watchers > 0 && member.get() !== undefined) void read();
    });
  }

  function begin(): void {
    const { id } = member.get() ?? {};
    if (id === owner) return;
    // Nothing that was known is another member's.
    owner = id;
    turn++;
    endedOrders.clear();
    endedPositions.clear();
    account.set(NOTHING_HELD);
    readSoon();
  }

  function start(): void {
    stops = [
      member.watch(begin),
      realtime.followQueue('oversea', { hear: ({ data }) => hear(data), resync: readSoon }),
      realtime.followQueue('oversea_cross', {
        hear: (push) =>
          account.set({
            ...account.get(),
            ...(push.type === 'ORDER_GUARD' ? push.data : { cross: push.data }),
          }),
        resync: () => {},
      }),
      // What was pushed before the first subscription is in no queue of ours, so the first connection counts too.
      realtime.connection.watch(() => {
        if (realtime.connection.get().kind === 'connected') readSoon();
      }),
    ];
    begin();
    readSoon();
  }

  return {
    get: account.get,
    reload: () => void read(),
    watch(listen) {
      const stop = account.watch(listen);
      if (watchers++ === 0) start();
      return () => {
        stop();
        if (--watchers > 0) return;
        turn++;
        for (const each of stops) each();
        // While nobody listened the account may have become another; the figure of an hour ago is worse than none.
        account.set({ ...account.get(), cross: undefined });
      };
    },
  };
}

function forgetOldest(ended: Set<number>): void {
  for (const id of ended)
    if (ended.size > MOST_ENDED) ended.delete(id);
    else break;
}

const byId = <Item extends { readonly id: number }>(items: readonly Item[]): Map<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
