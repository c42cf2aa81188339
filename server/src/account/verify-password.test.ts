import { playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { openFreshEmbedded } from '../db/testing.ts';
import { newcomer, OTHER_SITE, PASSWORD, SITE, useWorld } from './testing.ts';

const world = useWorld(openFreshEmbedded);

test('only the password of the account itself is right', async () => {
  const { id: player } = await newcomer(world);
  const { verifyPassword } = world.accounts;
  expect(await verifyPassword({ site: SITE, player }, PASSWORD)).toBe(true);
  expect(await verifyPassword({ site: SITE, player }, `${PASSWORD} `)).toBe(false);
  expect(await verifyPassword({ site: OTHER_SITE, player }, PASSWORD)).toBe(false);
  expect(await verifyPassword({ site: SITE, player: playerId(999_999) }, PASSWORD)).toBe(false);
});
