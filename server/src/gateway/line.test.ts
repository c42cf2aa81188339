// The line between a gateway and desks, over a network that loses, doubles, delays and reorders, with desks that come and
// go. Time is moved by hand.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLocalNetwork, type Fate, type LocalCarrier } from '../bus/local-carrier.ts';
import { createDeskEnd, type DeskEnd } from './desk-end.ts';
import { type Called, createLine, type Line } from './line.ts';
import type { Pushed } from './messages.ts';

interface World {
  readonly line: Line;
  readonly gaps: () => number;
  readonly pushed: Pushed[];
  /** Every execution: of which call, by which epoch. */
  readonly done: { readonly call: string; readonly epoch: number }[];
  own(epoch: number): Desk;
  run(ms: number): Promise<void>;
}

interface Desk {
  readonly end: DeskEnd;
  readonly carrier: LocalCarrier;
  die(): void;
}

function openWorld({ fate, answerMs = () => 1 }: { fate?: Fate; answerMs?: () => number } = {}): World {
  let now = 0;
  let order = 0;
  const due: { readonly at: number; readonly order: number; readonly call: () => void }[] = [];
  const after = (ms: number, call: () => void) => {
    due.push({ at: now + ms, order: order++, call });
  };
  const every = (ms: number, call: () => void) => {
    let isOver = false;
    const again = () => {
      if (isOver) return;
      call();
      after(ms, again);
    };
    after(ms, again);
    return () => {
      isOver = true;
    };
  };
  const common = {
    clock: () => now,
    steadyMs: () => now,
    every,
    soon: (call: () => void) => after(0, call),
    onFault(fault: unknown) {
      throw fault;
    },
  };
  const network = createLocalNetwork({ ...(fate === undefined ? {} : { fate }), after });
  const pushed: Pushed[] = [];
  const done: { call: string; epoch: number }[] = [];
  let gaps = 0;
  const line = createLine({
    ...common,
    carrier: network.join(),
    gateway: 'g1',
    onPushed(_shard, what) {
      if (what === 'GAP') gaps += 1;
      else pushed.push(what);
    },
    onBeat: () => undefined,
  });

  return {
    line,
    gaps: () => gaps,
    pushed,
    done,
    own(epoch) {
      const carrier = network.join();
      let isAlive = true;
      const end = createDeskEnd({
        ...common,
        carrier,
        process: `d${epoch}`,
        shard: 0,
        epoch: () => epoch,
        isOurs: () => isAlive,
      });
      end.serve({
        route(call, answered) {
          if (!isAlive) return;
          done.push({ call: call.url, epoch });
          after(answerMs(), () => {
            if (isAlive) answered({ status: 200, headers: {}, body: Buffer.from(call.url) });
          });
        },
        answer: async () => 'asked',
        told: () => undefined,
        lost: () => undefined,
      });
      return {
        end,
        carrier,
        die() {
          isAlive = false;
          carrier.connect(false);
        },
      };
    },
    async run(ms) {
      const until = now + ms;
      for (;;) {
        // Promises that are settled by now go first.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        due.sort((a, b) => a.at - b.at || a.order - b.order);
        const next = due[0];
        if (next === undefined || next.at > until) break;
        due.shift();
        now = next.at;
        next.call();
      }
      now = until;
    },
  };
}

const requestOf = (url: string, isRepeatable: boolean) => ({
  ...{ method: 'POST', url, headers: {}, address: '10.0.0.1', body: new Uint8Array(), isRepeatable },
});
const textOf = (called: Called | undefined): string =>
  typeof called === 'object' ? Buffer.from(called.body).toString() : String(called);

test('a call that comes before there is an owner waits for one', async () => {
  const world = openWorld();
  let answered: Called | undefined;
  void world.line.call(0, requestOf('/early', false)).then((called) => {
    answered = called;
  });
  await world.run(2_000);
  expect(answered).toBeUndefined();
  world.own(1);
  await world.run(200);
  expect(textOf(answered)).toBe('/early');
});

