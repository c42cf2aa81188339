import { content as en } from './en/content.ts';
import { content as ko } from './ko/content.ts';
import type { RoomWords } from './language.tsx';

export const contentWords: RoomWords<typeof ko> = { ko, en };
