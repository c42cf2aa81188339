// Pushes the price of bitcoin four times a second to a server that gets its prices pushed, so that its rounds have
// ticks to be decided by, and end as the journey needs.
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from './world.ts';

export interface PriceMaker {
  /** From now on. */
  setPrice(price: string): void;
  /** From now on around it, for a picture in which the price moves. */
  wanderAround(price: string): void;
  /** Resolves when a price that was pushed after this call has been accepted. */
  untilAccepted(): Promise<void>;
  end(): Promise<void>;
}

const makers = new WeakMap<World, PriceMaker>();

/** A busy machine may push nothing for longer than a jump of the clock leaves. */
export const priceAccepted = (world: World): Promise<void> =>
  makers.get(world)?.untilAccepted() ?? Promise.resolve();

const EVERY_MS = 250;

/** They never change: no journey bets on them, and lists show a price for each. */
const OTHERS = [
  { stock: 'ETHUSDT', last: '3170.77' },
  { stock: 'XRPUSDT', last: '2.2714' },
  { stock: 'SOLUSDT', last: '140.62' },
];

/** Up and down within a few dollars without repeating, and the same in every run. */
const wandering = (price: string, step: number): string =>
  (Number(price) + 14 * Math.sin(step / 7) + 6 * Math.sin(step / 1.7)).toFixed(1);

export function startPriceMaker(world: World, first: string): PriceMaker {
  let price = first;
  let isWandering = false;
  let step = 0;
  let isOver = false;
  let listeners: (() => void)[] = [];

  async function pushPrices(): Promise<void> {
    while (!isOver) {
      const asking = listeners;
      listeners = [];
      try {
        step += 1;
        const last = isWandering ? wandering(price, step) : price;
        await world.pushTicks([{ stock: 'BTCUSDT', last }, ...OTHERS]);
        for (const notify of asking) notify();
      } catch (fault) {
        listeners = [...asking, ...listeners];
        // While the server is down the push fails; a refusal is a fault of the journey.
        if (!(fault instanceof TypeError)) throw fault;
      }
      await delay(EVERY_MS);
    }
  }
  const pushing = pushPrices();
  const maker: PriceMaker = {
    setPrice(next) {
      price = next;
      isWandering = false;
    },
    wanderAround(next) {
      price = next;
      isWandering = true;
    },
    untilAccepted: () => new Promise((resolve) => listeners.push(resolve)),
    async end() {
      isOver = true;
      await pushing;
    },
  };
  makers.set(world, maker);
  return maker;
}
