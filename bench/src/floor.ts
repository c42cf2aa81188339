// The floor: a file that stores the same commands, one line each, and decides nothing. Callers of a written batch are
// answered when its sync ends, the others go into the next batch.
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

export interface Floor {
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

export async function openFloor(): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-floor-'));
  const file = await open(join(folder, 'floor.log'), 'a');
  let waiting: { readonly line: string; readonly done: () => void }[] = [];
  let writing = false;

  async function write(): Promise<void> {
    await setImmediate();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await file.appendFile(batch.map((each) => each.line).join(''));
      await file.datasync();
      for (const each of batch) each.done();
      await setImmediate();
    }
    writing = false;
  }

  return {
    append: (line) =>
      new Promise((done) => {
        waiting.push({ line, done });
        if (writing) return;
        writing = true;
        void write();
      }),
    async close() {
      await file.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
