// How well prices come in: how fresh they are, where they were missing today, and whether a second source says the same.
// A second source is only compared: whatever it says, no tick is changed by it.
import type { ReplyOf } from '@maru/contract/call';
import { feedHealth } from '@maru/contract/control/calls';
import { type Price, rate, toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen, sessionAt } from '@maru/engine/market/trading-hours';
import { koreanDay, type Millis, millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import { type Route, serve } from '../http/serve.ts';
import type { Log } from '../log/log.ts';
import { shownPrice } from '../market/listed.ts';
import { deviationOf, type SecondPrices } from '../market/second-prices.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProductParts } from '../product/server-product.ts';

/** A larger difference between two sources is more than their clocks and spreads explain. */
const DEVIATION_MOST = rate('0.005');
/** It ends below half of it, so that a difference at the edge is one alarm and not a hundred. */
const ENDS_BELOW = DEVIATION_MOST / 2n;
/** For so long, because one source may be a moment ahead. */
const SUSPECT_AFTER_MS = 3_000;
const COMPARE_EVERY_MS = 1_000;

interface Parts {
  readonly instruments: readonly Instrument[];
  readonly prices: Pick<ProductParts['prices'], 'latest' | 'usable' | 'condition' | 'report' | 'source'>;
  readonly secondPrices: SecondPrices | undefined;
  readonly onLiveTick: ProductParts['onLiveTick'];
  readonly time: ProductParts['time'];
  readonly log: Log;
}

interface Counted {
  ticks: number;
  gaps: number;
  longestGapMs: number;
  lastGapAt: Millis | undefined;
}

export interface FeedHealth {
  readonly routes: readonly Route[];
  measure(metrics: Metrics): void;
  start(): void;
  stop(): Promise<void>;
  /** One comparison of all prices with the second source. */
  compare(): void;
}

type Row = ReplyOf<typeof feedHealth>['content'][number];

const NOTHING: Readonly<Counted> = { ticks: 0, gaps: 0, longestGapMs: 0, lastGapAt: undefined };

export function createFeedHealth(parts: Parts): FeedHealth {
  const { instruments, prices, secondPrices, onLiveTick, time, log } = parts;
  const byStock = new Map(instruments.map((each) => [each.code, each]));
  let counted = new Map<string, Counted>();
  let countedSince = time.clock();
  /** Since when a price differs; it is suspect once that has lasted. */
  const differs = new Map<string, { readonly since: Millis; isSuspect: boolean }>();
  /** The newest tick of each instrument: a gap is the distance to the next. */
  const last = new Map<string, Millis>();

  function onTick({ stock, ts }: Tick): void {
    const instrument = byStock.get(stock);
    if (instrument === undefined) return;
    const day = koreanDay(ts);
    if (day > countedSince) {
      counted = new Map();
      countedSince = day;
    }
    const own = counted.get(stock) ?? { ...NOTHING };
    counted.set(stock, own);
    own.ticks += 1;
    const before = last.get(stock);
    last.set(stock, ts);
    if (before === undefined || ts - before <= instrument.staleMs) return;
    // Between two stretches nothing is missing.
    const session = sessionAt(instrument.hours, ts);
    if (session === undefined) return;
    const isAcross = before < session.opensAt && !isOpen(instrument.hours, millis(session.opensAt - 1));
    if (isAcross) return;
    own.gaps += 1;
    own.longestGapMs = Math.max(own.longestGapMs, ts - before);
    own.lastGapAt = ts;
  }

  function compare(): void {
    const now = time.clock();
    for (const instrument of instruments) {
      const { code } = instrument;
      const deviation = deviationOf(instrument, parts, now);
      const known = differs.get(code);
      if (deviation === undefined || deviation <= (known === undefined ? DEVIATION_MOST : ENDS_BELOW)) {
        if (known?.isSuspect) log.info('price agrees with the second source again', { stock: code });
        differs.delete(code);
      } else if (known === undefined) differs.set(code, { since: now, isSuspect: false });
      else if (!known.isSuspect && now - known.since >= SUSPECT_AFTER_MS) {
        known.isSuspect = true;
        log.error('price differs from the second source, staff should look at it', {
          stock: code,
          deviation: toDecimal(deviation),
        });
      }
    }
  }

  function rowOf(instrument: Instrument, now: Millis): Row {
    const { code } = instrument;
    const tick = prices.latest(code);
    const own = counted.get(code) ?? NOTHING;
    const other = secondPrices?.latest(code);
    const deviation = deviationOf(instrument, parts, now);
    const difference = differs.get(code);
    const condition = prices.condition(code, now);
    return {
      instrumentId: instrument.id,
      stock: code,
      koName: instrument.koName,
      kind: instrument.kind,
      source: instrument.kind === 'INDEX' ? 'maru' : prices.source,
      condition: condition === 'OPEN' && difference?.isSuspect ? 'SUSPECT' : condition,
      staleMillis: instrument.staleMs,
      lastPrice: tick === undefined ? null : shownPrice(instrument, tick.last),
      tickMillis: tick?.ts ?? null,
      receivedMillis: tick?.recvTs ?? null,
      ticks: own.ticks,
      gaps: own.gaps,
      longestGapMillis: own.longestGapMs,
      lastGapMillis: own.lastGapAt ?? null,
      second:
        other === undefined
          ? null
          : {
              price: shownPrice(instrument, other.price as Price),
              receivedMillis: other.receivedAt,
              deviation: deviation === undefined ? null : toDecimal(deviation),
              suspectSinceMillis: difference?.isSuspect ? difference.since : null,
            },
    };
  }

  const loop = createLoop({
    work: async () => compare(),
    restMs: () => COMPARE_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'comparing prices with the second source failed, retrying',
  });
  let end: (() => void) | undefined;

  return {
    routes: [
      serve(feedHealth, async ({ now }) => ({
        ok: true,
        reply: {
          nowMillis: now,
          source: prices.source,
          secondSource: secondPrices?.name ?? null,
          deviationMost: toDecimal(DEVIATION_MOST),
          countedSinceMillis: countedSince,
          unknown: prices.report(now).unknown,
          content: instruments.map((each) => rowOf(each, now)),
        },
      })),
    ],
    measure: (metrics) =>
      metrics.gaugeOf(
        'maru_feed_suspect',
        'Instruments whose price differs from the second source',
        () => [...differs.values()].filter(({ isSuspect }) => isSuspect).length,
      ),
    compare,
    start() {
      end = onLiveTick(onTick);
      if (secondPrices !== undefined) loop.start();
    },
    async stop() {
      end?.();
      await loop.stop();
    },
  };
}
