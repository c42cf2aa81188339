// An owner signs in on a new device while many addresses keep guessing at the owner's name.
import { MINUTE_MS, millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { ADDRESS_TRIES, ADDRESS_TRY_EVERY_MS } from './attempt-store.ts';
import { newcomer, PASSWORD, useWorld } from './testing.ts';

const ADDRESSES = 300;
const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);

  let keys = 0;
  /** A new device key each time, as an attacker can send. */
  const guess = async (username: string, index: number, password = 'a wrong guess') => {
    keys += 1;
    const body = { username, password, deviceKey: `made-up-device-key-${keys}` };
    return world.post('/api/login', body, { ip: addressOf(index) });
  };

  const passTime = (ms: number) => {
    world.time.now = millis(world.time.now + ms);
  };

  /** Every attempt that opens is taken by a guesser first; guessers that had theirs keep trying. */
  async function signInUnderAttack(username: string, password: string, mostSeconds: number) {
    const beganAt = world.time.now;
    const looked: number[] = [];
    let ownerAt: number = beganAt;
    for (let step = 0; world.time.now - beganAt <= mostSeconds * 1_000; step += 1) {
      const asking = step < ADDRESSES ? [step, step >> 1] : [step % ADDRESSES];
      for (const index of asking) {
        if ((await guess(username, index)).status === 401) looked.push(index);
      }
      if (world.time.now >= ownerAt) {
        const answer = await world.post('/api/login', { username, password }, { ip: '192.0.2.7' });
        if (answer.status !== 429) return { status: answer.status, looked };
        ownerAt = world.time.now + Number(answer.retryAfter) * 1_000;
      }
      passTime(ADDRESS_TRY_EVERY_MS);
    }
    return { status: 429, looked };
  }

  test('the owner signs in within two minutes while 300 addresses guess', async () => {
    const { username } = await newcomer(world);
    for (let index = 0; index < 12; index += 1) await guess(username, ADDRESSES + index);
    const { status, looked } = await signInUnderAttack(username, PASSWORD, 120);
    expect(status).toBe(200);
    // Each address had one password checked, besides those that strangers and new devices share in a window.
    expect(looked.length).toBeLessThanOrEqual(ADDRESSES + 9);
  });

  test('a sign-in on that path gives the guessers no new attempts', async () => {
    const { username } = await newcomer(world);
    for (let index = 0; index < 10; index += 1) {
      await guess(username, index);
      passTime(ADDRESS_TRY_EVERY_MS);
    }
    const spent = await guess(username, 7);
    expect(spent.status).toBe(429);
    const owner = { username, password: PASSWORD };
    expect((await world.post('/api/login', owner, { ip: '192.0.2.8' })).status).toBe(200);
    passTime(ADDRESS_TRY_EVERY_MS);
    expect((await guess(username, 7)).status).toBe(429);
    // The owner's address has its attempt again: the next device behind the same address signs in as well.
    const tablet = { ...owner, deviceKey: 'the-tablet-of-the-owner' };
    expect((await world.post('/api/login', tablet, { ip: '192.0.2.8' })).status).toBe(200);
  });

  test('a name that nobody has gets the same answers', async () => {
    const { username } = await newcomer(world);
    const heard = async (name: string) => {
      const answers = [];
      for (let index = 0; index < 12; index += 1) {
        const answer = await guess(name, 1_000 + index);
        answers.push([answer.status, answer.retryAfter]);
      }
      return answers;
    };
    expect(await heard('a-name-of-nobody')).toEqual(await heard(username));
  });

  test('passwords of one name are checked a bounded number of times a day, whatever the addresses', async () => {
    const { id, username } = await newcomer(world);
    await world.query(
      `insert into login_failure (site_id, username, device, window_started_at, failures)
       select site_id, username, 'all addresses', $2, $3 from player where id = $1`,
      [id, new Date(world.time.now), ADDRESS_TRIES - 1],
    );
    passTime(2 * MINUTE_MS);
    const statuses = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await guess(username, 2_000 + index)).status);
    // Five for all strangers, one for a new device, and the last one for a new address.
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
  });

  test('the attempts of an address are kept for a day and no longer', async () => {
    const { username } = await newcomer(world);
    for (let index = 0; index < 7; index += 1) await guess(username, 3_000 + index);
    const rows = () =>
      world.query(
        `select device from login_failure
          where username = $1 and (device = 'all addresses' or device like 'address %')`,
        [username],
      );
    passTime(20 * MINUTE_MS);
    await world.accounts.forgetOld();
    expect(await rows()).toHaveLength(2);
    passTime(24 * 60 * MINUTE_MS);
    await world.accounts.forgetOld();
    expect(await rows()).toEqual([]);
  });
});
