import { security as en } from './en/security.ts';
import { security as ko } from './ko/security.ts';
import type { RoomWords } from './language.tsx';

export type SecurityWords = typeof ko;
export const securityWords: RoomWords<SecurityWords> = { ko, en };
