import { binary as en } from './en/binary.ts';
import { binary as ko } from './ko/binary.ts';
import type { RoomWords } from './language.tsx';

export const binaryWords: RoomWords<typeof ko> = { ko, en };
