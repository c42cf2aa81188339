// Somebody who says the price of bitcoin four times a second in a world whose prices are pushed, so that its rounds
// have ticks to be decided by, and end as the journey wants.
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from './world.ts';

export interface PriceMaker {
  /** From now on. */
  say(price: string): void;
  /** From now on around it, for a picture in which something moves. */
  wanderAround(price: string): void;
  /** When a price that was said after this question has been taken. */
  heard(): Promise<void>;
  end(): Promise<void>;
}

const makers = new WeakMap<World, PriceMaker>();

/** A machine that is busy may be silent for longer than a leap of the clock leaves. */
export const priceHeard = (world: World): Promise<void> => makers.get(world)?.heard() ?? Promise.resolve();

const EVERY_MS = 250;

/** They stand still: nobody bets on them, and lists show what a market shows. */
const OTHERS = [
  { stock: 'ETHUSDT', last: '3170.77' },
  { stock: 'XRPUSDT', last: '2.2714' },
  { stock: 'SOLUSDT', last: '140.62' },
];

/** Up and down within a few dollars, never the same way twice, and the same in every run. */
const wandering = (price: string, step: number): string =>
  (Number(price) + 14 * Math.sin(step / 7) + 6 * Math.sin(step / 1.7)).toFixed(1);

export function startPriceMaker(world: World, first: string): PriceMaker {
  let price = first;
  let isWandering = false;
  let step = 0;
  let isOver = false;
  let listeners: (() => void)[] = [];

  async function speak(): Promise<void> {
    while (!isOver) {
      const asking = listeners;
      listeners = [];
      try {
        step += 1;
        const last = isWandering ? wandering(price, step) : price;
        await world.pushTicks([{ stock: 'BTCUSDT', last }, ...OTHERS]);
        for (const hear of asking) hear();
      } catch (fault) {
        listeners = [...asking, ...listeners];
        // While the server is away nobody listens; what it refuses is a fault of the journey.
        if (!(fault instanceof TypeError)) throw fault;
      }
      await delay(EVERY_MS);
    }
  }
  const spoken = speak();
  const maker: PriceMaker = {
    say(next) {
      price = next;
      isWandering = false;
    },
    wanderAround(next) {
      price = next;
      isWandering = true;
    },
    heard: () => new Promise((resolve) => listeners.push(resolve)),
    async end() {
      isOver = true;
      await spoken;
    },
  };
  makers.set(world, maker);
  return maker;
}
