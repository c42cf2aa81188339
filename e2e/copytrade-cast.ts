// The people of the screens of copy trading: four traders with days behind them, and those who follow them.
import { closeCopied } from '@maru/contract/copytrade/close';
import { changeFollow } from '@maru/contract/copytrade/follows';
import { followerPosition, openLeads } from '@maru/contract/copytrade/history';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { openFuturesPositions } from '@maru/contract/futures/history';
import { expect } from '@playwright/test';
import { ask } from './ask.ts';
import { becomeTrader, copiesOf, followPastApp } from './copytrade.ts';
import { BITCOIN, ETHER, pass, type Stage, setMark } from './futures.ts';
import { newTrader, signedIn, type Trader } from './journey.ts';
import type { World } from './world.ts';

const DAY_MINUTES = 24 * 60;

export interface Cast {
  /** Whose trades are copied, missed and closed; three others trade beside. */
  readonly lead: Trader;
  readonly follower: Trader;
}

interface Habit {
  readonly trader: Trader;
  readonly tradeType: 'LONG' | 'SHORT';
  readonly qty: string;
}

/** Opens, waits for the copies, and closes at another price. */
async function tradeOneDay(stage: Stage, habits: readonly Habit[], price: string): Promise<void> {
  const { world } = stage;
  const everybody = await Promise.all(
    habits.map(async (habit) => ({ ...habit, token: await signedIn(world, habit.trader) })),
  );
  for (const { token, tradeType, qty } of everybody)
    await ask(world, placeFuturesOrder, {
      body: { futuresOptionId: BITCOIN, tradeType, marketType: 'MARKET', qty },
      token,
    });
  for (const { token } of everybody) await areCopied(world, token);
  await setMark(stage, price);
  for (const { token } of everybody) {
    const [position] = await ask(world, openFuturesPositions, { token });
    const body = { futuresTraderOrderId: position?.id ?? 0, closePrice: price };
    await ask(world, closeCopied, { body, token });
    await expect.poll(async () => (await ask(world, followerPosition, { token })).content).toHaveLength(0);
  }
}

/** Nothing waits any more. */
async function areCopied(world: World, token: string): Promise<void> {
  const waiting = async () =>
    (await ask(world, openLeads, { token })).content.map(({ copied }) => copied.waiting);
  await expect.poll(async () => Math.max(...(await waiting()))).toBe(0);
}

/** The last day stays open: one copy is cut by a limit, one is missed because too little is left of it, and one for its instrument. */
async function leaveOpen(stage: Stage, { lead, follower }: Cast): Promise<void> {
  const { world } = stage;
  const token = await signedIn(world, lead);
  for (const [futuresOptionId, qty] of [
    [BITCOIN, '0.1'],
    [BITCOIN, '0.1'],
    [BITCOIN, '0.1'],
    [ETHER, '1'],
  ] as const) {
    const body = { futuresOptionId, tradeType: 'LONG', marketType: 'MARKET', qty };
    await ask(world, placeFuturesOrder, { body, token });
    await areCopied(world, token);
  }
  await setMark(stage, '96420');
  const { records } = await copiesOf(world, follower);
  expect(records.slice(0, 3).map(({ reason }) => reason)).toEqual(['PAIR_OFF', 'CAP', null]);
}

export async function openCopying(stage: Stage): Promise<Cast> {
  const { world } = stage;
  await setMark(stage, '95000');
  const named = (nick: string) => newTrader(world, { nick });
  const [lead, long, full, short] = await Promise.all(
    ['느린손', '새벽세시에일어나는고래', '밤샘차트', '파도타기'].map(named),
  );
  if (!lead || !long || !full || !short) throw new Error('four traders are needed');
  await becomeTrader(world, lead, { intro: '하루에 한두 번, 추세를 따라 들어갑니다.' });
  await becomeTrader(world, long);
  await becomeTrader(world, full, { quota: 1, intro: '' });
  await becomeTrader(world, short, { intro: '변동성이 클 때 반대로 들어갑니다.' });
  const follower = await named('솔바람');
  const limits = { maxBet: '400', oneMaxBet: '300' };
  await followPastApp(world, follower, lead, { ...limits, maxLeverage: 10, lossLimit: '200' });
  await followPastApp(world, await named('고요'), lead, { multiplyPer: 20 });
  const paused = await named('해거름');
  const { traderFollowerId } = await followPastApp(world, paused, lead, { multiplyPer: 10 });
  await followPastApp(world, await named('나루터'), full);
  await followPastApp(world, await named('별밤'), short);
  const habits: readonly Habit[] = [
    { trader: lead, tradeType: 'LONG', qty: '0.1' },
    { trader: long, tradeType: 'LONG', qty: '0.4' },
    { trader: full, tradeType: 'LONG', qty: '0.05' },
    { trader: short, tradeType: 'SHORT', qty: '0.2' },
  ];
  for (const price of ['95800', '95500', '96400']) {
    await tradeOneDay(stage, habits, price);
    await pass(stage, DAY_MINUTES);
    await setMark(stage, price);
  }
  const body = { traderFollowerId, isPaused: true };
  await ask(world, changeFollow, { body, token: await signedIn(world, paused) });
  const cast = { lead, follower };
  await leaveOpen(stage, cast);
  return cast;
}
