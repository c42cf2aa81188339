// The files of a receipt, as a trader saves them, and the program that checks them outside of the app.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Receipt } from '@maru/contract/binary-receipt';
import type { Locator } from '@playwright/test';

export interface SavedFiles {
  readonly receipt: string;
  readonly ticks: string;
  readonly program: string;
}

export async function downloadFiles(place: Locator, at: (name: string) => string): Promise<SavedFiles> {
  const save = async (role: 'button' | 'link', name: string): Promise<string> => {
    const [download] = await Promise.all([
      place.page().waitForEvent('download'),
      place.getByRole(role, { name, exact: true }).click(),
    ]);
    const path = at(download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };
  return {
    receipt: await save('button', '영수증'),
    ticks: await save('button', '틱 기록'),
    program: await save('link', '검증 프로그램'),
  };
}

/** The exit code of `node verify.mjs receipt.json ticks.json`; the receipt as it is, or as a forger left it. */
export async function runVerify(
  { receipt, ticks, program }: SavedFiles,
  forge?: (receipt: Receipt) => Receipt,
): Promise<number> {
  let checked = receipt;
  if (forge) {
    checked = join(dirname(receipt), 'forged.json');
    await writeFile(checked, JSON.stringify(forge(JSON.parse(await readFile(receipt, 'utf8')) as Receipt)));
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, checked, ticks], () => resolve(child.exitCode ?? -1));
  });
}
