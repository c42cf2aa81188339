// Pushes the prices of overseas futures to a server that gets its prices pushed: the journey's price, repeated twice a
// second, because an old price cannot be used.
import { setTimeout as delay } from 'node:timers/promises';
import type { PushedTick, World } from './world.ts';

export interface FuturesPrices {
  /** The server has the price when this resolves; bid and ask are a tick below and a tick above. */
  setPrice(last: string, stock?: string): Promise<void>;
  /** Nothing is pushed until the next `setPrice`. */
  pause(): Promise<void>;
  end(): Promise<void>;
}

const AGAIN_AFTER_MS = 500;

/** Tick and first price of each. */
export const FIRST_PRICES: Readonly<Record<string, { readonly tick: number; readonly first: string }>> = {
  NQ: { tick: 0.25, first: '25000' },
  MNQ: { tick: 0.25, first: '25412.75' },
  ES: { tick: 0.25, first: '6800' },
  YM: { tick: 1, first: '47200' },
  CL: { tick: 0.01, first: '59.9' },
  GC: { tick: 0.1, first: '4082.6' },
  HSI: { tick: 1, first: '26500' },
  FDAX: { tick: 1, first: '23800' },
};

function tickOf(stock: string, last: string): PushedTick {
  const { tick } = FIRST_PRICES[stock] ?? { tick: 1 };
  const beside = (ticks: number) => (Number(last) + ticks * tick).toFixed(2);
  return { stock, last, bid: beside(-1), ask: beside(1) };
}

export function startFuturesPrices(world: World): FuturesPrices {
  const standing = new Map(Object.entries(FIRST_PRICES).map(([stock, { first }]) => [stock, first]));
  let isSilent = false;
  let isOver = false;
  /** One batch after the other: they are numbered. */
  let under: Promise<void> = Promise.resolve();

  async function push(): Promise<void> {
    try {
      await world.pushTicks([...standing].map(([stock, last]) => tickOf(stock, last)));
    } catch (fault) {
      // While the server is down the push fails; a refusal is a fault of the journey.
      if (!(fault instanceof TypeError)) throw fault;
    }
  }
  function pushNow(): Promise<void> {
    under = under.then(push);
    return under;
  }
  async function pushRepeatedly(): Promise<void> {
    while (!isOver) {
      if (!isSilent) await pushNow();
      await delay(AGAIN_AFTER_MS);
    }
  }
  const pushing = pushRepeatedly();
  return {
    setPrice(last, stock = 'NQ') {
      standing.set(stock, last);
      isSilent = false;
      return pushNow();
    },
    pause() {
      isSilent = true;
      return under;
    },
    async end() {
      isOver = true;
      await pushing;
      await under;
    },
  };
}
