import { fairness as en } from './en/fairness.ts';
import { fairness as ko } from './ko/fairness.ts';
import type { RoomWords } from './language.tsx';

export const fairnessWords: RoomWords<typeof ko> = { ko, en };
