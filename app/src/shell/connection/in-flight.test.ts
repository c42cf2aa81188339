import { manualTimers } from '@maru/client/manual-timers';
import { me, refillPractice } from '@maru/contract/account/calls';
import { expect, test } from 'vitest';
import { serverDouble, storedTokens } from '../../server-double.ts';

const refill = { body: { walletType: 'BINARY', point: '1000000' } };

async function openMember() {
  const timers = manualTimers();
  const server = serverDouble({ timers, storage: storedTokens() });
  const { platform } = server;
  platform.open();
  await timers.pass(10);
  /** An order that the server holds until the test lets it answer. */
  function holdOrders(): (answer: 'reply' | 'lost') => void {
    const waiting: ((answer: 'reply' | 'lost') => void)[] = [];
    server.answer(
      refillPractice,
      ({ walletType, point }) =>
        new Promise((resolve) =>
          waiting.push((how) => resolve(how === 'lost' ? 'lost' : { reply: { walletType, point, run: 2 } })),
        ),
    );
    return (how) => waiting.splice(0).forEach((release) => void release(how));
  }
  return { timers, server, platform, holdOrders };
}

test('a call that moves money counts as long as it has no answer, and no other call does', async () => {
  const { platform, timers, holdOrders } = await openMember();
  const answerOrders = holdOrders();
  const order = platform.call(refillPractice, refill);
  const second = platform.call(refillPractice, refill);
  const question = platform.call(me);
  expect(platform.inFlight.get()).toBe(2);
  await timers.pass(1);
  await question;
  expect(platform.inFlight.get()).toBe(2);
  answerOrders('reply');
  await Promise.all([order, second]);
  expect(platform.inFlight.get()).toBe(0);
});

test('the page is not reloaded while an order is under way', async () => {
  const { server, platform, timers, holdOrders } = await openMember();
  const answerOrders = holdOrders();
  const order = platform.call(refillPractice, refill);
  await timers.pass(1);
  const reloading = platform.reload();
  await timers.pass(1);
  expect(server.reloads()).toBe(0);
  answerOrders('reply');
  expect(await order).toMatchObject({ ok: true });
  await reloading;
  expect(server.reloads()).toBe(1);
});

test('an order without an answer ends by its own time-outs, and then the page reloads', async () => {
  const { server, platform, timers, holdOrders } = await openMember();
  holdOrders();
  const order = platform.call(refillPractice, refill);
  void platform.reload();
  server.goAway();
  await timers.pass(35_000);
  expect(await order).toMatchObject({ ok: false, code: 'RESULT_UNKNOWN' });
  expect(server.reloads()).toBe(1);
});

test('a lost connection and its lock do not abort an order that is under way', async () => {
  const { server, platform, timers, holdOrders } = await openMember();
  const answerOrders = holdOrders();
  const order = platform.call(refillPractice, refill);
  await timers.pass(1);
  for (const connection of server.connections()) connection.cut();
  expect(platform.connection.get()).toEqual({ kind: 'retrying', attempt: 1 });
  answerOrders('reply');
  expect(await order).toMatchObject({ ok: true });
});

test('a reply that is lost is fetched by the same key, and the order is executed once', async () => {
  const { server, platform, timers } = await openMember();
  const executed = new Map<string, object>();
  let answersLost = 2;
  server.answer(refillPractice, ({ walletType, point }) => {
    const key = server.asked.at(-1)?.headers['idempotency-key'] ?? '';
    if (!executed.has(key)) executed.set(key, { walletType, point, run: executed.size + 1 });
    return answersLost-- > 0 ? 'lost' : { reply: executed.get(key) };
  });
  const order = platform.call(refillPractice, refill);
  await timers.pass(2_000);
  expect(await order).toEqual({ ok: true, reply: { walletType: 'BINARY', point: '1000000', run: 1 } });
  expect(executed.size).toBe(1);
});

test('a logout waits for an order before it reloads the page', async () => {
  const { server, platform, timers, holdOrders } = await openMember();
  const answerOrders = holdOrders();
  const order = platform.call(refillPractice, refill);
  await timers.pass(1);
  const leaving = platform.leave();
  await timers.pass(3_000);
  expect(server.reloads()).toBe(0);
  answerOrders('reply');
  expect(await order).toMatchObject({ ok: true });
  await leaving;
  expect(server.reloads()).toBe(1);
});
