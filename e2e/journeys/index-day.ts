// A day of a Maru index from its seal to its proof: sealed on the day before, traded on a Sunday, opened after
// midnight, and computed again on the phone and by the program outside.
import { readFile, writeFile } from 'node:fs/promises';
import type { Receipt } from '@maru/contract/binary/receipt';
import { indexDays } from '@maru/contract/indices';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { expect, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { captureSizes } from '../capture.ts';
import { type Trader, test, toast, visit } from '../journey.ts';
import { accountOf, fillRows, leapTo, openTrade, placeOrder, showTab } from '../oversea.ts';
import { downloadFiles, run, runVerify, save, verifyHere } from '../receipt-files.ts';
import { accountOf as betAccountOf, nowAt, passUntil, placeBet, roundOf, untilTimeLeft } from '../rounds.ts';
import type { World } from '../world.ts';

const WILD = 401;
/** The same index as a 30-second bet. */
const WILD_HALF_MINUTE = 40_101;
const SUNDAY = '2026-11-15';
const at = (text: string): number => Date.parse(`${text}+09:00`);

test.use({ ownWorld: 'index-day', worldSettings: { beginsAt: at('2026-11-14T23:50:00') } });

const dayOf = async (world: World, date: string) =>
  (await ask(world, indexDays)).days.find((day) => day.date === date);

/** On the next round, with enough time left to confirm the order. */
async function betOnWild(world: World, page: Page): Promise<void> {
  await visit(page, `/exchange/${WILD_HALF_MINUTE}`);
  await untilTimeLeft(world, WILD_HALF_MINUTE, { ms: 10_000, timeout: 60_000 });
  await placeBet(page, '상승', '10000');
}

const betOf = async (world: World, trader: Trader) => (await betAccountOf(world, trader)).bets[0]!;

/** Skips the time in which nothing decides the bet. */
async function liveThroughRound(world: World, page: Page, tradeRoundId: number): Promise<void> {
  const { openMillis, closeMillis } = await roundOf(world, tradeRoundId);
  for (const moment of [openMillis, closeMillis]) {
    await passUntil(world, moment - 5_000, page);
    await expect.poll(() => nowAt(world) > moment + 2_000, { timeout: 15_000 }).toBe(true);
  }
}

test('an index day is sealed, traded on a Sunday, opened after midnight and verified', async ({
  memberPage: page,
  world,
  trader,
}, journey) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const path = (name: string) => journey.outputPath(name);
  const sealed = await dayOf(world, SUNDAY);
  expect(sealed).toMatchObject({ seed: null, isLost: false });
  expect(sealed!.sealedMillis).toBeLessThan(at(`${SUNDAY}T00:00:00`));

  await page.goto('/oversea');
  await leapTo(world, at(`${SUNDAY}T09:41:00`), page);

  // A Sunday: everything else but coins is closed.
  await betOnWild(world, page);
  await openTrade(page, WILD);
  await placeOrder(page, '매수');
  await expect(toast(page)).toContainText('체결');
  await page.getByRole('button', { name: '가격 증명' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '마루 지수 100' })).toBeVisible();
  const seal = page.getByRole('region', { name: '오늘의 봉인값' });
  await expect(seal.getByTitle(sealed!.seal)).toBeVisible();
  await expect(seal).toContainText('내일 00:05');
  await expect(page.getByRole('button', { name: '다시 계산하기' })).toBeVisible();

  await liveThroughRound(world, page, (await betOf(world, trader)).tradeRoundId);
  await expect.poll(async () => (await betOf(world, trader)).closePrice, { timeout: 30_000 }).not.toBeNull();
  await leapTo(world, at('2026-11-16T00:06:00'), page);
  await expect.poll(async () => (await dayOf(world, SUNDAY))?.seed ?? null).not.toBeNull();
  const opened = await dayOf(world, SUNDAY);
  expect(opened?.seal).toBe(sealed?.seal);
  // No position was closed at midnight.
  expect((await accountOf(world, trader)).positions).toHaveLength(1);

  await page.goto('/index/M100');
  const seed = page.getByRole('region', { name: '어제의 씨앗' });
  await expect(seed.getByTitle(opened!.seed!)).toBeVisible();
  await seed.getByRole('button', { name: '다시 계산하기' }).click();
  await expect(seed.getByText(/^[\d,]+틱 일치$/)).toBeVisible({ timeout: 60_000 });
  await expect(seed.getByText('다름')).toHaveCount(0);

  await page.getByRole('button', { name: '계산 방법과 코드' }).click();
  const method = page.getByRole('dialog', { name: '계산 방법과 코드' });
  const day = await save(method, { role: 'button', name: '하루의 값' }, path);
  const ticks = await save(method, { role: 'button', name: '틱 기록' }, path);
  const program = await save(method, { role: 'link', name: '검증 프로그램' }, path);
  expect(await run(program, day, ticks)).toBe(0);
  await captureSizes(page, { name: '50-index-proof.method', appearances: ['dark'] });
  await method.getByRole('button', { name: '닫기' }).click();
  await page.getByRole('button', { name: '지난 봉인값과 씨앗' }).click();
  const days = page.getByRole('dialog', { name: '지난 봉인값과 씨앗' });
  await expect(days.getByRole('button', { name: '이날 계산하기' }).first()).toBeVisible();
  await captureSizes(page, { name: '50-index-proof.days', appearances: ['dark'] });
  await days.getByRole('button', { name: '닫기' }).click();
  await expect(days).toBeHidden();
  await captureSizes(page, { name: '50-index-proof', appearances: ['dark', 'light'] });

  // The receipt of the trade is checked against the same seed.
  await openTrade(page, WILD);
  await showTab(page, '체결');
  await fillRows(page).first().click();
  const article = page.getByRole('article');
  const receipt = await save(article, { role: 'button', name: '영수증' }, path);
  const receiptTicks = path('receipt-ticks.json');
  await save(article, { role: 'button', name: '틱 기록' }, () => receiptTicks);
  expect(await run(program, day, receiptTicks, receipt)).toBe(0);
  const forged = path('forged.json');
  const record = JSON.parse(await readFile(receiptTicks, 'utf8')) as ReceiptTicks;
  await writeFile(forged, JSON.stringify(record).replaceAll(/ (\d+)\.5 0 0\.5/g, ' $1 0 0.5'));
  expect(await run(program, day, forged, receipt)).toBe(1);
  await article.getByRole('link', { name: /마루 지수 증명/ }).click();
  await expect(page).toHaveURL(/\/index\/M100\?date=2026-11-15$/);
  await expect(page.getByRole('region', { name: '어제의 씨앗' })).toBeVisible();

  // The receipt of the bet is checked against the hash chain and against the seed.
  const bet = await betOf(world, trader);
  await visit(page, `/wallet/history/${bet.id}`);
  const files = await downloadFiles(await verifyHere(page), (name) => path(`bet-${name}`));
  const { entry, exit } = JSON.parse(await readFile(files.receipt, 'utf8')) as Receipt;
  expect(bet).toMatchObject({ strikePrice: entry?.price, closePrice: exit?.price });
  expect(await runVerify(files)).toBe(0);
  expect(await run(program, day, files.ticks, files.receipt)).toBe(0);
});
