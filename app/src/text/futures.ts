import { futures as en } from './en/futures.ts';
import { futures as ko } from './ko/futures.ts';
import type { RoomWords } from './language.tsx';

export const futuresWords: RoomWords<typeof ko> = { ko, en };
