import { ownLimit as en } from './en/own-limit.ts';
import { ownLimit as ko } from './ko/own-limit.ts';
import type { RoomWords } from './language.tsx';

export const ownLimitWords: RoomWords<typeof ko> = { ko, en };
