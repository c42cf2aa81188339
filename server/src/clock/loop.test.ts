import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { createLoop } from './loop.ts';

/** Each wait ends when the test ends it. */
function loopOf(work: () => Promise<void>) {
  const lines: string[] = [];
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  let heard: (() => void) | undefined;
  const wait = (ms: number) =>
    new Promise<void>((end) => {
      waits.push({ ms, end });
      heard?.();
    });
  const nextWait = async () => {
    if (waits.length === 0) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    return waits.shift()!;
  };
  const log = createLog({ level: 'debug', write: (line: string) => lines.push(line), clock: () => 0 });
  const failure = 'it is tried again';
  return { loop: createLoop({ work, restMs: () => 250, wait, log, failure }), nextWait, lines };
}

test('a run that is requested while another one is under way waits for it', async () => {
  const seen: string[] = [];
  let count = 0;
  const { loop } = loopOf(async () => {
    count += 1;
    const name = count;
    seen.push(`begin ${name}`);
    await Promise.resolve();
    seen.push(`end ${name}`);
  });
  await Promise.all([loop.runOnce(), loop.runOnce()]);
  expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});

test('a failed run is logged and repeated, and the caller of `runOnce` gets the error', async () => {
  let runs = 0;
  const { loop, nextWait, lines } = loopOf(async () => {
    runs += 1;
    if (runs !== 2) throw new Error(`fault ${runs}`);
  });
  loop.start();
  const first = await nextWait();
  expect(first.ms).toBe(250);
  expect(lines.filter((line) => line.includes('it is tried again'))).toHaveLength(1);
  first.end();
  await nextWait();
  expect([runs, lines.length]).toEqual([2, 1]);
  await expect(loop.runOnce()).rejects.toThrow('fault 3');
  await loop.stop();
});

test('stopping waits for the run under way, and no other one begins', async () => {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const { loop, nextWait } = loopOf(async () => {
    seen.push('begin');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    seen.push('end');
  });
  loop.start();
  await Promise.resolve();
  expect(seen).toEqual(['begin']);
  const stopped = loop.stop().then(() => seen.push('stopped'));
  finish();
  await stopped;
  expect(seen).toEqual(['begin', 'end', 'stopped']);
  (await nextWait()).end();
  await Promise.resolve();
  expect(seen).toEqual(['begin', 'end', 'stopped']);
});
