import { solvency as en } from './en/solvency.ts';
import { solvency as ko } from './ko/solvency.ts';
import type { RoomWords } from './language.tsx';

export const solvencyWords: RoomWords<typeof ko> = { ko, en };
