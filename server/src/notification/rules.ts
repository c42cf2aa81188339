// What a member is told, and when: the switches of the categories, and the quiet hours.
import { CATEGORIES, type Category, type NotificationSetting } from '@maru/contract/notification/calls';
import { KST_OFFSET_MS, MINUTE_MS } from '@maru/engine/time';

const DAY_MINUTES = 1_440;

/** Everything, at every hour. */
export const usualSetting: NotificationSetting = {
  push: [...CATEGORIES],
  inApp: [...CATEGORIES],
  quiet: null,
  through: ['RISK'],
};

/** The start is inside, the end is not. Quiet hours that begin and end at one minute are none. */
export function isQuiet(quiet: NonNullable<NotificationSetting['quiet']>, at: number): boolean {
  const minute = Math.floor((at + KST_OFFSET_MS) / MINUTE_MS) % DAY_MINUTES;
  const { fromMinute, toMinute } = quiet;
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute;
}

/** Danger for money is told at every hour, to whoever wants to hear of it at all. */
export function mayPush(setting: NotificationSetting, category: Category, at: number): boolean {
  if (!setting.push.includes(category)) return false;
  if (setting.quiet === null || category === 'RISK' || setting.through.includes(category)) return true;
  return !isQuiet(setting.quiet, at);
}
