import { expect, test } from 'vitest';
import { type Asker, createLanes, type Lane, type Limits } from './password-lanes.ts';

const limits: Limits = {
  places: { KNOWN: 10, CLEAN: 10, TRIED: 10 },
  perSender: 2,
  atWork: { owners: 1, strangers: 1 },
};

/** Everybody who enters works until the test ends their work; `begun` is the order in which they began. */
function open() {
  const lanes = createLanes(limits);
  const begun: string[] = [];
  const enter = (lane: Lane, index: number) => {
    const turn = lanes.enter({ lane, sender: `${index}` });
    void turn?.then(() => begun.push(`${lane} ${index}`));
    return turn !== undefined;
  };
  const leave = async (lane: Lane, index: number) => {
    lanes.leave({ lane, sender: `${index}` });
    await Promise.resolve();
  };
  return { lanes, begun, enter, leave };
}

test('clean addresses come first, and every fourth check is for the last lane that has somebody waiting', async () => {
  const { begun, enter, leave } = open();
  for (const index of [0, 1, 2, 3]) enter('CLEAN', index);
  for (const index of [0, 1]) enter('TRIED', index);
  await Promise.resolve();
  for (let step = 0; step < 5; step += 1) {
    const [lane, index] = (begun.at(-1) ?? '').split(' ');
    await leave(lane as Lane, Number(index));
  }
  expect(begun).toEqual(['CLEAN 0', 'CLEAN 1', 'CLEAN 2', 'TRIED 0', 'CLEAN 3', 'TRIED 1']);
});

test('an owner begins at once, however many strangers wait', async () => {
  const { begun, enter } = open();
  for (let index = 0; index < 10; index += 1) {
    enter('CLEAN', index);
    enter('TRIED', index);
  }
  enter('KNOWN', 0);
  await Promise.resolve();
  expect(begun).toEqual(['CLEAN 0', 'KNOWN 0']);
});

test('a full lane has no place, and the other lanes still have', async () => {
  const { enter, leave } = open();
  for (let index = 0; index < 10; index += 1) expect(enter('CLEAN', index)).toBe(true);
  expect(enter('CLEAN', 10)).toBe(false);
  expect(enter('TRIED', 10)).toBe(true);
  expect(enter('KNOWN', 10)).toBe(true);
  await leave('CLEAN', 0);
  expect(enter('CLEAN', 10)).toBe(true);
});

test('a sender has at most two places, until one is given back', () => {
  const { lanes } = open();
  const asker: Asker = { lane: 'CLEAN', sender: 'an address' };
  const hasPlace = () => lanes.enter(asker) !== undefined;
  expect([hasPlace(), hasPlace(), hasPlace()]).toEqual([true, true, false]);
  lanes.leave(asker);
  expect(hasPlace()).toBe(true);
  expect(lanes.enter({ lane: 'CLEAN', sender: 'another address' })).toBeDefined();
});
