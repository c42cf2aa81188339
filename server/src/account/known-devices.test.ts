import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { fingerprintOf } from './device.ts';
import { createKnownDevices } from './known-devices.ts';
import { newcomer, openWorld, PASSWORD, SITE, type World } from './testing.ts';

const keyOf = (index: number) => `device-key-of-the-owner-${index}`;
const deviceOf = (index: number) => fingerprintOf(`device ${keyOf(index)}`);

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: TestDatabase;
  let world: World;
  const owners: string[] = [];
  beforeAll(async () => {
    database = await open();
    world = await openWorld(database);
    for (let index = 0; index < 5; index += 1) {
      const { username } = await newcomer(world);
      owners.push(username);
      const login = { username, password: PASSWORD, deviceKey: keyOf(index) };
      expect((await world.post('/api/login', login)).status).toBe(200);
    }
  });
  afterAll(async () => {
    await world.close();
    await database.drop();
  });

  test.each([
    ['before the filter is read', false],
    ['after it', true],
  ])('a device is known to the name that signed in from it, and to no other, %s', async (_, isLoaded) => {
    // Pages of two, so that there are several.
    const devices = createKnownDevices(database.database, 2);
    if (isLoaded) await devices.load();
    for (const [index, username] of owners.entries()) {
      expect(await devices.isKnown({ site: SITE, username, device: deviceOf(index) })).toBe(true);
      expect(await devices.isKnown({ site: SITE, username, device: deviceOf(index + 1) })).toBe(false);
    }
    expect(await devices.isKnown({ site: SITE, username: 'no-such-one', device: deviceOf(0) })).toBe(false);
  });

  test('devices of strangers cost no read once the filter is loaded, and a bounded number at once before', async () => {
    const ask = (devices: ReturnType<typeof createKnownDevices>) =>
      Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          devices.isKnown({ site: SITE, username: `nobody-${index}`, device: deviceOf(0) }),
        ),
      );
    const devices = createKnownDevices(database.database);
    expect((await ask(devices)).filter((answer) => answer === 'BUSY')).toHaveLength(8);
    await devices.load();
    expect((await ask(devices)).filter((answer) => answer === 'BUSY')).toHaveLength(0);
  });
});
