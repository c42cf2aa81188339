import { apikeys as en } from './en/apikeys.ts';
import { apikeys as ko } from './ko/apikeys.ts';
import type { RoomWords } from './language.tsx';

export const apikeysWords: RoomWords<typeof ko> = { ko, en };
