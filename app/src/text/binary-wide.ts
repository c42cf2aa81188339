import { binaryWide as en } from './en/binary-wide.ts';
import { binaryWide as ko } from './ko/binary-wide.ts';
import type { RoomWords } from './language.tsx';

export const binaryWideWords: RoomWords<typeof ko> = { ko, en };
