import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BadSetting, readConfig } from './config.ts';

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
