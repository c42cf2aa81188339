import { alert as en } from './en/alert.ts';
import { alert as ko } from './ko/alert.ts';
import type { RoomWords } from './language.tsx';

export const alertWords: RoomWords<typeof ko> = { ko, en };
