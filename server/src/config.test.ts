import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BadSetting } from './bad-setting.ts';
import { readConfig } from './config.ts';

test('archiving is on after 31 days, in a folder beside the data, unless the environment sets something else', () => {
  expect(readConfig({ DATA_DIR: '/data' })).toMatchObject({
    archiveAfterDays: 31,
    archiveFolder: join('/data', 'archive'),
  });
  expect(readConfig({ ARCHIVE_AFTER_DAYS: '90', ARCHIVE_DIR: '/cold' })).toMatchObject({
    archiveAfterDays: 90,
    archiveFolder: '/cold',
  });
  for (const off of ['never', '0'])
    expect(readConfig({ ARCHIVE_AFTER_DAYS: off }).archiveAfterDays).toBeUndefined();
});

test.each(['30', '-1', '31.5', 'soon', '4000', '3e2'])('ARCHIVE_AFTER_DAYS=%s stops the start', (value) => {
  expect(() => readConfig({ ARCHIVE_AFTER_DAYS: value })).toThrow(BadSetting);
  expect(() => readConfig({ ARCHIVE_AFTER_DAYS: value })).toThrow(
    'ARCHIVE_AFTER_DAYS must be a whole number from 31 to 3650, or never',
  );
});

test('the hours of answers are two times of a day, and none without the setting', () => {
  expect(readConfig({}).supportHours).toBeNull();
  expect(readConfig({ SUPPORT_HOURS: '09:00-02:00' }).supportHours).toEqual({ from: '09:00', to: '02:00' });
  for (const wrong of ['9-18', '09:00-24:00', '09:00-09:00', '<b>-02:00', '09:00'])
    expect(() => readConfig({ SUPPORT_HOURS: wrong })).toThrow('SUPPORT_HOURS must be two times of a day');
});

test('DATABASE_URL may name several servers, and stays as it was given', () => {
  for (const url of [
    'postgres://u:pw@h1:5432,h2:5432/maru?sslmode=verify-full',
    'postgres://maru@127.0.0.1:5432/maru',
    'postgresql:///maru?host=/var/run/postgresql',
  ])
    expect(readConfig({ DATABASE_URL: url, DATABASE_READ_URL: url })).toMatchObject({
      databaseUrl: url,
      databaseReadUrl: url,
    });
});

test.each([
  ['mysql://u:secret@h1/maru', 'DATABASE_URL must begin with postgres://'],
  ['postgres://u:secret@h1:5432,h2:port/maru', 'DATABASE_URL: host 2 of 2 cannot be read'],
  ['postgres://u:secret@,h2/maru', 'DATABASE_URL: host 1 of 2 cannot be read'],
])('DATABASE_URL=%s stops the start without showing the password', (DATABASE_URL, message) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(new BadSetting(message));
});

test('a replica for reads needs a database that it is a replica of', () => {
  expect(readConfig({}).databaseReadUrl).toBeUndefined();
  expect(() => readConfig({ DATABASE_READ_URL: 'postgres://h2/maru' })).toThrow(
    'DATABASE_READ_URL needs DATABASE_URL',
  );
  expect(() => readConfig({ DATABASE_URL: 'postgres://h1/maru', DATABASE_READ_URL: 'h2:secret' })).toThrow(
    'DATABASE_READ_URL must begin with postgres://',
  );
});
