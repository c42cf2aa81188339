// Reads the chart like a trader: the figures of the bar under the crosshair, bar by bar.
import { stockChartPage } from '@maru/contract/market';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import type { World } from './world.ts';

/** Open, high, low, close and volume as the legend shows them, without separators. */
export type Figures = string;

const plain = (text: string): string => text.replaceAll(',', '');
const figuresOf = (texts: readonly string[]): Figures => texts.map(plain).join(' ');

const STEP_PX = 2;

/** This many bars, from the right edge leftwards. */
export async function readBars(page: Page, count: number): Promise<readonly Figures[]> {
  const box = await page.getByRole('img', { name: /현재가/ }).boundingBox();
  if (box === null) throw new Error('there is no chart');
  const legend = page.locator('.chart-legend .figure');
  const bars: Figures[] = [];
  await page.mouse.move(0, 0);
  await expect(legend).toHaveCount(0);
  for (let x = box.x + box.width - 1; x > box.x && bars.length < count; x -= STEP_PX) {
    await page.mouse.move(x, box.y + box.height / 3);
    const figures = figuresOf(await legend.allInnerTexts());
    if (figures !== '' && figures !== bars.at(-1)) bars.push(figures);
  }
  return bars;
}

const places = (text: string, precision: number): string => Number(text).toFixed(precision);

/** The newest candles of the server, newest first, in the same format. */
export async function serverBars(
  world: World,
  asked: { readonly stock: string; readonly period: string; readonly precision: number },
): Promise<readonly { readonly time: number; readonly figures: Figures }[]> {
  const { stock, period, precision } = asked;
  const { candles } = await ask(world, stockChartPage, { query: { stock, period, isFirst: 1 } });
  return candles.toReversed().map(({ time, open, high, low, close, volume }) => ({
    time,
    figures: figuresOf([
      ...[open, high, low, close].map((price) => places(price, precision)),
      String(volume),
    ]),
  }));
}
