import { playerId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { openFoldThread } from './fold-thread.ts';

test('the thread answers, goes on after an event that cannot be folded, and ends when it is closed', async () => {
  const thread = openFoldThread();
  const begin = {
    kind: 'begin',
    player: playerId(1),
    origin: 0,
    before: { at: millis(2), seq: 9 },
    instants: [millis(1)],
  } as const;
  expect(await thread.ask(begin)).toEqual({ ok: true, reached: { seq: 0, event: 0 } });
  await expect(thread.ask({ kind: 'events', bodies: ['{"kind":"NOTHING"}'] })).rejects.toThrow('folding');
  await thread.ask(begin);
  expect(await thread.ask({ kind: 'end' })).toEqual({
    ok: true,
    moments: [{ seq: 0, event: 0, digest: '', account: undefined }],
  });
  await thread.close();
  await expect(thread.ask(begin)).rejects.toThrow('closed');
});
