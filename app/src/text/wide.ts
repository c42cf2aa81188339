import { wide as en } from './en/wide.ts';
import { wide as ko } from './ko/wide.ts';
import type { RoomWords } from './language.tsx';

export const wideWords: RoomWords<typeof ko> = { ko, en };
