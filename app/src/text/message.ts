import { message as en } from './en/message.ts';
import { message as ko } from './ko/message.ts';
import type { RoomWords } from './language.tsx';

export const messageWords: RoomWords<typeof ko> = { ko, en };
