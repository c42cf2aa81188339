import { quiz as en } from './en/quiz.ts';
import { quiz as ko } from './ko/quiz.ts';
import type { RoomWords } from './language.tsx';

export const quizWords: RoomWords<typeof ko> = { ko, en };
