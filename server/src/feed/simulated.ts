// The simulated market as a source: every instrument a pure function of FEED_SEED and time.
import type { Instrument } from '@maru/engine/market/instrument';
import type { RawTick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { openPastThread, type PastThread } from './past-thread.ts';
import { createSimulatedStocks } from './simulated-stock.ts';
import { CATCH_UP_MS, type Source, STEP_MS, type Time } from './source.ts';

export function createSimulatedSource({
  seed,
  instruments,
  time,
  past = openPastThread({ seed, instruments }),
}: {
  readonly seed: string;
  readonly instruments: readonly Instrument[];
  readonly time: Time;
  readonly past?: PastThread;
}): Source {
  const stocks = createSimulatedStocks(seed, instruments);
  let running = false;

  function ticksBetween(from: Millis, now: Millis): readonly RawTick[] {
    const ticks: RawTick[] = [];
    for (const [stock, simulated] of stocks) {
      for (const tick of simulated.ticks({ from, to: now })) ticks.push({ stock, recvTs: now, ...tick });
    }
    return ticks.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0));
  }

  return {
    name: 'simulated',
    async start(emit) {
      running = true;
      // The newest price of each instrument, so that a closed market shows its last close.
      const startedAt = time.clock();
      const newest = [...stocks].flatMap(([stock, simulated]) => {
        const tick = simulated.tickAt(millis(startedAt - 1));
        return tick ? [{ stock, recvTs: startedAt, ...tick }] : [];
      });
      emit(newest);
      void run(emit, startedAt);
    },
    async stop() {
      running = false;
      await past.close();
    },
    past,
    depth: (stock, at) => stocks.get(stock)?.depth(at),
  };

  async function run(emit: (ticks: readonly RawTick[]) => void, startedAt: Millis): Promise<void> {
    let done = startedAt;
    while (running) {
      await time.wait(STEP_MS);
      const now = time.clock();
      // A clock that is set back emits nothing twice.
      if (!running || now <= done) continue;
      const ticks = ticksBetween(millis(Math.max(done, now - CATCH_UP_MS)), now);
      done = now;
      if (ticks.length > 0) emit(ticks);
    }
  }
}
