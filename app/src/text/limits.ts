import { limits as en } from './en/limits.ts';
import { limits as ko } from './ko/limits.ts';
import type { RoomWords } from './language.tsx';

export const limitsWords: RoomWords<typeof ko> = { ko, en };
