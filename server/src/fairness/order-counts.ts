// Counts orders by side and outcome, and how long filled ones took, in memory; `take` hands over what was counted since.
import type { SiteId } from '@maru/engine/purse';
import { koreanDate } from '@maru/engine/time';
import type { Route } from '../http/serve.ts';
import type { FairnessSource, SentOrder } from '../product/fairness-source.ts';
import { speedStep } from './counted.ts';

export interface OrderCount {
  readonly site: SiteId;
  readonly day: number;
  readonly product: string;
  readonly side: 'UP' | 'DOWN';
  readonly outcome: string;
  readonly orders: number;
}

export interface SpeedCount {
  readonly site: SiteId;
  readonly day: number;
  readonly product: string;
  readonly ms: number;
  readonly orders: number;
}

export interface Counted {
  readonly orders: readonly OrderCount[];
  readonly speeds: readonly SpeedCount[];
}

/** Answers that say nothing about the order itself: it may be sent again. */
const NOT_DECIDED: ReadonlySet<string> = new Set(['KEY_REUSED', 'TOO_MANY_KEYS', 'SESSION_ENDED']);

export function createOrderCounts({
  sources,
  steadyMs,
}: {
  readonly sources: readonly FairnessSource[];
  readonly steadyMs: () => number;
}) {
  const readers = new Map(sources.flatMap(({ orders = {} }) => Object.entries(orders)));
  let orders = new Map<string, OrderCount>();
  let speeds = new Map<string, SpeedCount>();

  function count(site: SiteId, day: number, sent: SentOrder, outcome: string, tookMs: number): void {
    const { product, side, isFilledAtOnce } = sent;
    if (side !== undefined) {
      const key = `${site} ${day} ${product} ${side} ${outcome}`;
      const before = orders.get(key)?.orders ?? 0;
      orders.set(key, { site, day, product, side, outcome, orders: before + 1 });
    }
    if (outcome !== 'ACCEPTED' || !isFilledAtOnce) return;
    const ms = speedStep(tookMs);
    const key = `${site} ${day} ${product} ${ms}`;
    speeds.set(key, { site, day, product, ms, orders: (speeds.get(key)?.orders ?? 0) + 1 });
  }

  return {
    /** Wraps the calls that place orders. */
    rule(route: Route): Route {
      const read = readers.get(route.call.path) as ((body: unknown) => SentOrder) | undefined;
      if (read === undefined || route.call.method !== 'POST') return route;
      return {
        ...route,
        async handle(asked) {
          const began = steadyMs();
          const answer = await route.handle(asked);
          const outcome = answer.ok ? 'ACCEPTED' : answer.refusal;
          if (!NOT_DECIDED.has(outcome))
            count(asked.site, koreanDate(asked.now), read(asked.body), outcome, steadyMs() - began);
          return answer;
        },
      };
    },
    take(): Counted {
      const taken = { orders: [...orders.values()], speeds: [...speeds.values()] };
      [orders, speeds] = [new Map(), new Map()];
      return taken;
    },
    /** What could not be written is counted again. */
    putBack(counted: Counted): void {
      for (const row of counted.orders) {
        const key = `${row.site} ${row.day} ${row.product} ${row.side} ${row.outcome}`;
        orders.set(key, { ...row, orders: row.orders + (orders.get(key)?.orders ?? 0) });
      }
      for (const row of counted.speeds) {
        const key = `${row.site} ${row.day} ${row.product} ${row.ms}`;
        speeds.set(key, { ...row, orders: row.orders + (speeds.get(key)?.orders ?? 0) });
      }
    },
  };
}
