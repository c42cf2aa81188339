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
