import { notification as en } from './en/notification.ts';
import { notification as ko } from './ko/notification.ts';
import type { RoomWords } from './language.tsx';

export const notificationWords: RoomWords<typeof ko> = { ko, en };
