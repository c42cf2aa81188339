// The database that the worlds of journeys begin with. Creating one takes as long as all the rest of a start, and there
// are more than ten worlds in a run.
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const TEMPLATE = 'MARU_JOURNEY_DATABASE';
const MAKER = join(dirname(import.meta.dirname), 'server', 'src', 'db', 'embedded-template-maker.ts');

/** Once in a run: the processes that the run starts inherit where it is. */
export async function prepareDatabase() {
  if (process.env[TEMPLATE] !== undefined) return;
  const { stdout } = await promisify(execFile)(process.execPath, [MAKER]);
  process.env[TEMPLATE] = stdout.trim();
}

export function copyDatabase(folder) {
  const template = process.env[TEMPLATE];
  if (template === undefined) throw new Error(`${TEMPLATE} is not set: playwright.config.ts prepares it`);
  cpSync(template, folder, { recursive: true });
}
