import { file as en } from './en/file.ts';
import { file as ko } from './ko/file.ts';
import type { RoomWords } from './language.tsx';

export const fileWords: RoomWords<typeof ko> = { ko, en };