test('without an owner a call is given up as not done, and with a dead one as unknown', async () => {
  const world = openWorld({ answerMs: () => 1e9 });
  const unsent = world.line.call(0, requestOf('/unsent', false));
  await world.run(10_200);
  expect(await unsent).toBe('AWAY');
  const desk = world.own(1);
  await world.run(150);
  const sent = world.line.call(0, requestOf('/sent', false));
  await world.run(100);
  desk.die();
  await world.run(11_000);
  expect(await sent).toBe('UNKNOWN');
});

test('the next owner gets what may be repeated; the rest is unknown as soon as there is one', async () => {
  const world = openWorld({ answerMs: () => 500 });
  const first = world.own(1);
  await world.run(150);
  const repeatable = world.line.call(0, requestOf('/repeatable', true));
  const once = world.line.call(0, requestOf('/once', false));
  await world.run(50);
  first.die();
  world.own(2);
  await world.run(1_000);
  expect(textOf(await repeatable)).toBe('/repeatable');
  expect(await once).toBe('UNKNOWN');
  expect(world.done).toContainEqual({ call: '/repeatable', epoch: 2 });
  expect(world.done.filter(({ call }) => call === '/once')).toHaveLength(1);
});

test('an owner of an earlier epoch that goes on is not heard any more', async () => {
  const world = openWorld();
  const first = world.own(1);
  await world.run(150);
  world.own(2);
  await world.run(150);
  const call = world.line.call(0, requestOf('/call', true));
  await world.run(50);
  expect(textOf(await call)).toBe('/call');
  expect(world.done).toEqual([{ call: '/call', epoch: 2 }]);
  first.end.push('g1', { name: 'topic', topic: 'old', body: '' });
  await world.run(50);
  expect(world.pushed).toEqual([]);
});

test('a desk that leaves answers what it has and leaves the rest to the next', async () => {
  const world = openWorld({ answerMs: () => 300 });
  const first = world.own(1);
  await world.run(150);
  const taken = world.line.call(0, requestOf('/taken', false));
  await world.run(100);
  let hasLeft = false;
  void first.end.leave(5_000).then(() => {
    hasLeft = true;
  });
  const late = world.line.call(0, requestOf('/late', false));
  await world.run(100);
  expect(hasLeft).toBe(false);
  await world.run(200);
  expect(hasLeft).toBe(true);
  expect(textOf(await taken)).toBe('/taken');
  world.own(2);
  await world.run(500);
  expect(textOf(await late)).toBe('/late');
  expect(world.done).toContainEqual({ call: '/late', epoch: 2 });
});

test('a desk that leaves does not give back what it has taken, when the message comes once more', async () => {
  let isDoubling = false;
  const world = openWorld({ answerMs: () => 300, fate: () => (isDoubling ? [0, 100] : [0]) });
  const first = world.own(1);
  await world.run(150);
  isDoubling = true;
  const once = world.line.call(0, requestOf('/once', false));
  await world.run(10);
  isDoubling = false;
  void first.end.leave(5_000);
  await world.run(150);
  world.own(2);
  await world.run(1_000);
  expect(await once).toBe('UNKNOWN');
  expect(world.done).toEqual([{ call: '/once', epoch: 1 }]);
});

test('a call that an earlier owner may have done is unknown, also when the next one gives it back', async () => {
  const world = openWorld({ answerMs: () => 60_000 });
  const first = world.own(1);
  await world.run(200);
  let answered: Called | undefined;
  void world.line.call(0, requestOf('/once', true)).then((called) => {
    answered = called;
  });
  await world.run(100);
  expect(world.done).toEqual([{ call: '/once', epoch: 1 }]);
  first.die();
  void world.own(2).end.leave(5_000);
  await world.run(12_000);
  expect(world.done).toHaveLength(1);
  expect(textOf(answered)).toBe('UNKNOWN');
});

test('a call that is under way is not done once more when it is sent again', async () => {
  const world = openWorld({ answerMs: () => 5_000 });
  world.own(1);
  await world.run(200);
  let answered: Called | undefined;
  void world.line.call(0, requestOf('/slow', true)).then((called) => {
    answered = called;
  });
  await world.run(5_500);
  expect(world.done).toHaveLength(1);
  expect(textOf(answered)).toBe('/slow');
});

