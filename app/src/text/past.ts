import { past as en } from './en/past.ts';
import { past as ko } from './ko/past.ts';
import type { RoomWords } from './language.tsx';

export const pastWords: RoomWords<typeof ko> = { ko, en };
