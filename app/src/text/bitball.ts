import { bitball as en } from './en/bitball.ts';
import { bitball as ko } from './ko/bitball.ts';
import type { RoomWords } from './language.tsx';

export const bitballWords: RoomWords<typeof ko> = { ko, en };