test.each([
  ['the call', 'maru.desk'],
  ['its answer', 'maru.gateway'],
])('when %s is lost, one that may not be repeated is asked for again and done once', async (_name, lost) => {
  let isLossy = false;
  const world = openWorld({ fate: (subject) => (isLossy && subject.startsWith(lost) ? [] : [0]) });
  world.own(1);
  await world.run(150);
  isLossy = true;
  const once = world.line.call(0, requestOf('/once', false));
  await world.run(500);
  isLossy = false;
  await world.run(3_000);
  expect(textOf(await once)).toBe('/once');
  expect(world.done).toEqual([{ call: '/once', epoch: 1 }]);
});

test('a lost push is noticed, a doubled one is not delivered twice', async () => {
  let isLossy = false;
  let isDoubling = false;
  const world = openWorld({
    fate: (subject) => {
      if (!subject.startsWith('maru.gateway')) return [0];
      if (isLossy) return [];
      return isDoubling ? [0, 3] : [0];
    },
  });
  const desk = world.own(1);
  await world.run(2_500);
  const before = world.gaps();
  const topic = (body: string): Pushed => ({ name: 'topic', topic: 't', body });
  desk.end.push('g1', topic('a'));
  await world.run(10);
  isDoubling = true;
  desk.end.push('g1', topic('b'));
  await world.run(10);
  expect(world.gaps()).toBe(before);
  isLossy = true;
  desk.end.push('g1', topic('c'));
  await world.run(10);
  isLossy = false;
  desk.end.push('g1', topic('d'));
  await world.run(10);
  expect(world.pushed).toEqual([topic('a'), topic('b'), topic('d')]);
  expect(world.gaps()).toBe(before + 1);
});

test('whatever the network does, each call is answered once, and one that may not be repeated is done at most once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat(99)),
      fc.array(fc.record({ isRepeatable: fc.boolean(), pause: fc.nat(400) }), {
        minLength: 1,
        maxLength: 15,
      }),
      fc.array(fc.record({ wait: fc.nat(2_500), isLeaving: fc.boolean() }), { maxLength: 3 }),
      async (dice, calls, deaths) => {
        const roll = () => dice.next().value as number;
        const fate: Fate = () => {
          const number = roll();
          if (number < 10) return [];
          if (number < 20) return [roll(), roll() * 20];
          return number < 40 ? [roll() * 3] : [0];
        };
        const world = openWorld({ fate, answerMs: () => roll() });
        let epoch = 1;
        let desk = world.own(epoch);
        const answers: (Called | undefined)[] = calls.map(() => undefined);
        const settled = calls.map(() => 0);
        const dying = [...deaths];
        for (const [at, { isRepeatable, pause }] of calls.entries()) {
          void world.line.call(0, requestOf(`/${at}`, isRepeatable)).then((called) => {
            answers[at] = called;
            settled[at]! += 1;
          });
          await world.run(pause);
          const next = dying.pop();
          if (next === undefined) continue;
          if (next.isLeaving) {
            void desk.end.leave(5_000);
            await world.run(next.wait);
          }
          desk.die();
          await world.run(next.wait);
          epoch += 1;
          desk = world.own(epoch);
        }
        await world.run(12_000);
        expect(settled).toEqual(calls.map(() => 1));
        for (const [at, { isRepeatable }] of calls.entries()) {
          const times = world.done.filter(({ call }) => call === `/${at}`).length;
          const answer = answers[at];
          if (typeof answer === 'object') expect([textOf(answer), times > 0]).toEqual([`/${at}`, true]);
          if (answer === 'AWAY') expect(times).toBe(0);
          if (!isRepeatable) expect(times).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('an answer names the shard and the epoch of the owner that gave it', async () => {
  const world = openWorld();
  const answers: Called[] = [];
  const ask = () => void world.line.call(0, requestOf('/owned', true)).then((each) => answers.push(each));
  const first = world.own(3);
  await world.run(200);
  ask();
  await world.run(50);
  first.die();
  world.own(4);
  await world.run(200);
  ask();
  await world.run(50);
  expect(answers).toMatchObject([{ headers: { 'maru-owner': '0.3' } }, { headers: { 'maru-owner': '0.4' } }]);
});
