// Sends requests to the thread that computes the simulated past, one at a time. Its queue is bounded and fair between
// callers, and requests of callers that left are dropped.
import { Worker } from 'node:worker_threads';
import { type CandleText, NO_CANDLES } from '@maru/contract/candle-text';
import { priceOfUnits } from '@maru/engine/amount';
import { createLane, LaneBusy } from '../db/lane.ts';
import type { Past } from '../market/past.ts';
import { type PastQuestion, type PastReply, type PastWorkerData, unpackCandles } from './past-messages.ts';

const limits = { atOnce: 1, mostWaiting: 64, mostWaitingEach: 8, patienceMs: 5_000 } as const;
/** Cached blocks take a few dozen megabytes. */
const MOST_HEAP_MB = 128;
/**
 * Every candle creates many short-lived values; without a limit they use another ten megabytes before they are
 * collected.
 */
const MOST_YOUNG_MB = 4;

interface Asked {
  readonly resolve: (result: BigInt64Array | CandleText) => void;
  readonly reject: (fault: Error) => void;
}

export interface PastThread extends Past {
  /** Starts the thread ahead of its first request: it loads while the caller does something else. */
  begin(): void;
  close(): Promise<void>;
}

/** An idle thread is ended: it takes twenty megabytes, and starting it again takes some tens of milliseconds. */
const IDLE_MS = 10_000;

/** The thread is started by the first request, and again by the next one after it has died or was ended. */
export function openPastThread(
  data: PastWorkerData,
  { idleMs = IDLE_MS, steadyMs = () => performance.now() } = {},
): PastThread {
  const lane = createLane(limits, steadyMs);
  let worker: Worker | undefined;
  let asked: Asked | undefined;
  let isClosed = false;
  let ending: NodeJS.Timeout | undefined;

  function endWhenIdle(idle: Worker): void {
    clearTimeout(ending);
    ending = setTimeout(() => {
      if (asked !== undefined || worker !== idle) return;
      worker = undefined;
      void idle.terminate();
    }, idleMs).unref();
  }

  function start(): Worker {
    const started = new Worker(new URL('./past-worker.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: MOST_YOUNG_MB },
    });
    const end = (fault: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      asked?.reject(new LaneBusy('the thread of the simulated past has ended', { cause: fault }));
      asked = undefined;
    };
    started.on('message', (reply: PastReply) => {
      const waiting = asked;
      asked = undefined;
      endWhenIdle(started);
      if (reply.ok) waiting?.resolve(reply.result);
      else waiting?.reject(new Error(`the simulated past failed: ${reply.message}`));
    });
    started.on('error', (fault) => end(fault as Error));
    started.on('exit', (code) => end(new Error(`exit code ${code}`)));
    started.unref();
    return started;
  }

  const ask = <Found extends BigInt64Array | CandleText>(question: PastQuestion): Promise<Found> =>
    lane.run(
      () =>
        new Promise((resolve, reject) => {
          if (isClosed) throw new LaneBusy('the simulated past is closed');
          worker ??= start();
          asked = { resolve: resolve as Asked['resolve'], reject };
          worker.postMessage(question);
        }),
    );

  return {
    begin() {
      if (isClosed || worker !== undefined) return;
      worker = start();
      endWhenIdle(worker);
    },
    async priceAt(stock, at) {
      const [price] = await ask<BigInt64Array>({ kind: 'price', stock, at });
      return price === undefined ? undefined : priceOfUnits(price);
    },
    async candles(stock, period, window, until) {
      if (window.from >= window.to) return [];
      return unpackCandles(await ask({ kind: 'candles', stock, period, window, until }));
    },
    async candleText(stock, period, window, { until, most }) {
      if (window.from >= window.to || most <= 0) return NO_CANDLES;
      return ask({ kind: 'text', stock, period, window, until, most });
    },
    async close() {
      isClosed = true;
      clearTimeout(ending);
      await worker?.terminate();
    },
  };
}
