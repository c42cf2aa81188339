// A receipt checked by a trader: in the app, and with its files and the program outside of it.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Receipt } from '@maru/contract/binary/receipt';
import { expect, type Locator, type Page } from '@playwright/test';

export interface SavedFiles {
  readonly receipt: string;
  readonly ticks: string;
  readonly program: string;
}

/** On the page of the receipt: the device computes the same result. Returns the panel with its files. */
export async function verifyHere(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '직접 검증하기' }).click();
  const verification = page.getByRole('dialog', { name: '직접 검증하기' });
  await expect(async () => {
    const again = verification.getByRole('button', { name: '다시 검증하기' });
    if (await again.isVisible()) await again.click();
    await expect(verification.getByText('영수증이 맞습니다')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(verification.getByText('다름')).toHaveCount(0);
  return verification;
}

/** Downloads one file and returns where it was saved. */
export async function save(
  place: Locator,
  { role, name }: { readonly role: 'button' | 'link'; readonly name: string },
  at: (name: string) => string,
): Promise<string> {
  const [download] = await Promise.all([
    place.page().waitForEvent('download'),
    place.getByRole(role, { name, exact: true }).click(),
  ]);
  const path = at(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

export async function downloadFiles(place: Locator, at: (name: string) => string): Promise<SavedFiles> {
  return {
    receipt: await save(place, { role: 'button', name: '영수증' }, at),
    ticks: await save(place, { role: 'button', name: '틱 기록' }, at),
    program: await save(place, { role: 'link', name: '검증 프로그램' }, at),
  };
}

/** The exit code of `node` with these arguments. */
export const run = (...files: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, files, () => resolve(child.exitCode ?? -1));
  });

/** The exit code of `node verify.mjs receipt.json ticks.json`; the receipt as it is, or forged. */
export async function runVerify(
  { receipt, ticks, program }: SavedFiles,
  forge?: (receipt: Receipt) => Receipt,
): Promise<number> {
  let checked = receipt;
  if (forge) {
    checked = join(dirname(receipt), 'forged.json');
    await writeFile(checked, JSON.stringify(forge(JSON.parse(await readFile(receipt, 'utf8')) as Receipt)));
  }
  return run(program, checked, ticks);
}
