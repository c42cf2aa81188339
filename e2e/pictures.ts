// Pictures of a screen for review, beside the picture it was designed from. They are taken where DESIGN_PICTURES names
// the folder with the designs (`01-signin.png`, `01-signin.light.png`, …), and are stored in test-results/pictures.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { README_PICTURES } from '../scripts/readme-pictures.mjs';

/** `kr`: dark, with red for rising and blue for falling. */
export type Appearance = 'dark' | 'light' | 'kr';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Picture {
  readonly name: string;
  readonly appearance: Appearance;
  readonly size: Size;
}

export const SIZES: readonly [Size, Size] = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

const designs = process.env['DESIGN_PICTURES'];
export const arePicturesTaken = designs !== undefined;
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'test-results', 'pictures');

/** Sets the two attributes of the tokens. The settings screen sets them too, which has a journey of its own. */
export async function applyAppearance(page: Page, appearance: Appearance): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen === 'light' ? 'light' : 'dark';
    document.documentElement.dataset['updown'] = chosen === 'kr' ? 'kr' : 'global';
  }, appearance);
}

export async function takePicture(page: Page, picture: Picture): Promise<void> {
  await takeForReadme(page, picture);
  if (designs === undefined) return;
  const { name, appearance, size } = picture;
  await mkdir(folder, { recursive: true });
  // An element focused by the keyboard keeps its ring.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const file = `${name}${appearance === 'dark' ? '' : `.${appearance}`}.w${size.width}.png`;
  await writeFile(join(folder, file), shot);
  const design = designOf(designs, picture);
  if (design !== undefined)
    await writeFile(join(folder, `beside.${file}`), await placeBeside(page, shot, design, size));
}

/** Only for `npm run pictures`. */
async function takeForReadme(page: Page, { name, appearance, size }: Picture): Promise<void> {
  const readme = process.env['README_PICTURES'];
  const file = README_PICTURES[name];
  if (readme === undefined || file === undefined || appearance !== 'dark' || size !== SIZES[0]) return;
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide', type: 'jpeg', quality: 74 });
  await writeFile(join(readme, file), shot);
}

function designOf(within: string, { name, appearance }: Picture): string | undefined {
  const suffixes = appearance === 'dark' ? [''] : [`.${appearance}`, ''];
  return suffixes.map((suffix) => join(within, `${name}${suffix}.png`)).find((file) => existsSync(file));
}

/** Ours on the left, the design on the right, at the same scale. */
async function placeBeside(page: Page, shot: Buffer, design: string, size: Size): Promise<Buffer> {
  // A desk's screen is shown at two thirds.
  const width = size.width > 1_000 ? 960 : 390;
  const board = await page.context().newPage();
  try {
    const sources = [shot, await readFile(design)].map((picture) => picture.toString('base64'));
    const images = sources
      .map((source) => `<img src="data:image/png;base64,${source}" width="${width}">`)
      .join('');
    await board.setViewportSize({ width: 2 * width + 20, height: 844 });
    await board.setContent(
      `<meta name="viewport" content="width=${2 * width + 20}"><body style="margin:0;display:flex;gap:20px;align-items:start;background:#888">${images}</body>`,
    );
    return await board.screenshot({ fullPage: true });
  } finally {
    await board.close();
  }
}
