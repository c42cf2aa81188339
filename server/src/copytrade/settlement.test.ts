// What is asked for a follow while something was asked for it already.
import { amount, rate } from '@maru/engine/amount';
import { type CopyFollow, emptyCopytrade } from '@maru/engine/copytrade/state';
import { playerId } from '@maru/engine/purse';
import { koreanDate, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { SITE } from '../http/testing.ts';
import { silentLog } from '../market/testing.ts';
import { createSettlement } from './settlement.ts';

const FOLLOW = 7;
/** Just after ten past midnight in Korea. */
const NOW = millis(Date.parse('2026-11-12T15:10:31Z'));
const TODAY = koreanDate(NOW);

/** Its copies are closed, and a tenth of what they brought is due. */
const follow: CopyFollow = {
  ...{ id: FOLLOW, site: SITE, follower: playerId(2), trader: playerId(1), state: 'ACTIVE' },
  ...{ pairs: [1], multiplyPer: 100, isPaused: false, maxBet: amount('100'), oneMaxBet: amount('10') },
  ...{ exitGuard: rate('0.005'), rate: rate('0.1'), total: amount('50'), shared: amount('0') },
  ...{ handled: 0, startedAt: millis(0), copies: new Map() },
};

function openSettlement() {
  const state = emptyCopytrade({ isDigested: false });
  state.follows.set(FOLLOW, follow);
  const saved: number[] = [];
  const waiting: (() => void)[] = [];
  const settlement = createSettlement({
    state,
    // No follower has a position.
    prices: { latest: () => undefined } as never,
    ground: { holdings: { heldIn: () => [] } } as never,
    days: {
      find: () => Promise.resolve(undefined),
      save: (day) => Promise.resolve(void saved.push(day)),
    },
    time: {
      clock: () => NOW,
      wait: () => new Promise((wake) => void waiting.push(wake)),
    },
    log: silentLog,
    wake: () => undefined,
  });
  return {
    settlement,
    saved,
    /** What waited for the time goes on. */
    async later(): Promise<void> {
      for (const wake of waiting.splice(0)) wake();
      await turn();
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const detach = { kind: 'COPY_TRADER_SET', detached: [FOLLOW] } as never;

test('a share that is asked for again leaves what the daily run asks for it', async () => {
  const { settlement, saved, later } = openSettlement();
  settlement.follow({ event: detach, notes: [] });
  const [first] = settlement.take(10);
  first?.onOutcome({ ok: false, refusal: 'PRICES_MISSING' });
  const run = settlement.daily.runOnce();
  await turn();
  await later();
  const [second, ...more] = settlement.take(10);
  expect(more).toEqual([]);
  expect(second?.command).toMatchObject({ key: { key: `copy-share-${FOLLOW}-${TODAY}` } });
  second?.onOutcome({ ok: false, refusal: 'NOTHING_DUE' as never });
  await run;
  expect(saved).toEqual([TODAY]);
});
