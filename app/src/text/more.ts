import { more as en } from './en/more.ts';
import { more as ko } from './ko/more.ts';
import type { RoomWords } from './language.tsx';

export const moreWords: RoomWords<typeof ko> = { ko, en };
