import { economic as en } from './en/economic.ts';
import { economic as ko } from './ko/economic.ts';
import type { RoomWords } from './language.tsx';

export const economicWords: RoomWords<typeof ko> = { ko, en };
