import { devices, expect } from '@playwright/test';
import { readBars, serverBars } from '../chart-reading.ts';
import { alertDialog, carrySession, equity, faultsOf, go, newTrader, test } from '../journey.ts';
import { moveClock } from '../page-clock.ts';
import { startWorld } from '../world.ts';

const MINUTE_MS = 60_000;
const ABSENT_MINUTES = 4;
const COMPARED_BARS = 8;
/** On a busy machine, the running candle changes several times while the pointer passes over it. */
const MOST_READS_OF_RUNNING = 6;
const openOf = (figures: string): string | undefined => figures.split(' ')[0];
const NASDAQ = { stock: 'NQ', period: '1m', precision: 2 } as const;

test('after a server was killed while a chart was open and restarted, no candle is missing', async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const world = await startWorld({ database: 'none' });
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    baseURL: world.address,
    locale: 'ko-KR',
  });
  await moveClock(context, world.aheadMs());
  await context.addInitScript(() => localStorage.setItem('maru.tour', 'seen'));
  await carrySession(context, world, await newTrader(world));
  const page = await context.newPage();
  const faults = faultsOf(page);
  try {
    await page.goto('/oversea/303');
    await page.getByRole('tab', { name: '1분', exact: true }).click();
    await expect(page.getByRole('img', { name: /현재가/ })).toBeVisible();
    await expect.poll(async () => (await readBars(page, COMPARED_BARS)).length).toBe(COMPARED_BARS);

    await world.kill();
    await expect(page.getByText('연결이 불안정합니다')).toBeVisible({ timeout: 15_000 });
    await expect(alertDialog(page)).toContainText('재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.', {
      timeout: 30_000,
    });

    await world.startAgain({ afterMs: ABSENT_MINUTES * MINUTE_MS });
    await expect(alertDialog(page)).toBeHidden({ timeout: 30_000 });

    // The running minute is still being written; those before it are complete.
    await expect(async () => {
      const [running, ...done] = await serverBars(world, NASDAQ);
      const wanted = done.slice(0, COMPARED_BARS);
      for (const [place, { time }] of wanted.entries())
        expect(time).toBe((wanted[0]?.time ?? 0) - place * MINUTE_MS);
      const bars = await readBars(page, COMPARED_BARS + MOST_READS_OF_RUNNING);
      const first = bars.indexOf(wanted[0]?.figures ?? '');
      expect(bars.slice(0, first).map(openOf)).toEqual(Array(first).fill(openOf(running?.figures ?? '')));
      expect(bars.slice(first, first + COMPARED_BARS)).toEqual(wanted.map(({ figures }) => figures));
    }).toPass({ timeout: 30_000 });

    await go(page, '/oversea');
    await expect(equity(page)).toContainText('10,000,000원');
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    await world.end();
  }
});
