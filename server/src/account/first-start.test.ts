import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFreshEmbedded } from '../db/testing.ts';
import { firstPasswordsFile, writeFirstPassword } from './first-passwords.ts';
import { SITE, signInAs, useWorld } from './testing.ts';

const world = useWorld(openFreshEmbedded);

test('a first start creates a trader, two operators and a partner, and a second start nobody', async () => {
  const kept: string[] = [];
  const start = {
    site: SITE,
    now: world.time.now,
    savePassword: ({ username }: { readonly username: string }) => kept.push(username),
    operatorPassword: 'told by the environment',
  };
  const { created } = await world.accounts.seedFirstStart(start);
  expect(created).toEqual([
    { username: 'demo', role: 'PLAYER', password: expect.stringMatching(/^[\w-]{16}$/) },
    { username: 'operator', role: 'STAFF', password: undefined },
    { username: 'approver', role: 'STAFF', password: expect.stringMatching(/^[\w-]{16}$/) },
    { username: 'partner', role: 'PARTNER', password: expect.stringMatching(/^[\w-]{16}$/) },
  ]);
  expect(await world.accounts.seedFirstStart(start)).toEqual({ created: [] });
  expect(kept).toEqual(['demo', 'approver', 'partner']);

  const demo = await signInAs(world, 'demo', { password: created[0]?.password ?? '' });
  expect((await world.get('/api/wallet/my', { token: demo.token })).body.BINARY?.point).toBe('10000000');
  const operator = await world.post('/api/office/login', {
    ...{ username: 'operator', password: 'told by the environment', siteInfoId: SITE },
  });
  expect((await world.get('/api/partner/verify?partnerPk=NURI01')).body.nick).toBe('누리파트너');
  const me = await world.get('/api/office/me', { token: operator.body.accessToken });
  expect(me.body).toMatchObject({ role: 'HEAD', level: 1, totp: false, stepUpUntilMillis: null });
});

test('a password that is too short for a member is too short for the operator', async () => {
  await world.query(`delete from known_device`);
  await world.query(`delete from refresh_family`);
  await world.query(`delete from player where username = 'operator'`);
  const savePassword = () => undefined;
  const start = { site: SITE, now: world.time.now, savePassword, operatorPassword: 'short' };
  await expect(world.accounts.seedFirstStart(start)).rejects.toThrow(/operator/);
});

test('first passwords are in a file that only its owner may read, one line for each person', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-first-'));
  try {
    const path = firstPasswordsFile(folder);
    writeFirstPassword(folder, { username: 'demo', password: 'one' });
    chmodSync(path, 0o644);
    writeFirstPassword(folder, { username: 'operator', password: 'two' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(2);
    expect(lines.slice(2)).toEqual(['demo one', 'operator two']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
