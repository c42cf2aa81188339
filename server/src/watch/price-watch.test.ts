import { amount, price } from '@maru/engine/amount';
import type { Quote } from '@maru/engine/market/quote';
import type { Tick } from '@maru/engine/market/tick';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, playerPurse } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { WatchTypes } from '@maru/engine/watch/rules';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../desk/desk.ts';
import { DESK_LIMITS } from '../desk/limits.ts';
import { silentLog } from '../log/log.ts';
import { createPriceWatch } from './price-watch.ts';

interface Types extends WatchTypes {
  readonly command: AnyCommand;
}

const NOW = millis(1_000);
const REFUSED: Outcome = { ok: false, refusal: 'TRY_AGAIN' };
const at = price('100');
const tick: Tick = { stock: 'BTC', last: at, bid: at, ask: at, mark: at, ts: NOW, recvTs: NOW, seq: 1 };
const command = (player: number) =>
  ({ kind: 'CANCEL_FUTURES_ORDERS', player: playerId(player) }) as unknown as AnyCommand;

/** A tick triggers so many commands, and so many accounts are to be reviewed. */
function openWatch(triggered: number, behind = 0) {
  const parts: { readonly players: number[]; readonly answer: (outcome: Outcome) => void }[] = [];
  const refused: number[] = [];
  const reviewed: number[] = [];
  let left = behind;
  let begun = 0;
  const watch = createPriceWatch<Types>({
    watch: {
      start: () => undefined,
      *startInSteps(balances) {
        for (const _ of balances) {
          begun += 1;
          yield;
        }
      },
      follow: () => [],
      tick: () => Array.from({ length: triggered }, (_, index) => command(index + 1)),
      reviewSome(limit) {
        const size = Math.min(limit, left);
        left -= size;
        reviewed.push(size);
        return [];
      },
      isBehind: () => left > 0,
      remember: () => undefined,
      recall: () => undefined,
      refused: ({ player }) => void refused.push(player as number),
      termsChanged: () => undefined,
    },
    instruments: { all: [], byStock: () => ({ id: 1, code: 'BTC', staleMs: 5_000 }) as never },
    quoteOf: ({ ts, seq, last, bid, ask }): Quote => ({ ts, seq, last, bid, ask }),
    isFollowed: () => true,
    desk: {
      submitTogether(commands) {
        const { promise, resolve } = Promise.withResolvers<Outcome>();
        parts.push({ players: commands.map(({ player }) => player as number), answer: resolve });
        return commands.map(() => promise);
      },
    },
    prices: { latest: () => undefined, usable: () => tick },
    time: { clock: () => NOW, wait: () => Promise.resolve() },
    log: silentLog,
  });
  return { watch, parts, refused, reviewed, begun: () => begun };
}

describe('the price watch', () => {
  test('submits what one tick triggers together, as long as a batch takes it', async () => {
    const { watch, parts, refused } = openWatch(DESK_LIMITS.batch);
    watch.tick(tick);
    expect(parts.map(({ players }) => players.length)).toEqual([DESK_LIMITS.batch]);
    parts[0]?.answer(REFUSED);
    await watch.settled();
    expect(refused).toHaveLength(DESK_LIMITS.batch);
  });

  test('has two parts of a crash at the desk and no more, in order, each command once', async () => {
    const count = DESK_LIMITS.batch * 3;
    const { watch, parts, refused } = openWatch(count);
    watch.tick(tick);
    // A turn of the event loop, in which everything that can go on does.
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (let answered = 0; answered < parts.length; answered++) {
      await turn();
      expect(parts.length - answered).toBeLessThanOrEqual(2);
      const isLast = parts.flatMap(({ players }) => players).length === count;
      if (!isLast) expect(parts.length - answered).toBe(2);
      parts[answered]?.answer(REFUSED);
      await turn();
    }
    await watch.settled();
    const all = Array.from({ length: count }, (_, index) => index + 1);
    expect(parts.flatMap(({ players }) => players)).toEqual(all);
    expect(refused).toEqual(all);
    expect(watch.stats()).toEqual({ asked: count, refused: count });
  });

  test('reviews everybody in slices after a change of settings', async () => {
    const { watch, reviewed } = openWatch(0, 1_200);
    watch.termsChanged();
    expect(reviewed).toEqual([]);
    await watch.settled();
    expect(reviewed).toEqual([500, 500, 200]);
  });

  test('begins to watch everybody in slices, between which the thread does other work', async () => {
    const { watch, begun } = openWatch(0);
    const balances = Array.from({ length: 2_500 }, (_, index) => ({
      purse: playerPurse(playerId(index + 1), 'FUTURES', 'free'),
      balance: amount('1'),
    }));
    const seen: number[] = [];
    const loaded = watch.load(balances).then(() => 'LOADED');
    seen.push(begun());
    let isOver = false;
    void loaded.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      if (seen.at(-1) !== begun()) seen.push(begun());
    }
    expect(seen).toEqual([1_000, 2_000, 2_500]);
  });
});
