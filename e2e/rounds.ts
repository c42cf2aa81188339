// Journeys through rounds: a world in which seconds can be skipped and the journey sets the price of bitcoin.
import { myWallets } from '@maru/contract/account/calls';
import { betList, currentRound, oneRound } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import type { ReplyOf } from '@maru/contract/call';
import { expect, type Locator, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { dock, test as journeyTest, signedIn, type Trader, toast } from './journey.ts';
import { passTime, wake } from './page-clock.ts';
import { type PriceMaker, priceAccepted, startPriceMaker } from './price-maker.ts';
import type { World } from './world.ts';

/** Options of bitcoin: half a minute and a minute after the bets, five minutes with bets in them, and balls. */
export const HALF_MINUTE = 101;
export const MINUTE = 102;
export const FIVE_MINUTES_RUNNING = 107;
export const BALLS = 108;

export const LOW = '60000';
export const HIGH = '60100';
const SECOND_MS = 1_000;

export type Round = ReplyOf<typeof oneRound>;

export const test = journeyTest.extend<object, { prices: PriceMaker }>({
  worldSettings: [{ prices: 'pushed' }, { scope: 'worker' }],
  prices: [
    async ({ world }, use) => {
      const prices = startPriceMaker(world, LOW);
      await use(prices);
      await prices.end();
    },
    { scope: 'worker', auto: true },
  ],
});

/** The server's time. */
export const nowAt = (world: World): number => Date.now() + world.aheadMs();

/** Whole seconds pass for the server and for the page, until less than one is left. */
export async function passUntil(world: World, at: number, page?: Page): Promise<void> {
  const ms = Math.floor((at - nowAt(world)) / SECOND_MS) * SECOND_MS;
  if (ms <= 0) return;
  if (page) await passTime(page, ms);
  await world.passTime(ms);
  if (page) await wake(page);
}

async function isStopped(world: World, offer: number): Promise<boolean> {
  const offers = await ask(world, tradeOptions);
  return offers.find(({ id }) => id === offer)?.isStop !== 0;
}

/** A round of the offer that accepts bets for at least this many seconds more, and not for many more. */
export async function comeToRound(
  world: World,
  offer: number,
  { secondsLeft, page }: { readonly secondsLeft: number; readonly page?: Page },
): Promise<Round> {
  for (;;) {
    const { round } = await ask(world, currentRound, { query: { tradeOptionId: offer } });
    if (round === null) {
      // A server that has just started has not sealed the balls for the bets of this minute.
      await passUntil(world, nowAt(world) + 5 * SECOND_MS, page);
      continue;
    }
    const from = Math.max(round.betStartMillis, round.betEndMillis - secondsLeft * SECOND_MS);
    if (nowAt(world) < from + SECOND_MS) {
      await passUntil(world, from, page);
      // A little less than a second is left until then.
      await expect.poll(() => nowAt(world) >= from, { intervals: [50] }).toBe(true);
      // After a jump of the clock the offer is halted until a price is pushed.
      await expect.poll(() => isStopped(world, offer), { intervals: [50] }).toBe(false);
      return round;
    }
    const isBetOnWhileRunning = round.betStartMillis === round.openMillis;
    const next = isBetOnWhileRunning ? round.closeMillis : round.openMillis;
    await passUntil(world, next, page);
    await expect.poll(() => nowAt(world) >= next, { intervals: [50] }).toBe(true);
  }
}

/** Until the offer's round accepts bets for longer than this. */
export async function untilTimeLeft(
  world: World,
  offer: number,
  { ms, timeout }: { readonly ms: number; readonly timeout: number },
): Promise<void> {
  const left = async () => {
    const { round } = await ask(world, currentRound, { query: { tradeOptionId: offer } });
    return round === null ? 0 : round.betEndMillis - nowAt(world);
  };
  await expect.poll(left, { timeout }).toBeGreaterThan(ms);
}

/** Prices are pushed before and after every switch, as in a market that never pauses. */
export async function liveThrough(
  world: World,
  at: number,
  { page, after }: { readonly page: Page; readonly after?: () => void },
): Promise<void> {
  // A long jump takes a busy machine several seconds, in which no price comes. Each is shorter than the one before it,
  // and a price that counts at the switch is there before the last, which may end behind it.
  await passUntil(world, at - 20 * SECOND_MS, page);
  await passUntil(world, at - 4 * SECOND_MS, page);
  await priceAccepted(world);
  await passUntil(world, at - SECOND_MS, page);
  await priceAccepted(world);
  await expect
    .poll(() => nowAt(world) >= at + SECOND_MS / 2, { intervals: [100], timeout: 10_000 })
    .toBe(true);
  after?.();
  // Two ticks in the round are the least that decide it.
  await priceAccepted(world);
  await priceAccepted(world);
  await expect
    .poll(() => nowAt(world) >= at + 2 * SECOND_MS, { intervals: [100], timeout: 10_000 })
    .toBe(true);
}

/** As it is shown on the screen. */
export const numberOf = ({ no }: Round): string => no.toLocaleString('ko-KR');

export const roundOf = (world: World, tradeRoundId: number): Promise<Round> =>
  ask(world, oneRound, { query: { tradeRoundId } });

/** The trader's balance and every bet, read from the server. */
export async function accountOf(world: World, trader: Trader) {
  const token = await signedIn(world, trader);
  const own = await ask(world, myWallets, { token });
  const { content } = await ask(world, betList, { token });
  return { free: own['BINARY']?.point, waiting: own['BINARY']?.gameWaitPoint, bets: content };
}

/** Opens the page of an offer whose round accepts bets for this many seconds more. */
export async function openTable(
  page: Page,
  world: World,
  { offer, secondsLeft }: { readonly offer: number; readonly secondsLeft: number },
): Promise<Round> {
  const round = await comeToRound(world, offer, { secondsLeft });
  await page.goto(`/exchange/${offer}`);
  await expect(available(page)).toHaveText('주문 가능 10,000,000원');
  return round;
}

export const available = (page: Page): Locator => dock(page).getByText(/^주문 가능/);

async function fillStake(page: Page, stake: string): Promise<void> {
  await dock(page).getByRole('textbox', { name: '주문 금액' }).fill(stake);
}

/** Sets the stake and the direction, and opens the confirmation. */
export async function proposeBet(page: Page, side: '상승' | '하락', stake: string): Promise<Locator> {
  await fillStake(page, stake);
  await dock(page)
    .getByRole('button', { name: new RegExp(`^${side} `) })
    .click();
  const question = page.getByRole('dialog', { name: `${side} 주문을 넣을까요?` });
  await expect(question).toBeVisible();
  return question.getByRole('button', { name: new RegExp(`^${side} .* 주문$`) });
}

export async function placeBet(page: Page, side: '상승' | '하락', stake: string): Promise<void> {
  const send = await proposeBet(page, side, stake);
  await send.click();
  await expect(toast(page)).toContainText('주문을 접수했습니다');
}
