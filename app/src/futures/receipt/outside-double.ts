// Runs the program that checks receipts outside the app.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTSIDE_PROGRAM } from './outside-program.ts';

const program = join(process.cwd(), 'app', 'public', OUTSIDE_PROGRAM);

export function verifiedOutside(receipt: object, record: object) {
  const folder = mkdtempSync(join(tmpdir(), 'maru-verify-'));
  const paths = [receipt, record].map((value, index) => {
    const path = join(folder, `${index}.json`);
    writeFileSync(path, JSON.stringify(value));
    return path;
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...paths], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, text: stdout + stderr };
}
