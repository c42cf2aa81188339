// Figures are computed for everybody at once: nobody who asks can make them fail for the others.
import { siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFor } from '../db/lane.ts';
import { withReadLane } from '../db/read-lane.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { createFigures } from './figures.ts';

const SITE = siteId(1);
const NOBODY = { active: 0, detached: 0, capital: 0n, inProfit: 0, worst: undefined, due: 0n } as never;

describe.each(testDatabases)('figures of traders on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('are computed for all who wait, also when who asked first has left', async () => {
    const { database } = withReadLane(store.database);
    const figures = createFigures({ database, followers: { of: () => NOBODY } });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The lane is busy, so that whatever is asked now waits in it.
    const busy = readFor({ who: 1, hasLeft: () => false }, () => database.transaction(() => held));
    const asked = [true, false].map((hasLeft, place) =>
      readFor({ who: 2 + place, hasLeft: () => hasLeft }, () => figures.of(SITE, millis(1_000))),
    );
    release();
    await busy;
    expect(await Promise.all(asked)).toEqual([[], []]);
  });
});
