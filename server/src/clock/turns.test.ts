import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { createTurns } from './turns.ts';

/** Each wait ends when the test says so. */
function turnsOf(look: () => Promise<void>) {
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
  return { turns: createTurns({ look, restMs: () => 250, wait, log, failure }), nextWait, lines };
}

test('a look that is asked for while another one runs waits for it', async () => {
  const seen: string[] = [];
  let count = 0;
  const { turns } = turnsOf(async () => {
    count += 1;
    const name = count;
    seen.push(`begin ${name}`);
    await Promise.resolve();
    seen.push(`end ${name}`);
  });
  await Promise.all([turns.turn(), turns.turn()]);
  expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});

test('a failed look is logged and tried again, and whoever asked for it hears of it', async () => {
  let looks = 0;
  const { turns, nextWait, lines } = turnsOf(async () => {
    looks += 1;
    if (looks !== 2) throw new Error(`fault ${looks}`);
  });
  turns.start();
  const first = await nextWait();
  expect(first.ms).toBe(250);
  expect(lines.filter((line) => line.includes('it is tried again'))).toHaveLength(1);
  first.end();
  await nextWait();
  expect([looks, lines.length]).toEqual([2, 1]);
  await expect(turns.turn()).rejects.toThrow('fault 3');
  await turns.stop();
});

test('stopping waits for the look under way, and no other one begins', async () => {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const { turns, nextWait } = turnsOf(async () => {
    seen.push('begin');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    seen.push('end');
  });
  turns.start();
  await Promise.resolve();
  expect(seen).toEqual(['begin']);
  const stopped = turns.stop().then(() => seen.push('stopped'));
  finish();
  await stopped;
  expect(seen).toEqual(['begin', 'end', 'stopped']);
  (await nextWait()).end();
  await Promise.resolve();
  expect(seen).toEqual(['begin', 'end', 'stopped']);
});
