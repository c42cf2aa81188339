import { playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { openFreshEmbedded } from '../db/testing.ts';
import { newcomer, OTHER_SITE, PASSWORD, SITE, useWorld } from './testing.ts';

const world = useWorld(openFreshEmbedded);

test('only the password of the account itself is right', async () => {
  const { id: player } = await newcomer(world);
  const tried = async (who: { site: typeof SITE; player: typeof player }, password: string) =>
    (await world.accounts.confirmOwner(who, { password }))?.refusal;
  const wrong = 'CURRENT_PASSWORD_MISMATCH';
  expect(await tried({ site: SITE, player }, PASSWORD)).toBeUndefined();
  expect(await tried({ site: SITE, player }, `${PASSWORD} `)).toBe(wrong);
  expect(await tried({ site: SITE, player }, '')).toBe(wrong);
  expect(await tried({ site: OTHER_SITE, player }, PASSWORD)).toBe(wrong);
  expect(await tried({ site: SITE, player: playerId(999_999) }, PASSWORD)).toBe(wrong);
});

test('many checks at once are the fault of the member who asks for them', async () => {
  const { id: player } = await newcomer(world);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.accounts.confirmOwner({ site: SITE, player }, { password: PASSWORD }),
    ),
  );
  expect(answers.filter((each) => each === undefined)).toHaveLength(3);
  expect(answers.flatMap((each) => each?.refusal ?? [])).toEqual(Array(5).fill('TOO_MANY_REQUESTS'));
});
