import { mode as en } from './en/mode.ts';
import { mode as ko } from './ko/mode.ts';
import type { RoomWords } from './language.tsx';

export const modeWords: RoomWords<typeof ko> = { ko, en };
