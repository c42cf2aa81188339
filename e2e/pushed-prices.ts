// Pushes prices to a server that gets its prices pushed: those that the journey sets, repeated twice a second, because
// an old price cannot be used.
import { setTimeout as delay } from 'node:timers/promises';
import type { PushedTick, World } from './world.ts';

export interface PushedPrices {
  /** The server has the price when this resolves; bid and ask are a tick below and a tick above. */
  setPrice(last: string, stock?: string): Promise<void>;
  /** Nothing is pushed until the next `setPrice`. */
  pause(): Promise<void>;
  end(): Promise<void>;
}

/** Tick and first price of each instrument; `setPrice` is about the first of them if it names none. */
export type FirstPrices = Readonly<Record<string, { readonly tick: number; readonly first: string }>>;

const AGAIN_AFTER_MS = 500;

function tickOf(stock: string, last: string, tick: number): PushedTick {
  const places = String(tick).split('.')[1]?.length ?? 0;
  const beside = (ticks: number) => (Number(last) + ticks * tick).toFixed(places);
  return { stock, last, bid: beside(-1), ask: beside(1) };
}

export function startPushedPrices(world: World, first: FirstPrices): PushedPrices {
  const standing = new Map(Object.entries(first).map(([stock, each]) => [stock, each.first]));
  const [usual] = standing.keys();
  let isSilent = false;
  let isOver = false;
  /** One batch after the other: they are numbered. */
  let under: Promise<void> = Promise.resolve();

  async function push(): Promise<void> {
    try {
      await world.pushTicks(
        [...standing].map(([stock, last]) => tickOf(stock, last, first[stock]?.tick ?? 1)),
      );
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
    setPrice(last, stock = usual ?? '') {
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
