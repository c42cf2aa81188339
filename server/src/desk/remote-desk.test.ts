import { playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import type { DeskReport, ToDesk } from './messages.ts';
import { createRemoteDesk } from './remote-desk.ts';
import { hold } from './testing.ts';

const one = playerId(1);
const REPORT: DeskReport = {
  state: 'OPEN',
  stats: { queued: 0, arriving: 0, residents: 0, isSlowed: false, batches: 0, events: 0, batch: 0, epoch: 0 },
  behind: 0,
  audited: 0,
};

/** A desk whose thread is the test: what would be sent there, and what comes from it. */
function stand(queue = 10_000, isOurs = () => true) {
  const sent: ToDesk[] = [];
  const end = createRemoteDesk({
    send: (message) => sent.push(message),
    onDurable: () => undefined,
    onHalt: () => undefined,
    onTransientError: () => undefined,
    steadyMs: () => 0,
    every: () => () => undefined,
    isOurs,
    limits: { queue, gather: 4 },
  });
  end.receive({ kind: 'opened', highestPlayer: 1, report: REPORT });
  const asked = () => sent.flatMap((message) => (message.kind === 'asks' ? message.asks : []));
  const refuse = (...ids: readonly number[]) =>
    end.receive({
      kind: 'released',
      ...{ bodies: [], answered: [], repeated: [], seen: [], away: [], caughtUp: [] },
      refused: ids.map((id) => ({ id, refusal: 'ABOVE_HOLDINGS' })),
    });
  return { ...end, asked, refuse };
}

const holds = (count: number) => Array.from({ length: count }, (_, index) => hold(one, `${1 + index}`));

test('many commands that may wait are sent in the same turn, and have their outcomes in their own order', async () => {
  const { desk, asked, refuse } = stand();
  const outcomes = desk.submitPatiently(holds(4));
  expect(asked().map((ask) => ask.kind === 'command' && ask.isPatient)).toEqual([true, true, true, true]);
  const [first, second, third, last] = asked().map(({ id }) => id) as [number, number, number, number];
  refuse(last, first);
  const isAnswered = await Promise.race([outcomes.then(() => true), Promise.resolve(false)]);
  expect(isAnswered).toBe(false);
  refuse(third, second);
  expect(await outcomes).toEqual(Array.from({ length: 4 }, () => ({ ok: false, refusal: 'ABOVE_HOLDINGS' })));
});

test('those for which there is no room are refused in their places', async () => {
  const { desk, asked, refuse } = stand(3);
  const outcomes = desk.submitPatiently(holds(5));
  expect(asked()).toHaveLength(3);
  refuse(...asked().map(({ id }) => id));
  expect((await outcomes).map((outcome) => !outcome.ok && outcome.refusal)).toEqual([
    ...Array.from({ length: 3 }, () => 'ABOVE_HOLDINGS'),
    ...Array.from({ length: 2 }, () => 'TRY_AGAIN'),
  ]);
});

test('a thread that is lost leaves each of them without a known result, and nobody waits', async () => {
  const { desk, lost } = stand();
  const outcomes = desk.submitPatiently(holds(4));
  const order = desk.submit(hold(one, '9'));
  const none = desk.submitPatiently([]);
  lost(new Error('the thread has ended'));
  expect((await outcomes).map((outcome) => !outcome.ok && outcome.refusal)).toEqual(
    Array.from({ length: 4 }, () => 'RESULT_UNKNOWN'),
  );
  // It was not sent yet.
  expect(await order).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
  expect(await none).toEqual([]);
});

test('what the desk answered before the process stood still is not given when the shard may be taken', async () => {
  let isOurs = true;
  const { desk, asked, receive } = stand(10_000, () => isOurs);
  const outcomes = desk.submitPatiently(holds(4));
  const [refused = 0, repeated = 0, unknown = 0, durable = 0] = asked().map(({ id }) => id);
  const read = desk.read({ name: 'seen', players: () => [], compute: () => 0 }, {});
  const list = desk.caughtUp(one);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const [seen = 0, caughtUp = 0] = asked()
    .slice(4)
    .map(({ id }) => id);
  isOurs = false;
  receive({
    kind: 'released',
    bodies: [],
    answered: [durable, 1],
    refused: [
      { id: refused, refusal: 'ABOVE_HOLDINGS' },
      { id: unknown, refusal: 'RESULT_UNKNOWN' },
    ],
    repeated: [{ id: repeated, event: {} as never }],
    seen: [{ id: seen, seen: 'old' }],
    away: [],
    caughtUp: [{ id: caughtUp, passed: true }],
  });
  expect((await outcomes).map((outcome) => !outcome.ok && outcome.refusal)).toEqual([
    'TRY_AGAIN',
    'RESULT_UNKNOWN',
    'RESULT_UNKNOWN',
    // Its batch is not in the message.
    'RESULT_UNKNOWN',
  ]);
  expect(await read).toBeUndefined();
  expect(await list).toBe(false);
});
