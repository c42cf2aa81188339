import { share as en } from './en/share.ts';
import { share as ko } from './ko/share.ts';
import type { RoomWords } from './language.tsx';

export const shareWords: RoomWords<typeof ko> = { ko, en };
