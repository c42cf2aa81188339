import { tour as en } from './en/tour.ts';
import { tour as ko } from './ko/tour.ts';
import type { RoomWords } from './language.tsx';

export const tourWords: RoomWords<typeof ko> = { ko, en };
