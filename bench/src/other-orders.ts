// Members who trade at the market while something else is measured: what their orders take then, and in a calm time.
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '@maru/server/desk/desk';
import { type Seen, summary } from './callers.ts';
import { marketOrder, qtyWorth } from './liquidation-accounts.ts';
import type { Market } from './liquidation-market.ts';

/** Between two orders of one member. */
const PAUSE_MS = 40;
const ORDER_VALUE = 1_000;

export interface OtherOrders {
  /** As long as the work goes on. */
  during(work: Promise<void>): Promise<Seen>;
}

/** Each orders, after a pause closes it, and so on. Their accounts have numbers one after the other. */
export const otherOrders = (
  { desk, market }: { readonly desk: Pick<Desk, 'submit'>; readonly market: Market },
  { first, count }: { readonly first: number; readonly count: number },
): OtherOrders => ({
  async during(work) {
    let isOver = false;
    const ended = work.finally(() => {
      isOver = true;
    });
    const took: number[] = [];
    const began = performance.now();
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const coin = market.coins[index % market.coins.length]!;
        for (let nth = 0; !isOver || nth % 2 === 1; nth += 1) {
          const asked = performance.now();
          const outcome = await desk.submit(
            marketOrder(market, coin, {
              player: first + index,
              side: nth % 2 === 0 ? 'LONG' : 'SHORT',
              qty: qtyWorth(coin, ORDER_VALUE),
              leverage: 20,
              held: nth % 2 === 0 ? [] : [coin],
            }),
          );
          // Who waited so long that the price is old now has no answer either.
          if (!outcome.ok) throw new Error(`an order of another trader was refused: ${outcome.refusal}`);
          took.push(performance.now() - asked);
          await pause(PAUSE_MS);
        }
      }),
    );
    await ended;
    return summary(took, performance.now() - began);
  },
});
