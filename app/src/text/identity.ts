import { identity as en } from './en/identity.ts';
import { identity as ko } from './ko/identity.ts';
import type { RoomWords } from './language.tsx';

export const identityWords: RoomWords<typeof ko> = { ko, en };
