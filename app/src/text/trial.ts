import { trial as en } from './en/trial.ts';
import { trial as ko } from './ko/trial.ts';
import type { RoomWords } from './language.tsx';

export const trialWords: RoomWords<typeof ko> = { ko, en };
